"""Any bad input gets a typed refusal, without a traceback, a crash or growing memory."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from parlour.web.refusals import STATUS
from parlour.web.table.messages import ClientMessage
from parlour.web.wire.tokens import new_token
from tests.samples import some_game
from tests.web.servers import Client, Server, bearer, memory_of

PATIENCE_SECONDS = 300  # How long a test waits for an answer: long enough even for a very busy machine.
COMMANDS = {  # How many kinds of requests the test sends; fourteen of them take no input that could be wrong.
    GenerationMode.POSITIVE: 52,
    GenerationMode.NEGATIVE: 38,
}


@pytest.fixture(scope="session")
def table(server: Server) -> dict[str, Any]:
    """Open a table that all tests of bad requests share."""
    return server.open_table(some_game(2), players=2)


# --- HTTP


@pytest.fixture
def known_table(server: Server) -> dict[str, Any]:
    """Open a table whose creator may be forgotten, which makes the token invalid; return it with the secret."""
    secret = new_token()
    return {**server.open_table(some_game(2), players=2, person=secret), "person": secret}


@pytest.fixture(scope="session")
def api(server: Server) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}/schema/openapi.json")


@pytest.mark.every(3)
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
def test_every_request_that_the_openapi_document_allows_gets_an_answer_or_a_typed_refusal(
    mode: GenerationMode, api: Any, server: Server, known_table: dict[str, Any]
) -> None:
    """Send requests that the OpenAPI document allows, and some that it doesn't allow."""
    asked = 0
    for found in api.exclude(path="/api/ready").get_all_operations():  # a busy machine may not be ready

        @settings(max_examples=4, suppress_health_check=list(HealthCheck))
        @given(case=found.ok().as_strategy(generation_mode=mode), known=st.booleans())
        def ask(case: Any, known: bool) -> None:
            if known and "table" in (case.path_parameters or {}):
                case.path_parameters["table"] = known_table["table"]
                case.headers = {**(case.headers or {}), **bearer(known_table["token"])}
            if known and case.path.startswith("/api/me"):
                case.headers = {**(case.headers or {}), **bearer(known_table["person"])}
            _check(case.call(timeout=PATIENCE_SECONDS))

        with suppress(Unsatisfiable):  # A request without input has no invalid variants.
            ask()
            asked += 1
    assert asked == COMMANDS[mode]


def _check(answer: Any) -> None:
    if answer.status_code >= 400:
        assert answer.status_code < 500, answer.text
        refusal = answer.json()
        assert set(refusal) == {"refused", "reason", "text"}
        assert refusal["refused"] in STATUS
        assert "Traceback" not in refusal["reason"]


def test_a_request_body_that_is_too_large_is_refused(server: Server) -> None:
    answer = server.http.post("/api/tables", content=b'{"name":"' + b"x" * 10**6 + b'"}')
    assert answer.status_code == 413
    assert answer.json()["refused"] == "too_large"


@pytest.mark.parametrize(
    "path", ["/nowhere", "/api/nowhere", "/static/../app.py", "/static/%2e%2e/app.py", "/api/tables/../x"]
)
def test_a_path_that_does_not_exist_is_refused(server: Server, path: str) -> None:
    answer = server.http.get(path)
    assert answer.status_code == 404
    assert answer.json()["refused"] in ("unknown_page", "unknown_table")


@pytest.mark.processes
def test_a_client_that_sends_requests_too_often_is_asked_to_wait(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 't.sqlite'}", "--rate", "5")
    try:
        answers = [server.post("/tables", None, {}) for _ in range(60)]
        slow = [answer for answer in answers if answer.status_code == 429]
        assert slow
        assert slow[-1].json()["refused"] == "too_fast"
        assert int(slow[-1].headers["retry-after"]) >= 1
        assert server.http.get("/api/status").status_code == 200, "reading requests must have a limit of their own"
    finally:
        server.close()


