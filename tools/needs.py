"""Install the programs that the tests need besides Python; if we may not, say what is missing.

Chromium's headless shell runs the tests in two thirds of the full browser's time. The full browser is used on systems
that have no package for the shell.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGES = {  # by program: Debian packages that contain a program (one is enough), and commands that show it's there
    "PostgreSQL": (("postgresql",), ("initdb",)),
    "Chromium": (
        ("chromium-headless-shell", "chromium"),
        ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"),
    ),
    "systemd-analyze": (("systemd",), ("systemd-analyze",)),
    "nginx": (("nginx-light", "nginx"), ("nginx",)),
    "OpenSSL": (("openssl",), ("openssl",)),
}
FOLDERS = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin"))  # some users' paths lack /usr/sbin


def found(program: str) -> str | None:
    """Find the path of a program."""
    return shutil.which(program, path=FOLDERS)


def is_there(what: str) -> bool:
    """Say whether a program is installed, on the path or in a folder that isn't on it."""
    if any(found(program) for program in PACKAGES[what][1]):
        return True
    if what == "PostgreSQL":
        return any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return what == "Chromium" and any(
        Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache/ms-playwright").glob("chromium*")
    )


def can_install() -> bool:
    """Say whether we may install packages; if we may, update the package lists."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    apt("update")
    return True


def install(what: str) -> bool:
    """Install the first package that is available; return whether one could be installed."""
    return any(apt("install", "-y", "--no-install-recommends", package) for package in PACKAGES[what][0])


def apt(*command: str) -> bool:
    """Run apt-get; return whether the command succeeded."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    done = subprocess.run(["apt-get", "-q", *command], env=environment, stdout=subprocess.DEVNULL, check=False)
    return done.returncode == 0


def main() -> int:
    """Install the missing programs, or say which ones are missing."""
    missing = [what for what in PACKAGES if not is_there(what)]
    if missing and can_install():
        print(f"installing {', '.join(missing)} for the tests")
        missing = [what for what in missing if not install(what)]
    if not missing:
        return 0
    packages = [PACKAGES[what][0][-1] for what in missing]
    print(
        f"The tests need {', '.join(missing)}. Install the packages of your system, on Debian and Ubuntu: "
        f"sudo apt-get install {' '.join(packages)}",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
