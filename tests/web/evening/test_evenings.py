"""Duplicate evenings on a real server: joining and leaving them, what stays sealed, and every game."""

import asyncio
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from parlour.club.evening import options_of_boards
from parlour.games import GAMES, find_game
from parlour.match.fair import commitment, new_key
from parlour.web.evening import evenings as limits
from parlour.web.evening.evenings import Evenings
from parlour.web.evening.messages import JoinEvening, NewEvening
from parlour.web.people.stored import join_person, person_of
from parlour.web.refusals import TableRefusal
from parlour.web.table.house import House
from parlour.web.table.reviews import record_of
from parlour.web.wire.tokens import new_token, token_hash
from tests.samples import alone, some_game, some_option
from tests.web.evenings import PAIRS, PAUSE, Visitor
from tests.web.servers import Client, Server
from tests.web.table.test_driver import game_for_two, run, until

ALONE = some_game(4, alone).name


# --- joining


def test_an_evening_begins_when_its_host_starts_it(server: Server) -> None:
    ann, ben = Visitor(server), Visitor(server, "Ben")
    evening = ann.open()
    ann.join(evening)
    ben.join(evening)
    waiting = ben.look(evening)
    assert (waiting["state"], waiting["host"], waiting["own"], waiting["next"]) == ("waiting", False, 2, None)
    assert ben.refused(f"/evenings/{evening}/start", {}) == "not_host"
    ann.start(evening)
    view = ben.look(evening)
    assert (view["state"], view["round"], len(view["entries"])) == ("running", 1, 8)
    own = ann.look(evening)["next"]
    assert own["table"] != view["next"]["table"], "two people play the same cards at tables of their own"
    assert own["seat"] == view["next"]["seat"]
    assert Visitor(server, "Cleo").refused(f"/evenings/{evening}/join", {"name": "Cleo"}) == "late"


def test_a_visitor_without_a_secret_can_look_at_an_evening_but_not_join_it(server: Server) -> None:
    evening = Visitor(server).open()
    assert server.get(f"/evenings/{evening}")["own"] is None
    assert server.refused(f"/evenings/{evening}/join", None, {"name": "Ann"}) == "wrong_token"
    assert Visitor(server).refused(f"/evenings/{evening}/leave", {}) == "unknown_person"
    assert Visitor(server).refused("/evenings/nowhere") == "unknown_evening"


def test_partners_may_choose_their_places_but_not_one_that_is_already_taken(server: Server) -> None:
    ann, ben, cleo = Visitor(server), Visitor(server, "Ben"), Visitor(server, "Cleo")
    evening = ann.open()
    ann.join(evening, place=4)
    ben.join(evening, place=5)
    assert cleo.refused(f"/evenings/{evening}/join", {"name": "Cleo", "place": 4}) == "seat_taken"
    cleo.join(evening)
    ann.start(evening)
    units = {one["name"]: one["unit"] for one in ann.look(evening)["entries"]}
    assert units["Ann"] == units["Ben"] != units["Cleo"]


def test_places_cannot_be_chosen_in_a_game_without_partners(server: Server) -> None:
    ann = Visitor(server)
    evening = ann.open(ALONE)
    assert ann.refused(f"/evenings/{evening}/join", {"name": "Ann", "place": 0}) == "bad_request"


def test_a_person_who_joins_an_evening_again_keeps_their_entry_and_gets_a_new_token(server: Server) -> None:
    ann = Visitor(server)
    evening = ann.open()
    first = ann.join(evening, place=3)
    ann.start(evening)
    again = ann.join(evening)
    assert first["entry"] == again["entry"]
    table = ann.look(evening)["next"]["table"]
    assert ann.refused(f"/tables/{table}/view", token=first["token"]) == "wrong_token"
    assert server.get(f"/tables/{table}/view", again["token"])["seat"] == ann.look(evening)["next"]["seat"]


def test_in_an_evening_a_salt_can_be_revealed_only_once_nobody_can_join_any_more(server: Server) -> None:
    ann, salt = Visitor(server), new_key()
    evening = ann.open()
    path, reveal = f"/evenings/{evening}/salt", {"salt": salt.hex()}
    ann.join(evening)
    assert ann.refused(path, reveal) == "not_allowed"
    ann.join(evening, salt_commitment=commitment(salt))
    assert ann.refused(path, {"salt": new_key().hex()}) == "bad_request"
    assert ann.refused(path, reveal) == "not_started"
    ann.start(evening)
    assert ann.look(evening)["state"] == "revealing"
    assert server.post(path, ann.secret, reveal).status_code == 200
    assert ann.look(evening)["state"] == "running"


