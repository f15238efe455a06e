"""Matches rest while nobody is there; where nobody plays, bots act only in the server's spare time."""

import asyncio
import time
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from threading import Event

import pytest

from parlour.bots import searches
from parlour.game.game import SPECTATOR
from parlour.web.table import lobby
from parlour.web.table._driver import STAND_IN
from parlour.web.table._searches import Rank
from parlour.web.table._spare import LINGER_SECONDS, SHARE, SpareTime, rests
from parlour.web.table.house import House
from parlour.web.table.live import LiveTable, Subscriber
from parlour.web.table.protocol import LEVELS, NewTable
from tests.web.servers import Client, Server
from tests.web.table.test_driver import game_for_two, pair, run, until


def watched_by(live: LiveTable, onlooker: int) -> Subscriber:
    """Open a socket for a seat or a spectator."""
    socket = Subscriber(onlooker, lambda _: True)
    live.subscribers.add(socket)
    return socket


def watched_until_the_next_message(live: LiveTable) -> None:
    """Open a spectator's socket that closes as soon as it has received a message."""
    loop = asyncio.get_running_loop()

    def send(_: bytes) -> bool:
        loop.call_soon(live.subscribers.discard, socket)
        return True

    socket = Subscriber(SPECTATOR, send)
    live.subscribers.add(socket)


def close_all(live: LiveTable, seconds: float = LINGER_SECONDS) -> None:
    """Close all sockets, and pretend that this was this many seconds ago."""
    live.subscribers.clear()
    for place in live.table.places:
        live.absence.left[place.seat] = time.monotonic() - seconds


async def abandoned(house: House) -> LiveTable:
    """Open a table for two people who then close the page; bots play for both."""
    live, _ = await pair(house)
    close_all(live)
    for seat in range(2):
        await house.driver.set_away(live, seat, True)
    return live


async def moves_on(live: LiveTable) -> None:
    """Wait until bots have acted at a table."""
    number = live.table.number
    await until(lambda: live.table.number > number)


# --- when a match rests


def test_a_match_rests_when_all_people_have_left_and_continues_when_somebody_watches(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live = await abandoned(house)
        assert not live.thinking
        watched_until_the_next_message(live)
        house.driver.drive(live)
        await moves_on(live)
        await until(lambda: not live.thinking)
        assert rests(live)
        assert not live.table.over, "the match must have stopped in the middle"

    run(tmp_path, test)


def test_a_match_continues_for_a_moment_after_a_person_has_closed_the_page(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live, _ = await pair(house)
        close_all(live, LINGER_SECONDS - 10)
        assert not rests(live)
        close_all(live, LINGER_SECONDS + 1)
        assert rests(live)

    run(tmp_path, test)


def test_a_match_continues_while_a_person_is_connected_to_another_server(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live = await abandoned(house)
        live.elsewhere[0] = time.monotonic()
        assert not rests(live)

    run(tmp_path, test)


def test_after_a_restart_a_match_rests_until_somebody_sends_a_request(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        opened = await lobby.open_table(house, NewTable(game_for_two().name, "Ann", players=2))
        live = await house.table(opened.table)
        await house.seat(live, opened.token)
        await house.driver.set_away(live, opened.seat, True)
        await moves_on(live)
        house.driver.stop(live)
        await house.driver.close()
        restarted = House(house.store, house.compilation, house.bot_threads)
        await restarted.count_interrupted()
        again = restarted.tables[opened.table]
        assert not again.table.over
        assert not again.thinking
        await restarted.seat(again, opened.token)
        await moves_on(again)
        await restarted.close()

    run(tmp_path, test)


@pytest.mark.processes
def test_bots_play_on_for_a_person_who_leaves_the_match_but_keeps_watching(server: Server) -> None:
    table = server.open_table(game_for_two(), players=2, options=dict(game_for_two().short_options))
    with Client(server, table["table"], table["token"]) as ann:
        ann.until("welcome")
        ann.say(type="leave")
        while not ann.view["over"]:
            ann.until("event")


# --- spare time


def test_bots_where_nobody_plays_act_one_at_a_time_with_long_pauses(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        spare, lives, turns = SpareTime(), [(await pair(house))[0] for _ in range(3)], list[tuple[float, float]]()

        async def act(live: LiveTable) -> None:
            async with spare.turn(live):
                began = time.monotonic()
                await asyncio.sleep(0.01)
                turns.append((began, time.monotonic()))

        await asyncio.gather(*(act(live) for live in lives))
        for (began, ended), (following, _) in pairwise(turns):
            taken = ended - began
            assert following - began >= 0.99 * taken / SHARE
        assert len(turns) == 3

    run(tmp_path, test)


def test_tables_take_turns_and_boards_come_first(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        spare, order = SpareTime(), list[str]()
        first, second, board = [(await pair(house))[0] for _ in range(3)]
        board.table.facts.evening = "evening"
        names = {first.name: "first", second.name: "second", board.name: "board"}

        async def act(live: LiveTable) -> None:
            async with spare.turn(live):
                order.append(names[live.name])

        async with spare.turn(first):
            waiting = [asyncio.create_task(act(live)) for live in (first, first, second, board)]
            await asyncio.sleep(0)
        await asyncio.gather(*waiting)
        assert order == ["board", "first", "second", "first"]

    run(tmp_path, test)


def test_a_cancelled_bot_does_not_block_the_other_bots(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        spare, live = SpareTime(), (await pair(house))[0]

        async def act() -> None:
            async with spare.turn(live):
                pass

        async with spare.turn(live):
            cancelled, granted, last = (asyncio.create_task(act()) for _ in range(3))
            await asyncio.sleep(0)
            cancelled.cancel()
        spare._next()
        granted.cancel()  # just after it got its turn
        with suppress(asyncio.CancelledError):
            await granted
        await asyncio.wait_for(last, 60)

    run(tmp_path, test)


def test_a_person_who_comes_back_does_not_wait_for_spare_time(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live = await abandoned(house)
        async with house.driver.spare.turn(live):  # from here on the spare time of other tables is used up
            watched_by(live, 0)
            house.driver.drive(live)
            await until(lambda: live.thinking == {0, 1})
            await asyncio.sleep(0)
            number = live.table.number
            await house.driver.set_away(live, 0, False)
            await until(lambda: 1 not in live.table.actors())
            assert live.table.number > number

    run(tmp_path, test)


def test_a_bot_at_a_table_without_players_searches_only_while_no_other_search_runs(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live, sockets = await pair(house)
        level = next(name for name in LEVELS if searches(name))
        live.table.places[1].kind, live.table.places[1].level = "bot", level
        over = Event()
        assert house.driver._level(live, 1) == level
        searching = house.bot_threads.searches.submit(Rank.ANALYSIS, over.wait)
        assert house.driver._level(live, 1) == level, "somebody plays at this table"
        live.subscribers.difference_update(sockets)
        assert house.driver._level(live, 1) == STAND_IN
        over.set()
        await asyncio.wrap_future(searching)
        await until(lambda: house.driver._level(live, 1) == level)

    run(tmp_path, test)
