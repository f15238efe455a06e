"""The terminal saves matches as records, and `parlour history` shows them."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.games import all_games
from parlour.match.fair import seeded_key
from parlour.match.match import Match
from parlour.match.record import RecordError, read_records, verify
from parlour.terminal.history import check_most
from parlour.terminal.kept import keep, kept_files, kept_matches, kept_records
from tests.samples import some_game

GAME = some_game(2, lambda game: not game.teams)
KEY = seeded_key(1, 0)
SHORT = [word for name, value in GAME.short_options.items() for word in ("--option", f"{name}={value}")]


def played(game: Game = GAME, name: str = "Ann", *, rounds: int | None = None) -> Match:
    """Play a short match of random actions, to its end or to a round limit."""
    others = ["Ben", "Cleo", "Dan", "Eve", "Finn"]
    names = [name, *others[: game.default_players - 1]]
    match = Match(game, options=game.short_options, names=names, limit=rounds, key=KEY)
    chooser = random.Random(3)
    match.advance()
    while not match.over:
        seat = match.actors[0]
        match.act(seat, chooser.choice(match.legal(seat)))
        match.advance()
    return match


def parlour(home: Path, *arguments: str, text: str = "") -> str:
    """Run a command with its own data folder and with plain rules; return its output."""
    done = subprocess.run(
        [sys.executable, "-m", "parlour.cli", *arguments], capture_output=True, text=True, input=text,
        env={**os.environ, "XDG_DATA_HOME": str(home), "PARLOUR_PLAIN": "1", "COLUMNS": "200"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_the_history_shows_how_a_saved_match_ended(game: Game, tmp_path: Path) -> None:
    match = played(game)
    path = keep(match, tmp_path)
    [found] = kept_matches(tmp_path, None, None, 30)
    result = match.record()["result"]
    assert (found.record, found.title, found.rounds) == (path, game.title, result["rounds"])
    assert (found.won, found.score) == (0 in result["winners"], result[game.scoring.name][0])
    assert (found.place == 1) == found.won
    assert found.others == match.names[1:]
    assert verify(dict(kept_records(tmp_path))[found.record]).over


def test_a_match_that_was_cut_off_is_not_saved(tmp_path: Path) -> None:
    assert keep(played(rounds=1), tmp_path) is None
    assert kept_files(tmp_path) == []


def test_saved_matches_are_found_by_game_and_by_player_and_listed_latest_first(tmp_path: Path) -> None:
    other = next(game for game in all_games() if game != GAME)
    first, second, third = keep(played(), tmp_path), keep(played(other), tmp_path), keep(played(name="Ben"), tmp_path)
    assert kept_files(tmp_path) == [third, second, first]
    assert kept_files(tmp_path, GAME.name) == [third, first]
    assert [one.record for one in kept_matches(tmp_path, None, "Ann", 30)] == [second, first]
    assert [one.record for one in kept_matches(tmp_path, GAME.name, "Ann", 30)] == [first]
    assert [one.record for one in kept_matches(tmp_path, None, None, 1)] == [third]


@pytest.mark.parametrize("change", [{"result": None}, {"result": {}}, {"seats": 7}])
def test_the_error_names_a_file_that_is_not_the_record_of_a_finished_match(
    tmp_path: Path, change: dict[str, object]
) -> None:
    path = keep(played(), tmp_path)
    assert path is not None
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(RecordError, match=path.name):
        kept_matches(tmp_path, None, None, 30)


def test_a_folder_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(ParlourError, match="cannot be made"):
        keep(played(), tmp_path / "file" / "matches")


@pytest.mark.parametrize("most", [0, -1, 10_001])
def test_a_number_of_matches_that_is_out_of_range_is_refused(most: int) -> None:
    with pytest.raises(ParlourError, match=f"most cannot be {most}; expected 1 to 10000"):
        check_most(most)


# --- the commands


@pytest.mark.processes
def test_a_match_played_in_the_terminal_appears_in_the_history_and_in_the_exported_records(tmp_path: Path) -> None:
    assert "No match has been played" in parlour(tmp_path, "history")
    parlour(tmp_path, "play", GAME.name, "--players", "2", "--bots", "easy", "--seed", "3", *SHORT, text="1\n" * 2000)
    shown = parlour(tmp_path, "history")
    assert GAME.title in shown
    assert "of 1 won" in shown
    assert f"records of matches played in the terminal: {tmp_path / 'parlour' / 'matches'}" in shown
    assert "1 record: " in parlour(tmp_path, "history", "--records", str(tmp_path / "all.jsonl"))
    [(_, record)] = read_records(tmp_path / "all.jsonl")
    assert verify(record).names[0] == "Ann"
    assert "No match" in parlour(tmp_path, "history", "--person", "Ben")


@pytest.mark.processes
def test_a_match_can_be_played_to_its_end_even_if_it_cannot_be_saved(tmp_path: Path) -> None:
    (tmp_path / "parlour").write_text("no folder")
    output = parlour(tmp_path, "play", GAME.name, "--players", "2", "--bots", "easy", *SHORT, text="1\n" * 2000)
    assert "The match could not be added to your history: " in output