def test_a_person_who_leaves_an_evening_is_removed_before_the_start_and_replaced_by_a_bot_after_it(
    server: Server,
) -> None:
    ann, ben = Visitor(server), Visitor(server, "Ben")
    evening = ann.open()
    ann.join(evening)
    ben.join(evening)
    server.post(f"/evenings/{evening}/leave", ben.secret)
    assert [one["name"] for one in ann.look(evening)["entries"]] == ["Ann"]
    ann.start(evening)
    own = ann.look(evening)["next"]
    server.post(f"/evenings/{evening}/leave", ann.secret)
    with_bots = ann.looks_until_over(evening)  # Now only bots are playing.
    assert with_bots["closed"][0]["lines"][0]["table"] == own["table"]
    assert ann.refused(f"/evenings/{evening}/leave", {}) == "over"


def test_a_host_may_have_only_a_limited_number_of_unfinished_evenings(server: Server) -> None:
    ann = Visitor(server)
    for _ in range(5):
        ann.open()
    assert ann.refused("/evenings", {"game": PAIRS, "name": "Ann"}) == "too_many"


def test_an_address_may_open_only_a_limited_number_of_unfinished_evenings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_OF_AN_ADDRESS", 2)
    wish = NewEvening(PAIRS, "Ann")

    async def test(house: House) -> None:
        evenings = Evenings(house)
        for _ in range(2):
            await evenings.open(wish, new_token(), "club")
        with pytest.raises(TableRefusal, match="2 unfinished evenings were opened from this address") as refused:
            await evenings.open(wish, new_token(), "club")
        assert refused.value.kind == "too_many"
        await evenings.open(wish, new_token(), "home")
        monkeypatch.setattr(limits, "FORGET_SECONDS", -1.0)
        await evenings.forget()  # Deletes the evenings that nobody has started.
        await evenings.open(wish, new_token(), "club")

    run(tmp_path, test)


def test_fifty_one_addresses_of_one_network_cannot_use_up_the_evenings_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_OF_A_NETWORK", 20)
    monkeypatch.setattr(limits, "MOST_EVENINGS", 51)
    wish = NewEvening(PAIRS, "Ann")

    async def test(house: House) -> None:
        evenings, refused = Evenings(house), []
        for number in range(51):
            try:
                await evenings.open(wish, new_token(), f"203.0.{number}.{number}")
            except TableRefusal as refusal:
                refused.append(refusal)
        assert [refusal.kind for refusal in refused] == ["too_many"] * 31
        assert "20 unfinished evenings were opened from your network" in refused[0].reason
        await evenings.open(wish, new_token(), "198.51.100.7")
        monkeypatch.setattr(limits, "FORGET_SECONDS", -1.0)
        await evenings.forget()  # Deletes the evenings that nobody has started.
        await evenings.open(wish, new_token(), "203.0.51.51")

    run(tmp_path, test)


@pytest.mark.parametrize(
    "wrong", [{"game": "nothing"}, {"boards": 0}, {"boards": 25}, {"seconds": 1}, {"players": 99}, {"more": 1}]
)
def test_a_request_for_an_evening_with_impossible_settings_is_refused(server: Server, wrong: dict[str, Any]) -> None:
    wanted = {"game": PAIRS, "name": "Ann", **wrong}
    assert Visitor(server).refused("/evenings", wanted) in ("bad_request", "unknown_game")


def test_a_request_that_names_an_unknown_evening_is_refused(server: Server) -> None:
    ann = Visitor(server)
    ann.open()
    requests: dict[str, Any] = {
        "": None, "/join": {"name": "Ann"}, "/start": {}, "/leave": {}, "/salt": {"salt": new_key().hex()}
    }  # fmt: skip
    for name in ("nothing", "%00", "a-b"):
        kinds = {what: ann.refused(f"/evenings/{name}{what}", data) for what, data in requests.items()}
        assert kinds == dict.fromkeys(requests, "unknown_evening"), name


# --- what is sealed


def test_nothing_about_a_board_is_revealed_before_all_tables_have_finished_it(server: Server) -> None:
    guests = [Visitor(server, name) for name in ("Ann", "Ben", "Cleo", "Dan", "Eve")]
    evening, own = guests[0].running(PAIRS, 1, *guests[1:])
    path, ann = f"/tables/{own['table']}", guests[0]
    doors = [f"{path}/record", f"{path}/replay", f"{path}/verify"]
    kinds = {ann.refused(door, token=own["token"]) for door in doors}
    assert kinds == {"not_over"}
    assert ann.refused(f"{path}/view", token="") == "sealed"
    assert server.refused(f"{path}/hint", own["token"], {}) == "sealed"
    assert server.refused(f"{path}/rematch", own["token"]) == "not_allowed"
    with Client(server, own["table"], own["token"]) as client:
        client.until("welcome")
        client.say(type="stand_in", seat=1)
        assert client.until("refused")["refused"] == "not_allowed", (
            "opponents may not replace an absent person with a bot"
        )
    view = ann.look(evening)
    assert (view["closed"], view["key"], view["unfinished"]) == ([], None, 3)
    assert {one["match_points"] for one in view["ranking"]} == {0}


