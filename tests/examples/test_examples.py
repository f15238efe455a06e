"""The examples run, and do what they say."""

import os
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from parlour.bots.search import Budget
from parlour.games import find_game
from parlour.lab.arena import Contest, run
from tests.pages import ROOT


def _example(name: str) -> Any:
    spec = spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_random_agents_play_matches(capsys: pytest.CaptureFixture[str]) -> None:
    wins = _example("random_agents").main("thirtyone", matches=5)
    assert sum(wins.values()) >= 5
    assert "5 matches" in capsys.readouterr().out


def test_the_network_gets_better(tmp_path: Path) -> None:
    curve = tmp_path / "curve.txt"
    program = [sys.executable, str(ROOT / "examples" / "learn_oh7.py"), "--iterations", "20", "--matches", "256"]
    one_thread = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # the matrices are small, and threads would only wait
    subprocess.run([*program, "--curve", str(curve)], check=True, env=one_thread, capture_output=True)
    points = [float(line.split()[1]) for line in curve.read_text(encoding="utf-8").splitlines()]
    assert len(points) == 3
    assert points[-1] > points[0] + 0.5


def test_the_own_bot_sits_in_the_arena_and_beats_random_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    contest = Contest(
        find_game("oh7"), 4, ("own_bot:make",), 12, seed=1, budget=Budget(worlds=1), max_rounds=3, among="random"
    )  # fmt: skip
    (score,) = run(contest, threads=1).scores
    assert score.points.mean - score.points.margin > 0
