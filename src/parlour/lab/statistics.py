"""Running means and shares with their 95 % intervals."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from parlour.match.totals import Sum

Z95 = 1.959963984540054  # 95 % of a normal distribution lies within this many standard deviations.
# 95 % of Student's distribution with n degrees of freedom lies within about Z95 + T95[0] / n + T95[1] / n² + …
# (Abramowitz and Stegun 26.7.5). From n = 2 on the error is less than 1 %; for n = 1 the value is known exactly.
T95 = (2.372271, 2.822499, 2.555850, 1.589534)
T95_ONE = 12.706205


@dataclass
class Mean:
    """A running mean and its 95 % interval, by Welford's method, which stays accurate for any number of values."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0  # The sum of squared distances from the mean.

    def add(self, value: float) -> None:
        """Add a value to the mean."""
        self.count += 1
        distance = value - self.mean
        self.mean += distance / self.count
        self.squares += distance * (value - self.mean)

    def add_many(self, values: npt.NDArray[np.int64]) -> None:
        """Add many values to the mean at once."""
        if len(values):
            self._merge(len(values), float(values.mean()), float(values.var()) * len(values))

    def add_sum(self, number: int, values: Sum) -> None:
        """Add this number of values, of which only the sums are known."""
        if number:
            squares = (number * values.squares - values.total * values.total) / number
            self._merge(number, values.total / number, squares)

    def _merge(self, number: int, mean: float, squares: float) -> None:
        """Add values with this mean and this sum of squared distances from it."""
        count, distance = self.count + number, mean - self.mean
        self.squares += squares + distance * distance * self.count * number / count
        self.mean += distance * number / count
        self.count = count

    @property
    def deviation(self) -> float:
        """The standard deviation of the values."""
        return math.sqrt(self.squares / (self.count - 1)) if self.count > 1 else math.nan

    @property
    def margin(self) -> float:
        """Half the width of the mean's 95 % interval; NaN for fewer than two values."""
        return student(self.count - 1) * self.deviation / math.sqrt(self.count) if self.count > 1 else math.nan


def student(degrees: int) -> float:
    """Compute how many standard errors on each side of a mean make a 95 % interval, by Student's distribution."""
    if degrees == 1:
        return T95_ONE
    return Z95 + sum(term / math.pow(degrees, power) for power, term in enumerate(T95, start=1))


def share_interval(share: float, count: float) -> tuple[float, float]:
    """Compute Wilson's 95 % interval of a share, which stays between 0 and 1 even for few matches."""
    if count == 0:
        return (math.nan, math.nan)
    spread = Z95 * Z95 / count
    middle = (share + spread / 2) / (1 + spread)
    half = Z95 * math.sqrt(share * (1 - share) / count + spread / (4 * count)) / (1 + spread)
    return (max(0.0, middle - half), min(1.0, middle + half))


def share_of(share: float, error: float, count: int) -> tuple[float, float]:
    """Compute Wilson's interval of a share that has this standard error.

    The interval uses the number of independent tries that would give the same error, because the rounds of a match
    aren't independent of each other.
    """
    tries = share * (1 - share) / error**2 if error > 0 else float(count)
    return share_interval(share, tries)


def chi_square_tail(value: float, degrees: int) -> float:
    """Compute the probability that a chi-squared variable with a whole number of degrees of freedom exceeds a value."""
    half = value / 2
    if degrees % 2 == 0:
        return math.exp(-half) * sum(math.pow(half, power) / math.factorial(power) for power in range(degrees // 2))
    terms = (math.pow(half, step - 0.5) / math.gamma(step + 0.5) for step in range(1, (degrees + 1) // 2))
    return math.erfc(math.sqrt(half)) + math.exp(-half) * sum(terms)
