"""Two servers on one PostgreSQL serve the same tables."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import insert, text
from websockets.exceptions import ConnectionClosed

from parlour.web.store.engine import open_engine
from parlour.web.store.schema import devices, people
from parlour.web.wire.tokens import new_token, token_hash
from tests.samples import some_game, together
from tests.web.days import Player
from tests.web.servers import Client, Server


@pytest.fixture
def servers(postgresql_url: str) -> Iterator[list[Server]]:
    running = [Server(postgresql_url), Server(postgresql_url)]
    yield running
    for server in running:
        server.close()


def test_people_on_two_servers_can_play_in_one_match(servers: list[Server]) -> None:
    here, there = servers
    table = here.open_table(some_game(2, together), players=2, seats=[{"kind": "person"}, {"kind": "person"}])
    name = table["table"]
    with Client(here, name, table["token"]) as ann:
        assert ann.until("welcome")["view"] is None
        joined = there.post(f"/tables/{name}/join", None, {"name": "Ben", "invite": table["invite"]}).json()
        assert ann.until("welcome")["view"], "the match must start when Ben joins on the other server"
        with Client(there, name, joined["token"]) as ben:
            ben.until("welcome")
            first = ann.move("one")
            assert ben.until("event", seat=0)["number"] == first
            second = ben.move("two")
            assert ann.until("event", seat=1)["number"] == second
            assert ann.view["phase"] == ben.view["phase"]
            there.post(f"/tables/{name}/phrase", joined["token"], {"phrase": "hello"})
            assert ann.until("phrase")["seat"] == 1
            resent = {"id": "one", "number": 1, "action": 0}
            assert there.post(f"/tables/{name}/move", table["token"], resent).json()["stored"] == first


def test_the_token_of_a_seat_is_valid_on_every_server(servers: list[Server]) -> None:
    here, there = servers
    table = here.open_table()
    assert there.get(f"/tables/{table['table']}/view", table["token"])["seat"] == 0
    assert there.get(f"/tables/{table['table']}")["commitment"] == here.get(f"/tables/{table['table']}")["commitment"]


def test_if_one_server_removes_a_player_or_forgets_a_person_every_other_server_does_so_too(
    servers: list[Server],
) -> None:
    here, there = servers
    ann, ben = new_token(), new_token()
    game = some_game(3, together)
    table = here.open_table(game, players=3, seats=[{"kind": "person"}] * 3, person=ann)
    path, invite = f"/tables/{table['table']}", table["invite"]
    seats = [
        there.post(f"{path}/join", None, {"name": name, "invite": invite, "person": secret}).json()
        for name, secret in (("Ben", ben), ("Cleo", None))  # so the match isn't rated
    ]
    with Client(there, table["table"], seats[0]["token"]) as client, Client(there, table["table"]) as watcher:
        client.until("welcome")
        watcher.until("welcome")
        assert here.post(f"{path}/remove", table["token"], {"seat": seats[0]["seat"]}).status_code == 200
        assert client.until("removed")["why"] == "bot"
        assert client.until("welcome")["seat"] == -1
        with Client(here, table["table"], table["token"]) as forgotten:
            forgotten.until("welcome")
            assert there.post("/me/forget", ann).status_code == 200
            assert forgotten.until("removed")["why"] == "withdrawn"
            assert forgotten.until("welcome")["seat"] == -1
        while watcher.until("table")["seats"][0]["name"] != "somebody":
            pass
        with Client(here, table["table"]) as onlooker:
            facts = onlooker.until("welcome")["table"]
            while facts["seats"][0]["name"] != "somebody":
                facts = onlooker.until("table")
    assert here.get("/me", ben)["id"] is not None, (
        "a person who was removed from a table must still be known to the server"
    )


def test_a_token_that_is_replaced_at_one_server_closes_the_sockets_at_the_other(servers: list[Server]) -> None:
    here, there = servers
    ann, game = Player(here), some_game().name
    first = ann.begin(game)
    with Client(here, first["table"], first["token"]) as client:
        client.until("welcome")
        again = ann.at(there).begin(game)
        assert client.until("removed")["why"] == "replaced"
        with pytest.raises(ConnectionClosed):
            client.next()
    with Client(here, again["table"], again["token"]) as client:
        assert client.until("welcome")["seat"] == 0


def test_a_person_whose_first_requests_reach_two_servers_at_the_same_moment_is_stored_once(
    servers: list[Server], postgresql_url: str
) -> None:
    secret = new_token()
    wish = {"game": some_game(4).name, "name": "Ann", "person": secret}
    engine = open_engine(postgresql_url)
    row = {"secret_hash": token_hash(secret), "person": "somebodyelse", "created": 1.0, "used": 0.0}
    waiting = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    with engine.connect() as blocker, engine.connect() as watcher, ThreadPoolExecutor(2) as threads:
        # While this transaction holds the device's row, both servers have to wait when they store the device.
        blocker.execute(insert(people).values(id="somebodyelse", name="Ann", created=1.0))
        blocker.execute(insert(devices), row)
        answers = [threads.submit(one.http.post, "/api/tables", json=wish) for one in servers]
        while watcher.execute(waiting).scalar_one() < 2:
            watcher.rollback()
        blocker.rollback()
    engine.dispose()
    tables = [one.result().json()["table"] for one in answers]
    found = {servers[0].get(f"/tables/{table}")["seats"][0]["person"] for table in tables}
    assert found == {servers[0].get("/me", secret)["id"]}
