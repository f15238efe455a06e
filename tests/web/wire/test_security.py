"""The first checks of requests to a real server: their origin, and their client's address behind proxies."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from parlour.web.wire.asgi import Receive, Scope, Send
from parlour.web.wire.security import Guard
from tests.web.servers import Server, refused_start

pytestmark = pytest.mark.processes

ODD_ORIGINS = ["http://[", "http://[::1", "http://", "://", "[", "http://a]b"]


@contextmanager
def served(folder: Path, *arguments: str) -> Iterator[Server]:
    server = Server(f"sqlite:///{folder / 't.sqlite'}", *arguments)
    try:
        yield server
    finally:
        server.close()


@pytest.mark.parametrize("origin", ODD_ORIGINS)
def test_a_malformed_origin_is_refused_just_like_a_foreign_origin(server: Server, origin: str) -> None:
    answer = server.http.post("/api/tables", headers={"Origin": origin}, json={})
    assert (answer.status_code, answer.json()["refused"]) == (403, "wrong_origin")
    table = server.open_table()
    url = f"ws{server.url[4:]}/api/tables/{table['table']}/socket"
    with pytest.raises(InvalidStatus) as refusal, connect(url, origin=Origin(origin)):
        pass
    assert refusal.value.response.status_code == 403


def kinds(server: Server, number: int) -> list[int]:
    """Send requests that claim to come from different addresses; return the statuses."""
    return [
        server.http.post("/api/tables", headers={"X-Forwarded-For": f"198.51.100.{one}"}, json={}).status_code
        for one in range(number)
    ]


def test_a_client_cannot_evade_the_rate_limit_by_claiming_another_address(tmp_path: Path) -> None:
    with served(tmp_path, "--rate", "1") as server:
        assert 429 in kinds(server, 40)


def test_addresses_reported_by_a_declared_proxy_are_trusted(tmp_path: Path) -> None:
    with served(tmp_path, "--rate", "1", "--proxy", "127.0.0.1") as server:
        assert set(kinds(server, 40)) == {400}


def test_checks_of_the_health_do_not_wait_behind_a_flood_from_the_same_address() -> None:
    answered: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        answered.append(scope["path"])

    async def nothing(*_: Any) -> None:
        """Take an answer's message, or wait for no body."""

    async def run() -> None:
        guard = Guard(app, rate=0.001)

        def ask(path: str) -> Coroutine[Any, Any, None]:
            headers = [(b"host", b"localhost")]
            scope = {"type": "http", "method": "GET", "path": path, "headers": headers, "client": ("192.0.2.1", 1)}
            return guard(scope, nothing, nothing)

        flood = [asyncio.create_task(ask("/api/games")) for _ in range(100)]
        await asyncio.sleep(0)
        await ask("/api/live")
        assert answered[-1] == "/api/live"
        waiting = [task for task in flood if not task.done()]
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert waiting, "the flood should have been longer than one address may send at once"

    asyncio.run(run())


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [
        ("--proxy", "proxy.example", "proxy cannot be 'proxy.example'; expected an address such as 127.0.0.1"),
        ("--origin", "cards.example.org", "origin cannot be 'cards.example.org'; expected such as https://cards"),
        ("--tables", "0", "tables cannot be 0; expected 1 to 1000000"),
    ],
)
def test_the_server_refuses_an_invalid_option_at_startup(tmp_path: Path, option: str, value: str, reason: str) -> None:
    assert reason in refused_start(f"sqlite:///{tmp_path / 't.sqlite'}", option, value)
