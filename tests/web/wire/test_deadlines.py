"""A client that keeps the server waiting too long is disconnected, and new clients can always connect."""

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from parlour.web.wire import _timed_requests as timed_requests
from parlour.web.wire import deadlines
from parlour.web.wire.deadlines import Places, in_reserve
from parlour.web.wire.protocols import http_protocol
from tests.samples import some_game
from tests.web.servers import Client, Server
from tests.web.wire.test_connection import StartedServer

HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n"
Connect = Callable[[], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]


async def hello(scope: Any, receive: Any, send: Any) -> None:
    """An ASGI application that reads a body and answers; the answer for /large exceeds the socket's buffer."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body, more = body + message.get("body", b""), message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": bytes(1 << 25) if scope["path"] == "/large" else b"hello"})


def at_a_server(places: Places, work: Callable[[Connect], Awaitable[None]]) -> None:
    """Run a test with clients of a server that has only these places for requests."""
    http: Any = http_protocol(places)

    async def run() -> None:
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            port = listening.getsockname()[1]
            server = StartedServer(
                uvicorn.Config(hello, http=http, lifespan="off", log_config=None, timeout_graceful_shutdown=1)
            )  # fmt: skip
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            await server.running.wait()
            writers: list[asyncio.StreamWriter] = []

            async def connected() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writers.append(writer)
                return reader, writer

            try:
                await asyncio.wait_for(work(connected), 60)
            finally:
                for writer in writers:
                    writer.close()
                server.should_exit = True
                await serving

    asyncio.run(run())


async def answered(connect: Connect) -> bytes:
    """Send a request from a new client; return the answer."""
    reader, writer = await connect()
    writer.write(HEAD + b"Connection: close\r\n\r\n")
    return await reader.read()


async def ended(reader: asyncio.StreamReader) -> bytes:
    """Return everything that arrives until the server closes the connection."""
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


@pytest.mark.parametrize(
    ("stage", "sent"),
    [("head", b""), ("head", b"G"), ("head", HEAD), ("body", POST), ("body", POST + b"abc")],
    ids=["nothing", "a letter", "half a head", "no body", "half a body"],
)
def test_a_connection_whose_request_does_not_arrive_in_time_is_closed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, stage: deadlines.Stage, sent: bytes
) -> None:
    monkeypatch.setattr(deadlines, "SWEEP_SECONDS", 0.01)
    monkeypatch.setitem(deadlines.SECONDS, stage, 0.05)

    async def work(connect: Connect) -> None:
        reader, writer = await connect()
        writer.write(sent)
        assert await ended(reader) == b""

    with caplog.at_level(logging.WARNING):
        at_a_server(Places(100), work)
    assert caplog.text == ""


def test_sending_a_request_byte_by_byte_does_not_extend_its_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "SWEEP_SECONDS", 0.01)
    monkeypatch.setitem(deadlines.SECONDS, "head", 0.2)

    async def work(connect: Connect) -> None:
        reader, writer = await connect()
        closing = asyncio.ensure_future(ended(reader))
        while not closing.done():
            writer.write(b"G")
            await asyncio.wait([closing], timeout=0.02)

    at_a_server(Places(100), work)


def test_a_request_whose_first_byte_arrived_together_with_the_previous_request_has_a_deadline_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deadlines, "SWEEP_SECONDS", 0.01)

    async def work(connect: Connect) -> None:
        reader, writer = await connect()
        writer.write(HEAD + b"\r\nG")  # The byte after the request stops uvicorn's own timer.
        assert b"200 OK" in await reader.readuntil(b"hello\r\n0\r\n\r\n")
        monkeypatch.setitem(deadlines.SECONDS, "head", 0.05)
        assert await ended(reader) == b""

    at_a_server(Places(100), work)


def test_if_a_client_does_not_read_an_answer_in_time_the_answer_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "SWEEP_SECONDS", 0.01)
    monkeypatch.setitem(deadlines.SECONDS, "answer", 0.05)
    places = Places(100)

    async def work(connect: Connect) -> None:
        _, writer = await connect()
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(HEAD.replace(b"/", b"/large", 1) + b"\r\n")
        while not places.requests:
            await asyncio.sleep(0)
        while places.requests:
            await asyncio.sleep(0.01)

    at_a_server(places, work)


def test_when_all_places_for_requests_are_taken_the_slowest_client_is_disconnected() -> None:
    async def work(connect: Connect) -> None:
        slow = []
        for _ in range(30):
            reader, writer = await connect()
            writer.write(HEAD)
            slow.append(reader)
            assert b"hello" in await answered(connect)
        assert await ended(slow[0]) == b"", "the client that has waited longest must be disconnected"
        assert not slow[-1].at_eof(), "the newest slow client must stay connected"

    at_a_server(Places(10, proxies=["127.0.0.1"]), work)


def test_one_address_may_use_at_most_half_of_the_places_for_requests() -> None:
    places = Places(10)

    async def work(connect: Connect) -> None:
        for _ in range(30):
            _, writer = await connect()
            writer.write(HEAD)
        assert b"hello" in await answered(connect)
        while len(places.requests) > places.most // 2:
            await asyncio.sleep(0.01)

    at_a_server(places, work)


@pytest.mark.parametrize("proxy", ["127.0.0.1", "127.0.0.0/8"])
def test_a_declared_proxy_may_use_all_places_for_requests(monkeypatch: pytest.MonkeyPatch, proxy: str) -> None:
    monkeypatch.setattr(timed_requests.TimedRequests, "is_kept_waiting", False)

    async def work(connect: Connect) -> None:
        for _ in range(8):
            _, writer = await connect()
            writer.write(b"G")
        assert b"hello" in await answered(connect)

    at_a_server(Places(10, proxies=[proxy]), work)


def test_a_new_client_gets_the_answer_that_the_server_is_unavailable_if_no_place_can_be_freed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(timed_requests.TimedRequests, "is_kept_waiting", False)

    async def work(connect: Connect) -> None:
        kept = [await connect() for _ in range(2)]
        assert kept
        for _, writer in kept:
            writer.write(b"G")
        answer = await answered(connect)
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b'"refused":"unavailable"' in answer

    at_a_server(Places(2, proxies=["127.0.0.1"]), work)


def test_the_server_keeps_some_file_descriptors_in_reserve() -> None:
    assert [in_reserve(limit) for limit in (256, 1024, 1 << 16)] == [64, 256, 256]


@pytest.mark.every(3)
@pytest.mark.processes
def test_new_clients_can_connect_and_play_while_unfinished_requests_use_up_file_descriptors(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 't.sqlite'}", descriptors=256)
    try:
        table = server.open_table(some_game(2), players=2)
        with ExitStack() as stack, Client(server, table["table"], table["token"]) as ann:
            ann.until("welcome")
            for _ in range(300):
                slow = stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                slow.sendall(HEAD)
            with httpx.Client(base_url=server.url, timeout=60) as newcomer:
                assert newcomer.get("/api/status").status_code == 200
            assert server.open_table(some_game(2), name="Ben", players=2)["token"]
            ann.say(type="ping")
            ann.until("pong")
        server.stop()
        assert "Traceback" not in server.logged()
        assert "Too many open files" not in server.logged()
    finally:
        server.close()
