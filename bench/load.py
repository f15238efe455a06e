"""Put a load on the server: thousands of light WebSocket clients in one process."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

decode = msgspec.json.decode
encode = msgspec.json.encode


class LightSocket(asyncio.Protocol):
    """The parts of a WebSocket client that a benchmark needs: text frames and pings, but no fragments."""

    def __init__(self, path: str, host: str, heard: Callable[[bytes], None]) -> None:
        self._heard, self._buffer, self._open = heard, bytearray(), False
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("the server has closed the socket"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(head.decode(errors="replace")))
                return
            self._open, self._buffer = True, bytearray(rest)
            self.opened.set_result(None)
        self._frames()

    def _frames(self) -> None:
        buffer, place = self._buffer, 0
        while len(buffer) - place >= 2:
            size, start = buffer[place + 1] & 127, place + 2
            if size == 126:
                size, start = int.from_bytes(buffer[start : start + 2], "big"), start + 2
            elif size == 127:
                size, start = int.from_bytes(buffer[start : start + 8], "big"), start + 8
            if len(buffer) < start + size:
                break
            kind, place = buffer[place] & 15, start + size
            if kind == 1:
                self._heard(bytes(buffer[start:place]))
            elif kind == 9:
                self._send(0x8A, bytes(buffer[start:place]))
        del buffer[:place]

    def say(self, message: dict[str, Any]) -> None:
        self._send(0x81, encode(message))

    def _send(self, kind: int, data: bytes) -> None:
        mask = b"\0\0\0\0"  # WebSocket allows a mask of zeros, which saves the client work
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        self.transport.write(bytes([kind]) + size + mask + data)


async def open_socket(host: str, port: int, table: str, token: str, heard: Callable[[bytes], None]) -> LightSocket:
    loop = asyncio.get_running_loop()
    path = f"/api/tables/{table}/socket"
    _, socket = await loop.create_connection(lambda: LightSocket(path, f"{host}:{port}", heard), host, port)
    await socket.opened
    socket.say({"type": "hello", "token": token})
    return socket


def cpu_seconds(process: int) -> float:
    """Find the CPU time that a process has used so far, both in its own code and in system calls."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_bytes(process: int) -> int:
    """Find how much memory a process uses now."""
    return int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def figures_of_delays(delays: list[float], seconds: float, server: float, client: float) -> dict[str, float]:
    """Compute the figures of a load test from delays in seconds, and from the server's and clients' CPU time."""
    if not delays:
        raise RuntimeError(f"no move was made within {seconds:g} s")
    ordered = sorted(delays)
    return {
        "moves": len(ordered),
        "moves a second": len(ordered) / seconds,
        "p50 ms": 1000 * ordered[len(ordered) // 2],
        "p99 ms": 1000 * ordered[int(len(ordered) * 0.99)],
        "worst ms": 1000 * ordered[-1],
        "server CPU a move ms": 1000 * server / len(ordered),
        "server cores": server / seconds,
        "client cores": client / seconds,
    }
