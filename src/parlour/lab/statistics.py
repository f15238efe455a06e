"""Means with honest intervals, gathered as the matches come."""

import math
from dataclasses import dataclass

Z95 = 1.959963984540054  # 95 % of a normal distribution lies within so many standard deviations


@dataclass
class Mean:
    """A running mean and its 95 % interval (Welford's method: exact for any number of values)."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0  # sum of squared distances from the mean

    def add(self, value: float) -> None:
        """One more value."""
        self.count += 1
        distance = value - self.mean
        self.mean += distance / self.count
        self.squares += distance * (value - self.mean)

    @property
    def deviation(self) -> float:
        """The standard deviation of the values."""
        return math.sqrt(self.squares / (self.count - 1)) if self.count > 1 else math.nan

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of the mean; not a number below two values."""
        return Z95 * self.deviation / math.sqrt(self.count) if self.count > 1 else math.nan


def share_interval(share: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's), which stays between 0 and 1 for few matches too."""
    if count == 0:
        return (math.nan, math.nan)
    spread = Z95 * Z95 / count
    middle = (share + spread / 2) / (1 + spread)
    half = Z95 * math.sqrt(share * (1 - share) / count + spread / (4 * count)) / (1 + spread)
    return (max(0.0, middle - half), min(1.0, middle + half))
