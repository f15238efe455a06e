"""Build a bundle (`make bundle`): a zip with everything that Parlour needs, including Python, for the current system.

The zip contains a folder. The bundle isn't a single executable, which would unpack a hundred megabytes at every start.
"""

import argparse
import compileall
import os
import platform
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
SYSTEMS = {"darwin": "macos", "win32": "windows"}
STARTERS = {"linux": "Parlour.desktop", "darwin": "Parlour.command"}  # on Windows, people double-click parlour.exe
LINK = 0o120000  # Unix file type that marks a symbolic link in a zip


def bundle_name(light: bool) -> str:
    """Make a bundle's name from the version, the system and the machine; a light bundle lacks Numba."""
    sys.path.insert(0, str(ROOT / "src"))
    from parlour import __version__

    system = SYSTEMS.get(sys.platform, sys.platform)
    return f"parlour-{__version__}-{system}-{platform.machine().lower()}" + ("-light" if light else "")


def build(out: Path, light: bool) -> Path:
    """Build the folder that goes into a bundle."""
    folder, work = out / bundle_name(light), out / "work"
    command = [
        sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN",
        "--distpath", str(work / "dist"), "--workpath", str(work / "build"), str(HERE / "parlour.spec"),
    ]  # fmt: skip
    paths = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PARLOUR_LIGHT": "1" if light else "0", "PYTHONPATH": paths}
    subprocess.run(command, check=True, env=environment)
    shutil.rmtree(folder, ignore_errors=True)
    (work / "dist" / "parlour").rename(folder)
    shutil.rmtree(work)
    _finish(folder)
    return folder


def _finish(folder: Path) -> None:
    """Add byte code beside the sources (a bundle can't write any), the licence, the instructions and a start script."""
    # byte code checked by hash stays valid, though unpacking changes file times
    unchecked = compileall.py_compile.PycInvalidationMode.UNCHECKED_HASH
    sources = folder / "_internal" / "parlour"
    if not compileall.compile_dir(sources, quiet=1, stripdir=folder, invalidation_mode=unchecked):
        raise SystemExit("the sources in the bundle could not be compiled to byte code")
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE.txt")
    shutil.copy(HERE / "first-steps.txt", folder / "READ ME.txt")
    starter = STARTERS.get(sys.platform)
    if starter:
        shutil.copy(HERE / starter, folder / starter)
        (folder / starter).chmod(0o755)


def pack(folder: Path) -> Path:
    """Zip a folder; links stay links, and executables stay executable."""
    packed = folder.with_name(f"{folder.name}.zip")
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for path in sorted(folder.rglob("*")):
            name = str(path.relative_to(folder.parent))
            if path.is_symlink():
                link = zipfile.ZipInfo(name)
                link.create_system, link.external_attr = 3, (LINK | 0o777) << 16
                file.writestr(link, str(path.readlink()))
            elif path.is_file():
                file.write(path, name)
    return packed


def main() -> None:
    """Build and pack a bundle, and print its size."""
    parser = argparse.ArgumentParser(description="Build a bundle of Parlour for this system.")
    parser.add_argument("--light", action="store_true", help="leave Numba out: only easy and medium bots")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the folder for the bundle")
    chosen = parser.parse_args()
    folder = build(chosen.out.resolve(), chosen.light)
    packed = pack(folder)
    print(f"{packed.name}: {packed.stat().st_size / 1e6:.0f} MB; the folder {folder.name} is next to it")


if __name__ == "__main__":
    main()
