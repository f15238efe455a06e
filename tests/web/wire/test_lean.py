"""Lean connections handle frames; test_connection.py tests what lean and plain connections have in common."""

import asyncio
import socket
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
import uvloop
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol, Side, State

from parlour.web.wire._lean import MOST_SPECIAL, MOST_UNREAD_BYTES, LeanConnection
from parlour.web.wire.connection import (
    FAILED,
    GOING_AWAY,
    KEEPALIVE_SECONDS,
    LARGEST_MESSAGE,
    MOST_WAITING_BYTES,
    POLICY_VIOLATION,
    PROTOCOL_BROKEN,
    TOO_LARGE,
    Connections,
)
from tests.pages import page
from tests.web.wire.ends import Client, NotingListener


def started(transport: asyncio.Transport, listener: NotingListener, *lists: set[Any]) -> LeanConnection:
    """Start a lean connection that delivers messages to the listener."""
    connection = LeanConnection(transport, *lists)
    connection.start(listener)
    return connection


def at_a_connection(work: Callable[[LeanConnection, NotingListener, Client], Coroutine[Any, Any, None]]) -> None:
    """Run a test with both ends of a real connection, once with asyncio's event loop and once with uvloop's."""
    for loop in (asyncio.new_event_loop, uvloop.new_event_loop):
        with asyncio.Runner(loop_factory=loop) as runner:
            runner.run(_at_a_connection(work))


async def _at_a_connection(work: Callable[[LeanConnection, NotingListener, Client], Coroutine[Any, Any, None]]) -> None:
    ours, theirs = socket.socketpair()
    transport, _ = await asyncio.get_running_loop().create_connection(asyncio.Protocol, sock=ours)
    listener, listed = NotingListener(), set[Any]()
    connection = started(transport, listener, listed)
    assert listed == {connection}
    client = Client(*await asyncio.open_connection(sock=theirs), Protocol(Side.CLIENT))
    await asyncio.wait_for(work(connection, listener, client), 30)
    client.writer.close()
    await listener.left.wait()
    assert not listed, "a closed connection must be removed from the sets it was in"


class Recording(asyncio.Transport):
    """A transport that discards all data."""

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.closing = False

    def is_closing(self) -> bool:
        return self.closing

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert data, "the connection must not write empty data"

    def get_write_buffer_size(self) -> int:
        return 0

    def abort(self) -> None:
        self.closing = True

    def close(self) -> None:
        self.closing = True


MESSAGE = st.tuples(st.binary(max_size=300), st.lists(st.integers(0, 300), max_size=3))


def written(messages: list[tuple[bytes, list[int]]]) -> bytes:
    """Encode messages as frames; a message with cuts is sent in several fragments with pings in between."""
    writing = Protocol(Side.CLIENT)
    for text, cuts in messages:
        places = sorted({min(cut, len(text)) for cut in cuts})
        writing.send_text(text[: places[0]] if places else text, fin=not places)
        for start, end in zip(places, [*places[1:], None], strict=False):
            writing.send_ping(b"between")
            writing.send_continuation(text[start:end], fin=end is None)
    return b"".join(writing.data_to_send())


@given(st.lists(MESSAGE, min_size=1, max_size=6), st.integers(1, 400))
def test_every_message_is_received_once_and_in_order_even_if_its_bytes_arrive_in_pieces(
    messages: list[tuple[bytes, list[int]]], chunk: int
) -> None:
    listener = NotingListener()
    connection, data = started(Recording(), listener), written(messages)
    for place in range(0, len(data), chunk):
        connection.data_received(data[place : place + chunk])
    assert listener.heard == [text for text, _ in messages]
    assert connection.is_open


FRAME = st.builds(
    lambda head, mask, text: bytes([head, 0x80 | len(text)]) + mask + text,
    st.sampled_from([0x81, 0x01, 0x80, 0x00, 0x82, 0x89, 0x8A, 0x88, 0xC1, 0x83]),
    st.binary(min_size=4, max_size=4),
    st.binary(max_size=125),
)


