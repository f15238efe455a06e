"""uvicorn's WebSocket handshake, which afterwards hands its transport over to a lean connection.

Without this, uvicorn would keep a task, a queue and the whole request for every connected client. This module knows
uvicorn's class and some of its attributes by name; if a rehearsal at startup fails, clients get plain connections.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from parlour.web.wire._lean import LeanConnection
from parlour.web.wire._rehearsal import UnexpectedError, failure
from parlour.web.wire.acceptance import EXTENSION, accept
from parlour.web.wire.asgi import Receive, Scope, Send
from parlour.web.wire.connection import GOING_AWAY, PROTOCOL_BROKEN, Connection, Connections, Listener
from parlour.web.wire.frames import frame

if TYPE_CHECKING:
    from uvicorn.server import ServerState
    from websockets.http11 import Request


class Handshake(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, whose transport can be taken over once the client is accepted."""

    def handle_connect(self, event: "Request") -> None:
        """Handle a client's request, and offer the application its transport."""
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:  # there is no scope if the handshake has failed
            scope.setdefault("extensions", {})[EXTENSION] = self.hand_over

    def hand_over(self, meet: Callable[[Connection], Listener], group: "set[Connection]") -> None:
        """Give the transport to a lean connection, so that uvicorn can forget this WebSocket."""
        self.stop_keepalive()
        self.connections.discard(self)
        self.handshake_complete = True
        transport, self.transport = self.transport, HANDED_OVER
        connection = LeanConnection(transport, self.connections, group)
        connection.start(meet(connection))
        if not self.queue.empty():  # the client sent a message before it could know that it was accepted
            connection.end(PROTOCOL_BROKEN)

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        """Release the request's objects at once, without waiting for the garbage collector."""
        super().on_task_complete(task)
        if self.transport is HANDED_OVER:
            vars(self).clear()


class _HandedOver(asyncio.Transport):
    """A stand-in for a transport that was handed over; uvicorn can close the stand-in at the end of its task."""

    def close(self) -> None:
        """Do nothing, because there is nothing left to close."""

    def is_closing(self) -> bool:
        """Return True, because uvicorn is done with this client."""
        return True


HANDED_OVER = _HandedOver()


# --- the rehearsal


def not_as_expected() -> str | None:
    """Rehearse handing over a transport; return what goes wrong, or None."""
    made: list[Handshake] = []

    def handshake(**named: Any) -> Handshake:
        made.append(Handshake(**named))
        return made[0]

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await accept(scope, receive, send, Connections(), _Echo)

    async def play(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, state: "ServerState") -> None:
        client = ClientProtocol(parse_uri("ws://localhost/rehearsal"))
        client.send_request(client.connect())
        await _heard(client, reader, writer, 1)  # the response to the handshake
        if client.handshake_exc is not None:
            raise client.handshake_exc
        client.send_text(b"whole")
        client.send_text(b"in ", fin=False)
        client.send_ping(b"between")
        client.send_continuation(b"parts", fin=True)
        heard = [(one.opcode, bytes(one.data)) for one in await _heard(client, reader, writer, 3)]
        if heard != [(Opcode.TEXT, b"whole"), (Opcode.PONG, b"between"), (Opcode.TEXT, b"in parts")]:
            raise UnexpectedError(f"a client hears {heard}")
        listed: list[Any] = list(state.connections)
        if [type(one) for one in listed] != [LeanConnection] or vars(made[0]):
            raise UnexpectedError("uvicorn keeps objects of the handshake")
        listed[0].shutdown()
        await _heard(client, reader, writer, 1)
        if client.close_rcvd is None or client.close_rcvd.code != GOING_AWAY:
            raise UnexpectedError("the client gets no closing frame when the server stops")

    return failure(handshake, app, play)


class _Echo:
    """A listener that sends back every message it receives."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def receive(self, text: bytes) -> None:
        self.connection.send(frame(text))

    def closed(self) -> None:
        """Do nothing, because a lost client needs no cleanup."""


async def _heard(
    client: ClientProtocol, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, number: int
) -> list[Any]:
    """Send a client's data; return the first `number` events that the client receives."""
    writer.write(b"".join(client.data_to_send()))
    heard: list[Frame | Any] = []
    while len(heard) < number:
        data = await reader.read(1 << 16)
        if not data:
            raise UnexpectedError("the server cuts off the client")
        client.receive_data(data)
        heard += client.events_received()
    return heard
