"""Running programs in CUDA's simulator, which needs a separate process because Numba loads it at the start."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.games import GAMES
from tests.outside.games import HEARTS, INVENTED
from tests.pages import ROOT

EVERY_GAME = [*GAMES, str(INVENTED), str(HEARTS)]  # The last two games don't belong to the package.


def every_game(*indices: int) -> pytest.MarkDecorator:
    """Run a test for every game; games not at these indices are marked `extensive`, because the simulator is slow."""
    kept = {EVERY_GAME[index] for index in indices}
    return pytest.mark.parametrize(
        "game",
        [pytest.param(one, marks=() if one in kept else pytest.mark.extensive) for one in EVERY_GAME],
        ids=lambda game: Path(game).stem,
    )


def run_in_simulator(program: str, *arguments: str) -> None:
    """Run a program from this folder in the simulator, and check that it succeeds."""
    done = subprocess.run(
        [sys.executable, "-m", f"tests.envs.cuda.{program}", *arguments],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}, cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
