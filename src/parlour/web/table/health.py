"""Whether the server can do its work, and if not, what its host should know."""

from collections.abc import Iterator

from parlour.web.counts import counts
from parlour.web.store.probe import Probe
from parlour.web.table.house import House
from parlour.web.table.protocol import HealthProblem

UNHEARD = "Notices from other servers do not arrive, because the connection on which this server listens is lost."
UNREPORTED = (
    "This server's own reports do not come back from PostgreSQL, so it does not know who is connected to other servers."
)
CLOSING = "The server has been told to stop. It opens no tables, evenings or daily deals any more."


class Health:
    """The health of one server."""

    def __init__(self, house: House) -> None:
        """Check the server of this house."""
        self._house, self._probe = house, Probe(house.store.writer)

    async def problems(self) -> list[HealthProblem]:
        """Return everything that keeps the server from doing its work, within about a second."""
        found = [HealthProblem("storing", reason)] if (reason := await self._probe.problem()) else []
        return [*found, *self._others()]

    def _others(self) -> Iterator[HealthProblem]:
        if self._house.store.is_postgresql and not counts.listens:
            yield HealthProblem("notices", UNHEARD)
        if not self._house.reports.arrive:
            yield HealthProblem("reports", UNREPORTED)
        if self._house.openings.closed:
            yield HealthProblem("opening", CLOSING)
