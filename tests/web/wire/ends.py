"""Both ends of a connection for tests: a listener that records everything, a client with the library's protocol."""

import asyncio
from contextlib import suppress
from typing import Any

from websockets.frames import Frame
from websockets.protocol import Protocol


class NotingListener:
    """Records every message, and the end."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.spoken, self.left = asyncio.Event(), asyncio.Event()

    def receive(self, text: bytes) -> None:
        self.heard.append(text)
        self.spoken.set()

    def closed(self) -> None:
        self.left.set()

    async def until(self, number: int) -> list[bytes]:
        """Wait for this many messages; return them all."""
        while len(self.heard) < number:
            self.spoken.clear()
            await self.spoken.wait()
        return self.heard


class Client:
    """The client's end of a connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, protocol: Protocol) -> None:
        self.reader, self.writer, self.protocol = reader, writer, protocol

    def flush(self) -> None:
        """Send what the protocol object has to send."""
        self.writer.write(b"".join(self.protocol.data_to_send()))

    def say(self, text: bytes) -> None:
        self.protocol.send_text(text)
        self.flush()

    async def frames(self, number: int) -> list[Frame]:
        """Return the next frames from the server."""
        found: list[Any] = []
        while len(found) < number:
            data = await self.reader.read(1 << 16)
            assert data, "the connection was closed"
            self.protocol.receive_data(data)
            found += self.protocol.events_received()
        return found

    async def closed_with(self) -> int | None:
        """Return the code with which the server has closed the connection."""
        with suppress(BrokenPipeError, ConnectionResetError):  # the server may not have waited for our answer
            self.flush()
            while data := await self.reader.read(1 << 16):
                self.protocol.receive_data(data)
                self.flush()
        return self.protocol.close_rcvd.code if self.protocol.close_rcvd else None
