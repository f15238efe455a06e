"""The driver keeps a table going: bots, stand-ins for absent people, and the timer, without waiting for real time."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from parlour.club.compilation import STAGES, Compilation, compile_stage
from parlour.game.game import Game
from parlour.web.refusals import TableRefusal
from parlour.web.store.store import Store
from parlour.web.table import lobby
from parlour.web.table._absence import AWAY_SECONDS
from parlour.web.table.bots import BotThreads
from parlour.web.table.house import IDLE_SECONDS, House
from parlour.web.table.live import LiveTable, Subscriber
from parlour.web.table.protocol import Join, NewTable, SeatWish
from tests.samples import some_game, together


@cache
def ready(name: str) -> None:
    """Compile a game in advance, so that the compiler doesn't block the event loop of a test."""
    for stage in STAGES:
        compile_stage(name, stage)


PEOPLE = [SeatWish("person"), SeatWish("person")]


def game_for_two() -> Game:
    """Find a game in which two players choose at the same time."""
    return some_game(2, together)


def run(tmp_path: Path, test: Callable[[House], Awaitable[None]]) -> None:
    """Run a test with a new house, which holds all tables of a server, on an SQLite database."""
    run_house(f"sqlite:///{tmp_path / 't.sqlite'}", test)


def run_house(database: str, test: Callable[[House], Awaitable[None]]) -> None:
    """Run a test with a new house on this database."""
    game = game_for_two()
    ready(game.name)

    async def inside() -> None:
        store, threads, compilation = Store(database), BotThreads(1), Compilation()
        house = House(store, compilation, threads)
        try:
            await test(house)
        finally:
            await house.close()
            threads.close()
            store.close()

    asyncio.run(inside())


async def pair(house: House, timer: float | None = None) -> tuple[LiveTable, list[Subscriber]]:
    """Seat Ann and Ben at a table for two, both with open sockets."""
    opened = await lobby.open_table(house, NewTable(game_for_two().name, "Ann", players=2, seats=PEOPLE, timer=timer))
    live = await house.table(opened.table)
    await lobby.join(house, live, Join("Ben", opened.invite))

    sockets = [Subscriber(seat, lambda _: True) for seat in range(2)]
    live.subscribers.update(sockets)
    live.seen.clear()
    return live, sockets


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.005)


def test_when_a_players_time_is_up_a_bot_makes_one_move_for_the_player(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live, _ = await pair(house, timer=30)
        number = live.table.number
        house.driver.watch(live)
        assert not live.thinking, "no bot may move before the time is up"
        assert live.seconds_left() is not None
        live.turn_began -= 31
        house.driver.watch(live)
        await until(lambda: live.table.number > number)
        assert not any(place.away for place in live.table.places)

    run(tmp_path, test)


def test_a_bot_stands_in_for_an_absent_person_only_if_somebody_is_waiting(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live, sockets = await pair(house)
        live.subscribers.clear()
        live.turn_began -= 10 * AWAY_SECONDS
        house.driver.watch(live)
        await asyncio.sleep(0)
        assert not live.thinking, "no bot may move after everybody has left the match"
        live.subscribers.add(sockets[0])
        house.driver.watch(live)
        await until(lambda: live.table.places[1].away)
        await until(lambda: 1 not in live.table.actors())
        assert not live.table.places[0].away
        await house.driver.set_away(live, 1, False)
        found = await house.store.find_table(live.name)
        assert found is not None
        assert not found[1][1].away

    run(tmp_path, test)


def test_without_a_timer_a_person_who_is_present_may_think_for_as_long_as_they_like(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live, _ = await pair(house)
        live.turn_began -= 10 * AWAY_SECONDS
        house.driver.watch(live)
        assert not live.thinking
        assert not any(place.away for place in live.table.places)

    run(tmp_path, test)


def test_a_table_is_set_aside_if_its_rules_raise_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(house: House) -> None:
        live, _ = await pair(house)
        other, _ = await pair(house)
        action = live.table.playing.legal(0)[0]

        def fail(*_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(live.stream, "show", fail)
        with pytest.raises(TableRefusal, match="is set aside"):
            await house.move(live, 0, "m", live.table.number, action)
        with pytest.raises(TableRefusal, match="is set aside"):
            await house.table(live.name)
        assert await house.move(other, 0, "m", other.table.number, other.table.playing.legal(0)[0]) == 2

    run(tmp_path, test)


def test_a_table_that_nobody_watches_is_removed_from_memory_and_reloaded_unchanged(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live, sockets = await pair(house)
        await house.move(live, 0, "m", live.table.number, live.table.playing.legal(0)[0])
        state, number = live.table.playing.state.tobytes(), live.table.number
        live.touched -= 2 * IDLE_SECONDS
        house.tidy()
        assert live.name in house.tables, "a table that somebody watches must stay in memory"
        live.subscribers.difference_update(sockets)
        house.tidy()
        assert live.name not in house.tables
        again = await house.table(live.name)
        assert again is not live
        assert (again.table.playing.state.tobytes(), again.table.number) == (state, number)
        assert again.stream.encoded_log(0) == live.stream.encoded_log(0)
        assert again.table.since == live.table.since

    run(tmp_path, test)


def test_a_second_hint_is_refused_while_the_first_is_being_computed(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live, _ = await pair(house)
        live.advised.add(0)
        with pytest.raises(TableRefusal, match="already"):
            await house.hint(live, 0)

    run(tmp_path, test)


def test_a_table_that_another_server_starts_while_this_server_loads_it_is_not_set_aside(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        opened = await lobby.open_table(house, NewTable(game_for_two().name, "Ann", players=2, seats=PEOPLE))
        read = house.store.find_table

        async def started_meanwhile(name: str) -> Any:
            found = await read(name)
            house.store.find_table = read  # type: ignore[method-assign]
            live = await house.table(name)
            await lobby.join(house, live, Join("Ben", opened.invite))
            seat = live.table.actors()[0]
            assert live.table.match is not None
            await house.move(live, seat, "one", live.table.number, live.table.match.legal(seat)[0])
            return found

        house.store.find_table = started_meanwhile  # type: ignore[method-assign]
        other = House(house.store, house.compilation, house.bot_threads)
        there = await other.table(opened.table)
        await other.refresh(there)
        here = await house.table(opened.table)
        assert there.table.match is not None
        assert there.table.number == here.table.number > 0
        await other.close()

    run(tmp_path, test)
