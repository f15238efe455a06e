"""Rates by processor time: the same for all peers, with the standard library alone."""

import json
import os
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

REPEATS = 5
SECONDS = float(os.environ.get("PARLOUR_BENCH_SECONDS", "1"))  # processor time of each repeat

Row = dict[str, Any]


def one_core() -> None:
    """Run on one core: libraries with thread pools would otherwise spend processor time on waiting threads."""
    if hasattr(os, "sched_setaffinity"):  # Linux
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def rates(run: Callable[[], int]) -> list[float]:
    """Measure units of work a second, five times after a warm-up; `run` does some work and returns its units."""
    run()
    found = []
    for _ in range(REPEATS):
        done, start = 0, time.process_time()
        while time.process_time() - start < SECONDS:
            done += run()
        found.append(done / (time.process_time() - start))
    return found


def timed_rates(run: Callable[[], tuple[int, float]], repeats: int = REPEATS) -> list[float]:
    """Do the same for work of which only a part counts: `run` also returns the processor time of that part."""
    run()
    found = []
    for _ in range(repeats):
        done, spent = 0, 0.0
        while spent < SECONDS:
            more, took = run()
            done, spent = done + more, spent + took
        found.append(done / spent)
    return found


def row(kind: str, who: str, game: str, how: str, unit: str, found: list[float]) -> Row:
    """Make one line of the result."""
    return {
        "kind": kind, "who": who, "game": game, "how": how, "unit": unit,
        "rate": median(found), "low": min(found), "high": max(found),
    }  # fmt: skip


def report(rows: list[Row], versions: dict[str, str]) -> None:
    """Print the lines for the program that started this one."""
    json.dump({"rows": rows, "versions": versions, "python": sys.version.split()[0]}, sys.stdout)


def progress(text: str) -> None:
    """Print what is being measured."""
    sys.stderr.write(f"  {text}\n")
    sys.stderr.flush()
