"""Without Numba, Parlour still plays: tables, terminal, records and rules of thumb; search is refused."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.game.game import Game
from parlour.games import all_games
from tests.packaging.programs import Program, ProgramServer
from tests.samples import some_game, with_bots
from tests.web.servers import ROOT

HIDDEN = "import sys\nsys.modules.update(dict.fromkeys(['numba', 'llvmlite']))\n"
BROKEN = "raise ImportError('Numba needs Python 3.99 or less')\n"
SWITCHES = ("PARLOUR_PLAIN", "NUMBA_DISABLE_JIT")
WITHOUT = "Numba is not installed for Python"

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


def program(folder: Path, file: str, code: str) -> Program:
    """Return a command that runs Parlour in a Python that has an extra module with this code."""
    first = folder / "first"
    (first / file).parent.mkdir(parents=True)
    (first / file).write_text(code, encoding="utf-8")
    inherited = {name: value for name, value in os.environ.items() if name not in SWITCHES}
    environment = {**inherited, "PYTHONPATH": os.pathsep.join([str(first), str(ROOT / "src")]), "COLUMNS": "200"}
    return Program([sys.executable, "-m", "parlour.cli"], environment, folder)


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Return a command that runs Parlour without Numba."""
    return program(tmp_path_factory.mktemp("without"), "sitecustomize.py", HIDDEN)


@pytest.fixture(scope="module")
def server(without: Program) -> Iterator[ProgramServer]:
    """Run a server without Numba."""
    with without.serve() as serving:
        yield serving


@every_game
def test_without_numba_a_table_is_played_against_bots(server: ProgramServer, game: Game) -> None:
    server.play(game)


def test_a_server_without_numba_says_so_and_offers_only_easy_and_medium_bots(
    server: ProgramServer,
) -> None:
    status = server.get("/status")
    assert status["missing"].startswith(WITHOUT)
    assert set(status["games"].values()) == {"missing"}
    assert [level["name"] for level in server.get("/levels")] == ["easy", "medium"]


def test_without_numba_a_table_with_hard_bots_is_refused(server: ProgramServer) -> None:
    seats = [{"kind": "person"}, {"kind": "bot", "level": "hard"}]
    wanted = {"game": some_game().name, "name": "Ann", "seats": seats}
    assert server.refused("/tables", data=wanted) == "missing"


def test_without_numba_a_hint_follows_the_rules_of_thumb(server: ProgramServer) -> None:
    with server.seated(some_game(fits=with_bots)) as (table, _):
        hint = server.post(f"/tables/{table['table']}/hint", table["token"]).json()
    assert "needs Numba" in hint["sentence"]["template"]


@pytest.mark.processes
def test_without_numba_the_terminal_plays_through_a_pipe_and_says_that_numba_is_missing(without: Program) -> None:
    game = some_game()
    options = [word for name, value in game.short_options.items() for word in ("--option", f"{name}={value}")]
    done = without.run("play", game.name, *options, "--seed", 1, "--record", "played.jsonl", stdin="1\n" * 500)
    assert WITHOUT in done.stdout
    assert "verified" in without.run("verify", "played.jsonl").stdout


@pytest.mark.processes
def test_without_numba_matches_between_bots_with_rules_of_thumb_are_simulated_and_verified(without: Program) -> None:
    game = some_game()
    without.run("simulate", game.name, "--games", 2, "--bots", "basic", "--records", "simulated.jsonl")
    assert "verified" in without.run("verify", "simulated.jsonl").stdout


@pytest.mark.processes
@pytest.mark.parametrize(
    "command",
    [
        ("play", "--bots", "hard"),
        ("simulate", "--bots", "basic,search:20"),
        ("arena", "--bots", "basic,hard"),
        ("study", "--bots", "search"),
        ("study", "--levels", "random,hard"),
    ],
    ids=" ".join,
)
def test_without_numba_a_bot_that_searches_is_refused_in_one_line(without: Program, command: tuple[str, ...]) -> None:
    said = without.complaint(command[0], some_game(2).name, "--players", 2, *command[1:])
    assert "needs compiled rules. " + WITHOUT in said


@pytest.mark.processes
def test_if_numba_cannot_be_loaded_it_counts_as_missing_and_the_reason_is_shown(tmp_path: Path) -> None:
    broken = program(tmp_path, "numba/__init__.py", BROKEN)
    said = broken.complaint("arena", some_game().name, "--bots", "basic,hard")
    assert "Numba cannot be loaded in Python" in said
    assert "(Numba needs Python 3.99 or less)" in said
    broken.run("simulate", some_game().name, "--games", 1, "--bots", "basic")
