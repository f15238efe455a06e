"""Deadlines for HTTP requests, and room for new clients: the server closes connections that keep it waiting.

uvicorn waits forever for the rest of a request. With deadlines, a client has only a few seconds to send its request
and to receive the answer. The server allows fewer connections than file descriptors, so that some remain for the
database and new clients. When too many connections are open, it closes the one that kept it waiting longest.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Collection
from typing import Any, Literal, Protocol

from parlour.web.counts import counts
from parlour.web.wire.limits import counted
from parlour.web.wire.proxies import Proxies

Stage = Literal["head", "body", "answer"]
SECONDS: dict[Stage, float] = {"head": 10.0, "body": 20.0, "answer": 120.0}  # limits for the three stages of a request
SWEEP_SECONDS = 1.0
MOST_DESCRIPTORS = 1 << 16  # the maximum number of file descriptors that the server requests from the system
BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 2\r\nconnection: close\r\n\r\n"
    b'{"refused":"unavailable","reason":"Too many connections are open; try again in a moment.","text":null}'
)


class Request(Protocol):
    """An HTTP connection that knows how long it has been waiting for its client."""

    connections: set[Any]  # all open connections of the server
    transport: asyncio.Transport
    since: float  # when the current stage began

    @property
    def stage(self) -> Stage:
        """The current stage of the connection's request."""

    @property
    def is_kept_waiting(self) -> bool:
        """Whether the client keeps the server waiting."""

    def note(self) -> None:
        """Record when the current stage began."""

    def drop(self) -> None:
        """Close the connection at once."""


class Places:
    """Limits the number of open connections; one address gets at most half of them."""

    def __init__(self, most: int, proxies: Collection[str] = ()) -> None:
        """`proxies` are addresses and networks that forward many clients' requests and may use all connections."""
        self.most, self._proxies = most, Proxies(proxies)
        self.requests: dict[Request, None] = {}
        self._timer: asyncio.TimerHandle | None = None

    def enter(self, newcomer: Request) -> None:
        """Admit a new client; if too many connections are open, close the one that has kept us waiting longest."""
        self.requests[newcomer] = None
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)
        others = [one for one in self.requests if one is not newcomer]
        if len(newcomer.connections) > self.most:
            self._make_room(newcomer, others)
        elif self._has_its_half(newcomer):
            address = _address(newcomer)
            self._make_room(newcomer, [one for one in others if _address(one) == address])

    def _has_its_half(self, newcomer: Request) -> bool:
        """Check whether the new client's address uses more than half of the connections that the server allows."""
        taken, address = newcomer.connections, _address(newcomer)
        if len(taken) <= self.most // 2 or _peer(newcomer) in self._proxies:
            return False
        return sum(_address(one) == address for one in taken) > self.most // 2

    def leave(self, leaver: Request) -> None:
        """Stop watching a connection, which is closed or has become a WebSocket."""
        self.requests.pop(leaver, None)

    def _make_room(self, newcomer: Request, others: list[Request]) -> None:
        waiting = [one for one in others if one.is_kept_waiting]
        if not waiting:
            counts.refusals["unavailable"] += 1
            newcomer.transport.write(BUSY)
            newcomer.transport.close()
            return
        held = Counter(map(_address, waiting))
        greediest = max(held.values())
        min((one for one in waiting if held[_address(one)] == greediest), key=lambda one: one.since).drop()

    def _sweep(self) -> None:
        """Close the connections whose deadline has passed; repeat this every second while there are connections."""
        now = time.monotonic()
        for one in list(self.requests):
            one.note()  # the client may have received the whole answer by now
            if now - one.since > SECONDS[one.stage]:
                one.drop()
        again = bool(self.requests)
        self._timer = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep) if again else None


def _address(connection: Any) -> str:
    """Return the address at the other end of a connection, normalized for limits."""
    return counted(_peer(connection))


def _peer(connection: Any) -> str:
    """Return the address at the other end of a connection, which is HTTP or a lean or plain WebSocket."""
    client = connection.client
    return str(client[0]) if client else ""


def descriptors() -> int:
    """Return how many file descriptors this process may have, after raising the limit as far as the system allows."""
    try:
        import resource
    except ImportError:  # `resource` exists only on Unix
        return MOST_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


def in_reserve(limit: int) -> int:
    """Return how many file descriptors to keep for the database, for files, and for clients just connecting."""
    return min(256, limit // 4)
