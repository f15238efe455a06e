"""Frames of a WebSocket that are made once and written to all who get the same.

Frames from a server are not masked, so the same bytes go to every client; uvicorn's own way would make each anew.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from websockets.http11 import Request

TEXT = b"\x81"  # a whole message, of text
SHORT, MEDIUM = 126, 1 << 16  # sizes from which the size itself takes two or eight bytes
EXTENSION = "parlour.frames"
MOST_WAITING_BYTES = 1 << 19  # that a slow client may be behind before it has to come again

Write = Callable[[bytes], bool]  # whether it could be written


def frame(text: bytes) -> bytes:
    """A text as one frame."""
    size = len(text)
    if size < SHORT:
        return TEXT + size.to_bytes(1, "big") + text
    if size < MEDIUM:
        return TEXT + b"\x7e" + size.to_bytes(2, "big") + text
    return TEXT + b"\x7f" + size.to_bytes(8, "big") + text


class FrameProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with an entrance for frames that are already made."""

    def handle_connect(self, event: "Request") -> None:
        """A client comes: whoever serves it may write frames."""
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)  # none if the handshake has failed
        if scope is not None:
            scope["extensions"][EXTENSION] = self.write_frame

    def write_frame(self, made: bytes) -> bool:
        """Write a frame behind those that wait; False if the client is gone, or so far behind that it is let go."""
        if self.close_sent or self.transport.is_closing():
            return False
        if self.transport.get_write_buffer_size() > MOST_WAITING_BYTES:
            self.transport.abort()
            return False
        self.transport.write(made)
        return True
