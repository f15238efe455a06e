"""Tests that the example programs for Oh 7 ? run and do what they promise."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.bots.search import Budget
from parlour.games import find_game
from parlour.lab.arena import Contest, run
from tests.pages import ROOT


@pytest.mark.processes
def test_the_example_programs_net_plays_better_after_training(tmp_path: Path) -> None:
    curve = tmp_path / "curve.txt"
    program = [sys.executable, str(ROOT / "examples" / "learn_oh7.py"), "--iterations", "20", "--matches", "256"]
    one_thread = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # the matrices are too small to gain from threads
    subprocess.run([*program, "--curve", str(curve)], check=True, env=one_thread, capture_output=True)
    points = [float(line.split()[1]) for line in curve.read_text(encoding="utf-8").splitlines()]
    assert len(points) == 3
    assert points[-1] > points[0] + 0.5


def test_the_example_bot_beats_random_players_in_the_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    contest = Contest(
        find_game("oh7"), 4, ("own_bot:make",), 12, seed=1, budget=Budget(worlds=1), max_rounds=3, among="random"
    )  # fmt: skip
    (score,) = run(contest, threads=1).scores
    assert score.points.mean - score.points.margin > 0
