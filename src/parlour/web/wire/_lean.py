"""A connection that owns its transport: a WebSocket after its handshake, small enough for many thousands of clients.

This module reads whole texts, which are nearly all that clients send. All other frames (pings, fragments, closing
frames, frames that break the protocol) go to a protocol object of the websockets library that is created when needed.
"""

import asyncio
from typing import Any

from websockets.frames import Frame, Opcode
from websockets.protocol import SEND_EOF, Protocol, Side, State

from parlour.web.wire.connection import (
    CLOSING_SECONDS,
    FAILED,
    GOING_AWAY,
    LARGEST_MESSAGE,
    MOST_WAITING_BYTES,
    POLICY_VIOLATION,
    Listener,
)
from parlour.web.wire.frames import MASK_SIZE, MASKED, WHOLE_TEXT, bounds, unmasked

# While the connection is paused, at most this many bytes are kept here; more data waits at the client's end.
MOST_UNREAD_BYTES = 1 << 16
LAST_SECONDS = 1.0  # time for a client to receive the last bytes before the server drops the connection
MOST_SPECIAL = 1000  # the maximum number of frames between two pings that aren't whole texts

PING = b"\x89\x00"
DATA = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)


class LeanConnection(asyncio.Protocol):
    """A WebSocket that needs no task, queue or timer."""

    __slots__ = (
        "_closing", "_deadline", "_held", "_listener", "_lists", "_parts", "_paused", "_silent", "_special",
        "_specials", "_transport", "_unread",
    )  # fmt: skip

    def __init__(self, transport: asyncio.Transport, *lists: set[Any]) -> None:
        """Take over an open transport; while the connection is open, each of `lists` contains it."""
        self._transport, self._lists = transport, lists
        self._listener: Listener | None = None
        self._unread = b""
        self._held = self._paused = self._silent = self._closing = False
        self._special: Protocol | None = None  # exists only while frames arrive that aren't whole texts
        self._specials = 0  # frames since the last ping that weren't whole texts
        self._deadline: asyncio.TimerHandle | None = None  # closes the connection if the client doesn't leave
        self._parts: list[bytes] = []  # the parts of a fragmented message so far

    def start(self, listener: Listener) -> None:
        """Start delivering messages to the listener."""
        self._listener = listener
        for connections in self._lists:
            connections.add(self)
        self._transport.set_protocol(self)

    # --- messages from the client

    def data_received(self, data: bytes) -> None:
        """Read complete frames; while the connection is paused, data waits here or at the client's end."""
        self._silent = False
        self._unread = self._unread + data if self._unread else data
        if not self._held:
            self._read()
        elif len(self._unread) > MOST_UNREAD_BYTES and not self._paused:
            self._paused = True
            self._transport.pause_reading()

    def pause(self) -> None:
        """Stop delivering messages until `resume` is called; no message is lost."""
        self._held = True

    def resume(self) -> None:
        """Deliver waiting and new messages again."""
        self._held = False
        if self._unread:
            self._read()
        if self._paused and len(self._unread) < MOST_UNREAD_BYTES // 2 and not self._transport.is_closing():
            self._paused = False
            self._transport.resume_reading()

    def _read(self) -> None:
        data, place = self._unread, 0
        while not self._held and not self._transport.is_closing():
            start, end = bounds(data, place)
            if end - start > LARGEST_MESSAGE:
                # The library sees from the size alone that it has to close the connection.
                end = start = len(data)
            if end > len(data):
                break
            if data[place] == WHOLE_TEXT and data[place + 1] & MASKED and start < end and self._special is None:
                self._deliver(unmasked(data[start - MASK_SIZE : start], data[start:end]))
            else:
                self._take_special(data[place:end])
            place = end
        self._unread = data[place:]

    def _deliver(self, text: bytes) -> None:
        if self._listener is not None:
            self._listener.receive(text)

    def _take_special(self, frame: bytes) -> None:
        self._specials += 1
        if self._specials > MOST_SPECIAL:
            self.end(POLICY_VIOLATION)
            return
        special = self._protocol()
        special.receive_data(frame)
        for event in special.events_received():
            if isinstance(event, Frame) and event.opcode in DATA:
                self._take_part(event)
        self._flush(special)
        if not self._parts and not self._closing:
            self._special = None

    def _take_part(self, part: Frame) -> None:
        self._parts.append(bytes(part.data))
        if part.fin:
            text, self._parts = b"".join(self._parts), []
            if not self._closing:
                self._deliver(text)

    # --- frames to the client

    def send(self, frames: bytes) -> bool:
        """Queue frames; return False if the client is gone or cut off."""
        if not self.is_open or self._cut_off():
            return False
        self._transport.write(frames)
        return True

    def _cut_off(self) -> bool:
        """Drop a client that is too far behind; return whether it was dropped."""
        if self._transport.get_write_buffer_size() <= MOST_WAITING_BYTES:
            return False
        self._transport.abort()
        return True

    def keep_alive(self) -> None:
        """Send a ping; close the connection if the client has sent nothing since the last ping."""
        if not self.is_open:
            self._transport.abort()
        elif self._silent and not self._paused:
            self.end(FAILED)
        self._silent, self._specials = True, 0
        self.send(PING)

    # --- the end

    @property
    def client(self) -> Any:
        """The address and port of the client, under the name that uvicorn's connections use."""
        return self._transport.get_extra_info("peername")

    @property
    def is_open(self) -> bool:
        """Whether frames can still be sent."""
        return not self._closing and not self._transport.is_closing()

    def close(self, code: int) -> None:
        """Send a closing frame, and give the client a moment to answer."""
        if self.is_open:
            special = self._protocol()
            special.send_close(code)
            self._flush(special)
            loop = asyncio.get_running_loop()
            loop.call_soon(self.resume)  # unread messages may come before the client's answer
            self._abort_after(CLOSING_SECONDS)

    def end(self, code: int) -> None:
        """Send a closing frame without waiting for an answer."""
        self.close(code)
        self._transport.close()
        self._abort_after(LAST_SECONDS)  # a client that doesn't read would never take the last bytes

    def _abort_after(self, seconds: float) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = asyncio.get_running_loop().call_later(seconds, self._transport.abort)

    def shutdown(self) -> None:
        """Close the connection because the server stops; uvicorn calls this."""
        self.end(GOING_AWAY)

    def connection_lost(self, error: Exception | None) -> None:
        """Clean up after the client is gone."""
        self._closing = True
        if self._deadline is not None:
            self._deadline.cancel()
        for connections in self._lists:
            connections.discard(self)
        if self._listener is not None:
            self._listener.closed()

    def _protocol(self) -> Protocol:
        """Return the library's protocol object for frames that aren't whole texts."""
        if self._special is None:
            self._special = Protocol(Side.SERVER, max_size=LARGEST_MESSAGE)
        return self._special

    def _flush(self, special: Protocol) -> None:
        """Send the frames that the library has prepared; close the transport if these are the last."""
        output = special.data_to_send()
        if output and not self._cut_off():
            self._transport.write(b"".join(output))
        self._closing = special.state is not State.OPEN
        if SEND_EOF in output:
            self._transport.close()
