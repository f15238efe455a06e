"""An open socket loses its seat when the seat's token changes: it neither sees the hand any longer nor moves."""

import pytest
from websockets.exceptions import ConnectionClosed

from parlour.web.wire.tokens import new_token
from tests.samples import some_game, together
from tests.web.days import Player
from tests.web.evenings import Visitor
from tests.web.servers import Client, Server

PEOPLE = [{"kind": "person"}, {"kind": "person"}]


def check_closed(client: Client, why: str) -> None:
    """Check that the server takes the seat away from a client and cuts it off, before it sends anything else."""
    assert client.until("removed")["why"] == why
    with pytest.raises(ConnectionClosed) as closed:
        client.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


def test_continuing_todays_deal_in_another_window_closes_it_in_the_first(server: Server) -> None:
    ann, game = Player(server), some_game()
    first = ann.begin(game.name)
    with Client(server, first["table"], first["token"]) as client:
        assert client.until("welcome")["view"]
        again = ann.begin(game.name)
        check_closed(client, "replaced")
    with Client(server, first["table"], first["token"]) as client:
        assert client.until("refused")["refused"] == "wrong_token"
    with Client(server, again["table"], again["token"]) as client:
        assert client.until("welcome")["seat"] == 0


def test_the_board_of_an_evening_that_somebody_joins_again_is_closed_in_the_first_window(server: Server) -> None:
    ann, ben = Visitor(server), Visitor(server, "Ben")
    evening, own = ann.running("rook", 1, ben)
    with Client(server, own["table"], own["token"]) as client:
        assert client.until("welcome")["seat"] == own["seat"]
        ann.join(evening)
        check_closed(client, "replaced")


def test_the_socket_of_a_forgotten_person_becomes_a_spectator_and_a_bot_plays_on(server: Server) -> None:
    secret = new_token()
    table = server.open_table(some_game(2, together), players=2, seats=PEOPLE, person=secret)
    joins = {"name": "Ben", "invite": table["invite"]}
    token = server.post(f"/tables/{table['table']}/join", None, joins).json()["token"]
    with Client(server, table["table"], table["token"]) as ann, Client(server, table["table"], token) as ben:
        assert ann.until("welcome")["view"]["actions"]
        ben.until("welcome")
        assert server.post("/me/forget", secret).status_code == 200
        assert ann.until("removed")["why"] == "withdrawn"
        seen = ann.until("welcome")
        assert seen["seat"] == -1
        assert not seen["view"]["actions"]
        ann.say(type="move", id="m", number=ann.number, action=0)
        assert ann.until("refused", id="m")["refused"] == "wrong_token"
        assert ben.until("event", seat=0), "a bot plays for the forgotten person"


def test_the_person_who_sits_next_is_the_host_when_the_host_is_forgotten(server: Server) -> None:
    secret = new_token()
    table = server.open_table(some_game(3, together), players=3, seats=[*PEOPLE, *PEOPLE[:1]], person=secret)
    path, joins = f"/tables/{table['table']}", {"invite": table["invite"]}
    tokens = [server.post(f"{path}/join", None, {"name": name, **joins}).json()["token"] for name in ("Ben", "Cleo")]
    assert server.refused(f"{path}/remove", tokens[0], {"seat": 2}) == "not_host"
    assert server.post("/me/forget", secret).status_code == 200
    assert server.post(f"{path}/remove", tokens[0], {"seat": 2}).status_code == 200
