"""Run random agents in the PettingZoo environment, and print the wins of each seat and the decisions per second.

python examples/random_agents.py rook --matches 20
"""

import argparse
import time
from collections import Counter

import numpy as np

from parlour.envs import pettingzoo


def play(env: pettingzoo.ParlourEnv, seed: int, rng: np.random.Generator) -> int:
    """Play one match and return how many decisions the agents made."""
    env.reset(seed=seed)
    decisions = 0
    for _ in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            decisions += 1
    return decisions


def main(game: str = "oh7", matches: int = 100) -> Counter[str]:
    """Play matches and count each agent's wins; nobody wins a match that was cut off."""
    env, rng, wins = pettingzoo.env(game), np.random.default_rng(1), Counter[str]()
    start, decisions = time.perf_counter(), 0
    for seed in range(matches):
        decisions += play(env, seed, rng)
        wins.update(env.winners() or ["nobody"])
    print(f"{matches} matches, {decisions} decisions, {decisions / (time.perf_counter() - start):,.0f} a second")
    for name, number in sorted(wins.items()):
        print(f"{name:10} {number}")
    return wins


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="oh7")
    parser.add_argument("--matches", type=int, default=100)
    main(**vars(parser.parse_args()))
