"""An open line to a client: a WebSocket after its handshake, lean enough for many thousands of them.

A whole text, which is nearly all that a client ever sends, is read here. Everything else (pings, fragments, the end of
a conversation, frames that break the protocol) is for the library: it is asked when such a frame comes, and let go.
"""

import asyncio
from typing import Any, Protocol

from websockets.frames import Frame, Opcode
from websockets.protocol import SEND_EOF, Side, State
from websockets.protocol import Protocol as Conversation

LARGEST_FRAME = 16 * 1024  # that a client may send
MOST_WAITING_BYTES = 1 << 19  # that a slow client may be behind before it has to come again
MOST_UNREAD_BYTES = 1 << 16  # that wait here while the client is not listened to; more wait at its end
KEEPALIVE_SECONDS = 20  # between two pings; who has been silent from one to the next is gone
CLOSING_SECONDS = 10.0  # for the client's answer to our close
LAST_SECONDS = 1.0  # for the last bytes to a client that is not waited for
MOST_SPECIAL = 1000  # frames between two pings that are no whole texts

WHOLE_TEXT, MASKED = 0x81, 0x80
TWO_BYTES = 126  # a size that says that the size follows, in two bytes; one more: in eight
MASK_SIZE = 4
BEYOND = 1 << 64  # where a frame lies of which nothing is known
PING = b"\x89\x00"
PROTOCOL_BROKEN, POLICY_VIOLATION, FAILED, GOING_AWAY = 1002, 1008, 1011, 1012
DATA = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)


class Listener(Protocol):
    """Whoever is at our end of a line."""

    def hear(self, text: bytes) -> None:
        """A message has come."""

    def gone(self) -> None:
        """The line is closed."""


