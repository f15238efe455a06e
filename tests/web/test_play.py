"""Whole matches over HTTP and WebSocket, as the page or other clients play them."""

import pytest

from parlour.game.game import Game
from parlour.games import all_games
from parlour.match.record import verify
from parlour.web.table._table import RECENT_IDS
from tests.samples import some_game, together
from tests.web.servers import Client, Server


def play_out(client: Client, prefix: str = "m") -> None:
    """Choose actions until the match is over."""
    moves = 0
    while not client.view["over"]:
        if client.view["actions"]:
            moves += 1
            client.move(f"{prefix}{moves}", choice=moves)
        else:
            client.next()


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_match_is_played_to_its_end_and_its_record_is_verified(server: Server, game: Game) -> None:
    play_and_verify(server, game)


def test_a_match_can_be_played_over_plain_connections_too(plain_server: Server) -> None:
    play_and_verify(plain_server, some_game())


def play_and_verify(server: Server, game: Game) -> None:
    table = server.open_table(game, options=dict(game.short_options))
    name = table["table"]
    with Client(server, name, table["token"]) as ann, Client(server, name) as watcher:
        assert ann.until("welcome")["seat"] == 0
        assert watcher.until("welcome")["seat"] == -1
        play_out(ann)
        while watcher.number < ann.number:
            watcher.next()
        assert ann.view == server.get(f"/tables/{name}/view", table["token"])["view"], (
            "a view updated by patches must equal the server's view"
        )
        assert watcher.view == server.get(f"/tables/{name}/view")["view"]
        assert watcher.view["winners"] == ann.view["winners"]
    record = server.get(f"/tables/{name}/record")
    assert verify(record).winners == ann.view["winners"]
    assert record["seats"][0] == "Ann"
    assert server.get(f"/tables/{name}/verify")["verified"] is True


def test_a_whole_match_can_be_played_over_http_alone(server: Server) -> None:
    game = some_game(2)
    table = server.open_table(game, players=2, options=dict(game.short_options))
    path = f"/tables/{table['table']}"
    moves = 0
    while not (look := server.get(f"{path}/view", table["token"]))["view"]["over"]:
        if look["view"]["actions"]:
            moves += 1
            data = {"id": f"h{moves}", "number": look["number"], "do": look["view"]["actions"][-1]["name"]}
            answer = server.post(f"{path}/move", table["token"], data)
            assert answer.status_code == 200 or answer.json()["refused"] == "stale"
    assert moves
    assert server.get(f"{path}/verify")["verified"] is True


# --- moves


@pytest.fixture
def pair(server: Server) -> dict[str, str]:
    """Open a table for Ann and Ben, with a game in which both choose at the same time."""
    table = server.open_table(some_game(2, together), players=2, seats=[{"kind": "person"}, {"kind": "person"}])
    joined = server.post(f"/tables/{table['table']}/join", None, {"name": "Ben", "invite": table["invite"]}).json()
    assert joined["seat"] == 1
    return {"table": table["table"], "ann": table["token"], "ben": joined["token"]}


def test_a_resent_move_is_stored_once_and_gets_the_same_answer(server: Server, pair: dict[str, str]) -> None:
    path = f"/tables/{pair['table']}"
    look = server.get(f"{path}/view", pair["ann"])
    move = {"id": "first", "number": look["number"], "action": look["view"]["actions"][0]["id"]}
    first = server.post(f"{path}/move", pair["ann"], move).json()
    for _ in range(3):
        assert server.post(f"{path}/move", pair["ann"], move).json() == first
    assert server.get(path)["number"] == first["stored"]
    with Client(server, pair["table"], pair["ann"]) as ann:
        ann.say(type="move", **move)
        assert ann.until("stored") == {"type": "stored", "id": "first", "number": first["stored"]}


def test_moves_from_different_seats_may_have_the_same_id(server: Server, pair: dict[str, str]) -> None:
    path = f"/tables/{pair['table']}"
    for seat in ("ann", "ben"):
        look = server.get(f"{path}/view", pair[seat])
        move = {"id": "same", "number": look["number"], "action": look["view"]["actions"][0]["id"]}
        assert server.post(f"{path}/move", pair[seat], move).status_code == 200
    assert server.get(path)["number"] >= 3


def test_the_answer_to_a_move_comes_before_the_event_of_the_move(server: Server, pair: dict[str, str]) -> None:
    with Client(server, pair["table"], pair["ann"]) as ann:
        ann.until("welcome")
        ann.move("only")
        kinds = [message["type"] for message in ann.heard if message["type"] in ("stored", "event")]
        assert kinds == ["stored", "event"]


def test_a_simultaneous_choice_may_refer_to_an_older_event_number(server: Server, pair: dict[str, str]) -> None:
    """C3: both players choose at the same time, so neither needs to have seen the other's choice."""
    path = f"/tables/{pair['table']}"
    looks = {seat: server.get(f"{path}/view", pair[seat]) for seat in ("ann", "ben")}
    for seat, look in looks.items():
        move = {"id": seat, "number": look["number"], "action": look["view"]["actions"][0]["id"]}
        assert server.post(f"{path}/move", pair[seat], move).status_code == 200


