"""Figures that are a ratio of two sums over matches, such as a mean or a share, and their intervals.

The rounds of a match aren't independent of each other: counting every round as a sample would make intervals too
narrow. So each match is one sample, with a numerator `top` and a denominator `bottom` (such as the bets that were made
and all bets). The figure is the sum of the numerators over the sum of the denominators, and its interval comes from how
much the matches differ (the ratio estimator of survey statistics). Two studies of the same deals are compared match by
match, which takes the luck of the deals out of the difference.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.lab.statistics import Z95, chi_square_tail, share_of, student

Floats = npt.NDArray[np.float64]
NOTHING = 1e-12  # A variance below this fraction of the terms that it sums is only a rounding error.
LEAST_MATCHES = 20  # No interval is computed from fewer matches than this.


class Interval(NamedTuple):
    """A figure and the ends of its 95 % interval, which are NaN if there are too few matches."""

    value: float
    low: float = math.nan
    high: float = math.nan

    @property
    def known(self) -> bool:
        """Whether there were enough matches for an interval."""
        return not math.isnan(self.low)


@dataclass(frozen=True)
class Sums:
    """The sums from which a figure over a set of matches is computed; sums over several sets can be added."""

    matches: int = 0
    used: int = 0  # The number of matches whose denominator isn't zero.
    top: float = 0.0
    bottom: float = 0.0
    tops: float = 0.0  # The sum of the squared numerators.
    both: float = 0.0  # The sum of each numerator times its denominator.
    bottoms: float = 0.0  # The sum of the squared denominators.

    @classmethod
    def of(cls, top: Floats, bottom: Floats) -> "Sums":
        """Sum the numerators and denominators of these matches."""
        used = int(np.count_nonzero(bottom))
        sums = (top.sum(), bottom.sum(), top @ top, top @ bottom, bottom @ bottom)
        return cls(len(top), used, *map(float, sums))

    def __add__(self, other: "Sums") -> "Sums":
        added: list[Any] = [mine + theirs for mine, theirs in zip(_parts(self), _parts(other), strict=True)]
        return Sums(*added)

    @property
    def value(self) -> float:
        """The figure: the sum of the numerators over the sum of the denominators."""
        return self.top / self.bottom if self.bottom else math.nan

    @property
    def spread(self) -> float:
        """The standard deviation of what one match adds to the figure, in the figure's unit."""
        if self.matches < 2 or not self.bottom:
            return math.nan
        squares = self.tops - 2 * self.value * self.both + self.value**2 * self.bottoms
        return math.sqrt(max(squares, 0.0) / (self.matches - 1)) / (self.bottom / self.matches)

    @property
    def error(self) -> float:
        """The standard error of the figure."""
        return self.spread / math.sqrt(self.matches) if self.matches else math.nan

    def interval(self, share: bool) -> Interval:
        """Compute the figure's 95 % interval, by Wilson's method for a share and by Student's otherwise."""
        if self.used < LEAST_MATCHES:
            return Interval(self.value)
        if share:
            return Interval(self.value, *share_of(self.value, self.error, self.used))
        margin = student(self.used - 1) * self.error
        return Interval(self.value, self.value - margin, self.value + margin)


def _parts(sums: "Sums | Pairs") -> tuple[float, ...]:
    return tuple(getattr(sums, name) for name in type(sums).__dataclass_fields__)


@dataclass(frozen=True)
class Pairs:
    """Sums of products of two variants' values on the same deals."""

    tops: float = 0.0
    top_bottom: float = 0.0  # The sum of the first variant's numerators times the second's denominators.
    bottom_top: float = 0.0
    bottoms: float = 0.0

    @classmethod
    def of(cls, one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> "Pairs":
        """Sum the products of both variants' values over the matches that both played."""
        products = (one[0] @ other[0], one[0] @ other[1], one[1] @ other[0], one[1] @ other[1])
        return cls(*map(float, products))

    def __add__(self, other: "Pairs") -> "Pairs":
        return Pairs(*(mine + theirs for mine, theirs in zip(_parts(self), _parts(other), strict=True)))


def difference(one: Sums, other: Sums, pairs: Pairs | None = None) -> Interval:
    """Compute the second figure minus the first. Given `pairs`, the interval excludes the luck of the common deals."""
    above = other.value - one.value
    if min(one.used, other.used) < LEAST_MATCHES:
        return Interval(above)
    alone = one.error**2 + other.error**2
    variance = alone - 2 * (_shared(one, other, pairs) if pairs else 0.0)
    margin = student(min(one.used, other.used) - 1) * math.sqrt(variance if variance > NOTHING * alone else 0.0)
    return Interval(above, above - margin, above + margin)


def _shared(one: Sums, other: Sums, pairs: Pairs) -> float:
    """Compute the covariance of two figures measured on the same matches."""
    products = (
        pairs.tops - other.value * pairs.top_bottom - one.value * pairs.bottom_top
        + one.value * other.value * pairs.bottoms
    )  # fmt: skip
    matches = one.matches
    return products / (matches - 1) / matches / (one.bottom / matches) / (other.bottom / matches)


def chance_of_uneven(sides: Sequence[Sums]) -> float:
    """Compute the p-value of the hypothesis that all sides win equally often; NaN if there are too few matches.

    This is Friedman's test. Each match is one block, in which the sides share one victory, so their shares depend on
    each other; separate intervals ignore that. If nobody shares a victory, the test is Pearson's chi-squared test.
    """
    matches, number = sides[0].bottom, len(sides)
    if sides[0].used < LEAST_MATCHES:
        return math.nan
    squares = sum(side.tops - 2 * side.top / number + matches / number**2 for side in sides)
    if squares <= NOTHING * matches:
        return 1.0  # All sides shared every victory.
    above = sum((side.top - matches / number) ** 2 for side in sides)
    return chi_square_tail((number - 1) * above / squares, number - 1)


POWER_80 = 0.8416212335729143  # The 80th percentile of the standard normal distribution.


def matches_to_tell(share: float, even: float) -> float:
    """Compute how many matches are needed to show, with 80 % power, that wins aren't even (two-sided test at 5 %)."""
    if math.isnan(share) or math.isclose(share, even):
        return math.inf
    spread = math.sqrt(max(share * (1 - share), even * (1 - even)))
    return max(2.0, math.ceil(((Z95 + POWER_80) * spread / (share - even)) ** 2))
