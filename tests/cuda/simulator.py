"""Programs that run in CUDA's simulator, in a process of their own: Numba decides when it is loaded."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.games import GAMES
from tests.pages import ROOT

HEARTS = str(ROOT / "examples" / "hearts.py")  # a game from outside
EVERY_GAME = [*GAMES, HEARTS]
SAMPLE = EVERY_GAME[-2:]  # the simulator is slow: the others are compared by `make test-all`


def game_name(game: str) -> str:
    """A game as the name of a test has it."""
    return Path(game).stem


every_game = pytest.mark.parametrize(
    "game", [pytest.param(one, marks=() if one in SAMPLE else pytest.mark.extensive) for one in EVERY_GAME],
    ids=game_name,
)  # fmt: skip


def run_in_simulator(program: str, *arguments: str) -> None:
    """Run a program of this folder, which must end without an error."""
    done = subprocess.run(
        [sys.executable, "-m", f"tests.cuda.{program}", *arguments], env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
