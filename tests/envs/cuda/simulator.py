"""Running programs in CUDA's simulator, in a separate process: Numba chooses the simulator when it is loaded."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.games import GAMES
from tests.outside.games import HEARTS, INVENTED
from tests.pages import ROOT

EVERY_GAME = [*GAMES, str(INVENTED), str(HEARTS)]  # the last two are games from outside


def every_game(*indices: int) -> pytest.MarkDecorator:
    """Parametrise a test by `game`: the simulator is slow, so `make test` uses only the games at these indices."""
    kept = {EVERY_GAME[index] for index in indices}
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
