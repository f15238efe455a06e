"""A connection made of ASGI messages alone: it works with any ASGI server and any version of its libraries.

A plain connection needs two tasks and a queue. The ASGI server handles pings, fragments and broken frames.
"""

import asyncio
from collections import deque

from parlour.web.wire.asgi import Receive, Send
from parlour.web.wire.connection import CLOSING_SECONDS, LARGEST_MESSAGE, MOST_WAITING_BYTES, TOO_LARGE, Listener
from parlour.web.wire.frames import texts


class PlainConnection:
    """A WebSocket of an ASGI server."""

    def __init__(self, receive: Receive, send: Send) -> None:
        """Use the ASGI functions of an accepted WebSocket."""
        self._receive, self._send = receive, send
        self._listener: Listener | None = None
        self._waiting: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._code: int | None = None  # the closing code, once the connection is being closed
        self._gone = False
        self._wanted, self._resumed, self._dropped = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._resumed.set()

    @property
    def is_open(self) -> bool:
        """Whether frames can still be sent."""
        return self._code is None and not self._gone

    def start(self, listener: Listener) -> None:
        """Start delivering messages to the listener."""
        self._listener = listener

    def send(self, frames: bytes) -> bool:
        """Queue frames; return False if the client is gone or cut off."""
        if not self.is_open:
            return False
        if self._waiting_bytes > MOST_WAITING_BYTES:
            self._gone = True
            self._dropped.set()
            return False
        for text in texts(frames):
            self._waiting.append(text)
            self._waiting_bytes += len(text)
        self._wanted.set()
        return True

    def pause(self) -> None:
        """Stop delivering messages until `resume` is called; no message is lost."""
        self._resumed.clear()

    def resume(self) -> None:
        """Deliver waiting and new messages again."""
        self._resumed.set()

    def close(self, code: int) -> None:
        """Stop delivering messages, send what is queued, and close with this code."""
        if self.is_open:
            self._code = code
            self._wanted.set()
            # The client may have stopped reading, so don't wait forever.
            asyncio.get_running_loop().call_later(CLOSING_SECONDS, self._dropped.set)

    def keep_alive(self) -> None:
        """Do nothing, because the ASGI server sends pings itself."""

    async def run(self) -> None:
        """Serve the client until one end closes the connection, or the client is cut off."""
        tasks = [asyncio.create_task(work()) for work in (self._receive_all, self._send_all, self._until_dropped)]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            self._gone = True
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self._listener is not None:
                self._listener.closed()

    async def _until_dropped(self) -> None:
        await self._dropped.wait()

    async def _receive_all(self) -> None:
        """Deliver messages one by one until the client leaves."""
        while (message := await self._receive())["type"] == "websocket.receive":
            text = message.get("text")
            data = text.encode() if text is not None else message.get("bytes") or b""
            if len(data) > LARGEST_MESSAGE:
                self.close(TOO_LARGE)
            await self._resumed.wait()
            if self.is_open and self._listener is not None:
                self._listener.receive(data)

    async def _send_all(self) -> None:
        """Send queued messages until the connection ends; then send the closing code."""
        try:
            while True:
                await self._wanted.wait()
                self._wanted.clear()
                while self._waiting:
                    text = self._waiting.popleft()
                    await self._send({"type": "websocket.send", "text": text.decode()})
                    self._waiting_bytes -= len(text)
                if self._code is not None:
                    await self._send({"type": "websocket.close", "code": self._code})
                    return
        except OSError:
            return  # an ASGI server raises this error when the client is gone
