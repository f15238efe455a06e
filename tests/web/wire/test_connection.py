"""Lean and plain connections pass the same tests, at both ends of real connections served by uvicorn."""

import asyncio
import socket
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Literal

import pytest
import uvicorn
from websockets.client import ClientProtocol
from websockets.frames import Opcode
from websockets.uri import parse_uri

from parlour.errors import ParlourError
from parlour.web.wire._handshake import Handshake
from parlour.web.wire._lean import LeanConnection
from parlour.web.wire._plain import PlainConnection
from parlour.web.wire.acceptance import accept
from parlour.web.wire.connection import (
    FAILED,
    GOING_AWAY,
    LARGEST_MESSAGE,
    MOST_WAITING_BYTES,
    POLICY_VIOLATION,
    PROTOCOL_BROKEN,
    TOO_LARGE,
    Connection,
    Connections,
)
from parlour.web.wire.frames import frame
from parlour.web.wire.protocols import VARIABLE, websocket_protocol
from tests.web.wire.ends import Client, NotingListener

Kind = Literal["lean", "plain"]
both_kinds = pytest.mark.parametrize("kind", ["lean", "plain"])


class StartedServer(uvicorn.Server):
    """A uvicorn server whose start can be awaited."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.running = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.running.set()


@dataclass
class Ends:
    """Both ends of a connection, and the server."""

    connection: Connection
    listener: NotingListener
    client: Client
    server: StartedServer
    connections: Connections


Work = Callable[[Ends], Coroutine[Any, Any, None]]


def at_a_connection(kind: Kind, work: Work) -> None:
    """Run a test on a connection that is accepted in the same way as in Parlour's server."""
    asyncio.run(_at_a_connection(Handshake if kind == "lean" else "auto", work))


async def _at_a_connection(ws: Any, work: Work) -> None:
    listener, connections = NotingListener(), Connections()
    met: asyncio.Future[Connection] = asyncio.get_running_loop().create_future()

    def meet(connection: Connection) -> NotingListener:
        met.set_result(connection)
        return listener

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await accept(scope, receive, send, connections, meet)

    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        server = StartedServer(
            uvicorn.Config(
                app, ws=ws, ws_max_size=LARGEST_MESSAGE, ws_per_message_deflate=False, lifespan="off",
                log_config=None, timeout_graceful_shutdown=1,
            )
        )  # fmt: skip
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        await server.running.wait()
        client = await connected(port)
        try:
            ends = Ends(await met, listener, client, server, connections)
            await asyncio.wait_for(work(ends), 30)
        finally:
            client.writer.close()
            server.should_exit = True
            await serving
        await asyncio.wait_for(listener.left.wait(), 10)
        assert not ends.connection.is_open
        assert not ends.connection.send(frame(b"too late"))


