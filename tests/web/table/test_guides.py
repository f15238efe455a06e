"""Tables with a guide on a real server: the deal is fixed, and the bots make the moves in the guide."""

from pathlib import Path
from typing import Any

import pytest

from parlour.game.game import Game
from parlour.games import all_games
from parlour.match.guide import Guide, guide_of
from tests.samples import some_game
from tests.web.servers import Client, Server

GUIDED = [game for game in all_games() if guide_of(game) is not None]


def guide_for(game: Game) -> Guide:
    guide = guide_of(game)
    assert guide is not None
    return guide


def own_turn(client: Client) -> None:
    """Read messages until it's the client's turn."""
    while client.view is None or not client.view["actions"]:
        client.next()


def do(client: Client, name: str) -> None:
    """Make a move by its name."""
    own_turn(client)
    client.say(type="move", id=f"{name} {client.number}", number=client.number, do=name)
    number = client.until("stored")["number"]
    while client.number < number:
        client.next()


@pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.name)
def test_bots_make_the_moves_in_the_guide_and_then_choose_by_themselves(server: Server, game: Game) -> None:
    guide = guide_for(game)
    opened = server.open_table(game, guide=True)
    facts = server.get(f"/tables/{opened['table']}")
    assert (facts["guide"], facts["players"], facts["started"]) == (True, guide.players, True)
    client = Client(server, opened["table"], opened["token"])
    for step in guide.moves:
        do(client, step.do[0])
    while not (client.view["actions"] or client.view["over"]):
        client.next()  # The guide has ended, so the bots choose by themselves.
    client.close()


@pytest.mark.processes
def test_a_table_with_a_guide_continues_after_a_restart(tmp_path: Path) -> None:
    game = GUIDED[0]
    guide = guide_for(game)
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    server = Server(database)
    opened = server.open_table(game, guide=True)
    client = Client(server, opened["table"], opened["token"])
    do(client, guide.moves[0].do[0])
    client.close()
    server.kill()
    server.close()
    server = Server(database)
    client = Client(server, opened["table"], opened["token"])
    client.until("welcome")
    for step in guide.moves[1:]:
        do(client, step.do[0])
    client.close()
    server.close()


def test_a_player_may_choose_other_actions_than_the_guide_suggests(server: Server) -> None:
    game = GUIDED[0]
    opened = server.open_table(game, guide=True)
    client = Client(server, opened["table"], opened["token"])
    own_turn(client)
    welcome = guide_for(game).moves[0].do
    do(client, next(one["name"] for one in client.view["actions"] if one["name"] not in welcome))
    for _ in range(4):
        if not client.view["over"]:
            own_turn(client)
            do(client, client.view["actions"][0]["name"])
    client.close()


def test_actions_cannot_be_taken_back_at_a_table_with_a_guide(server: Server) -> None:
    game = GUIDED[0]
    opened = server.open_table(game, guide=True)
    client = Client(server, opened["table"], opened["token"])
    do(client, guide_for(game).moves[0].do[0])
    client.say(type="undo", id="back", number=client.number)
    assert client.until("refused")["refused"] == "cannot_undo"
    client.close()


@pytest.mark.parametrize(
    "more",
    [{"players": 2}, {"listed": True}, {"timer": 30}, {"seats": [{"kind": "person"}]}, {"salt_commitment": "0" * 64}],
    ids=lambda more: next(iter(more)),
)
def test_nobody_can_choose_the_number_of_players_or_the_options_of_a_table_with_a_guide(
    server: Server, more: dict[str, Any]
) -> None:
    wanted = {"game": GUIDED[0].name, "name": "Ann", "guide": True, **more}
    assert server.refused("/tables", data=wanted) == "bad_request"


def test_a_table_with_a_guide_is_refused_for_a_game_without_one(server: Server) -> None:
    without = [game for game in all_games() if game not in GUIDED]
    for game in without:
        assert server.refused("/tables", data={"game": game.name, "name": "Ann", "guide": True}) == "bad_request"
        assert server.get(f"/games/{game.name}/guide")["refused"] == "unknown_page"
    assert server.get("/games/nothing/guide")["refused"] == "unknown_game"
    facts = {game["name"]: game["guide"] for game in server.get("/games")}
    assert facts == {game.name: game in GUIDED for game in all_games()}


def test_an_ordinary_table_has_no_guide(server: Server) -> None:
    opened = server.open_table(some_game())
    assert server.get(f"/tables/{opened['table']}")["guide"] is False
