"""Connections to PostgreSQL that fail after seconds if the database is gone or frozen, instead of waiting for ever."""

import time
from typing import Any

from psycopg import Connection, OperationalError
from psycopg.abc import RV, PQGen
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import PGconn, Ping

from parlour.web.store.outage import ANSWER_SECONDS

CONNECT_SECONDS = 5
SETTINGS: dict[str, Any] = {
    "application_name": "parlour",
    "connect_timeout": CONNECT_SECONDS,
    "options": f"-c statement_timeout={ANSWER_SECONDS * 1000:.0f}",  # also limits how long a statement waits for locks
    # Over TCP, the system closes a connection to a machine that has vanished:
    "tcp_user_timeout": round(ANSWER_SECONDS * 1000),
    "keepalives_idle": round(ANSWER_SECONDS),
    "keepalives_interval": 3,
    "keepalives_count": 3,
}


def settings_of(url: str) -> dict[str, Any]:
    """Return the settings of a connection to this URL, in which the URL has the last word."""
    return SETTINGS | conninfo_to_dict(url)


def is_there(url: str) -> bool:
    """Check whether a PostgreSQL accepts connections, even if it would refuse ours, for instance for its password."""
    answer = PGconn.ping(make_conninfo(**settings_of(url)).encode())
    return answer not in (Ping.NO_RESPONSE, Ping.REJECT)  # it rejects everybody while it starts or stops


class LimitedConnection(Connection[Any]):
    """A connection that closes itself if PostgreSQL doesn't answer in time, as when its processes are frozen."""

    unlimited = False  # whether it waits for ever, as a migration has to

    def wait(self, gen: PQGen[RV], *arguments: Any, **settings: Any) -> RV:
        """Wait for an answer from PostgreSQL."""
        return super().wait(gen if self.unlimited else self._limited(gen), *arguments, **settings)

    def _limited(self, gen: PQGen[RV]) -> PQGen[RV]:
        end = time.monotonic() + ANSWER_SECONDS
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready and time.monotonic() > end:
                    gen.close()
                    self.close()
                    raise OperationalError(f"no answer within {ANSWER_SECONDS:g} s")
                wanted = gen.send(ready)
        except StopIteration as done:
            result: RV = done.value
            return result


def connect(_dialect: object, _record: object, arguments: list[Any], settings: dict[str, Any]) -> Connection[Any]:
    """Open a limited connection for SQLAlchemy, which calls this instead of connecting by itself."""
    return LimitedConnection.connect(*arguments, **(SETTINGS | settings))
