"""What a random action or the second-best action costs, compared with the luck of the deal.

As for choices that matter, the best and the second-best action are chosen in one part of the sampled deals and compared
in another, so luck doesn't make the best action look better than it is.
"""

import math
from typing import NamedTuple

import numpy as np

from parlour.lab.sample import Floats


class Regret(NamedTuple):
    """What a choice costs if it isn't made well, and how much luck there is, in the units of the search."""

    random: float  # How much better the best action is than a random action.
    second: float  # How much better the best action is than the second-best action.
    luck: float  # The standard deviation of an action's value from deal to deal.


def regret_of(values: Floats, parts: int) -> Regret:
    """Compute the regrets of a choice from each action's value in every deal."""
    part = np.arange(len(values)) * parts // len(values)
    random, second = np.zeros(len(values)), np.zeros(len(values))
    for number in range(parts):
        here = part == number
        order = np.argsort(-values[~here].mean(axis=0), kind="stable")
        best = values[here, order[0]]
        random[here], second[here] = best - values[here].mean(axis=1), best - values[here, order[1]]
    luck = math.sqrt(values.var(axis=0, ddof=1).mean())
    return Regret(float(random.mean()), float(second.mean()), luck)
