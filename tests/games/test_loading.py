"""Threads may load games at the same time: a server restores its tables in several."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.processes

PROGRAM = """
import sys, threading
sys.setswitchinterval(1e-6)
from parlour.games import GAMES, find_game
wrong, ready = [], threading.Barrier(2 * len(GAMES))
def load(name):
    ready.wait()
    try:
        find_game(name).part("basic")
    except Exception as error:
        wrong.append(repr(error))
threads = [threading.Thread(target=load, args=(name,)) for name in [*GAMES, *GAMES]]
for thread in threads: thread.start()
for thread in threads: thread.join()
sys.exit(str(wrong) if wrong else 0)
"""
RUNS = 12  # without a lock about one in ten failed: two imports waited for each other


def test_threads_that_load_games_at_the_same_time_all_get_them() -> None:
    for _ in range(RUNS):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], env={**os.environ, "PARLOUR_PLAIN": "1"}, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
