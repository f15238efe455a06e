"""Absent people: what other players see and how they vote for a stand-in bot; also, bots that wait for an undo."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from parlour.game.game import Game
from parlour.web.refusals import TableRefusal
from parlour.web.store.writer import Row
from parlour.web.table import _absence as absence
from parlour.web.table import lobby
from parlour.web.table._absence import AWAY_SECONDS, GRACE_SECONDS
from parlour.web.table.house import House
from parlour.web.table.live import LiveTable, Subscriber
from parlour.web.table.protocol import Join, NewTable, SeatWish
from tests.samples import some_game, together
from tests.web.servers import Client, Server
from tests.web.table.test_driver import ready, run, until

PERSON = SeatWish("person")


def game_for_four() -> Game:
    """Find a game in which four players choose at the same time."""
    return some_game(4, together)


async def table_of(house: House, people: int) -> tuple[LiveTable, list[Subscriber]]:
    """Open a table for four with this many people and otherwise bots; every person has an open socket."""
    game = game_for_four()
    ready(game.name)
    wish = NewTable(game.name, "Ann", players=4, seats=[PERSON] * people)
    opened = await lobby.open_table(house, wish)
    live = await house.table(opened.table)
    for name in ("Ben", "Cleo", "Dan")[: people - 1]:
        await lobby.join(house, live, Join(name, opened.invite))
    sockets = [Subscriber(seat, lambda _: True) for seat in range(people)]
    live.subscribers.update(sockets)
    live.seen.clear()
    house.driver.drive(live)
    return live, sockets


def go_away(live: LiveTable, socket: Subscriber, seconds: float = 2 * GRACE_SECONDS) -> None:
    """Close a seat's socket, and pretend that it was closed this many seconds ago."""
    live.subscribers.discard(socket)
    live.absence.leave(socket.onlooker)
    live.absence.began -= seconds
    live.absence.left[socket.onlooker] -= seconds


async def table_without(house: House, seat: int) -> tuple[LiveTable, list[Subscriber]]:
    """Open a table with four people, one of whom is absent."""
    live, sockets = await table_of(house, 4)
    go_away(live, sockets[seat])
    return live, sockets


def refused(action: Awaitable[None]) -> Awaitable[str]:
    async def kind() -> str:
        with pytest.raises(TableRefusal) as refusal:
            await action
        return refusal.value.kind

    return kind()


Test = Callable[[House], Awaitable[None]]


