"""uvicorn's HTTP connection, extended by deadlines; this module knows uvicorn's class and some attributes by name.

If a rehearsal at startup fails, the server serves requests without deadlines; see `deadlines`.
"""

import asyncio
import time
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from parlour.web.wire._rehearsal import UnexpectedError, failure
from parlour.web.wire.asgi import Receive, Scope, Send
from parlour.web.wire.deadlines import Places, Stage

if TYPE_CHECKING:
    from uvicorn.server import ServerState

Protocol: Any = AutoHTTPProtocol
POST = b"POST /rehearsal HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n"
UPGRADE = (
    b"GET /rehearsal HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class TimedRequests(Protocol):  # type: ignore[misc]
    """uvicorn's HTTP connection, which knows how long it has been waiting for its client."""

    def __init__(self, *arguments: Any, places: Places, **named: Any) -> None:
        """Serve a client, which takes one of the `places` while the connection is open."""
        super().__init__(*arguments, **named)
        self.places = places
        self.since = time.monotonic()  # when the current stage began
        self._noted: tuple[Stage, object] = ("head", None)
        self._dropped = False

    @property
    def stage(self) -> Stage:
        """The current stage: the head or body of a request arrives, or its answer is computed and sent."""
        cycle = self.cycle
        if cycle is not None and not cycle.response_complete:
            return "body" if cycle.more_body else "answer"
        return "answer" if self._unsent else "head"

    @property
    def noted(self) -> Stage:
        """The latest stage whose beginning was recorded."""
        return self._noted[0]

    @property
    def _unsent(self) -> bool:
        """Whether some written bytes have not yet been sent to the client."""
        return bool(self.transport.get_write_buffer_size() > 0)

    @property
    def is_kept_waiting(self) -> bool:
        """Whether the server is waiting for the client, rather than the client for the server."""
        if self._dropped:
            return False
        return self._unsent or (self.stage != "answer" and not self.transport.is_closing())

    def drop(self) -> None:
        """Close the connection without waiting for the client."""
        self._dropped = True
        self.transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Take one of the places for connections, if any is left."""
        super().connection_made(transport)
        self.places.enter(self)

    def connection_lost(self, error: Exception | None) -> None:
        """Free the connection's place."""
        super().connection_lost(error)
        self.places.leave(self)

    def data_received(self, data: bytes) -> None:
        """Read data; if this begins a new stage, set a new deadline."""
        super().data_received(data)
        self.note()

    def on_response_complete(self) -> None:
        """Begin to wait for the client's next request."""
        super().on_response_complete()
        self.note()

    def handle_websocket_upgrade(self, *arguments: Any) -> None:
        """Leave the connection to a WebSocket protocol, which has its own deadlines."""
        self.places.leave(self)
        super().handle_websocket_upgrade(*arguments)

    def note(self) -> None:
        """Record when the current stage began."""
        reached = (self.stage, self.cycle)
        if reached != self._noted:
            self._noted, self.since = reached, time.monotonic()


# --- the rehearsal


def not_as_expected() -> str | None:
    """Try out whether a request's stages are recorded correctly; return what goes wrong, or None."""
    places, made, noted = Places(most=10), list[TimedRequests](), list[Stage]()
    asked, upgraded = asyncio.Event(), asyncio.Event()

    class Upgraded(asyncio.Protocol):
        """A stand-in for the protocol that takes over when a client asks for a WebSocket."""

        def __init__(self, **_: Any) -> None:
            upgraded.set()

    def requests(**named: Any) -> TimedRequests:
        made.append(TimedRequests(places=places, **named))
        return made[0]

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        noted.append(made[0].noted)
        asked.set()
        while (await receive())["more_body"]:
            pass
        noted.append(made[0].noted)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    async def play(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, state: "ServerState") -> None:
        writer.write(POST + b"1")
        await asked.wait()
        writer.write(b"2")
        await reader.readuntil(b"\r\n\r\nok")
        noted.append(made[0].noted)
        if noted != ["body", "answer", "head"]:
            raise UnexpectedError(f"the request had the stages {', '.join(noted)}; expected body, answer, head")
        if set[object](places.requests) != set[object](state.connections):
            raise UnexpectedError("an open connection was not counted")
        writer.write(UPGRADE)
        await upgraded.wait()
        if places.requests:
            raise UnexpectedError("a WebSocket is still counted as a request")

    return failure(requests, app, play, Upgraded)