def test_every_bad_move_gets_the_right_kind_of_refusal(server: Server, pair: dict[str, str]) -> None:
    path = f"/tables/{pair['table']}"
    look = server.get(f"{path}/view", pair["ann"])
    action, number = look["view"]["actions"][0]["id"], look["number"]

    def kind(seat: str | None, **move: object) -> str:
        data = {"id": "x", "number": number, "action": action, **move}
        return server.refused(f"{path}/move", pair[seat] if seat else None, data)

    assert kind(None) == "wrong_token"
    assert kind("ann", action=62) == "not_allowed"
    assert kind("ann", number=number + 1) == "bad_request"
    assert kind("ann", number=0) == "stale"
    assert kind("ann", do=look["view"]["actions"][0]["name"]) == "bad_request", (
        "a move must name its action by id or by name, not both"
    )
    assert kind("ann", action=None, do="fold") == "not_allowed"
    server.post(f"{path}/move", pair["ann"], {"id": "good", "number": number, "action": action})
    assert kind("ann") == "not_your_turn"
    assert server.refused("/tables/nowhere/move", pair["ann"], {"id": "x", "number": 0, "action": 0}) == "unknown_table"


def test_a_client_that_reconnects_gets_either_the_events_it_missed_or_the_whole_table(
    server: Server, pair: dict[str, str]
) -> None:
    with Client(server, pair["table"], pair["ann"]) as ann:
        ann.until("welcome")
        seen, view = ann.number, ann.view
    path = f"/tables/{pair['table']}"
    for seat in ("ann", "ben"):
        look = server.get(f"{path}/view", pair[seat])
        move = {"id": seat, "number": look["number"], "action": look["view"]["actions"][0]["id"]}
        server.post(f"{path}/move", pair[seat], move)
    with Client(server, pair["table"], pair["ann"], last=seen) as ann:
        assert ann.until("resumed")["number"] == seen + 2
        ann.view, ann.number = view, seen
        while ann.number < seen + 2:
            ann.next()
        assert ann.view == server.get(f"{path}/view", pair["ann"])["view"]
    with Client(server, pair["table"], pair["ann"], last=10**6) as ann:
        assert ann.next()["type"] == "welcome", "a number beyond the last event must get the whole table"


# --- undo


def test_a_secret_choice_can_be_taken_back_until_another_player_acts(server: Server, pair: dict[str, str]) -> None:
    path = f"/tables/{pair['table']}"
    with Client(server, pair["table"], pair["ann"]) as ann, Client(server, pair["table"], pair["ben"]) as ben:
        ann.until("welcome")
        ben.until("welcome")
        before = server.get(f"{path}/view", pair["ann"])["view"]
        ann.move("bet")
        assert ann.heard[-1]["can_undo"] is True
        assert ben.until("event")["can_undo"] is False
        ann.say(type="undo", id="back", number=ann.number)
        ann.until("stored", id="back")
        ann.until("event")
        assert ann.view == before
        ann.move("again", choice=1)
        assert ben.until("event", seat=0)["type"] == "event"
        ben.until("event", seat=0)
        ben.move("mine")
        ann.say(type="undo", id="late", number=ann.number)
        assert ann.until("refused", id="late")["refused"] == "cannot_undo"


def test_a_card_that_other_players_have_seen_cannot_be_taken_back(server: Server, pair: dict[str, str]) -> None:
    tokens = [pair["ann"], pair["ben"]]
    with Client(server, pair["table"], tokens[0]) as ann, Client(server, pair["table"], tokens[1]) as ben:
        ann.until("welcome")
        ben.until("welcome")
        clients, moves = [ann, ben], 0
        while not ann.view["centre"]["trick"]:
            for client in clients:
                if client.view["actions"] and client.number == max(ann.number, ben.number):
                    moves += 1
                    client.move(f"u{moves}", choice=moves)
            for client in clients:
                while client.number < max(ann.number, ben.number):
                    client.next()
        last = ann.view["centre"]["trick"][-1]
        actor = last["seat"]
        # A card that was bid was already open, so the choice of this card was no secret.
        if actor in (0, 1) and last["card"] not in ann.view["seats"][actor]["bid_cards"]:
            back = {"id": "u", "number": ann.number}
            assert server.refused(f"/tables/{pair['table']}/undo", tokens[actor], back) == "cannot_undo"


def test_a_resent_undo_takes_back_only_one_action(server: Server, pair: dict[str, str]) -> None:
    path = f"/tables/{pair['table']}"
    look = server.get(f"{path}/view", pair["ann"])
    server.post(
        f"{path}/move", pair["ann"], {"id": "m", "number": look["number"], "action": look["view"]["actions"][0]["id"]}
    )
    back = {"id": "u", "number": look["number"] + 1}
    first = server.post(f"{path}/undo", pair["ann"], back).json()
    assert server.post(f"{path}/undo", pair["ann"], back).json() == first
    assert server.refused(f"{path}/undo", pair["ann"], back | {"id": "v"}) == "cannot_undo"


def test_an_old_undo_that_is_resent_never_takes_effect_again(server: Server, pair: dict[str, str]) -> None:
    path, token = f"/tables/{pair['table']}", pair["ann"]

    def moved(client: str) -> int:
        look = server.get(f"{path}/view", token)
        move = {"id": client, "number": look["number"], "action": look["view"]["actions"][0]["id"]}
        return int(server.post(f"{path}/move", token, move).json()["stored"])

    old = {"id": "old", "number": moved("m")}
    first = server.post(f"{path}/undo", token, old).json()
    for turn in range(RECENT_IDS):  # The server remembers only this many ids.
        assert server.post(f"{path}/undo", token, {"id": f"u{turn}", "number": moved(f"m{turn}")}).status_code == 200
    last = moved("last")
    assert server.get(f"{path}/view", token)["can_undo"] is True
    assert server.post(f"{path}/undo", token, old).json() == first
    assert server.get(f"{path}/view", token)["number"] == last
    assert server.refused(f"{path}/undo", token, {"id": "new", "number": last - 1}) == "stale"
    assert server.refused(f"{path}/undo", token, {"id": "new", "number": last + 1}) == "bad_request"
