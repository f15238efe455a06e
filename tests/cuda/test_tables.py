"""The tables of a GPU, in CUDA's simulator: the same matches, byte for byte, as on the cores of this machine."""

import os
import subprocess
import sys

import pytest

from parlour.rule import PLAIN
from tests.cuda.simulator import every_game

pytestmark = pytest.mark.skipif(PLAIN, reason="compares with compiled rules")
PROGRAM = """
import sys
import numpy as np
from parlour.cuda.rules import SIMULATED
from parlour.cuda.tables import Tables as OnGpu
from parlour.games import load_game
from parlour.learn.tables import Tables
assert SIMULATED
game = load_game(sys.argv[1])
for players in (game.players[0], game.players[-1]):
    here, there, random = Tables(game, players, 2, 5), OnGpu(game, players, 2, 5), np.random.default_rng(1)
    for step in range(40):
        assert np.array_equal(here.seats, there.seats), step
        assert np.array_equal(here.masks, there.masks), step
        assert np.array_equal(here.rows, there.rows), step
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in here.masks])
        here.step(actions)
        there.step(actions.copy())
        for name in ("gains", "results", "ended", "round_over"):
            assert np.allclose(getattr(here, name), getattr(there, name)), (step, name)
        states = there._states
        assert here.batch.states.tobytes() == np.asarray(states).tobytes(), step
"""


@every_game
def test_a_gpu_plays_the_same_matches_as_this_machine(game: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, game], env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
