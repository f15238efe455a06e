"""`make play` shows progress while pip installs packages."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.pages import ROOT
from tools.install import step


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "  Downloading llvmlite-0.44.0-cp311-cp311-manylinux_2_27_x86_64.whl (42.4 MB)",
            "  downloading llvmlite 0.44.0 (42.4 MB)",
        ),
        (
            "Downloading https://host/packages/numpy-2.2.1-cp311-cp311-macosx_14_0_arm64.whl (5.1 MB)",
            "  downloading numpy 2.2.1 (5.1 MB)",
        ),
        ("  Downloading numpy-2.2.1-cp311-cp311-macosx_14_0_arm64.whl.metadata (62 kB)", None),
        ("Installing collected packages: numpy, llvmlite, numba", "  installing 3 packages …"),
        ("Collecting numpy>=2.0", None),
    ],
)
def test_the_installer_prints_a_line_for_every_download_and_nothing_else(line: str, told: str | None) -> None:
    assert step(line) == told


@pytest.mark.processes
def test_the_installer_prints_everything_that_pip_printed_if_pip_fails(tmp_path: Path) -> None:
    arguments = ["--no-index", "--no-deps", str(tmp_path / "none.whl")]
    command = [sys.executable, str(ROOT / "tools" / "install.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode != 0
    assert "none.whl" in done.stderr
    assert done.stdout == ""
