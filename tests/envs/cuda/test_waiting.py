"""Tests, in CUDA's simulator, that matches on a GPU can wait for each other after a round."""

import os
import subprocess
import sys

import pytest

from parlour.engine.rule import PLAIN
from tests.samples import some_game

pytestmark = pytest.mark.skipif(PLAIN, reason="a comparison with compiled rules")
PROGRAM = """
import sys
import numpy as np
from parlour.learn._cuda_matches import Matches
from parlour.games import find_game
game = find_game(sys.argv[1])
matches, random = Matches(game, game.default_players, 3, 5), np.random.default_rng(1)
rounds, ends = 0, np.zeros(3, int)
while not matches.resting.all():
    before, resting = matches._states.copy_to_host(), matches.resting.copy()
    actions = np.array([random.choice(np.flatnonzero(mask)) for mask in matches.masks])
    matches.step(actions, hold=True)
    ends += matches.round_over
    for match in np.flatnonzero(resting):
        assert before[match].tobytes() == matches._states.copy_to_host()[match].tobytes(), "a match changed"
        assert not matches.gains[match].any() and not matches.round_over[match]
assert ends.tolist() == [1, 1, 1], ends
matches.release()
before = matches._states.copy_to_host()
matches.step(np.array([random.choice(np.flatnonzero(mask)) for mask in matches.masks]), hold=True)
assert all(before[match].tobytes() != matches._states.copy_to_host()[match].tobytes() for match in range(3))
"""


@pytest.mark.processes
def test_a_match_on_a_gpu_rests_after_its_round_until_all_matches_are_released() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, some_game().name], env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
