"""Running means with their intervals."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Z95 = 1.959963984540054  # 95 % of a normal distribution is within this many standard deviations
# 95 % of Student's distribution with n degrees is within Z95 + T95[0] / n + T95[1] / n² + …, which is off by less than
# 1 % from n = 2 on (Abramowitz and Stegun 26.7.5); for n = 1 it is known exactly.
T95 = (2.372271, 2.822499, 2.555850, 1.589534)
T95_ONE = 12.706205


@dataclass
class Mean:
    """A running mean and its 95 % interval (Welford's method: exact for any number of values)."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0  # sum of squared distances from the mean

    def add(self, value: float) -> None:
        """Add a value."""
        self.count += 1
        distance = value - self.mean
        self.mean += distance / self.count
        self.squares += distance * (value - self.mean)

    def add_many(self, values: npt.NDArray[np.int64]) -> None:
        """Add many values at once."""
        if len(values):
            count, distance = self.count + len(values), float(values.mean()) - self.mean
            self.squares += float(values.var()) * len(values) + distance * distance * self.count * len(values) / count
            self.mean += distance * len(values) / count
            self.count = count

    @property
    def deviation(self) -> float:
        """The standard deviation of the values."""
        return math.sqrt(self.squares / (self.count - 1)) if self.count > 1 else math.nan

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of the mean; not a number for fewer than two values."""
        return student(self.count - 1) * self.deviation / math.sqrt(self.count) if self.count > 1 else math.nan


def student(degrees: int) -> float:
    """Compute how many standard errors around the mean contain 95 %; with more degrees, it approaches Z95."""
    if degrees == 1:
        return T95_ONE
    return Z95 + sum(term / math.pow(degrees, power) for power, term in enumerate(T95, start=1))


def share_interval(share: float, count: float) -> tuple[float, float]:
    """Compute the 95 % interval of a share (Wilson's), which stays between 0 and 1 even for few matches."""
    if count == 0:
        return (math.nan, math.nan)
    spread = Z95 * Z95 / count
    middle = (share + spread / 2) / (1 + spread)
    half = Z95 * math.sqrt(share * (1 - share) / count + spread / (4 * count)) / (1 + spread)
    return (max(0.0, middle - half), min(1.0, middle + half))


def share_of(share: float, error: float, count: int) -> tuple[float, float]:
    """Compute Wilson's interval of a share with this standard error, as if from independent tries with the same error.

    Several rounds of a match carry less information than the same number of independent tries (or more).
    """
    tries = share * (1 - share) / error**2 if error > 0 else float(count)
    return share_interval(share, tries)