NESTED = [b"[" * 30_000, b'{"a":' * 10_000, b'{"options":' * 5000, b'{"game":"x","seats":' + b"[" * 30_000]
BROKEN = [b"\xff\xfe", b'{"game":"\xff"}', b'{"game":"\xed\xa0\x80"}', b'{"game":"\\ud800","name":"a"}', b"", b"\0"]


@pytest.mark.parametrize("body", NESTED + BROKEN, ids=lambda body: repr(body[:12]))
def test_a_request_body_that_is_not_json_or_nested_too_deeply_is_refused(server: Server, body: bytes) -> None:
    answer = server.http.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["refused"]) == (400, "bad_request")


@pytest.mark.parametrize("field", ["name", "game"])
def test_a_name_of_300_letters_is_refused(server: Server, field: str) -> None:
    wish = {"game": some_game(2).name, "name": "Ann", field: "x" * 300}
    assert server.refused("/tables", None, wish) == "bad_request"
    assert server.http.get(f"/api/tables/{'x' * 300}").json()["refused"] == "bad_request"


# --- the socket

TAGS = ["hello", "move", "undo", "reveal", "phrase", "hint", "leave", "return", "stand_in", "claim", "start", "ping"]
KINDS = [*TAGS, "nonsense", "", None, 7]
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
messages = st.one_of(
    st.fixed_dictionaries(
        {"type": st.sampled_from(KINDS)},
        optional={
            "id": anything | st.just("a"), "number": anything | st.integers(-1, 5), "action": anything,
            "do": anything, "token": anything, "last": anything, "phrase": anything | st.just("hello"),
            "salt": anything | st.just("0" * 64), "next_commitment": anything, "more": anything,
            "seat": anything | st.integers(-1, 3), "wait": anything | st.floats(0, 1),
        },
    ).map(json.dumps),
    anything.map(json.dumps),
    st.text(max_size=50),
    st.binary(max_size=50),
)  # fmt: skip


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(said=st.lists(messages, min_size=1, max_size=12), seated=st.booleans(), greeted=st.booleans())
def test_bad_messages_on_a_socket_get_typed_refusals(
    server: Server, table: dict[str, Any], said: list[str | bytes], seated: bool, greeted: bool
) -> None:
    greeting = [json.dumps({"type": "hello", "token": table["token"] if seated else None})] if greeted else []
    with connect(f"ws{server.url[4:]}/api/tables/{table['table']}/socket") as socket:
        answers, code = _answers(socket, [*greeting, *said, json.dumps({"type": "ping"})])
    assert code in (None, 1007, 1008), "the socket may be closed only for invalid data or a missing hello"
    for answer in answers:
        if answer["type"] == "refused":
            assert answer["refused"] in STATUS
            assert "Traceback" not in answer["reason"]
    assert server.http.get("/api/status").status_code == 200


def _answers(socket: ClientConnection, said: list[str | bytes]) -> tuple[list[dict[str, Any]], int | None]:
    """Send messages; return the answers up to the pong or the end of the connection, and the closing code if any."""
    answers: list[dict[str, Any]] = []
    with suppress(
        ConnectionClosed
    ):  # The server may close before everything is sent, but its answers can still be read.
        for message in said:
            socket.send(message)
    try:
        while not answers or answers[-1]["type"] != "pong":
            answers.append(json.loads(socket.recv(timeout=30)))
    except ConnectionClosed as closed:
        return answers, closed.rcvd.code if closed.rcvd else 0
    return answers, None


