"""Measuring how fast random play is on a GPU, with only NumPy, Numba and CuPy."""

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np

from parlour.envs.batch import DEFAULT_MAX_ROUNDS
from parlour.envs.cuda.batch import DeviceBatch
from parlour.envs.cuda.device import check_gpu
from parlour.envs.cuda.playing import Playing, resident_tables
from parlour.envs.cuda.rules import arrays, cuda
from parlour.game.game import Game

REPEATS = 5
WAYS = ((True, 20), (True, 32), (False, 32))  # Pairs of `phased` and `waiting`, of which the fastest is used.
TRYING = 0.05  # Seconds for measuring which pair in WAYS is fastest.
FIRST_STEPS = 256  # The number of decisions per table in the first estimate of the speed.
MATCHES = 262_144  # The number of matches in a batch with observations.


def device_name() -> str:
    """Return the name of the GPU."""
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def random_words(tables: int) -> Any:
    """Make four random words for each table."""
    return np.random.default_rng(1).integers(1, 1 << 63, (tables, 4), dtype=np.uint64)


def play_rates(game: Game, players: int, seconds: float) -> dict[str, float]:
    """Measure the decisions and matches per second of random play; return the median and the best of several runs."""
    check_gpu()
    ways = [_way(game, players, phased, waiting) for phased, waiting in WAYS]
    playing, run = max(ways, key=lambda way: max(_rates(way[1], TRYING, way[0].tables)[0]))
    rates, steps = _rates(run, seconds, playing.tables)
    ended = int(playing.ended.sum()) / (steps * playing.tables)
    return {"decisions": median(rates), "best": max(rates), "matches": median(rates) * ended}


def _way(game: Game, players: int, phased: bool, waiting: int) -> tuple[Playing, Callable[[int], None]]:
    """Compile random play with these settings; return the tables and a function that makes decisions at each."""
    words = random_words(resident_tables(game, players, phased))
    playing = Playing(game, game.new_state(players), words, phased)

    def run(steps: int) -> None:
        playing.play(steps, DEFAULT_MAX_ROUNDS, waiting)

    run(1)
    return playing, run


def batch_rates(game: Game, players: int, seconds: float, matches: int = MATCHES) -> dict[str, float]:
    """Measure a `DeviceBatch`'s decisions per second with observations, without the time to choose actions."""
    check_gpu()
    batch = DeviceBatch(game, players, matches=matches)
    xp = arrays()
    rates: list[float] = []
    began, taken, number = time.perf_counter(), 0.0, 0
    while time.perf_counter() - began < seconds or number < REPEATS:
        noise = xp.random.random(batch.masks.shape, np.float32)
        actions = (batch.masks * (noise + 1)).argmax(1).astype(np.int64)
        cuda.synchronize()
        start = time.perf_counter()
        batch.step(actions)
        cuda.synchronize()
        taken, number = time.perf_counter() - start, number + 1
        rates.append(matches / taken)
    return {"decisions": median(rates), "best": max(rates)}


def _rates(run: Callable[[int], None], seconds: float, tables: int) -> tuple[list[float], int]:
    """Measure decisions per second in several runs; also return the number of decisions per table in a run."""
    steps = FIRST_STEPS
    while (taken := _timed(run, steps)) < seconds / REPEATS / 4:
        steps *= 4
    steps = max(1, round(steps * seconds / REPEATS / taken))
    return [steps * tables / _timed(run, steps) for _ in range(REPEATS)], steps


def _timed(run: Callable[[int], None], steps: int) -> float:
    start = time.perf_counter()
    run(steps)
    return time.perf_counter() - start