class Line(asyncio.Protocol):
    """A conversation with one client: whole messages in, frames that are already made out."""

    __slots__ = (
        "_closing", "_held", "_listener", "_lists", "_parts", "_patience", "_paused", "_silent", "_special",
        "_specials", "_transport", "_unread",
    )  # fmt: skip

    def __init__(self, transport: asyncio.Transport, listener: Listener, *lists: set[Any]) -> None:
        """Take over an open transport; the line stands on the lists while it is open."""
        self._transport, self._listener, self._lists = transport, listener, lists
        self._unread = b""
        self._held = self._paused = self._silent = self._closing = False
        self._special: Conversation | None = None  # while frames come that are no whole text
        self._specials = 0  # such frames since the last ping
        self._patience: asyncio.TimerHandle | None = None  # with a client that is told to go
        self._parts: list[bytes] = []  # of a message in fragments
        for lines in lists:
            lines.add(self)
        transport.set_protocol(self)

    # --- what the client says

    def data_received(self, data: bytes) -> None:
        """Read what is whole; while the line is held it waits, here or at the client."""
        self._silent = False
        self._unread = self._unread + data if self._unread else data
        if not self._held:
            self._read()
        elif len(self._unread) > MOST_UNREAD_BYTES and not self._paused:
            self._paused = True
            self._transport.pause_reading()

    def hold(self) -> None:
        """Listen no more for a while."""
        self._held = True

    def go_on(self) -> None:
        """Listen again."""
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
            if end - start > LARGEST_FRAME:
                end = start = len(data)  # the library closes the line for the size alone
            if end > len(data):
                break
            if data[place] == WHOLE_TEXT and data[place + 1] & MASKED and start < end and self._special is None:
                self._listener.hear(unmasked(data[start - MASK_SIZE : start], data[start:end]))
            else:
                self._take_special(data[place:end])
            place = end
        self._unread = data[place:]

    def _take_special(self, frame: bytes) -> None:
        self._specials += 1
        if self._specials > MOST_SPECIAL:
            self.end(POLICY_VIOLATION)
            return
        special = self._conversation()
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
                self._listener.hear(text)

    # --- what it is told

    def write(self, made: bytes) -> bool:
        """Write a frame behind those that wait; False if the client is gone, or so far behind that it is let go."""
        if not self.is_open or self._is_behind():
            return False
        self._transport.write(made)
        return True

    def _is_behind(self) -> bool:
        """Whether too much waits for the client; then it is let go."""
        if self._transport.get_write_buffer_size() <= MOST_WAITING_BYTES:
            return False
        self._transport.abort()
        return True

    def keep_alive(self) -> None:
        """Ask for a sign of life; who has not given one since the last time, though we listened, is gone."""
        if not self.is_open:
            self._transport.abort()
        elif self._silent and not self._paused:
            self.end(FAILED)
        self._silent, self._specials = True, 0
        self.write(PING)

    # --- the end

    @property
    def is_open(self) -> bool:
        """Whether the client can still be told something."""
        return not self._closing and not self._transport.is_closing()

    def close(self, code: int) -> None:
        """Say why, and wait a moment for the client to agree."""
        if self.is_open:
            special = self._conversation()
            special.send_close(code)
            self._flush(special)
            loop = asyncio.get_running_loop()
            loop.call_soon(self.go_on)  # the client's answer may wait behind what was not listened to
            self._wait(CLOSING_SECONDS)

    def end(self, code: int) -> None:
        """Say why, and wait for no answer."""
        self.close(code)
        self._transport.close()
        self._wait(LAST_SECONDS)  # a client that does not read would never take the last bytes

    def _wait(self, seconds: float) -> None:
        if self._patience is not None:
            self._patience.cancel()
        self._patience = asyncio.get_running_loop().call_later(seconds, self._transport.abort)

    def shutdown(self) -> None:
        """The server stops."""
        self.end(GOING_AWAY)

    def connection_lost(self, error: Exception | None) -> None:
        """The client is gone."""
        self._closing = True
        if self._patience is not None:
            self._patience.cancel()
        for lines in self._lists:
            lines.discard(self)
        self._listener.gone()

    def _conversation(self) -> Conversation:
        """What the library says to frames that are no whole text."""
        if self._special is None:
            self._special = Conversation(Side.SERVER, max_size=LARGEST_FRAME)
        return self._special

    def _flush(self, special: Conversation) -> None:
        """Write what the library wants to say; after its last word the transport is closed."""
        said = special.data_to_send()
        if said and not self._is_behind():
            self._transport.write(b"".join(said))
        self._closing = special.state is not State.OPEN
        if SEND_EOF in said:
            self._transport.close()


class Lines:
    """All open lines, in groups: each second another group is asked for a sign of life."""

    def __init__(self) -> None:
        """None yet."""
        self._groups: list[set[Line]] = [set() for _ in range(KEEPALIVE_SECONDS)]
        self._second = 0

    @property
    def group(self) -> set[Line]:
        """For a new line: those that were asked last."""
        return self._groups[self._second]

    def beat(self) -> None:
        """A second has passed."""
        self._second = (self._second + 1) % KEEPALIVE_SECONDS
        for line in list(self.group):
            line.keep_alive()


def bounds(data: bytes, place: int) -> tuple[int, int]:
    """Where the content of a frame begins and ends: beyond everything, if not even its head is there."""
    if len(data) < place + 2:
        return BEYOND, BEYOND
    size, start = data[place + 1] & ~MASKED, place + 2
    if size >= TWO_BYTES:
        start += 2 if size == TWO_BYTES else 8
        if len(data) < start:
            return BEYOND, BEYOND
        size = int.from_bytes(data[place + 2 : start], "big")
    if data[place + 1] & MASKED:
        start += MASK_SIZE
    return start, start + size


def unmasked(mask: bytes, text: bytes) -> bytes:
    """A client's text without its mask."""
    size = len(text)
    repeated = (mask * (size // MASK_SIZE + 1))[:size]
    return (int.from_bytes(text, "big") ^ int.from_bytes(repeated, "big")).to_bytes(size, "big")
