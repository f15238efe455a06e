"""uvicorn's WebSocket handshake, after which the transport is handed over to a lean connection.

uvicorn would keep a task, a queue and the whole request for every client as long as it stays. This module knows
uvicorn's class and some of its attributes by name; where they are missing, clients get plain connections.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from parlour.web.wire.acceptance import EXTENSION
from parlour.web.wire.connection import PROTOCOL_BROKEN, Connection, Listener
from parlour.web.wire.lean import LeanConnection

if TYPE_CHECKING:
    from websockets.http11 import Request

NEEDED = ("scope", "transport", "queue", "connections", "handshake_complete", "stop_keepalive")


class Handshake(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, whose transport can be handed over as soon as the client is accepted."""

    def handle_connect(self, event: "Request") -> None:
        """Take a client's request: the application may take over its transport."""
        super().handle_connect(event)
        if all(hasattr(self, name) for name in NEEDED):  # there is no scope if the handshake has failed
            scope: Any = self.scope
            scope.setdefault("extensions", {})[EXTENSION] = self.hand_over

    def hand_over(self, meet: Callable[[Connection], Listener], group: "set[Connection]") -> None:
        """Continue with a lean connection, so that uvicorn can forget this one."""
        self.stop_keepalive()
        self.connections.discard(self)
        self.handshake_complete = True
        transport, self.transport = self.transport, HANDED_OVER
        connection = LeanConnection(transport, self.connections, group)
        connection.start(meet(connection))
        if not self.queue.empty():  # a message came before the client could know that it is accepted
            connection.end(PROTOCOL_BROKEN)

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        """Release the request and everything made for it at once, without waiting for the garbage collector."""
        super().on_task_complete(task)
        if self.transport is HANDED_OVER:
            vars(self).clear()


class _HandedOver(asyncio.Transport):
    """What uvicorn closes at the end of its task, when the client's transport is no longer its own."""

    def close(self) -> None:
        """Do nothing: there is nothing left to close."""

    def is_closing(self) -> bool:
        """Always: uvicorn is done with this client."""
        return True


HANDED_OVER = _HandedOver()
