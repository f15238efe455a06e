"""Spreads: between which values a measure lies in 80 % of the matches.

The values are counted, so memory depends on how many different values there are, not on how many matches. Values are
rounded to hundredths. The interval of a quantile needs no assumption about the distribution: if the true quantile were
above (or below) certain ranks of the sorted values, the number of smaller values would be very unlikely.
"""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.lab._ratios import LEAST_MATCHES, Interval
from parlour.lab.statistics import Z95

Floats = npt.NDArray[np.float64]
PARTS = (0.1, 0.5, 0.9)  # 80 % of the matches lie between the first and the last of these quantiles.
DECIMALS = 2


@dataclass(frozen=True)
class Counts:
    """How often each value occurred, with the values in order."""

    values: Floats = field(default_factory=lambda: np.zeros(0))
    numbers: Any = field(default_factory=lambda: np.zeros(0, np.int64))

    @classmethod
    def of(cls, values: Floats) -> "Counts":
        """Count these values."""
        return cls(*np.unique(np.round(values, DECIMALS), return_counts=True))

    def __add__(self, other: "Counts") -> "Counts":
        values, places = np.unique(np.concatenate([self.values, other.values]), return_inverse=True)
        numbers = np.bincount(places, np.concatenate([self.numbers, other.numbers]), len(values))
        return Counts(values, numbers.astype(np.int64))

    @property
    def total(self) -> int:
        """The number of values."""
        return int(self.numbers.sum())

    def quantile(self, part: float) -> Interval:
        """Find the smallest value that this part of the values doesn't exceed, with its 95 % interval."""
        if not self.total:
            return Interval(math.nan)
        middle = part * self.total
        found = self._ranked(math.ceil(middle))
        margin = Z95 * math.sqrt(middle * (1 - part))
        low, high = math.floor(middle - margin), math.ceil(middle + margin) + 1
        if self.total < LEAST_MATCHES or low < 1 or high > self.total:
            return Interval(found)
        return Interval(found, self._ranked(low), self._ranked(high))

    def _ranked(self, rank: int) -> float:
        """Return the value with this rank; the smallest value has rank 1."""
        return float(self.values[np.searchsorted(np.cumsum(self.numbers), rank)])
