"""Timing the commands that people type, start included, each in a separate process."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from parlour.game.game import Game
from parlour.games import reference_of
from parlour.match.transcript import FEW

TIMEOUT_SECONDS = 3600
RECORDED = 50  # Writing a match's record takes about this many times as long as playing the match.


def timed(*arguments: object) -> tuple[float, float]:
    """Run a command of Parlour; return its wall-clock time and its CPU time, in seconds.

    >>> seconds, processor_seconds = timed("simulate", "./mygame.py", "--games", 1000)
    """
    command = [sys.executable, "-m", "parlour.cli", *map(str, arguments)]
    before, start = os.times(), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=TIMEOUT_SECONDS)
    seconds, after = time.perf_counter() - start, os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return seconds, used


def command_rates(
    game: Game, matches: int, decisions_each: float, say: Callable[[str], None] = lambda text: None
) -> Iterator[dict[str, Any]]:
    """Time `simulate` with `matches` matches, and `simulate --records` and `verify` with a fiftieth as many."""
    recorded = max(FEW, matches // RECORDED)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "records.jsonl")
        simulate = ("simulate", reference_of(game.name), "--seed", 1, "--games")
        timed(*simulate, recorded, "--records", file)  # compiles the loops
        timed("verify", file)
        for name, count, arguments in (
            ("simulate", matches, (*simulate, matches)),
            ("simulate --records", recorded, (*simulate, recorded, "--records", file)),
            ("verify", recorded, ("verify", file)),
        ):
            say(f"{game.title}, {name}")
            seconds, used = timed(*arguments)
            yield {
                "game": game.name, "command": name, "matches": count, "seconds": seconds, "processor_seconds": used,
                "decisions": count * decisions_each / seconds,
            }  # fmt: skip
