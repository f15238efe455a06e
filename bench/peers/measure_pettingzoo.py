"""PettingZoo's card games, in the same loop as ours."""

import warnings
from importlib import import_module
from importlib.metadata import version

import numpy as np

from bench.peers.timing import Row, progress, rates, report, row

GAMES = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5")


def play(name: str) -> Row:
    env, rng = import_module(f"pettingzoo.classic.{name}").env(), np.random.default_rng(1)
    env.reset(seed=1)

    def run() -> int:
        env.reset()  # a seed for every game would be most of the work
        decisions = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            over = terminated or truncated
            mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
            env.step(None if over else int(rng.choice(np.flatnonzero(mask))))
            decisions += not over
        return decisions

    return row("pettingzoo", "PettingZoo", name, "its own environment, Python loop", "decisions", rates(run))


def main() -> None:
    warnings.simplefilter("ignore")
    rows = []
    for name in GAMES:
        progress(f"PettingZoo: {name}")
        rows.append(play(name))
    report(rows, {name: version(name) for name in ("pettingzoo", "rlcard")})


if __name__ == "__main__":
    main()
