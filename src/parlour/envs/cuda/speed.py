"""Measuring how fast simulations and environments are on a GPU, with only NumPy, Numba and CuPy."""

import time
from statistics import median
from typing import Any

import numpy as np

from parlour.envs.batch import DEFAULT_MAX_ROUNDS
from parlour.envs.cuda.batch import DeviceBatch
from parlour.envs.cuda.device import check_gpu
from parlour.envs.cuda.rules import arrays, cuda
from parlour.envs.cuda.simulation import CHUNK, play_totals
from parlour.game.game import Game
from parlour.match.walk import ALWAYS, Choose, find_random

REPEATS = 5
FIRST_MATCHES = 1 << 14  # The number of matches in the first estimate of the speed.
MATCHES = 1 << 20  # The number of matches in a batch with observations.


def device_name() -> str:
    """Return the name of the GPU."""
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def play_rates(
    game: Game, players: int, seconds: float, chosen: Choose | None = None, slips: int = ALWAYS, **settings: int
) -> dict[str, float]:
    """Measure simulated matches, of random players unless a rule is given; return the median and the best of several.

    As in `parlour simulate`, each run hashes the keys of its matches, and adds up their outcomes.
    """
    check_gpu()
    start, matches = game.new_state(players), FIRST_MATCHES

    def run() -> tuple[float, int]:
        began = time.perf_counter()
        totals = play_totals(
            game, chosen or find_random(game), [slips] * players, start, 1, 0, matches, DEFAULT_MAX_ROUNDS, **settings
        )
        return time.perf_counter() - began, totals.decisions.total

    run()  # compiles
    while (taken := run()[0]) < seconds / REPEATS and matches < CHUNK:
        matches = min(CHUNK, matches * max(2, int(seconds / REPEATS / taken)))
    runs = [run() for _ in range(REPEATS)]
    rates = [made / taken for taken, made in runs]
    return {"decisions": median(rates), "best": max(rates), "matches": median(matches / taken for taken, _ in runs)}


def batch_rates(game: Game, players: int, seconds: float, matches: int = MATCHES) -> dict[str, float]:
    """Measure a `DeviceBatch`'s decisions per second with observations, without the time to choose actions."""
    check_gpu()
    batch = DeviceBatch(game, players, matches=matches)
    xp = arrays()
    rates: list[float] = []
    began, number = time.perf_counter(), 0
    while time.perf_counter() - began < seconds or number < REPEATS:
        actions = random_actions(xp, batch.masks)
        cuda.synchronize()
        start = time.perf_counter()
        batch.step(actions)
        cuda.synchronize()
        number += 1
        rates.append(matches / (time.perf_counter() - start))
    return {"decisions": median(rates), "best": max(rates)}


def random_actions(xp: Any, masks: Any) -> Any:
    """Choose a random legal action in every match."""
    return (masks * (xp.random.random(masks.shape, np.float32) + 1)).argmax(1).astype(np.int64)
