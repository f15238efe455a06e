"""Tables on a GPU can wait for each other after a round, in CUDA's simulator."""

import os
import subprocess
import sys

import pytest

from parlour.engine.rule import PLAIN
from tests.samples import some_game

pytestmark = pytest.mark.skipif(PLAIN, reason="compares with compiled rules")
PROGRAM = """
import sys
import numpy as np
from parlour.learn._cuda_tables import Tables
from parlour.games import find_game
game = find_game(sys.argv[1])
tables, random = Tables(game, game.default_players, 3, 5), np.random.default_rng(1)
rounds, ends = 0, np.zeros(3, int)
while not tables.resting.all():
    before, resting = tables._states.copy_to_host(), tables.resting.copy()
    actions = np.array([random.choice(np.flatnonzero(mask)) for mask in tables.masks])
    tables.step(actions, hold=True)
    ends += tables.round_over
    for table in np.flatnonzero(resting):
        assert before[table].tobytes() == tables._states.copy_to_host()[table].tobytes(), "a resting table does nothing"
        assert not tables.gains[table].any() and not tables.round_over[table]
assert ends.tolist() == [1, 1, 1], ends
tables.release()
hands = tables.hands
for table, state in enumerate(tables._states.copy_to_host()):
    assert hands[table].tolist() == [int(hand) for hand in state["hands"][: tables.players]]
before = tables._states.copy_to_host()
tables.step(np.array([random.choice(np.flatnonzero(mask)) for mask in tables.masks]), hold=True)
assert all(before[table].tobytes() != tables._states.copy_to_host()[table].tobytes() for table in range(3))
"""


@pytest.mark.processes
def test_a_table_rests_after_its_round_until_all_are_released() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, some_game().name], env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
