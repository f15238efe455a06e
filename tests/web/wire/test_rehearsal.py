"""If a library's internals have changed, the server logs at startup what is missing, and works without it."""

import asyncio
import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import Protocol

from parlour.web.wire import _handshake as handshake
from parlour.web.wire import _rehearsal as rehearsal
from parlour.web.wire import _timed_requests as timed_requests
from parlour.web.wire._handshake import Handshake
from parlour.web.wire.deadlines import Places
from parlour.web.wire.protocols import VARIABLE, http_protocol, websocket_protocol
from tests.samples import some_game, together
from tests.web.servers import ROOT, Client, Server

START = "import sys\nfrom parlour.cli import main\nmain()"
NO_METHOD = "import uvicorn.protocols.websockets.websockets_sansio_impl as changed\n"
NO_METHOD += "del changed.WebSocketsSansIOProtocol.stop_keepalive\n"


class ChangedServer(Server):
    """A server in its own process, in which a library is changed before the server starts."""

    def __init__(self, change: str, database: str) -> None:
        environment = {**os.environ, "PARLOUR_PLAIN": "1", "PYTHONPATH": str(ROOT / "src")}
        self._start([sys.executable, "-c", change + START], environment, database, 0)


@pytest.fixture(autouse=True)
def chosen_here(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Remove the environment variable, so that only the library versions decide which kind of connection is used."""
    monkeypatch.delenv(VARIABLE, raising=False)
    with caplog.at_level(logging.WARNING):
        yield


def test_unchanged_libraries_are_used_without_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    assert websocket_protocol() is Handshake
    assert http_protocol(Places(10)) != "auto"
    assert caplog.text == ""


# --- lean connections


@pytest.mark.parametrize("name", ["stop_keepalive", "on_task_complete", "handle_connect"])
def test_if_uvicorn_lacks_a_method_for_the_handshake_the_server_uses_plain_connections(
    name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delattr(WebSocketsSansIOProtocol, name)
    assert websocket_protocol() == "auto"
    (record,) = caplog.records
    assert "every client takes more memory" in record.getMessage()
    assert f"(no {name})" in record.getMessage()


@pytest.mark.parametrize("name", ["queue", "connections", "transport"])
def test_if_uvicorn_lacks_an_attribute_for_the_handshake_the_server_uses_plain_connections(
    name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The attribute is missing only for Parlour's code, as if uvicorn had renamed the attribute."""

    def get(self: Any, asked: str) -> Any:
        if asked == name and sys._getframe(1).f_globals["__name__"].startswith("parlour."):
            raise AttributeError(f"no {name}", name=name, obj=self)
        return object.__getattribute__(self, asked)

    monkeypatch.setattr(WebSocketsSansIOProtocol, "__getattribute__", get)
    assert websocket_protocol() == "auto"
    (record,) = caplog.records
    assert f"(no {name})" in record.getMessage()


def test_the_server_notices_at_startup_if_a_method_of_uvicorn_has_a_new_signature(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(WebSocketsSansIOProtocol, "stop_keepalive", lambda self, reason: None)
    assert websocket_protocol() == "auto"
    assert "TypeError" in caplog.text


def test_the_server_notices_at_startup_if_objects_of_a_handshake_stay_in_memory(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Handshake, "on_task_complete", WebSocketsSansIOProtocol.on_task_complete)
    assert websocket_protocol() == "auto"
    assert "uvicorn keeps objects of the handshake" in caplog.text


def test_the_server_notices_at_startup_if_the_protocol_object_of_the_websockets_library_has_changed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delattr(Protocol, "data_to_send")
    assert websocket_protocol() == "auto"
    assert "no data_to_send" in caplog.text


def test_the_server_works_even_if_its_optional_modules_cannot_be_imported(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("_handshake", "_timed_requests"):
        monkeypatch.setitem(sys.modules, f"parlour.web.wire.{name}", None)
    assert websocket_protocol() == "auto"
    assert http_protocol(Places(10)) == "auto"
    assert [record.getMessage().rpartition(": ")[2] for record in caplog.records] == [
        "every client takes more memory",
        "slow requests have no deadline",
    ]


def test_a_test_of_the_handshake_that_gets_no_answer_ends_after_a_time_limit(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def silent(*_: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(rehearsal, "SECONDS", 0.05)
    monkeypatch.setattr(handshake, "accept", silent)
    assert websocket_protocol() == "auto"
    assert "no answer within" in caplog.text


# --- deadlines


@pytest.mark.parametrize("name", ["on_response_complete", "handle_websocket_upgrade"])
def test_if_uvicorn_lacks_a_method_for_requests_the_server_works_without_deadlines(
    name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delattr(timed_requests.Protocol, name)
    assert http_protocol(Places(10)) == "auto"
    (record,) = caplog.records
    assert "slow requests have no deadline" in record.getMessage()
    assert f"no {name}" in record.getMessage()


def test_the_server_notices_at_startup_if_stages_of_a_request_are_not_recorded(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(
        timed_requests.TimedRequests, "on_response_complete", timed_requests.Protocol.on_response_complete
    )
    assert http_protocol(Places(10)) == "auto"
    assert len(caplog.records) == 1
    assert "the request had the stages body, answer, answer" in caplog.text


# --- real servers


@pytest.mark.processes
def test_clients_can_play_on_a_server_with_a_changed_uvicorn_and_the_server_logs_a_single_line(tmp_path: Path) -> None:
    server = ChangedServer(NO_METHOD, f"sqlite:///{tmp_path / 'tables.sqlite'}")
    try:
        table = server.open_table(some_game(2, together), players=2, seats=[{"kind": "person"}] * 2)
        with Client(server, table["table"], table["token"]) as ann:
            ben = {"name": "Ben", "invite": table["invite"]}
            assert server.post(f"/tables/{table['table']}/join", None, ben).status_code < 300
            while ann.view is None:
                ann.next()
            assert ann.move("one") > 0
        (line,) = [line for line in server.logged().splitlines() if "not as expected" in line]
        assert "(no stop_keepalive)" in line
        assert line.endswith("every client takes more memory")
    finally:
        server.close()