def test_everybody_sees_how_long_a_person_has_been_absent_and_when_a_bot_will_take_over(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live, sockets = await table_of(house, 2)
        assert [seat.absent for seat in live.public().seats] == [None] * 4
        go_away(live, sockets[1], 30)
        live.turn_began = time.monotonic()
        facts = live.public().seats[1]
        assert facts.absent == pytest.approx(30, abs=5)
        assert facts.stand_in == pytest.approx(AWAY_SECONDS, abs=5)
        assert live.public().seats[0].absent is None
        assert live.public().seats[2].absent is None, "a bot is never absent"
        live.absence.come_back(1)
        live.subscribers.add(sockets[1])
        assert live.public().seats[1].absent is None

    run(tmp_path, test)


def test_clients_are_notified_when_the_table_begins_to_wait_for_an_absent_person(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live, sockets = await table_of(house, 2)
        sent: list[bytes] = []

        def send(frames: bytes) -> bool:
            sent.append(frames)
            return True

        live.subscribers.add(Subscriber(0, send))
        house.driver.watch(live)
        sent.clear()
        house.driver.watch(live)
        assert sent == [], "no message is due before anything changes"
        go_away(live, sockets[1])
        house.driver.watch(live)
        assert len(sent) == 1
        house.driver.watch(live)
        assert len(sent) == 1

    run(tmp_path, test)


def test_the_host_alone_can_let_a_bot_stand_in_for_an_absent_person(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live, _ = await table_without(house, 2)
        await house.stand_in(live, 0, 2)
        assert live.table.places[2].away
        await until(lambda: 2 not in live.table.actors())

    run(tmp_path, test)


def test_a_majority_of_the_people_present_can_let_a_bot_stand_in_for_the_absent_host(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live, _ = await table_without(house, 0)
        assert live.public().seats[0].votes_needed == 2
        await house.stand_in(live, 1, 0)
        await house.stand_in(live, 1, 0)
        assert live.public().seats[0].votes == 1, "a second vote from the same seat must not count"
        assert not live.table.places[0].away
        await house.stand_in(live, 3, 0)
        assert live.table.places[0].away
        assert live.public().seats[0].votes == 0

    run(tmp_path, test)


def test_votes_for_a_stand_in_are_deleted_when_the_absent_person_comes_back(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live, sockets = await table_without(house, 0)
        await house.stand_in(live, 1, 0)
        live.subscribers.add(sockets[0])
        live.absence.come_back(0)
        go_away(live, sockets[0])
        await house.stand_in(live, 2, 0)
        assert not live.table.places[0].away

    run(tmp_path, test)


def test_nobody_can_vote_for_a_stand_in_for_a_person_who_is_present_or_left_only_a_moment_ago(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live, sockets = await table_of(house, 2)
        assert await refused(house.stand_in(live, 0, 1)) == "not_absent"
        assert await refused(house.stand_in(live, 0, 2)) == "not_absent", "a bot is never absent"
        assert await refused(house.stand_in(live, 0, 7)) == "unknown_seat"
        go_away(live, sockets[1], 0)
        assert await refused(house.stand_in(live, 0, 1)) == "not_absent"

    run(tmp_path, test)


def test_stand_in_bots_are_refused_before_the_match_starts(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        opened = await lobby.open_table(house, NewTable(game_for_four().name, "Ann", players=4, seats=[PERSON] * 2))
        live = await house.table(opened.table)
        assert await refused(house.stand_in(live, 0, 1)) == "not_started"
        assert absence.people(live) == [0]

    run(tmp_path, test)


# --- bots wait while an action can be taken back


def test_a_client_can_ask_bots_to_wait_while_its_action_can_be_taken_back(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live, _ = await table_of(house, 2)
        assert live.table.actors() != []
        seat = 0
        action = live.table.playing.legal(seat)[0]
        await house.move(live, seat, "m", live.table.number, action, wait=5.0)
        assert live.table.can_undo(seat)
        assert live.bots_wait_until > time.monotonic() + 1
        await house.undo(live, seat, "u", live.table.number)
        assert live.bots_wait_until == 0.0
        await house.move(live, seat, "n", live.table.number, action)
        assert live.bots_wait_until == 0.0, "bots must not wait if the client doesn't ask for it"

    run(tmp_path, test)


def test_bots_do_not_wait_after_a_move_that_could_not_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        live, _ = await table_of(house, 2)
        await until(lambda: set(live.table.actors()) == {0, 1})
        before, number = dict(vars(live)), live.table.number

        async def unavailable(row: Row) -> bool:
            raise TableRefusal("unavailable", "The database does not answer; try again in a moment.")

        monkeypatch.setattr(house.store, "append", unavailable)
        with pytest.raises(TableRefusal, match="does not answer"):
            await house.move(live, 0, "m", number, live.table.playing.legal(0)[0], wait=5.0)
        assert vars(live) == before
        monkeypatch.undo()
        await house.move(live, 1, "m", number, live.table.playing.legal(1)[0])
        assert live.bots_wait_until == 0.0, "bots must not wait after a move of Ben's, who didn't ask for it"

    run(tmp_path, test)


def test_bots_do_not_wait_after_an_action_that_cannot_be_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        live, _ = await table_of(house, 2)
        monkeypatch.setattr(live.table, "can_undo", lambda seat: False)
        await house.move(live, 0, "m", live.table.number, live.table.playing.legal(0)[0], wait=5.0)
        assert live.bots_wait_until == 0.0

    run(tmp_path, test)


def test_a_bot_makes_no_move_while_it_waits_for_an_undo(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live, _ = await table_of(house, 2)
        await until(lambda: set(live.table.actors()) == {0, 1})
        number = live.table.number
        live.bots_wait_until = time.monotonic() + 3600
        await house.driver.set_away(live, 1, True)
        await asyncio.sleep(0.2)
        assert live.table.number == number
        assert 1 in live.thinking

    run(tmp_path, test)


# --- at a real server


@pytest.mark.processes
def test_a_stand_in_bot_continues_after_a_restart_until_the_person_comes_back(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    server = Server(database)
    opened = server.open_table(game_for_four(), players=4, seats=[{"kind": "person"}] * 2)
    table = opened["table"]
    ben = server.post(f"/tables/{table}/join", data={"name": "Ben", "invite": opened["invite"]}).json()
    ann = Client(server, table, opened["token"])
    friend = Client(server, table, ben["token"])
    friend.until("welcome")
    friend.close()
    while server.get(f"/tables/{table}")["seats"][1]["absent"] is None:
        ann.next()
    assert server.refused(f"/tables/{table}/stand_in", opened["token"], {"seat": 1}) == "not_absent"
    while (server.get(f"/tables/{table}")["seats"][1]["absent"] or 0) < GRACE_SECONDS:
        time.sleep(0.1)  # The test polls, because the delay depends on the server's clock.
    ann.say(type="stand_in", seat=1)
    while not ann.until("table")["seats"][1]["away"]:
        pass
    ann.close()
    server.kill()
    server.close()
    server = Server(database)
    assert server.get(f"/tables/{table}")["seats"][1]["away"] is True
    friend = Client(server, table, ben["token"])
    while friend.until("table")["seats"][1]["away"]:
        pass
    friend.close()
    server.close()