@pytest.mark.processes
@pytest.mark.parametrize("greeted", [True, False])
@pytest.mark.parametrize(
    "said",
    ["[" * 8000, '{"a":' * 3000, '{"type":"move","id":' + "[" * 8000, '{"more":' + "[" * 8000, b'{"type":"\xff"}',
     '{"type":"move","id":"\\ud800","number":0,"action":1}', b"\xff"],
    ids=lambda said: repr(said[:24]),
)  # fmt: skip
@pytest.mark.parametrize("kind", ["lean", "plain"])
def test_a_socket_message_that_is_not_json_or_nested_too_deeply_is_refused(
    request: pytest.FixtureRequest, kind: str, said: str | bytes, greeted: bool
) -> None:
    server: Server = request.getfixturevalue("server" if kind == "lean" else "plain_server")
    table = server.open_table(some_game(2), players=2)
    greeting = [json.dumps({"type": "hello", "token": table["token"]})] if greeted else []
    with connect(f"ws{server.url[4:]}/api/tables/{table['table']}/socket") as socket:
        answers, code = _answers(socket, [*greeting, said, json.dumps({"type": "ping"})])
    assert [one["refused"] for one in answers if one["type"] == "refused"] == ["bad_request"]
    assert code == (None if greeted else 1008)
    assert "Traceback" not in server.logged()


def test_the_test_with_random_messages_covers_every_message_type_of_the_protocol() -> None:
    assert {kind.__struct_config__.tag for kind in ClientMessage.__args__} <= set(KINDS)


def test_a_huge_frame_closes_only_the_socket_that_sent_it(server: Server, table: dict[str, Any]) -> None:
    with Client(server, table["table"], table["token"]) as good:
        good.until("welcome")
        with connect(f"ws{server.url[4:]}/api/tables/{table['table']}/socket") as socket:
            assert _answers(socket, ["x" * 10**6]) == ([], 1009)
        good.say(type="ping")
        good.until("pong")


def test_a_socket_is_closed_if_its_first_message_is_not_hello(server: Server, table: dict[str, Any]) -> None:
    with connect(f"ws{server.url[4:]}/api/tables/{table['table']}/socket") as socket:
        socket.send(json.dumps({"type": "ping"}))
        assert json.loads(socket.recv(timeout=30))["refused"] == "bad_request"
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=30)


@pytest.mark.parametrize(("token", "name", "kind"), [("x", None, "wrong_token"), (None, "nowhere", "unknown_table")])
def test_a_socket_with_a_wrong_token_or_table_is_refused(
    server: Server, table: dict[str, Any], token: str | None, name: str | None, kind: str
) -> None:
    with Client(server, name or table["table"], token) as client:
        assert client.next()["refused"] == kind
        with pytest.raises(ConnectionClosed):
            client.next()


@pytest.mark.processes
def test_a_client_that_sends_ten_thousand_messages_at_once_is_closed_and_costs_no_memory(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 't.sqlite'}")
    try:
        table = server.open_table(some_game(2), players=2)

        hello = json.dumps({"type": "hello", "token": table["token"]})
        moves = [json.dumps({"type": "move", "id": str(number), "number": 0, "action": 62}) for number in range(10_000)]

        def flood() -> None:
            with connect(f"ws{server.url[4:]}/api/tables/{table['table']}/socket") as socket:
                assert _answers(socket, [hello, *moves])[1] == 1008, (
                    "the server must close the connection of a client that floods it"
                )

        flood()
        before = memory_of(server)
        for _ in range(3):
            flood()
        assert memory_of(server) - before < 8_000_000
        assert server.get("/status")["progress"] == 1.0
        with Client(server, table["table"], table["token"]) as ann:
            assert ann.until("welcome")["view"]
    finally:
        server.close()


@pytest.mark.parametrize("sign", ["\0", "\x1f", "\x7f"])
def test_a_move_id_with_a_control_character_is_refused(server: Server, table: dict[str, Any], sign: str) -> None:
    move = {"id": f"a{sign}", "number": 0, "action": 0}
    assert server.refused(f"/tables/{table['table']}/move", table["token"], move) == "bad_request"
    with Client(server, table["table"], table["token"]) as client:
        client.until("welcome")
        client.say(type="move", **move)
        assert client.until("refused")["refused"] == "bad_request"
