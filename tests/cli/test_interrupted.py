"""Ctrl-C in a terminal, after a command's progress bar has moved: the command ends and shows what it has done."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.engine.rule import PLAIN
from parlour.match.record import read_records
from tests.samples import some_game

pty = pytest.importorskip("pty", reason="progress bars are drawn only in a terminal")
pytestmark = [pytest.mark.processes, pytest.mark.skipif(PLAIN, reason="these commands need compiled rules")]

GAME = some_game(2, lambda game: game.writes_quickly)
INTERRUPTED = 130
MANY = 10**8  # matches, which no test waits for
SECONDS = 300


def _command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "parlour.cli", *map(str, arguments)]


def interrupted(*arguments: object, folder: Path) -> str:
    """Run a command with standard error in a terminal; press Ctrl-C when its bar has moved. Return its output."""
    terminal, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    with subprocess.Popen(
        _command(*arguments), cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=theirs, text=True
    ) as process:
        os.close(theirs)
        shown = ""
        while not re.search(r"\b0*[1-9][\d.]*/[\d.]", shown) and not re.search(r"\b0\.0*[1-9]\d*/[\d.]", shown):
            shown += os.read(terminal, 1 << 16).decode(errors="replace")  # fails if the command ends by itself
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=SECONDS)
    os.close(terminal)
    assert process.returncode == INTERRUPTED
    return str(output)


def number(pattern: str, output: str) -> int:
    found = re.search(pattern, " ".join(output.split()))
    assert found, output
    return int(found[1])


def test_an_interrupted_simulation_shows_the_matches_played_so_far(tmp_path: Path) -> None:
    output = interrupted("simulate", GAME.name, "--games", MANY, folder=tmp_path)
    played = number(rf"Interrupted: (\d+) of {MANY} matches were played", output)
    assert 0 < played < MANY
    assert f"{played} matches" in output


@pytest.mark.parametrize("name", ["k.jsonl", "k.jsonl.gz"])
def test_an_interrupted_simulation_writes_whole_records_of_the_matches_played_so_far(tmp_path: Path, name: str) -> None:
    output = interrupted("simulate", GAME.name, "--games", MANY, "--records", name, folder=tmp_path)
    played = number(rf"Interrupted: (\d+) of {MANY} matches were played", output)
    assert len(list(read_records(tmp_path / name))) == played > 0
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_an_interrupted_verification_says_how_many_records_are_verified(tmp_path: Path) -> None:
    arguments = ("simulate", GAME.name, "--games", 1000, "--records", "k.jsonl")
    subprocess.run(_command(*arguments), cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    output = interrupted("verify", *["k.jsonl"] * 1000, folder=tmp_path)
    assert 0 < number(r"Interrupted; verified so far: (\d+) records", output) < 1000 * 1000


def test_an_interrupted_contest_shows_and_writes_the_scores_of_the_deals_played_so_far(tmp_path: Path) -> None:
    arguments = ("--bots", "random", "--among", "easy", "--deals", 10**6, "--json", "scores.json")
    output = interrupted("arena", GAME.name, *arguments, folder=tmp_path)
    played = number(r"Interrupted: (\d+) of 1000000 deals were played", output)
    (score,) = json.loads((tmp_path / "scores.json").read_text(encoding="utf-8"))["scores"]
    assert score["deals"] == played > 0


def test_an_interrupted_study_keeps_its_batches(tmp_path: Path) -> None:
    pytest.importorskip("polars")
    arguments = ("--matches", 10**6, "--skill", 0, "--rollouts", 0, "--max-rounds", 2, "--out", "study")
    interrupted("study", GAME.name, *arguments, folder=tmp_path)
    kept = len(list((tmp_path / "study" / "measures").iterdir()))
    assert kept > 0
    assert len(list((tmp_path / "study" / "matches").iterdir())) == kept


@pytest.mark.every(5)
def test_an_interrupted_training_says_where_its_net_is(tmp_path: Path) -> None:
    output = interrupted("train", GAME.name, "--minutes", 60, "--device", "cpu", "--out", "made", folder=tmp_path)
    assert "stopped; made holds the net as of the last line above" in " ".join(output.split())
