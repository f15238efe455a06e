"""Frames of a WebSocket that are made once and written to all who get the same, and the handshake before them.

Frames from a server are not masked, so the same bytes go to every client; uvicorn's own way would make each anew, and
keeps a task, a queue and the whole request for every client as long as it stays.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from parlour.web.wire.line import PROTOCOL_BROKEN, TWO_BYTES, WHOLE_TEXT, Line, Listener

if TYPE_CHECKING:
    from websockets.http11 import Request

TEXT = bytes([WHOLE_TEXT])
SHORT, MEDIUM = TWO_BYTES, 1 << 16  # sizes from which the size itself takes two or eight bytes
EXTENSION = "parlour.line"

HandOver = Callable[[Listener, "set[Line]"], Line]


def frame(text: bytes) -> bytes:
    """A text as one frame."""
    size = len(text)
    if size < SHORT:
        return TEXT + size.to_bytes(1, "big") + text
    if size < MEDIUM:
        return TEXT + b"\x7e" + size.to_bytes(2, "big") + text
    return TEXT + b"\x7f" + size.to_bytes(8, "big") + text


class Handshake(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, whose transport may be handed over as soon as the client is accepted."""

    def handle_connect(self, event: "Request") -> None:
        """A client comes: whoever serves it may take its line over."""
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)  # none if the handshake has failed
        if scope is not None:
            scope["extensions"][EXTENSION] = self.hand_over

    def hand_over(self, listener: Listener, group: set[Line]) -> Line:
        """A lean line instead of this one, which uvicorn may forget."""
        self.stop_keepalive()
        self.connections.discard(self)
        self.handshake_complete = True
        transport, self.transport = self.transport, HANDED_OVER
        line = Line(transport, listener, self.connections, group)
        if not self.queue.empty():  # a message came before the client could know that it is accepted
            line.end(PROTOCOL_BROKEN)
        return line

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        """Let go of the request and all that was needed for it at once, not when the collector comes by."""
        super().on_task_complete(task)
        if self.transport is HANDED_OVER:
            vars(self).clear()


class _HandedOver(asyncio.Transport):
    """What uvicorn closes at the end of its task, when the client's transport is no longer its own."""

    def close(self) -> None:
        """Nothing is left to close."""

    def is_closing(self) -> bool:
        """It is over for this one."""
        return True


HANDED_OVER = _HandedOver()
