"""Tests that threads can load games at the same time, as a server does when it restores its tables."""

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
RUNS = 12  # Without a lock, two imports waited for each other forever in about one run out of ten.


def test_threads_that_load_games_at_the_same_time_all_succeed() -> None:
    for _ in range(RUNS):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], env={**os.environ, "PARLOUR_PLAIN": "1"}, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
