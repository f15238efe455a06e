"""Every request has an id, which its answer and its lines in the log name; the access log names no secrets."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.samples import some_game
from tests.web.conftest import UNLIMITED
from tests.web.scrapes import METRICS, Scrape, metrics_page
from tests.web.servers import Client, Server, bearer, refused_start

OWN = re.compile(r"[0-9a-f]{12}")
LOGGED = ("--access-log", "--log-format", "json")


@pytest.fixture(params=["lean", "plain"])
def logging_server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """Start a server with an access log in JSON, with each kind of connection."""
    server = Server(f"sqlite:///{tmp_path / 't.sqlite'}", *UNLIMITED, *LOGGED, connections=request.param)
    yield server
    server.close()


def entries(server: Server) -> list[dict[str, Any]]:
    """Parse the log line by line."""
    return [json.loads(line) for line in server.logged().splitlines()]


@pytest.mark.processes
def test_each_answer_names_an_id_of_its_own_and_the_access_log_names_the_same(logging_server: Server) -> None:
    answers = [logging_server.http.get("/api/status"), logging_server.http.get("/api/tables/nowhere")]
    answers.append(logging_server.http.get("/api/games", headers={"host": "evil.example"}))
    logging_server.stop()
    ids = [answer.headers["x-request-id"] for answer in answers]
    assert len(set(ids)) == 3
    assert all(map(OWN.fullmatch, ids))
    logged = {entry["request"]: entry for entry in entries(logging_server)}
    found = [(logged[one]["method"], logged[one]["path"], logged[one]["status"]) for one in ids]
    assert found == [("GET", "/api/status", 200), ("GET", "/api/tables/nowhere", 404), ("GET", "/api/games", 421)]
    assert all(logged[one]["milliseconds"] > 0 and logged[one]["address"] == "127.0.0.1" for one in ids)


@pytest.mark.processes
def test_the_access_log_has_a_line_for_each_socket_that_opens_or_closes(logging_server: Server) -> None:
    table = logging_server.open_table(some_game(2), players=2)
    path = f"/api/tables/{table['table']}/socket"
    with Client(logging_server, table["table"], table["token"]) as ann:
        ann.until("welcome")
        response = ann.socket.response
        assert response is not None
        request = response.headers["x-request-id"]
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws{logging_server.url[4:]}{path}", origin=Origin("https://evil.example"))
    assert refused.value.response.status_code == 403
    logging_server.stop()
    log = entries(logging_server)
    sockets = [entry for entry in log if "socket" in entry]
    assert [(one["socket"], one["path"], one["request"]) for one in sockets] == [
        ("opened", path, request),
        ("closed", path, request),
    ]
    assert sockets[1]["seconds"] >= 0
    assert [entry["path"] for entry in log if entry.get("status") == 403] == [path]


@pytest.mark.processes
def test_the_access_log_has_no_token(logging_server: Server) -> None:
    table = logging_server.open_table(some_game(2), players=2)
    name, token, invite = table["table"], table["token"], table["invite"]
    with Client(logging_server, name, token) as ann:
        ann.until("welcome")
    for path in (f"/t/{name}?token={token}", f"/t/{token}", f"/api/tables/{token}", f"/api/x/{token}/{token}"):
        logging_server.http.get(path, headers=bearer(token))
    logging_server.post(f"/tables/{name}/join", None, {"name": "Ben", "invite": invite})
    connecting = f"ws{logging_server.url[4:]}/api/tables/{token}/socket?token={token}"
    with connect(connecting) as lost:
        lost.send(json.dumps({"type": "hello", "token": token}))
        lost.recv()
    logging_server.stop()
    logged = logging_server.logged()
    assert f"/t/{name}" in logged
    assert token not in logged
    assert invite not in logged


@pytest.mark.processes
def test_without_the_option_requests_are_not_logged(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 't.sqlite'}", "--log-level", "info")
    try:
        assert OWN.fullmatch(server.http.get("/api/status").headers["x-request-id"])
        server.stop()
        assert "/api/status" not in server.logged()
    finally:
        server.close()


@pytest.mark.processes
@pytest.mark.parametrize("connections", ["lean", "plain"])
def test_a_failure_in_a_message_of_a_socket_is_logged_with_the_id_of_the_socket(
    tmp_path: Path, connections: str
) -> None:
    file = tmp_path / "t.sqlite"
    server = Server(f"sqlite:///{file}")
    try:
        table = server.open_table(some_game(2), players=2, seats=[{"kind": "person"}] * 2)
        server.stop()
        with closing(sqlite3.connect(file)) as database, database:
            database.execute("""UPDATE tables SET started = 1.0, options = '{"nonsense": 1}'""")
        server.close()
        server = Server(f"sqlite:///{file}", "--log-format", "json", *METRICS, connections=connections)
        figures = metrics_page(server)
        with Client(server, table["table"], table["token"]) as ann:
            ann.until("refused", refused="set_aside")
            assert ann.socket.response is not None
            request = ann.socket.response.headers["x-request-id"]
        assert Scrape(figures)("parlour_tables_set_aside") == 1
        server.stop()
        failed = [entry["request"] for entry in entries(server) if "is set aside" in entry["message"]]
        assert failed == [request]
    finally:
        server.close()


@pytest.mark.processes
@pytest.mark.parametrize("proxy", ["127.0.0.1", "127.0.0.0/8", "10.0.0.1", None])
def test_only_a_declared_proxy_may_name_its_requests_and_only_in_a_harmless_form(
    tmp_path: Path, proxy: str | None
) -> None:
    declared = () if proxy is None else ("--proxy", proxy)
    server = Server(f"sqlite:///{tmp_path / 't.sqlite'}", *LOGGED, *declared)
    try:
        behind = proxy in ("127.0.0.1", "127.0.0.0/8")
        for given in ("from-the-proxy_1.x", "x" * 64):
            headers = {"x-request-id": given, "x-forwarded-for": "192.0.2.7"}
            named = server.http.get("/api/status", headers=headers).headers["x-request-id"]
            assert (named == given) is behind
        for given in ("x" * 65, "a b", 'a"b', "<b>", "é", ""):
            named = server.http.get("/api/status", headers={b"x-request-id": given.encode()}).headers["x-request-id"]
            assert OWN.fullmatch(named)
        server.stop()
        assert {entry["address"] for entry in entries(server)[:2]} == {"192.0.2.7" if behind else "127.0.0.1"}
    finally:
        server.close()


@pytest.mark.processes
@pytest.mark.parametrize("value", ["xml", "JSON", ""])
def test_an_unknown_format_of_the_log_is_refused(tmp_path: Path, value: str) -> None:
    message = refused_start(f"sqlite:///{tmp_path / 't.sqlite'}", "--log-format", value)
    assert message == f"parlour: log-format cannot be {value!r}; expected lines or json\n"
