"""Reports between servers on one database of who is present, and whether these reports arrive.

Every server reports regularly, and hears its own reports as well. While they don't arrive, for instance because
PostgreSQL is being restarted, nobody knows who is connected to other servers, so nobody counts as absent.
"""

import time
from collections.abc import Callable

PRESENT_SECONDS = 15.0  # seconds between two reports of a server
LATE_SECONDS = 1.5 * PRESENT_SECONDS  # without its own report for this long, a server assumes that reports are lost
KNOWN_SECONDS = 2 * PRESENT_SECONDS  # within this time every other server has reported, even if one report was lost
SEEN_SECONDS = 45.0  # a seat counts as present this long after its last request or report


class Reports:
    """Whether the reports of other servers arrive; a server on SQLite has no other servers."""

    def __init__(self, *, alone: bool = True, clock: Callable[[], float] = time.monotonic) -> None:
        """`alone` says that no other server can use the database."""
        self.alone, self._clock = alone, clock
        self._began: float | None = None  # since when reports have arrived without a break; None during a break
        self._heard = self._clock()  # when this server last heard its own report
        self._known = self._heard  # when this server last knew who was present everywhere

    def begin(self) -> None:
        """Record that reports arrive from now on, and that earlier reports may be lost."""
        self._began = self._heard = self._clock()

    def hear(self) -> None:
        """Record that one of this server's own reports has arrived."""
        self._heard = self._clock()
        if self.complete(0.0):
            self._known = self._heard

    def lose(self) -> None:
        """Record that this server no longer listens."""
        self._began = None

    @property
    def arrive(self) -> bool:
        """Whether reports arrive now, as far as this server can know."""
        return self.alone or (self._began is not None and self._clock() - self._heard < LATE_SECONDS)

    def complete(self, since: float) -> bool:
        """Check whether every other server has had time to report who is present, without a break, since a moment."""
        if self.alone:
            return True
        return self.arrive and self._began is not None and self._clock() - max(self._began, since) > KNOWN_SECONDS

    @property
    def oldest(self) -> float:
        """The moment from which reports still count; it stands still while newer reports may be missing."""
        return (self._clock() if self.complete(0.0) else self._known) - SEEN_SECONDS
