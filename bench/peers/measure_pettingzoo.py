"""Measure PettingZoo's card games in the same loop as ours, with and without PettingZoo's wrappers."""

import warnings
from importlib import import_module
from importlib.metadata import version
from typing import Any

from bench.peers.loops import agent_loop
from bench.peers.timing import Row, one_core, progress, rates, report, row

WHO = "PettingZoo"
GAMES = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5")


def play(env: Any) -> list[float]:
    env.reset(seed=1)  # the environment is seeded only once: seeding before every game would take most of the time
    return rates(agent_loop(env))


def main() -> None:
    one_core()
    warnings.simplefilter("ignore")
    rows: list[Row] = []
    for name in GAMES:
        progress(f"PettingZoo: {name}")
        module = import_module(f"pettingzoo.classic.{name}")
        rows += [
            row("pettingzoo", WHO, name, "env, with its wrappers", "decisions", play(module.env())),
            row("pettingzoo", WHO, name, "raw_env, without wrappers", "decisions", play(module.raw_env())),
        ]
    report(rows, {name: version(name) for name in ("pettingzoo", "rlcard")})


if __name__ == "__main__":
    main()
