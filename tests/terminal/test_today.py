"""Today's deal in the terminal: everybody gets the same cards, only the first try counts, and a record proves it."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from parlour.club.today import is_whole_match
from parlour.games import GAMES, find_game
from parlour.match.chain import dated_key, day_at
from tests.samples import sampled, some_game

pytestmark = pytest.mark.processes

GAME = some_game(fits=lambda game: not is_whole_match(game)).name
NOW = 1_794_830_400.0  # Noon on 2026-11-16, UTC.
PROGRAM = f"from parlour.terminal.today import today_in_terminal; import sys; today_in_terminal(*sys.argv[1:], {NOW})"


def play(home: Path, answers: str, game: str = GAME, name: str = "Ann") -> str:
    """Play the day's deal with its own home folder and plain rules; return the output."""
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, game, name], input=answers, capture_output=True, text=True,
        env={**os.environ, "XDG_DATA_HOME": str(home), "HOME": str(home), "PARLOUR_PLAIN": "1"},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return run.stdout


def kept(home: Path) -> tuple[Path, Any]:
    """Return the file of the only try in a home folder, and its record."""
    (file,) = home.rglob("*.json")
    return file, json.loads(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", sampled(GAMES))
def test_the_days_deal_and_the_bots_moves_are_the_same_for_two_different_users(name: str, tmp_path: Path) -> None:
    shown = [play(tmp_path / home, "1\n" * 3000, name) for home in ("first", "second")]
    records = [kept(tmp_path / home)[1] for home in ("first", "second")]
    assert records[0] == records[1]
    assert bytes.fromhex(records[0]["fair"]["key"]) == dated_key(name, find_game(name).version, day_at(NOW))
    texts = [text.partition("That was the deal of November 16, 2026.")[2].partition("\n\nrecord:")[0] for text in shown]
    assert texts[0] == texts[1]
    assert texts[0].strip().splitlines()[0] == f"Parlour · {find_game(name).title} · 2026-11-16"


def test_the_verify_command_accepts_the_saved_record_of_a_try(tmp_path: Path) -> None:
    play(tmp_path, "1\n" * 300)
    run = subprocess.run(
        [sys.executable, "-m", "parlour.cli", "verify", str(kept(tmp_path)[0])], capture_output=True, text=True,
        env={**os.environ, "PARLOUR_PLAIN": "1"},
    )  # fmt: skip
    assert run.stdout == "verified: 1 record\n", run.stderr


def test_a_second_try_is_shown_as_practice_and_is_not_saved(tmp_path: Path) -> None:
    play(tmp_path, "1\n" * 300)
    first = kept(tmp_path)
    shown = play(tmp_path, "2\n1\n" * 300)
    assert "You have already used your try for today. This is practice and does not count." in shown
    assert shown.rstrip().endswith("(practice)")
    assert kept(tmp_path) == first


def test_a_try_can_be_left_and_continued_later_with_the_same_result(tmp_path: Path) -> None:
    play(tmp_path / "left", "1\n1\n1\nq\n")
    _, begun = kept(tmp_path / "left")
    assert begun["result"] is None
    assert begun["fair"]["key"] is None
    shown = play(tmp_path / "left", "1\n" * 300)
    assert "You can pick up where you left off." in shown
    play(tmp_path / "stayed", "1\n" * 300)
    assert kept(tmp_path / "left")[1] == kept(tmp_path / "stayed")[1]
    assert kept(tmp_path / "left")[1]["events"][: len(begun["events"])] == begun["events"]


def test_no_hints_are_given_in_the_days_deal(tmp_path: Path) -> None:
    assert "There are no hints at this table." in play(tmp_path, "h\nq\n")


def test_a_saved_try_that_was_tampered_with_is_refused(tmp_path: Path) -> None:
    play(tmp_path, "1\n" * 300)
    file, record = kept(tmp_path)
    record["events"][1]["do"] = "bet nothing"
    file.write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(AssertionError, match="remove the file to start again"):
        play(tmp_path, "q\n")


def test_parlour_today_plays_the_deal_of_the_current_day(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path), "PARLOUR_PLAIN": "1"}
    before = day_at(time.time())
    run = subprocess.run(
        [sys.executable, "-m", "parlour.cli", "today"], input=f"{GAME}\n" + "1\n" * 300, capture_output=True, text=True,
        env=environment,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert "Which game?" in run.stdout
    assert kept(tmp_path)[1]["board"]["name"] in (str(before), str(day_at(time.time())))