async def connected(port: int) -> Client:
    """Connect a client; return it after its handshake."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    protocol = ClientProtocol(parse_uri(f"ws://127.0.0.1:{port}/"))
    protocol.send_request(protocol.connect())
    client = Client(reader, writer, protocol)
    client.flush()
    await client.frames(1)  # The server's response to the handshake.
    assert protocol.handshake_exc is None
    return client


# --- the choice


@both_kinds
def test_a_client_gets_a_lean_or_plain_connection_depending_on_the_servers_settings(kind: Kind) -> None:
    async def work(ends: Ends) -> None:
        assert isinstance(ends.connection, LeanConnection if kind == "lean" else PlainConnection)
        assert (ends.connection in ends.connections.group) == (kind == "lean")

    at_a_connection(kind, work)


def test_an_environment_variable_chooses_the_kind_of_connection_and_unknown_kinds_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(VARIABLE, "plain")
    assert websocket_protocol() == "auto"
    monkeypatch.setenv(VARIABLE, "fast")
    with pytest.raises(ParlourError, match="PARLOUR_CONNECTIONS is 'fast'; expected lean or plain"):
        websocket_protocol()


# --- messages


@both_kinds
def test_whole_and_fragmented_messages_are_received_in_order(kind: Kind) -> None:
    async def work(ends: Ends) -> None:
        client = ends.client
        client.say(b"one")
        client.protocol.send_text(b"t", fin=False)
        client.protocol.send_ping(b"between")
        client.protocol.send_continuation(b"wo", fin=True)
        client.flush()
        client.protocol.send_binary(b"three")
        client.flush()
        assert await ends.listener.until(3) == [b"one", b"two", b"three"]
        (answer,) = await client.frames(1)
        assert (answer.opcode, bytes(answer.data)) == (Opcode.PONG, b"between")

    at_a_connection(kind, work)


@both_kinds
def test_frames_that_are_sent_together_arrive_as_separate_messages(kind: Kind) -> None:
    async def work(ends: Ends) -> None:
        sent = [b"one", b"x" * 70_000, b"", "drei ♥".encode()]
        assert ends.connection.send(b"".join(map(frame, sent)))
        found = await ends.client.frames(len(sent))
        assert [bytes(one.data) for one in found] == sent
        assert {one.opcode for one in found} == {Opcode.TEXT}

    at_a_connection(kind, work)


@both_kinds
def test_a_paused_connection_delivers_no_message_and_loses_none(kind: Kind) -> None:
    async def work(ends: Ends) -> None:
        texts = [b"%d" % number * 1000 for number in range(200)]
        ends.connection.pause()
        for text in texts:
            ends.client.say(text)
        ends.connection.send(frame(b"are you there"))
        await ends.client.frames(1)
        assert ends.listener.heard == []
        ends.connection.resume()
        assert await ends.listener.until(len(texts)) == texts

    at_a_connection(kind, work)


@both_kinds
def test_a_listener_that_pauses_gets_one_message_at_a_time(kind: Kind) -> None:
    async def work(ends: Ends) -> None:
        received, connection = ends.listener.receive, ends.connection

        def receive(text: bytes) -> None:
            received(text)
            connection.pause()

        ends.listener.receive = receive  # type: ignore[method-assign]
        for text in (b"one", b"two"):
            ends.client.protocol.send_text(text)
        ends.client.flush()
        assert await ends.listener.until(1) == [b"one"]
        connection.resume()
        assert await ends.listener.until(2) == [b"one", b"two"]
        connection.resume()

    at_a_connection(kind, work)


# --- the end


@both_kinds
def test_a_client_that_closes_its_connection_gets_a_reply_and_is_removed(kind: Kind) -> None:
    async def work(ends: Ends) -> None:
        ends.client.protocol.send_close(1001)
        ends.client.flush()
        assert await ends.client.closed_with() == 1001
        await ends.listener.left.wait()

    at_a_connection(kind, work)


@both_kinds
def test_when_the_server_closes_a_connection_the_client_gets_all_messages_and_the_closing_code_but_is_no_longer_heard(
    kind: Kind,
) -> None:
    async def work(ends: Ends) -> None:
        ends.connection.send(frame(b"goodbye"))
        ends.connection.close(POLICY_VIOLATION)
        assert not ends.connection.send(frame(b"no more"))
        ends.client.say(b"but I")
        assert (await ends.client.frames(1))[0].data == b"goodbye"
        assert await ends.client.closed_with() == POLICY_VIOLATION
        assert ends.listener.heard == []

    at_a_connection(kind, work)


@both_kinds
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x81\xff" + (LARGEST_MESSAGE + 1).to_bytes(8, "big") + b"mask", TOO_LARGE),
        (b"\x81\x02hi", PROTOCOL_BROKEN),  # The frame isn't masked.
        (b"\x83\x80mask", PROTOCOL_BROKEN),  # The frame's opcode doesn't exist.
        (b"\x80\x80mask", PROTOCOL_BROKEN),  # The frame continues a message that has not begun.
    ],
)
def test_a_frame_that_violates_the_protocol_closes_the_connection_with_the_right_code(
    kind: Kind, data: bytes, code: int
) -> None:
    async def work(ends: Ends) -> None:
        ends.client.writer.write(data)
        assert await ends.client.closed_with() == code
        assert ends.listener.heard == []

    at_a_connection(kind, work)


@both_kinds
def test_a_client_that_does_not_read_is_disconnected_before_messages_to_it_fill_the_memory(kind: Kind) -> None:
    async def work(ends: Ends) -> None:
        ends.client.writer.transport.pause_reading()  # type: ignore[attr-defined]
        sent, message = 0, frame(bytes(50_000))
        while ends.connection.send(message):
            sent += len(message)
            await asyncio.sleep(0)
        assert sent > MOST_WAITING_BYTES
        await ends.listener.left.wait()

    at_a_connection(kind, work)


@both_kinds
def test_the_server_can_close_the_connection_of_a_client_that_does_not_read(
    kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"parlour.web.wire._{kind}.CLOSING_SECONDS", 0.05)

    async def work(ends: Ends) -> None:
        ends.client.writer.transport.pause_reading()  # type: ignore[attr-defined]
        for _ in range(8):
            ends.connection.send(frame(bytes(50_000)))
            await asyncio.sleep(0)
        ends.connection.close(FAILED)
        await ends.listener.left.wait()

    at_a_connection(kind, work)


@both_kinds
def test_when_a_server_stops_it_closes_its_connections_with_the_code_for_going_away(kind: Kind) -> None:
    async def work(ends: Ends) -> None:
        ends.server.should_exit = True
        assert await ends.client.closed_with() == GOING_AWAY

    at_a_connection(kind, work)
