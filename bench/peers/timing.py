"""Measure rates by CPU time, in the same way for all libraries, using only the standard library."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

REPEATS = 5
COMMAND_REPEATS = 3
COMMANDS = {"1 million decisions": 1e6, "60 million decisions": 6e7}  # how many decisions a command makes
SECONDS = float(os.environ.get("PARLOUR_BENCH_SECONDS", "1"))  # seconds of CPU time that each repeat takes

Row = dict[str, Any]


def one_core() -> None:
    """Keep this process on one core: otherwise, thread pools of libraries spend CPU time on waiting threads."""
    if hasattr(os, "sched_setaffinity"):  # Linux
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def rates(run: Callable[[], int]) -> list[float]:
    """Measure units of work per second, five times after a warm-up; `run` returns how many units it did."""
    run()
    found = []
    for _ in range(REPEATS):
        done, start = 0, time.process_time()
        while time.process_time() - start < SECONDS:
            done += run()
        found.append(done / (time.process_time() - start))
    return found


def timed_rates(run: Callable[[], tuple[int, float]], repeats: int = REPEATS) -> list[float]:
    """Measure units of work per second of timed work: `run` returns the units and the seconds that count."""
    run()
    found = []
    for _ in range(repeats):
        done, spent = 0, 0.0
        while spent < SECONDS:
            more, took = run()
            done, spent = done + more, spent + took
        found.append(done / spent)
    return found


def command_rates(decisions: float, *command: str) -> list[float]:
    """Measure decisions per second of CPU time for a command, start included, after a run that warms caches."""
    found = []
    for _ in range(COMMAND_REPEATS + 1):
        before = os.times()
        subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)
        after = os.times()
        used = after.children_user + after.children_system - before.children_user - before.children_system
        found.append(decisions / used)
    return found[1:]


def row(kind: str, who: str, game: str, how: str, unit: str, found: list[float]) -> Row:
    """Make one row of the table."""
    return {
        "kind": kind, "who": who, "game": game, "how": how, "unit": unit,
        "rate": median(found), "low": min(found), "high": max(found),
    }  # fmt: skip


def report(rows: list[Row], versions: dict[str, str]) -> None:
    """Print the results as JSON for the program that started this one."""
    json.dump({"rows": rows, "versions": versions, "python": sys.version.split()[0]}, sys.stdout)


def progress(text: str) -> None:
    """Print what is being measured."""
    sys.stderr.write(f"  {text}\n")
    sys.stderr.flush()
