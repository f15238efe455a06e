"""Abandoned tables are deleted, but never because a clock is wrong."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from parlour.web.storage.store import Store
from parlour.web.storage.upkeep import ABANDONED_HOURS, ABANDONED_SECONDS, UNSTARTED_HOURS, UNSTARTED_SECONDS, forget
from tests.samples import some_game
from tests.test_undo import facts_of

NOW = time.time()
LATER = NOW + ABANDONED_SECONDS + 1


def run(database: str, test: Callable[[Store], Awaitable[None]]) -> None:
    store = Store(database)
    try:
        asyncio.run(test(store))  # type: ignore[arg-type]
    finally:
        store.close()


async def add(store: Store, name: str, started: float | None = NOW) -> None:
    facts, places = facts_of(some_game(3).name, 3, 1)
    facts.id, facts.created, facts.started = name, NOW, started
    await store.add_table(facts, places)


async def left(store: Store, *names: str) -> list[str]:
    return [name for name in names if await store.find_table(name)]


async def move(store: Store, name: str, at: float, number: int = 2) -> None:
    await store.append({"table_id": name, "number": number, "seat": 0, "do": "x", "client": None, "at": at})


def test_a_wrong_clock_deletes_nothing(database: str) -> None:
    async def test(store: Store) -> None:
        await add(store, "running")
        await move(store, "running", NOW)
        for restart in range(ABANDONED_HOURS):
            assert await forget(store, LATER) == 0
            if restart == 3:
                await forget(store, NOW)  # the clock was set right: it counts from the beginning
        for _ in range(3):
            assert await forget(store, LATER) == 0

    run(database, test)


def test_a_match_without_moves_is_deleted_after_real_hours_with_the_mark(database: str) -> None:
    async def test(store: Store) -> None:
        names = ("abandoned", "moved", "finished")
        for name in names:
            await add(store, name)
        await store.set_table("finished", finished=NOW)
        await move(store, "moved", LATER)
        for _ in range(ABANDONED_HOURS):
            assert await forget(store, LATER) == 0
        assert await left(store, *names) == list(names)
        assert await forget(store, LATER) == 1
        assert await left(store, *names) == ["moved", "finished"]

    run(database, test)


def test_a_move_takes_the_mark_away(database: str) -> None:
    async def test(store: Store) -> None:
        await add(store, "old")
        for _ in range(ABANDONED_HOURS):
            await forget(store, LATER)
        await move(store, "old", LATER)
        assert await forget(store, LATER) == 0
        for _ in range(ABANDONED_HOURS):
            assert await forget(store, LATER + ABANDONED_SECONDS + 1) == 0

    run(database, test)


def test_a_table_that_never_started_is_deleted_within_hours(database: str) -> None:
    async def test(store: Store) -> None:
        await add(store, "waiting", started=None)
        await add(store, "running")
        for _ in range(UNSTARTED_HOURS):
            assert await forget(store, NOW + UNSTARTED_SECONDS + 1) == 0
        assert await forget(store, NOW + UNSTARTED_SECONDS + 1) == 1
        assert await left(store, "waiting", "running") == ["running"]

    run(database, test)
