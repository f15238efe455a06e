"""An operator sees every table, but nothing that would show cards or let anybody take a seat."""

import sqlite3
from pathlib import Path

import pytest

from parlour.web.admin.database import opened
from parlour.web.admin.tables import TableCounts, shown_tables, table_counts
from parlour.web.store.set_aside import renew
from parlour.web.store.store import Store
from parlour.web.wire.tokens import new_token, token_hash
from tests.samples import some_game
from tests.web.admin.commands import admin, execute, listed, refused
from tests.web.people.test_stored import add_table
from tests.web.servers import Client, Server

PERSON = {"kind": "person"}


@pytest.mark.processes
def test_tables_are_listed_newest_first_without_keys_or_tokens_or_invitations(database: str) -> None:
    server, game, secret = Server(database), some_game(2), new_token()
    try:
        waiting = server.open_table(game, players=2, seats=[PERSON, PERSON], person=secret)
        playing = server.open_table(game, "Ben", players=2, seats=[PERSON, {"kind": "bot", "level": "easy"}])
        with Client(server, playing["table"], playing["token"]) as ben:
            while ben.view is None or not ben.view["actions"]:
                ben.next()
            ben.move("one")
            found = listed(database, "tables")
            text = admin(database, "tables")
    finally:
        server.close()
    first, second = found["tables"]
    assert found["counts"] == {"waiting": 1, "playing": 1, "finished": 0, "set_aside": 0}
    assert (first["table"], second["table"]) == (playing["table"], waiting["table"])
    assert (first["state"], second["state"]) == ("playing", "waiting")
    assert (first["game"], first["finished"], first["set_aside"]) == (game.name, None, [])
    assert first["events"] > 0
    assert first["last_event"] >= first["started"] >= first["opened"]
    assert (second["events"], second["last_event"], second["started"]) == (0, None, None)
    assert first["seats"][0] == {"seat": 0, "name": "Ben", "kind": "person", "level": None, "away": False}
    assert first["seats"][1]["level"] == "easy"
    assert [(seat["name"], seat["kind"]) for seat in second["seats"]] == [("Ann", "person"), ("", "person")]
    assert "Tables: 1 not begun, 1 playing, 0 over; 0 set aside" in text
    assert "Ann, –" in text
    secrets = [one[name] for one in (waiting, playing) for name in ("token", "invite")]
    hidden = [*secrets, *map(token_hash, secrets), secret, token_hash(secret), *keys(database)]
    assert [one for one in hidden if one in text or one in str(found)] == []


def keys(database: str) -> list[str]:
    """Return the keys of all matches, as hexadecimal digits."""
    with opened(database) as engine, engine.connect() as connection:
        return [bytes(row[0]).hex() for row in connection.exec_driver_sql("SELECT key FROM tables").all()]


def test_tables_that_a_running_server_has_set_aside_come_first_however_old_they_are(database: str) -> None:
    store = Store(database)
    try:
        for number in range(4):
            add_table(store, f"t{number}", [None, None])
        execute(database, "UPDATE tables SET created = 5.0 WHERE id = 't3'")
        execute(database, "UPDATE tables SET finished = 2.0 WHERE id = 't1'")
        with store.engine.begin() as connection:
            renew(connection, "here", {"t0": "Table t0 is set aside.", "unknown": "Table unknown is set aside."})
            renew(connection, "there", {"t0": "Table t0 is set aside."})
            names = [one.table for one in shown_tables(connection, 10)]
            assert names == ["t0", "t3", "t1", "t2"]
            assert [one.table for one in shown_tables(connection, 2)] == ["t0", "t3"]
            assert [one.table for one in shown_tables(connection, 9, unfinished=True)] == ["t0", "t3", "t2"]
            assert [one.server for one in shown_tables(connection, 1)[0].set_aside] == ["here", "there"]
            assert table_counts(connection) == TableCounts(0, 3, 1, 1)
    finally:
        store.close()


@pytest.mark.processes
def test_only_an_existing_database_of_this_parlour_is_opened(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    url = f"sqlite:///{file}"
    for command in (
        ("tables",),
        ("people",),
        ("sizes",),
        ("free", "x"),
        ("forget", "x"),
        ("delete-matches", "--older-than", "1d"),
    ):
        assert "there is no file" in refused(url, *command)
    assert list(tmp_path.iterdir()) == []
    sqlite3.connect(file).close()
    file.touch()
    assert "is empty; expected the database of a Parlour" in refused(url, "tables")
    file.write_text("nothing " * 1000, encoding="utf-8")
    assert "cannot be used: file is not a database" in refused(url, "tables")
    file.unlink()
    Store(url).close()
    execute(url, "UPDATE parlour_schema SET version = 999")
    assert "expected a newer Parlour" in refused(url, "tables")
    assert "mysql" in refused("mysql://ann@localhost/x", "tables")
