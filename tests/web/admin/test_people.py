"""An operator sees whom the server knows, and can have somebody forgotten as the person could."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from parlour.web.people import stored
from parlour.web.store.store import Store
from parlour.web.wire.tokens import new_token
from tests.samples import some_game, together
from tests.web.admin.commands import admin, execute, fetched, listed, refused
from tests.web.people.test_stored import add_table, person
from tests.web.servers import Client, Server

PERSON = {"kind": "person"}

pytestmark = pytest.mark.processes


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    store = Store(database)
    yield store
    store.close()


def test_people_are_listed_with_their_public_facts_and_without_their_secrets(store: Store, database: str) -> None:
    ann, ben = person(store, "hash-a"), person(store, "hash-b", "Ben_100%")
    execute(database, "UPDATE people SET recovery_hash = 'hash-c' WHERE id = :ann", ann=ann)
    execute(database, "UPDATE devices SET used = used - 86400 WHERE person = :ben", ben=ben)
    add_table(store, "one", [ann, ben])
    add_table(store, "two", [ann, ann])
    execute(
        database,
        "INSERT INTO results SELECT 'gone', 0, id, NULL, 'x', 2, 1, 1, 1, TRUE, 1.0, '{}' FROM people WHERE id = :ann",
        ann=ann,
    )
    facts = {"devices": 1, "matches": 0, "tables": 1}
    found = listed(database, "people")
    assert found == {
        "number": 2,
        "people": [
            facts | {"person": ann, "name": "Ann", "used": stored.today(), "matches": 1, "tables": 2},
            facts | {"person": ben, "name": "Ben_100%", "used": stored.today() - 86400},
        ],
    }
    text = admin(database, "people")
    today = datetime.fromtimestamp(stored.today(), UTC).strftime("%Y-%m-%d")
    assert f"{ann}  Ann       1        {today}  1        2" in text
    assert "hash-" not in text
    assert [one["person"] for one in listed(database, "people", "--name", "_100%")["people"]] == [ben]
    assert [one["person"] for one in listed(database, "people", "--most", "1")["people"]] == [ann]
    assert "most cannot be 0; expected 1 to 10000" in refused(database, "people", "--most", "0")


def test_on_sqlite_a_person_is_forgotten_only_while_no_server_runs(tmp_path: Any) -> None:
    database, secret = f"sqlite:///{tmp_path / 'tables.sqlite'}", new_token()
    server = Server(database)
    try:
        opened = server.open_table(some_game(2), players=2, person=secret, seats=[PERSON, PERSON])
        ann = server.get("/me", secret)["id"]
        assert "is already served at http://" in refused(database, "forget", ann, "--yes")
        assert server.get("/me", secret)["id"] == ann
    finally:
        server.close()
    assert "there is no person 'nobody'; expected an id" in refused(database, "forget", "nobody", "--yes")
    assert f"Forget Ann ({ann}; finished matches: 0)?" in admin(database, "forget", ann, answer="no\n")
    assert len(fetched(database, "SELECT id FROM people")) == 1
    assert admin(database, "forget", ann, "--yes") == f"{ann} is forgotten. Tables where “somebody” sits instead: 1\n"
    assert fetched(database, "SELECT id FROM people") == []
    found = fetched(database, "SELECT name, person, token_hash FROM seats WHERE seat = 0")
    assert [tuple(row) for row in found] == [("somebody", None, "withdrawn")]
    server = Server(database)
    try:
        assert server.get("/me", secret)["id"] is None
        assert server.get(f"/tables/{opened['table']}/view", opened["token"])["refused"] == "wrong_token"
    finally:
        server.close()


def test_with_postgresql_running_servers_learn_at_once_that_a_person_is_forgotten(postgresql_url: str) -> None:
    server, secret = Server(postgresql_url), new_token()
    try:
        game = some_game(2, together)
        opened = server.open_table(game, players=2, person=secret, seats=[PERSON, PERSON])
        ann = server.get("/me", secret)["id"]
        with Client(server, opened["table"], opened["token"]) as client:
            client.until("welcome")
            admin(postgresql_url, "forget", ann, "--yes")
            assert client.until("removed")["why"] == "withdrawn"
        assert server.get("/me", secret)["id"] is None
        assert server.get(f"/tables/{opened['table']}/view", opened["token"])["refused"] == "wrong_token"
    finally:
        server.close()
