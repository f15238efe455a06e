"""PostgreSQL goes away while people play on two servers: nobody counts as absent, and everybody plays on."""

import time
from collections.abc import Iterator

import pytest

from tests.samples import some_game, together
from tests.web.hurried import AWAY_SECONDS, PROGRAM
from tests.web.postgresql import PostgreSQL, postgresql
from tests.web.servers import Client, Server

pytestmark = [pytest.mark.processes, pytest.mark.every(2)]

LOST, BACK = "notices from other servers do not arrive", "notices from other servers arrive again"
REFUSING, STORING = "the database cannot store anything", "the database can store anything again"
NAMES = ("Ben", "Cleo", "Dan")


@pytest.fixture
def database() -> Iterator[PostgreSQL]:
    with postgresql() as database:
        yield database


@pytest.fixture
def servers(database: PostgreSQL) -> Iterator[list[Server]]:
    running = [Server(database.url, program=PROGRAM) for _ in range(2)]
    yield running
    for server in running:
        server.close()


def seated(servers: list[Server]) -> tuple[str, list[str], list[Client]]:
    """Seat four people at a table, two on each server, who see each other; return the table, tokens and clients."""
    here, _ = servers
    opened = here.open_table(some_game(4, together), players=4, seats=[{"kind": "person"}] * 4)
    table, tokens = opened["table"], [opened["token"]]
    for name in NAMES:
        joined = here.post(f"/tables/{table}/join", None, {"name": name, "invite": opened["invite"]}).json()
        tokens.append(joined["token"])
    clients = [Client(servers[seat % 2], table, token) for seat, token in enumerate(tokens)]
    for client in clients:
        client.until("welcome")
        while not client.facts["started"] or not all(seat["present"] for seat in client.facts["seats"]):
            client.next()
    for client in clients:
        client.heard.clear()
    return table, tokens, clients


def silence(servers: list[Server], table: str, tokens: list[str], number: int) -> None:
    """Wait long enough for absent people to be replaced; meanwhile all requests are refused."""
    end = time.monotonic() + 1.5 * AWAY_SECONDS
    for seat, server in enumerate(servers):
        move = {"id": "early", "number": number, "action": 0}
        assert server.refused(f"/tables/{table}/move", tokens[seat], move) == "unavailable"
        assert server.refused("/tables", None, {"game": some_game(4).name, "name": "Ann"}) == "unavailable"
        assert "refused" not in server.get("/status")
    time.sleep(max(0.0, end - time.monotonic()))


def check_play(clients: list[Client]) -> None:
    """Let everybody wait for the same time again, and then act; check that nobody was absent at any moment."""
    time.sleep(1.5 * AWAY_SECONDS)
    number = clients[0].number
    for seat, client in enumerate(clients):
        while client.number < number:
            client.next()
        number = client.move(f"m{seat}")
    for client in clients:
        while client.number < number:
            client.next()
        facts = [message for message in client.heard if message["type"] == "table"]
        assert facts
        for seat in [seat for one in facts for seat in one["seats"]]:
            assert (seat["taken"], seat["present"], seat["away"], seat["absent"]) == (True, True, False, None)
        assert {message["seat"] for message in client.heard if message["type"] == "event"} == {0, 1, 2, 3}
        client.close()


def test_a_restart_of_postgresql_sets_nobody_absent(database: PostgreSQL, servers: list[Server]) -> None:
    table, tokens, clients = seated(servers)
    database.stop()
    silence(servers, table, tokens, clients[0].number)
    database.start()
    for server in servers:
        while BACK not in server.logged() or STORING not in server.logged():
            time.sleep(0.05)
    check_play(clients)
    database.stop()
    for server in servers:
        assert server.refused(f"/tables/{table}/phrase", tokens[0], {"phrase": "hello"}) == "unavailable"
        assert server.stop() == 0
        log = server.logged()
        assert "Traceback" not in log, log
        assert (log.count(BACK), log.count(STORING)) == (1, 1), log
        assert log.count("cannot be read") <= 3, log


def test_a_frozen_postgresql_sets_nobody_absent_and_requests_are_refused_after_seconds(
    database: PostgreSQL, servers: list[Server]
) -> None:
    table, tokens, clients = seated(servers)
    database.freeze()
    silence(servers, table, tokens, clients[0].number)
    database.thaw()
    check_play(clients)
    for server in servers:
        assert "Traceback" not in server.logged(), server.logged()
        assert server.logged().count("cannot store anything") <= 2


def test_a_server_whose_database_is_frozen_can_be_stopped(database: PostgreSQL, servers: list[Server]) -> None:
    seated(servers)
    database.freeze()
    assert [server.stop() for server in servers] == [0, 0]
    assert "Traceback" not in servers[0].logged(), servers[0].logged()