def read_by_the_library(data: bytes) -> tuple[list[bytes], bool]:
    """Return the messages that the websockets library reads from some bytes, and whether its connection stays open."""
    protocol, heard, parts = Protocol(Side.SERVER, max_size=LARGEST_MESSAGE), [], []
    protocol.receive_data(data)
    for event in protocol.events_received():
        assert isinstance(event, Frame)
        if event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            parts.append(bytes(event.data))
            if event.fin:
                heard.append(b"".join(parts))
                parts = []
    return heard, protocol.state is State.OPEN


@settings(max_examples=200)
@given(st.lists(FRAME | st.binary(max_size=20), max_size=8).map(b"".join), st.integers(1, 400))
def test_a_lean_connection_reads_the_same_messages_from_any_bytes_as_the_websockets_library_does(
    data: bytes, chunk: int
) -> None:
    listener = NotingListener()
    connection = started(Recording(), listener)
    for place in range(0, len(data), chunk):
        connection.data_received(data[place : place + chunk])
    heard, is_open = read_by_the_library(data)
    assert listener.heard == heard
    assert connection.is_open == is_open or connection._unread, (
        "unlike the library, a lean connection checks only complete frames"
    )


def test_when_the_server_closes_a_connection_the_client_gets_the_closing_code_and_is_no_longer_heard() -> None:
    async def work(connection: LeanConnection, listener: NotingListener, client: Client) -> None:
        connection.pause()
        client.say(b"said before")
        connection.close(POLICY_VIOLATION)
        assert not connection.send(b"no more")
        assert await client.closed_with() == POLICY_VIOLATION
        assert listener.heard == []

    at_a_connection(work)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x81\xff" + (LARGEST_MESSAGE + 1).to_bytes(8, "big") + b"mask", TOO_LARGE),
        (b"\x81\xfe" + (LARGEST_MESSAGE + 1).to_bytes(2, "big") + b"mask" + b"x" * 100, TOO_LARGE),
        (b"\x81\x02hi", PROTOCOL_BROKEN),  # The frame isn't masked.
        (b"\x83\x80mask", PROTOCOL_BROKEN),  # The frame's opcode doesn't exist.
        (b"\xc1\x80mask", PROTOCOL_BROKEN),  # The frame uses an extension that was not agreed upon.
        (b"\x80\x80mask", PROTOCOL_BROKEN),  # The frame continues a message that has not begun.
        (b"\x01\x80mask\x81\x80mask", PROTOCOL_BROKEN),  # A message begins before the previous message ends.
    ],
)
def test_a_frame_that_violates_the_protocol_closes_a_lean_connection_with_the_right_code(
    data: bytes, code: int
) -> None:
    async def work(connection: LeanConnection, listener: NotingListener, client: Client) -> None:
        client.writer.write(data)
        assert await client.closed_with() == code
        assert listener.heard == []

    at_a_connection(work)


def test_a_paused_lean_connection_delivers_no_message_and_loses_none() -> None:
    async def work(connection: LeanConnection, listener: NotingListener, client: Client) -> None:
        texts = [b"%d" % n * 1000 for n in range(200)]
        connection.pause()
        for text in texts:
            client.say(text)
        while not connection._paused:  # When the connection's buffer is full, further data waits at the client.
            await asyncio.sleep(0)
        assert listener.heard == []
        assert len(connection._unread) > MOST_UNREAD_BYTES
        connection.resume()
        assert await listener.until(len(texts)) == texts

    at_a_connection(work)


def test_a_client_that_sends_nothing_between_two_pings_is_disconnected() -> None:
    async def work(connection: LeanConnection, listener: NotingListener, client: Client) -> None:
        connection.keep_alive()
        assert (await client.frames(1))[0].opcode == Opcode.PING
        client.flush()  # Sends the pong.
        client.say(b"here")
        await listener.until(1)
        connection.keep_alive()
        connection.keep_alive()
        assert await client.closed_with() == FAILED

    at_a_connection(work)