def test_a_finished_table_stays_sealed_while_another_table_plays_the_same_board(server: Server) -> None:
    guests = [Visitor(server, name) for name in ("Ann", "Ben", "Cleo", "Dan", "Eve")]
    evening, _ = guests[0].running(PAIRS, 1, *guests[1:])
    by_table: dict[str, list[Visitor]] = {}
    for guest in guests:
        by_table.setdefault(guest.look(evening)["next"]["table"], []).append(guest)
    (first, leaving), *others = by_table.items()
    staying = [guest for _, at_table in others for guest in at_table]
    tokens = {guest.name: guest.join(evening)["token"] for guest in leaving}
    for guest in leaving:
        server.post(f"/evenings/{evening}/leave", guest.secret)
    one = leaving[0]
    while not server.get(f"/tables/{first}")["over"]:
        time.sleep(PAUSE)
    path, token = f"/tables/{first}", tokens[one.name]
    for door in (f"{path}/record", f"{path}/replay", f"{path}/verify"):
        assert one.refused(door, token=token) == "sealed"
    assert one.look(evening)["closed"] == []
    for guest in staying:
        server.post(f"/evenings/{evening}/leave", guest.secret)
    one.looks_until_over(evening)
    record = server.get(f"{path}/record")
    assert record["fair"]["key"] == one.look(evening)["closed"][0]["key"]
    assert server.get(f"{path}/verify")["verified"]


def test_the_record_of_a_table_is_public_as_soon_as_the_evening_shows_the_tables_board_as_closed(
    tmp_path: Path,
) -> None:
    """In this test, the board is closed in the database, but the table in memory has not been notified yet."""

    async def test(house: House) -> None:
        evenings, secret = _Untold(house), new_token()
        wish = NewEvening(game_for_two().name, "Ann", players=2, boards=1)
        evening = (await evenings.open(wish, secret, "home")).evening
        await evenings.join(evening, JoinEvening("Ann"), secret, "home")
        await evenings.start(evening, secret, "home")
        own = (await evenings.view(evening, secret, "home")).next
        assert own is not None
        table = own.table
        await evenings.leave(evening, secret, "home")
        await house.refresh(house.tables[table])  # The table is notified that a bot has taken Ann's seat.
        while (await evenings.view(evening, secret, "home")).state != "over":
            await asyncio.sleep(PAUSE)
        assert house.tables[table].table.sealed
        assert record_of(await house.table(table))["fair"]["key"] is not None

    run(tmp_path, test)


