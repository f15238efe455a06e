"""The wheel of `make dist`, built from the source archive, is installed into an empty environment and tested there."""

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour import __version__
from parlour.game.game import Game
from parlour.games import GAMES, all_games
from tests.packaging.programs import Program, ProgramServer
from tests.web.servers import ROOT

pytestmark = pytest.mark.processes

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


def built(sources: Path, target: str, out: Path) -> Path:
    """Build an archive from these sources with the build backend."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(out)]
    subprocess.run(command, cwd=sources, check=True, capture_output=True)
    (archive,) = out.iterdir()
    return archive


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build and unpack the source archive."""
    folder = tmp_path_factory.mktemp("sources")
    with tarfile.open(built(ROOT, "sdist", folder / "archive")) as archive:
        archive.extractall(folder, filter="data")
    return folder / f"parlour-{__version__}"


@pytest.fixture(scope="module")
def environment(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an environment with only the wheel; it uses the dependencies of the environment that runs the tests."""
    folder = tmp_path_factory.mktemp("installed")
    wheel = built(sources, "wheel", folder / "wheel")
    venv.create(folder / "environment", symlinks=os.name != "nt")
    python = folder / "environment" / "bin" / "python"
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(folder / "environment"), "platbase": str(folder)}))
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*install, "--disable-pip-version-check", str(wheel)], check=True, capture_output=True)
    return folder / "environment"


@pytest.fixture(scope="module")
def installed(environment: Path, tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Return the installed command, with plain rules: these tests check the package, not the compiler."""
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    settings = {"PARLOUR_PLAIN": "1", "COLUMNS": "200"}
    return Program([str(environment / "bin" / "parlour")], variables | settings, tmp_path_factory.mktemp("tables"))


@pytest.fixture(scope="module")
def server(installed: Program) -> Iterator[ProgramServer]:
    """Run a server of the installed package."""
    with installed.serve() as serving:
        yield serving


def package_files(folder: Path) -> set[str]:
    """List the sources and data of a package."""
    return {
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_has_every_file_of_the_package(environment: Path) -> None:
    (package,) = environment.glob("lib/*/site-packages/parlour")
    assert package_files(package) == package_files(ROOT / "src" / "parlour")


def test_the_wheel_has_the_licence_and_the_type_marker_and_installs_only_the_package(environment: Path) -> None:
    (wheel,) = (environment.parent / "wheel").iterdir()
    names = zipfile.ZipFile(wheel).namelist()
    about = f"parlour-{__version__}.dist-info"
    assert {name.partition("/")[0] for name in names} == {"parlour", about}
    assert {f"{about}/licenses/LICENSE", "parlour/py.typed"} <= set(names)


def test_the_source_archive_has_the_tests_and_the_build_files(sources: Path) -> None:
    for name in (
        "tests/packaging/test_distribution.py",
        "packaging/parlour.spec",
        "Makefile",
        "constraints.txt",
        "CITATION.cff",
    ):
        assert (sources / name).is_file(), name


def test_the_installed_command_runs_the_package_of_its_own_environment(environment: Path, installed: Program) -> None:
    where = "import parlour, sys; print(parlour.__file__)"
    python = Program([str(environment / "bin" / "python")], installed.environment, installed.folder)
    assert python.run("-c", where).stdout.startswith(str(environment))
    assert __version__ in installed.run("--version").stdout


def test_the_installed_command_lists_the_games(installed: Program) -> None:
    listed = installed.run("games").stdout
    assert [name for name in GAMES if name not in listed] == []


def test_the_installed_server_serves_the_page_with_its_scripts_and_texts(server: ProgramServer) -> None:
    for path in (
        "/",
        "/static/app.js",
        "/static/style/base.css",
        "/static/icon.svg",
        "/texts/en.json",
        "/texts/fr.json",
    ):
        assert server.http.get(path).status_code == 200, path


@every_game
def test_the_installed_server_serves_rules_and_drawings_of_every_game_and_plays_every_game(
    server: ProgramServer, game: Game
) -> None:
    assert server.get(f"/games/{game.name}/rules")["sections"]
    here = {path.stem for path in (ROOT / "src/parlour/games" / game.name / "drawings").glob("*.svg")}
    (facts,) = (one for one in server.get("/games") if one["name"] == game.name)
    assert set(facts["deck"]["drawings"]) == here
    server.play(game)
