"""What the tests need beside Python: PostgreSQL and Chromium. Installed if we may, otherwise named."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGES = {  # what is needed: the package of Debian and Ubuntu, the programs by which it is found
    "PostgreSQL": ("postgresql", ("initdb",)),
    "Chromium": ("chromium", ("chromium", "chromium-browser", "google-chrome", "chrome")),
}


def is_there(what: str) -> bool:
    """Whether a program is installed, also where Debian hides it."""
    if any(shutil.which(program) for program in PACKAGES[what][1]):
        return True
    if what == "PostgreSQL":
        return any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return any(
        Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache/ms-playwright").glob("chromium*")
    )


def install(packages: list[str]) -> bool:
    """Install packages; False where that is not for us to do."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    quiet = {"env": environment, "stdout": subprocess.DEVNULL}
    subprocess.run(["apt-get", "update", "-q"], check=False, **quiet)  # type: ignore[call-overload]
    command = ["apt-get", "install", "-q", "-y", "--no-install-recommends", *packages]
    return bool(subprocess.run(command, check=False, **quiet).returncode == 0)  # type: ignore[call-overload]


def main() -> int:
    """Install what is missing, or say so."""
    missing = [what for what in PACKAGES if not is_there(what)]
    if not missing:
        return 0
    packages = [PACKAGES[what][0] for what in missing]
    print(f"installing {', '.join(missing)} for the tests")
    if install(packages):
        return 0
    print(
        f"The tests need {' and '.join(missing)}. Install the packages of your system, on Debian and Ubuntu: "
        f"sudo apt-get install {' '.join(packages)}",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
