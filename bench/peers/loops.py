"""The loop that plays a PettingZoo environment: the same code for our environments and for PettingZoo's own."""

import random
from collections.abc import Callable
from typing import Any


def agent_loop(env: Any) -> Callable[[], int]:
    """Make a function that plays one episode with random legal actions and returns the number of decisions.

    The function stops when the first agent is done: in these games all agents finish together, and in the steps that
    would follow, the action is None and nothing is decided.
    """
    draw = random.Random(1).random

    def run() -> int:
        env.reset()
        decisions = 0
        while True:
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                return decisions
            mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
            legal = mask.nonzero()[0]
            env.step(int(legal[int(draw() * len(legal))]))
            decisions += 1

    return run