def test_a_table_is_shown_as_finished_even_if_its_result_is_not_stored_yet(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        evenings, secrets = Evenings(house), [new_token(), new_token(), new_token()]
        house.when_finished.clear()  # The server never stores the result, as if it hadn't got round to it yet.
        wish = NewEvening(game_for_two().name, "Ann", players=2, boards=2)
        evening = (await evenings.open(wish, secrets[0], "home")).evening
        for name, secret in zip(("Ann", "Ben", "Cleo"), secrets, strict=True):
            await evenings.join(evening, JoinEvening(name), secret, "home")
        await evenings.start(evening, secrets[0], "home")
        by_table: dict[str, list[str]] = {}
        for secret in secrets:
            sitting = (await evenings.view(evening, secret, "home")).next
            assert sitting is not None
            by_table.setdefault(sitting.table, []).append(secret)
        (table, (alone,)) = next(item for item in by_table.items() if len(item[1]) == 1)
        live = await house.table(table)
        seat = next(place.seat for place in live.table.places if place.kind == "person")
        await house.driver.set_away(live, seat, True)  # From here on a bot plays for this person.
        while not live.table.over:
            await asyncio.sleep(PAUSE)
        seen = (await evenings.view(evening, alone, "home")).next
        assert seen is not None
        assert (seen.table, seen.over) == (table, True)

    run(tmp_path, test)


class _Untold(Evenings):
    """Evenings that don't notify their tables of changes."""

    async def _refresh(self, tables: Iterable[str]) -> None:
        pass


def test_actions_in_a_duplicate_evening_cannot_be_taken_back(server: Server) -> None:
    _, own = Visitor(server).running()
    with Client(server, own["table"], own["token"]) as client:
        client.until("welcome")
        while not client.view["actions"]:
            client.next()
        number = client.move("m1")
        assert server.refused(f"/tables/{own['table']}/undo", own["token"], {"id": "u1", "number": number}) in (
            "cannot_undo", "over",
        )  # fmt: skip


# --- every game


@pytest.mark.parametrize("game", GAMES)
def test_any_game_for_two_or_more_players_can_be_played_in_an_evening(server: Server, game: str) -> None:
    ann = Visitor(server)
    if find_game(game).default_players < 2:
        assert ann.refused("/evenings", {"game": game, "name": "Ann"}) == "bad_request"
        return
    evening, own = ann.running(game, 2)
    server.post(f"/evenings/{evening}/leave", ann.secret)
    view = ann.looks_until_over(evening)
    assert [one["board"] for one in view["closed"]] == [1, 2]
    assert all(line["score"] is not None for board in view["closed"] for line in board["lines"])
    record = server.get(f"/tables/{own['table']}/record")
    assert record["result"]["ended"] in ("board", "rules")
    assert record["board"]["name"] == evening
    seats = [seat for board in view["closed"] for line in board["lines"] for seat in line["seats"]]
    assert sorted(seats) == sorted(4 * list(range(view["players"]))), "two boards at two tables"
    assert [line["entries"][0] for line in view["ranking"]] == [1], "bots that fill the seats are not ranked"


def test_two_people_are_compared_with_each_other_on_every_board(server: Server) -> None:
    ann, ben = Visitor(server), Visitor(server, "Ben")
    evening, _ = ann.running(PAIRS, 2, ben)
    for one in (ann, ben):
        server.post(f"/evenings/{evening}/leave", one.secret)
    ranking = ann.looks_until_over(evening)["ranking"]
    assert [len(set(line["entries"]) & {1, 2}) for line in ranking] == [1, 1], "each of them has a bot as partner"
    assert [line["most"] for line in ranking] == [4, 4]
    assert sum(line["match_points"] for line in ranking) == 4


def test_the_token_of_an_evening_is_valid_at_all_its_tables(server: Server) -> None:
    ann, token = Visitor(server), new_token()
    evening = ann.open(boards=2)
    assert ann.join(evening, token=token)["token"] == token
    ann.start(evening)
    first = ann.look(evening)["next"]
    ann.play_out({**first, "token": token})
    while (second := ann.look(evening)["next"])["table"] == first["table"]:
        time.sleep(PAUSE)
    for own in (first, second):
        assert server.get(f"/tables/{own['table']}/view", token)["seat"] == own["seat"]


def test_an_evening_is_played_with_the_options_that_its_host_chose(server: Server) -> None:
    ann, game = Visitor(server), find_game(PAIRS)
    name, [_, value] = some_option(game)
    evening, own = ann.running(options={name: value})
    assert ann.look(evening)["options"] == options_of_boards(game, {name: value})
    assert server.get(f"/tables/{own['table']}/view", own["token"])["table"]["options"][name] == value
    for wrong in ({name: -999}, {"nonsense": 1}):
        refused = server.post("/evenings", ann.secret, {"game": PAIRS, "name": "Ann", "options": wrong}).json()
        assert refused["refused"] == "bad_request"


def test_a_person_who_holds_two_hands_after_joining_two_devices_keeps_only_the_newer_hand(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        evenings, secrets, tokens = Evenings(house), [new_token(), new_token()], [new_token(), new_token()]
        wish = NewEvening(game_for_two().name, "Ann", players=2, boards=2)
        evening = (await evenings.open(wish, secrets[0], "home")).evening
        for name, secret, token in zip(("Ann", "Ben"), secrets, tokens, strict=True):
            await evenings.join(evening, JoinEvening(name, token), secret, "home")
        await evenings.start(evening, secrets[0], "home")
        before = [(await evenings.view(evening, secret, "home")).next for secret in secrets]
        older, newer = [one.table for one in before if one is not None]
        assert older != newer

        def join(connection: Connection) -> list[str]:
            person = person_of(connection, token_hash(secrets[0]))
            assert person is not None
            return join_person(connection, token_hash(secrets[1]), person, True, house.store.process)

        changed = await house.store.writer.change(join)
        assert sorted(changed) == sorted([older, newer])
        await house.refresh_tables(changed)
        live, kept = house.tables[older], house.tables[newer]
        own = {place.name: place for place in (*live.table.places, *kept.table.places)}
        assert (own["somebody"].person, own["somebody"].away, own["Ben"].away) == (None, True, False)
        assert live.table.seat_of(token_hash(tokens[0])) is None, "nobody can come back to the older hand"
        assert kept.table.seat_of(token_hash(tokens[1])) == own["Ben"].seat
        views = [await evenings.view(evening, secret, "home") for secret in secrets]
        assert [view.own for view in views] == [2, 2]
        bot = own["somebody"].seat
        await until(lambda: bot not in live.table.actors())

    run(tmp_path, test)
