"""An unpacked bundle (`make bundle`) plays without Python, in an empty home folder.

Building takes minutes, so the tests use the bundles in dist/, or in the folder that PARLOUR_BUNDLES names.
"""

import os
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour import __version__
from parlour.game.game import Game
from parlour.games import GAMES, all_games
from tests.packaging.programs import Program, ProgramServer
from tests.samples import some_game
from tests.web.servers import ROOT

FOLDER = Path(os.environ.get("PARLOUR_BUNDLES") or ROOT / "dist")
SYSTEM = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
BUNDLES = sorted(FOLDER.glob(f"parlour-{__version__}-{SYSTEM}-*.zip"))
LINK = 0o120000

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not BUNDLES, reason="no bundle was built: make bundle"),
]
every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


def unpack(packed: Path, folder: Path) -> Path:
    """Unpack a zip as a desktop does, with links and permissions; return the folder in it."""
    with zipfile.ZipFile(packed) as file:
        for entry in file.infolist():
            mode = entry.external_attr >> 16
            if mode & LINK == LINK:
                (folder / entry.filename).symlink_to(file.read(entry).decode())
            else:
                Path(file.extract(entry, folder)).chmod(mode & 0o777)
    return folder / packed.stem


@pytest.fixture(scope="module", params=BUNDLES, ids=lambda packed: "light" if "light" in packed.stem else "full")
def bundle(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Unpack a bundle, to be run without Python on the path and with an empty home folder."""
    folder, home = tmp_path_factory.mktemp("unpacked"), tmp_path_factory.mktemp("home")
    unpacked = unpack(request.param, folder)
    environment = {"PATH": str(folder / "nothing"), "HOME": str(home), "COLUMNS": "200"}
    return Program([str(unpacked / "parlour")], environment, home)


@pytest.fixture(scope="module")
def server(bundle: Program) -> Iterator[ProgramServer]:
    """Run a server from the bundle."""
    with bundle.serve() as serving:
        yield serving


def is_light(bundle: Program) -> bool:
    return Path(bundle.command[0]).parent.name.endswith("light")


def test_the_bundle_lists_the_games(bundle: Program) -> None:
    listed = bundle.run("games").stdout
    assert [name for name in GAMES if name not in listed] == []


def test_the_bundle_compiles_rules_without_a_python_on_the_machine(bundle: Program) -> None:
    if is_light(bundle):
        pytest.skip("the light bundle has no compiler")
    bundle.run("compile", some_game().name, "rules")
    assert list(bundle.folder.rglob("*.nbc")), "the bundle kept no machine code"


@every_game
def test_a_table_on_the_server_of_the_bundle_is_played_against_bots(server: ProgramServer, game: Game) -> None:
    assert server.get(f"/games/{game.name}/rules")["sections"]
    server.play(game)


def test_the_server_of_the_bundle_serves_the_page(server: ProgramServer) -> None:
    for path in ("/", "/static/app.js", "/texts/en.json", "/texts/fr.json"):
        assert server.http.get(path).status_code == 200, path


def test_the_light_bundle_says_what_it_lacks(bundle: Program, server: ProgramServer) -> None:
    assert bool(server.get("/status")["missing"]) == is_light(bundle)
    assert ("hard" in [level["name"] for level in server.get("/levels")]) != is_light(bundle)


def test_the_bundle_makes_and_verifies_records(bundle: Program) -> None:
    name = some_game().name
    bundle.run("simulate", name, "--games", 1, "--bots", "random", "--records", "played.jsonl")
    assert "verified" in bundle.run("verify", "played.jsonl").stdout


def test_the_bundle_has_a_program_to_double_click_and_instructions_to_read(bundle: Program) -> None:
    folder = Path(bundle.command[0]).parent
    starters = {"linux": "Parlour.desktop", "darwin": "Parlour.command"}
    assert os.access(folder / starters.get(sys.platform, "parlour.exe"), os.X_OK)
    assert (folder / "READ ME.txt").is_file()
    assert (folder / "LICENSE.txt").is_file()
