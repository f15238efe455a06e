"""Install with pip and print a line for every download, since a minute of silence would look like a hang.

`python tools/install.py ARGUMENTS…` passes its arguments to `pip install`. If pip fails, all its output is printed.
"""

import os
import re
import subprocess
import sys

DOWNLOADING = re.compile(r"\s*Downloading \S*?(?P<name>[\w.]+?)-(?P<version>\d[^-]*)-\S*\.whl (?P<size>\(.+\))$")
INSTALLING = re.compile(r"\s*Installing collected packages: (?P<names>.+)$")


def step(line: str) -> str | None:
    """Translate a line of pip's output into a line of progress; return None if it shows no progress."""
    if found := DOWNLOADING.match(line):
        return f"  downloading {found['name']} {found['version']} {found['size']}"
    if found := INSTALLING.match(line):
        number = found["names"].count(",") + 1
        return f"  installing {number} {'package' if number == 1 else 'packages'} …"
    return None


def main(arguments: list[str]) -> int:
    """Run pip install; return pip's exit status."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", *arguments]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PIP_PROGRESS_BAR": "off"}
    said = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", env=environment
    ) as pip:
        assert pip.stdout is not None
        for line in pip.stdout:
            said.append(line)
            if progress := step(line.rstrip()):
                print(progress, flush=True)
    if pip.returncode:
        print("".join(said), file=sys.stderr)
    return pip.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
