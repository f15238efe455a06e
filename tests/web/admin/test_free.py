"""A table that was set aside is repaired, and loaded again by the servers that are running."""

import time
from collections.abc import Iterator

import pytest

from parlour.web.admin.database import opened
from parlour.web.admin.tables import shown_tables
from tests.samples import some_game, together
from tests.web.admin.commands import admin, execute, refused
from tests.web.servers import Client, Server

PERSON = {"kind": "person"}
BREAK = "INSERT INTO events (table_id, number, seat, \"do\", at) VALUES (:table, :number, 0, 'fold', 1.0)"
REPAIR = "DELETE FROM events WHERE table_id = :table AND \"do\" = 'fold'"

pytestmark = [pytest.mark.processes, pytest.mark.every(1)]


@pytest.fixture
def server(database: str) -> Iterator[Server]:
    server = Server(database)
    yield server
    server.close()


def open_for_two(server: Server) -> tuple[str, str]:
    """Open a table at which two people may act at once, so that no bot does; return its name and a person's token."""
    opened = server.open_table(some_game(2, together), players=2, seats=[PERSON, PERSON])
    server.post(f"/tables/{opened['table']}/join", None, {"name": "Ben", "invite": opened["invite"]})
    return opened["table"], opened["token"]


def break_table(database: str, client: Client) -> str:
    """Store an event that nobody can perform, and let the client move; return why the table is set aside."""
    execute(database, BREAK, table=client.facts["table"], number=client.number + 1)
    client.say(type="move", id="lost", number=client.number, action=client.view["actions"][0]["id"])
    reason: str = client.until("aside")["reason"]
    return reason


def repair_table(database: str, table: str) -> None:
    execute(database, REPAIR, table=table)


def wait_until_listed(database: str, table: str, servers: int = 1) -> None:
    """Wait until the servers have listed the table as set aside."""
    while len(aside(database, table)) < servers:
        time.sleep(0.1)  # the servers list it within two seconds


def aside(database: str, table: str) -> list[str]:
    """Return the reasons of the servers that have set a table aside."""
    with opened(database) as engine, engine.connect() as connection:
        found = next(one for one in shown_tables(connection, 10) if one.table == table)
    return [one.reason for one in found.set_aside]


def test_players_get_a_repaired_table_back_on_their_open_sockets(server: Server, database: str) -> None:
    table, token = open_for_two(server)
    with Client(server, table, token) as ann, Client(server, table) as watcher:
        ann.until("welcome")
        watcher.until("welcome")
        assert table in break_table(database, ann)
        watcher.until("aside")
        wait_until_listed(database, table)
        shown = admin(database, "tables")
        assert "1 set aside" in shown
        assert f"Table {table} is set aside: it cannot be played on. (since " in shown
        repair_table(database, table)
        assert admin(database, "free", table) == f"Table {table} is loaded again, and play can go on. Servers: 1\n"
        assert ann.until("welcome")["seat"] == 0
        assert watcher.until("welcome")["seat"] == -1
        assert ann.move("one") > 0
    assert aside(database, table) == []
    assert f"table {table} was loaded again, and play goes on" in server.logged()


def test_a_table_that_cannot_be_loaded_stays_set_aside_until_its_rows_are_repaired(
    server: Server, database: str
) -> None:
    table, token = open_for_two(server)
    other, _ = open_for_two(server)
    server.stop()
    execute(database, BREAK, table=table, number=500)
    restarted = Server(database)
    try:
        for _ in range(2):
            assert restarted.get(f"/tables/{table}/view", token)["refused"] == "set_aside"
        wait_until_listed(database, table)
        assert f"table '{table}' was loaded again, but cannot be played on" in refused(database, "free", table)
        assert f"table {table} was loaded again, but cannot be played on: set_aside" in restarted.logged()
        assert aside(database, table) == [f"Table {table} is set aside: its stored events are broken."]
        repair_table(database, table)
        admin(database, "free", table)
        assert restarted.get(f"/tables/{table}/view", token)["seat"] == 0
        assert f"no running server has set table '{other}' aside" in refused(database, "free", other)
        assert "there is no table 'nowhere'; expected" in refused(database, "free", "nowhere")
    finally:
        restarted.close()


def test_all_servers_that_have_set_a_table_aside_load_it_again(postgresql_url: str) -> None:
    here, there = Server(postgresql_url), Server(postgresql_url)
    try:
        table, token = open_for_two(here)
        with Client(here, table, token) as ann, Client(there, table) as watcher:
            ann.until("welcome")
            watcher.until("welcome")
            execute(postgresql_url, BREAK, table=table, number=ann.number + 1)
            ann.until("aside")
            watcher.until("aside")
            wait_until_listed(postgresql_url, table, 2)
            repair_table(postgresql_url, table)
            assert "Servers: 2" in admin(postgresql_url, "free", table)
            assert ann.until("welcome")["seat"] == 0
            number = ann.move("one")
            watcher.until("welcome")
            while watcher.number < number:
                watcher.next()
    finally:
        here.close()
        there.close()


def test_a_table_that_was_set_aside_by_a_server_that_has_ended_does_not_count_as_set_aside(
    server: Server, database: str
) -> None:
    table, _ = open_for_two(server)
    execute(database, "INSERT INTO set_aside VALUES (:table, 'ended', 'broken', 1.0, 1.0, FALSE)", table=table)
    assert aside(database, table) == []
    assert "no running server" in refused(database, "free", table)
