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
    sums = np.add.reduceat(values, np.searchsorted(part, np.arange(parts)))  # For each part and action.
    elsewhere = sums.sum(axis=0) - sums
    size = len(values) - np.bincount(part)[:, None]
    order = np.argsort(-elsewhere / size, axis=1, kind="stable")[:, :2]
    best, second = np.take_along_axis(sums, order, axis=1).sum(axis=0)
    luck = math.sqrt(values.var(axis=0, ddof=1).mean())
    return Regret(float((best - sums.mean(axis=1).sum()) / len(values)), float((best - second) / len(values)), luck)
