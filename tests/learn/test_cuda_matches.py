"""Tests that matches for training on a GPU, here in CUDA's simulator, are identical to those on the CPU."""

import os
import subprocess
import sys

import pytest

from parlour.engine.rule import PLAIN
from tests.envs.cuda.simulator import every_game

pytestmark = [pytest.mark.skipif(PLAIN, reason="a comparison with compiled rules"), pytest.mark.every(4)]
PROGRAM = """
import sys
import numpy as np
from parlour.envs.cuda.rules import SIMULATED
from parlour.learn._cuda_matches import Matches as OnGpu
from parlour.games import load_game
from parlour.learn._matches import Matches
assert SIMULATED
game = load_game(sys.argv[1])
for players in (game.players[0], game.players[-1]):
    here, there, random = Matches(game, players, 2, 5), OnGpu(game, players, 2, 5), np.random.default_rng(1)
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


@pytest.mark.processes
@every_game(-2)
def test_training_matches_on_a_gpu_are_the_same_as_on_the_cpu(game: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, game], env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


COPIES = """
import sys
import numpy as np
from parlour.learn._cuda_matches import Matches
from parlour.games import load_game
game = load_game(sys.argv[1])
players = game.players[0]
matches, copies, random = Matches(game, players, 3, 5), Matches(game, players, 4, 6), np.random.default_rng(1)

def go_on(some):
    some.step(np.array([np.flatnonzero(mask)[-1] for mask in some.masks]))

for _ in range(5):
    go_on(matches)
sources = np.array([2, 0, 2])
resting = np.asarray(copies._states)[3:].tobytes()
copies.become(matches, sources)
for step in range(30):
    for name in ("_states", "_words", "_known", "seats", "masks", "rows"):
        there, here = np.asarray(getattr(copies, name))[:3], np.asarray(getattr(matches, name))[sources]
        assert there.tobytes() == here.tobytes(), (step, name)
    go_on(matches)
    go_on(copies)
assert np.asarray(copies._states)[3:].tobytes() == resting
"""


@pytest.mark.processes
def test_a_copy_of_a_match_on_a_gpu_has_the_same_cards_and_later_the_same_deals() -> None:
    done = subprocess.run(
        [sys.executable, "-c", COPIES, "thirtyone"], env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
