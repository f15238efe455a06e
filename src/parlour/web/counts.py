"""What the server counts for its operator: plain numbers, because counting must cost a move next to nothing.

`metrics` shows them to Prometheus. Each number is changed by one thread only, so that no lock is needed; any thread may
read it.
"""

from bisect import bisect_left
from collections import Counter

COMMIT_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
LAG_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Histogram:
    """How many times were at most as long as each bound, and the sum of all times."""

    __slots__ = ("_numbers", "bounds", "total")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        """Count times between these bounds, which ascend; longer times are counted, too."""
        self.bounds, self.total = bounds, 0.0
        self._numbers = [0] * (len(bounds) + 1)

    def add(self, seconds: float) -> None:
        """Count one time."""
        self._numbers[bisect_left(self.bounds, seconds)] += 1
        self.total += seconds

    def cumulated(self) -> list[tuple[str, int]]:
        """Return each bound with the number of times up to it; the last bound is infinite."""
        numbers, so_far, found = list(self._numbers), 0, []
        for bound, number in zip((*map(str, self.bounds), "+Inf"), numbers, strict=True):
            so_far += number
            found.append((bound, so_far))
        return found


class Counts:
    """The numbers of one server since it started."""

    def __init__(self) -> None:
        """Start at zero."""
        self.refusals: Counter[str] = Counter()  # refusals sent to clients, by kind
        self.moves = 0  # moves and undos that this server has stored
        self.accepted = self.finished = 0  # writes that the writer has accepted and, stored or not, finished
        self.failures = 0  # transactions that the database could not store
        self.commits = Histogram(COMMIT_SECONDS)  # how long successful transactions took
        self.lag = Histogram(LAG_SECONDS)  # how late the event loop was
        self.listens = False  # whether notices from other servers arrive now


counts = Counts()  # those of this process, which runs a single server
