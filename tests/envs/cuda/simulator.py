"""Programs that run in CUDA's simulator, in a process of their own: Numba decides when it is loaded."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.games import GAMES
from tests.outside.games import HEARTS, INVENTED
from tests.pages import ROOT

EVERY_GAME = [*GAMES, str(INVENTED), str(HEARTS)]  # the last two are games from outside


def every_game(*places: int) -> pytest.MarkDecorator:
    """Parameters of a test, `game`: the simulator is slow, so `make test` takes the games at some places only."""
    kept = {EVERY_GAME[place] for place in places}
    return pytest.mark.parametrize(
        "game",
        [pytest.param(one, marks=() if one in kept else pytest.mark.extensive) for one in EVERY_GAME],
        ids=lambda game: Path(game).stem,
    )


def run_in_simulator(program: str, *arguments: str) -> None:
    """Run a program of this folder, which must end without an error."""
    done = subprocess.run(
        [sys.executable, "-m", f"tests.envs.cuda.{program}", *arguments],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}, cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