def test_every_connection_is_pinged_once_per_keepalive_period() -> None:
    async def work(connection: LeanConnection, listener: NotingListener, client: Client) -> None:
        connections = Connections()
        for _ in range(7):
            connections.beat()
        connections.group.add(connection)
        for _ in range(KEEPALIVE_SECONDS - 1):
            connections.beat()
        assert not connection._silent
        connections.beat()
        assert connection._silent

    at_a_connection(work)


def test_when_a_server_stops_it_closes_its_lean_connections_with_the_code_for_going_away() -> None:
    async def work(connection: LeanConnection, listener: NotingListener, client: Client) -> None:
        connection.shutdown()
        assert await client.closed_with() == GOING_AWAY

    at_a_connection(work)


def closed(connection: LeanConnection) -> None:
    connection.close(POLICY_VIOLATION)


@pytest.mark.parametrize("end", [LeanConnection.shutdown, closed, LeanConnection.keep_alive])
def test_a_lean_connection_can_be_closed_even_if_the_client_does_not_read(
    end: Callable[[LeanConnection], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LAST_SECONDS", "CLOSING_SECONDS"):
        monkeypatch.setattr(f"parlour.web.wire._lean.{name}", 0.05)

    async def work(connection: LeanConnection, listener: NotingListener, client: Client) -> None:
        client.writer.transport.pause_reading()  # type: ignore[attr-defined]
        while not connection._transport.get_write_buffer_size():
            connection.send(bytes(10_000))
        connection.keep_alive()
        end(connection)
        await listener.left.wait()

    at_a_connection(work)


def test_a_client_that_sends_pings_but_reads_nothing_is_disconnected_before_pongs_fill_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("parlour.web.wire._lean.MOST_SPECIAL", 1 << 30)

    async def work(connection: LeanConnection, listener: NotingListener, client: Client) -> None:
        client.writer.transport.pause_reading()  # type: ignore[attr-defined]
        while connection.is_open:
            assert connection._transport.get_write_buffer_size() < MOST_WAITING_BYTES + 200_000
            client.protocol.send_ping(b"x" * 125)
            client.flush()
            await asyncio.sleep(0)
        await listener.left.wait()

    at_a_connection(work)


@pytest.mark.parametrize("kind", [b"\x89", b"\x8a", b"\x00"])
def test_a_client_that_sends_too_many_frames_without_text_is_disconnected(kind: bytes) -> None:
    async def work(connection: LeanConnection, listener: NotingListener, client: Client) -> None:
        client.writer.write((b"\x01\x80mask" if kind == b"\x00" else b"") + (kind + b"\x80mask") * MOST_SPECIAL * 2)
        assert await client.closed_with() == POLICY_VIOLATION
        assert listener.heard == []
        assert len(connection._parts) <= MOST_SPECIAL

    at_a_connection(work)


def test_a_client_whose_connection_is_paused_does_not_count_as_silent() -> None:
    async def work(connection: LeanConnection, listener: NotingListener, client: Client) -> None:
        connection.pause()
        while not connection._paused:
            client.say(b"again and again" * 1000)
            await asyncio.sleep(0)
        connection.keep_alive()
        connection.keep_alive()
        assert connection.is_open
        connection.resume()
        assert not connection._paused

    at_a_connection(work)


def test_the_protocol_page_states_the_limits_for_slow_and_silent_clients() -> None:
    page_text = " ".join(page("docs/protocol.md").split())
    assert f"{MOST_WAITING_BYTES // 1024} kB behind" in page_text
    assert f"Every {KEEPALIVE_SECONDS} seconds" in page_text
    assert f"({FAILED})" in page_text
    assert f"{MOST_SPECIAL} frames" in page_text
