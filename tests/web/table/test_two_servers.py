"""Two servers on one PostgreSQL serve the same tables."""

from collections.abc import Iterator

import pytest

from parlour.web.wire.tokens import new_token
from tests.samples import some_game, together
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
        for name, secret in (("Ben", ben), ("Cleo", new_token()))
    ]
    with Client(there, table["table"], seats[0]["token"]) as client, Client(there, table["table"]) as watcher:
        client.until("welcome")
        watcher.until("welcome")
        assert here.post(f"{path}/remove", table["token"], {"seat": seats[0]["seat"]}).status_code == 200
        client.until("removed")
        assert client.until("welcome")["seat"] == -1
        assert there.post("/me/forget", ann).status_code == 200
        while watcher.until("table")["seats"][0]["name"] != "somebody":
            pass
        with Client(here, table["table"]) as onlooker:
            facts = onlooker.until("welcome")["table"]
            while facts["seats"][0]["name"] != "somebody":
                facts = onlooker.until("table")
    assert here.get("/me", ben)["id"] is not None, (
        "a person who was removed from a table must still be known to the server"
    )
