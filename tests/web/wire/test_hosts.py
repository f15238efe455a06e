"""The `Host` header of a request may be an address, a local name or a declared name, but no other name."""

import logging
import socket
from contextlib import nullcontext
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from parlour.errors import ParlourError
from parlour.web.wire.hosts import PROXY_MARKS, Hosts, host_in, host_of_origin
from tests.web.servers import Server
from tests.web.wire.test_security import served


def allowed(host: str, hosts: Hosts | None = None, *, by_proxy: bool = False, **more: str) -> bool:
    headers = {name.replace("_", "-").encode(): value.encode() for name, value in more.items()}
    return (hosts or Hosts()).allow({b"host": host.encode("latin-1"), **headers}, by_proxy=by_proxy)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:7313", "192.168.178.20:7313", "[::1]:7313", "[fe80::1]", "localhost", "localhost:7313", "LOCALHOST.",
        socket.gethostname(), f"{socket.gethostname()}:7313", "cards.local", "cards.local:7313", "cards.lan", "server",
        "cards.home.arpa:80", "",
    ],
)  # fmt: skip
def test_hosts_that_are_addresses_or_local_names_are_accepted(host: str) -> None:
    assert allowed(host)


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:7313", "local.evil.example", "127.0.0.1.evil.example", "[", "[::1", "[evil.example]",
     "a:b:c", "a@b", "evil.example:x", "\xff.example"],
)  # fmt: skip
def test_a_public_or_malformed_host_name_is_refused(host: str) -> None:
    assert not allowed(host)


def test_a_declared_host_name_is_accepted() -> None:
    assert allowed("Cards.example.org:443", Hosts(["cards.example.org"]))
    assert not allowed("other.example.org", Hosts(["cards.example.org"]))


@pytest.mark.parametrize("mark", [mark.decode() for mark in PROXY_MARKS])
def test_a_declared_proxy_may_use_an_undeclared_name_and_the_log_says_so_once(
    mark: str, caplog: pytest.LogCaptureFixture
) -> None:
    hosts = Hosts()
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            assert allowed("cards.example.org", hosts, by_proxy=True, **{mark: "1.1 proxy"})
    assert caplog.text.count("--origin https://HOST") == 1


@pytest.mark.parametrize("mark", [mark.decode() for mark in PROXY_MARKS])
def test_if_a_request_comes_from_no_declared_proxy_a_proxys_headers_open_no_other_name(mark: str) -> None:
    assert not allowed("cards.example.org", Hosts(), by_proxy=False, **{mark: "1.1 proxy"})


def test_the_port_is_removed_from_the_host_header() -> None:
    assert [host_in(one) for one in ("a:80", "A.b", "[::1]:80", " a. ")] == ["a", "a.b", "::1", "a"]


def test_a_page_whose_name_points_to_this_machine_cannot_pass_as_a_proxy(server: Server) -> None:
    headers = {"Host": "evil.example", "X-Real-IP": "127.0.0.1"}
    assert httpx.get(f"{server.url}/api/status", headers=headers).status_code == 421


@pytest.mark.processes
@pytest.mark.parametrize(("proxy", "status"), [("10.9.9.9", 421), ("127.0.0.0/8", 200)])
def test_only_requests_that_come_from_the_declared_proxy_itself_may_use_any_name(
    tmp_path: Path, proxy: str, status: int
) -> None:
    headers = {"Host": "cards.example.org", "X-Real-IP": "127.0.0.1"}
    with served(tmp_path, "--proxy", proxy) as server:
        assert httpx.get(f"{server.url}/api/status", headers=headers).status_code == status
        port = int(server.url.rpartition(":")[2])
        url, own = f"ws://cards.example.org:{port}/api/tables/x/socket", socket.create_connection(("127.0.0.1", port))
        refused = pytest.raises(InvalidStatus) if status == 421 else nullcontext()
        with refused, connect(url, sock=own, additional_headers={"X-Real-IP": "127.0.0.1"}):
            pass


@pytest.mark.parametrize("origin", ["cards.example.org", "http://[", "https://", "ftp://a", "https://a/b", "null"])
def test_the_server_refuses_an_invalid_origin_at_startup(origin: str) -> None:
    with pytest.raises(ParlourError, match=r"expected such as https://cards\.example\.org"):
        host_of_origin(origin)


def test_a_real_server_refuses_a_public_host_name_over_http_and_websocket(server: Server) -> None:
    for method in ("GET", "POST"):
        answer = httpx.request(method, f"{server.url}/api/tables", headers={"Host": "evil.example"})
        assert (answer.status_code, answer.json()["refused"]) == (421, "wrong_host")
        assert "'evil.example'" in answer.json()["reason"]
    table = server.open_table()
    url = f"ws://evil.example:{server.port}/api/tables/{table['table']}/socket"
    with (
        socket.create_connection(("127.0.0.1", server.port)) as direct,
        pytest.raises(InvalidStatus) as refusal,
        connect(url, sock=direct, proxy=None),
    ):
        pass
    assert refusal.value.response.status_code == 403
