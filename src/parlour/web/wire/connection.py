"""The interface of a connection to one client, which is all that the rest of the server knows about a WebSocket.

The interface has two implementations. `lean` takes over the transport from uvicorn after the handshake and is small
enough for many thousands of clients. `plain` uses the ASGI messages of any server. `acceptance` chooses between them.
"""

from typing import Protocol

LARGEST_MESSAGE = 16 * 1024  # the maximum number of bytes in a frame from a client
MOST_WAITING_BYTES = 1 << 19  # a slow client with more unsent bytes is cut off
KEEPALIVE_SECONDS = 20  # seconds between two pings
CLOSING_SECONDS = 10.0  # how long a client may take to answer our closing frame
TOO_MANY_SOCKETS = 4001  # the client's seat has opened too many newer sockets, so it should not reconnect by itself
PROTOCOL_BROKEN, POLICY_VIOLATION, TOO_LARGE, FAILED, GOING_AWAY = 1002, 1008, 1009, 1011, 1012


class Listener(Protocol):
    """The part of the server that receives a connection's messages."""

    def receive(self, text: bytes) -> None:
        """Handle a message from the client."""

    def closed(self) -> None:
        """Clean up after the client is gone."""


class Connection(Protocol):
    """An open WebSocket, which delivers whole messages and sends prepared frames."""

    @property
    def is_open(self) -> bool:
        """Whether frames can still be sent."""

    def start(self, listener: Listener) -> None:
        """Start delivering messages to the listener."""

    def send(self, frames: bytes) -> bool:
        """Queue whole frames.

        Return False if the client is gone, or so far behind (MOST_WAITING_BYTES) that it is cut off now.
        """

    def pause(self) -> None:
        """Stop delivering messages until `resume` is called; no message is lost."""

    def resume(self) -> None:
        """Deliver waiting and new messages again."""

    def close(self, code: int) -> None:
        """Stop delivering messages, send what is queued, and close with this code."""

    def keep_alive(self) -> None:
        """Close the connection if the client no longer answers pings, unless the ASGI server takes care of that."""


class Connections:
    """All open connections that need to be kept alive, in groups; each second one group is checked."""

    def __init__(self) -> None:
        """Start without any connections."""
        self._groups: list[set[Connection]] = [set() for _ in range(KEEPALIVE_SECONDS)]
        self._second = 0

    @property
    def group(self) -> set[Connection]:
        """The group that was checked last, to which a new connection is added."""
        return self._groups[self._second]

    def beat(self) -> None:
        """Check the next group; call this once a second."""
        self._second = (self._second + 1) % KEEPALIVE_SECONDS
        for connection in list(self.group):
            connection.keep_alive()
