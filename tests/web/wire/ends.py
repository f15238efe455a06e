"""Both ends of a connection for tests: a listener that records everything, and a client from the websockets library."""

import asyncio
from contextlib import suppress
from typing import Any

from websockets.frames import Frame
from websockets.protocol import Protocol


class NotingListener:
    """A listener that records every message, and the end of the connection."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.spoken, self.left = asyncio.Event(), asyncio.Event()

    def receive(self, text: bytes) -> None:
        self.heard.append(text)
        self.spoken.set()

    def closed(self) -> None:
        self.left.set()

    async def until(self, number: int) -> list[bytes]:
        """Wait until this many messages have arrived; return all messages."""
        while len(self.heard) < number:
            self.spoken.clear()
            await self.spoken.wait()
        return self.heard


class Client:
    """The client's end of a connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, protocol: Protocol) -> None:
        self.reader, self.writer, self.protocol = reader, writer, protocol

    def flush(self) -> None:
        """Send all data that the protocol object has prepared."""
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
        """Return the code with which the server closes the connection."""
        # The server may close the connection without waiting for the client's answer.
        with suppress(BrokenPipeError, ConnectionResetError):
            self.flush()
            while data := await self.reader.read(1 << 16):
                self.protocol.receive_data(data)
                self.flush()
        return self.protocol.close_rcvd.code if self.protocol.close_rcvd else None
