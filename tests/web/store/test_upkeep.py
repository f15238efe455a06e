"""Unused tables and people without tables are deleted, but never while they are used or because of a wrong clock."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from parlour.web.evening._stored import EveningFacts, insert_evening
from parlour.web.people.results import store_end
from parlour.web.people.stored import person_at_table
from parlour.web.store.schema import people, tables
from parlour.web.store.store import Store
from parlour.web.store.upkeep import (
    ABANDONED_SECONDS,
    MOST_SECONDS,
    SILENT_SECONDS,
    UNPLAYED_SECONDS,
    UPKEEP_SECONDS,
    Upkeep,
    use,
)
from parlour.web.wire.tokens import new_person
from tests.match.test_undo import facts_of
from tests.samples import some_game

NOW = time.time()
LATER = NOW + SILENT_SECONDS + 1


class Server:
    """A server whose running time the tests advance without waiting."""

    def __init__(self, store: Store) -> None:
        self.ran = 0.0
        self.upkeep = Upkeep(store, lambda: self.ran)

    async def run(self, seconds: float = UPKEEP_SECONDS, now: float = NOW, used: tuple[str, ...] = ()) -> list[str]:
        """Run the upkeep once, after the server has run for this many more seconds."""
        self.ran += seconds
        return await self.upkeep.run(used, now)

    async def run_for(self, seconds: float, now: float = NOW, used: tuple[str, ...] = ()) -> list[str]:
        """Run the upkeep for this many seconds, in steps as long as it counts fully; return the deleted tables."""
        steps = [MOST_SECONDS] * int(seconds // MOST_SECONDS) + [seconds % MOST_SECONDS]
        return [name for step in steps if step for name in await self.run(step, now, used)]


def run(database: str, test: Callable[[Store], Awaitable[None]]) -> None:
    store = Store(database)
    try:
        asyncio.run(test(store))  # type: ignore[arg-type]
    finally:
        store.close()


async def add(store: Store, *names: str, started: float | None = NOW) -> None:
    for name in names:
        facts, places = facts_of(some_game(3).name, 3, 1)
        facts.id, facts.created, facts.started = name, NOW, started
        await store.add_table(facts, places)


async def move(store: Store, name: str, at: float, number: int = 2, client: str | None = "a") -> None:
    await store.append({"table_id": name, "number": number, "seat": 0, "do": "x", "client": client, "at": at})


async def left(store: Store, *names: str) -> list[str]:
    return [name for name in names if await store.find_table(name)]


async def mark(store: Store, name: str) -> int:
    statement = select(tables.c.marked_seconds).where(tables.c.id == name)
    return await store.read(lambda connection: int(connection.execute(statement).scalar_one()))


def test_a_table_at_which_nobody_has_acted_is_deleted_after_a_day_of_running_time(database: str) -> None:
    async def test(store: Store) -> None:
        await add(store, "waiting", started=None)
        await add(store, "bots", "played", "finished")
        await move(store, "bots", NOW, client=None)
        await move(store, "played", NOW)
        await store.set_table("finished", finished=NOW)
        server = Server(store)
        await server.run()
        await server.run()
        assert await mark(store, "waiting") == 1, "a table's unused time counts from when it was marked"
        assert await server.run_for(UNPLAYED_SECONDS - UPKEEP_SECONDS) == []
        assert sorted(await server.run()) == ["bots", "waiting"]
        assert await left(store, "waiting", "bots", "played", "finished") == ["played", "finished"]

    run(database, test)


def test_a_finished_match_in_which_no_person_acted_is_deleted_after_a_day_of_running_time(database: str) -> None:
    async def test(store: Store) -> None:
        await add(store, "bots", "played", "board")
        await store.set_table("board", evening="evening", board=1)
        for name in ("bots", "played", "board"):
            await move(store, name, NOW, client=None)
        await move(store, "played", NOW, 3)
        for name in ("bots", "played", "board"):
            await store_end(store, name, NOW)
        server = Server(store)
        await server.run()
        await server.run()
        assert await server.run_for(UNPLAYED_SECONDS - UPKEEP_SECONDS) == []
        assert await server.run() == ["bots"]
        assert await left(store, "bots", "played", "board") == ["played", "board"], (
            "the results of an evening refer to all its boards"
        )

    run(database, test)


def test_a_match_without_new_events_is_deleted_after_a_week_of_running_time(database: str) -> None:
    async def test(store: Store) -> None:
        await add(store, "abandoned", "moved", "finished")
        for name in ("abandoned", "moved", "finished"):
            await move(store, name, NOW)
        await move(store, "moved", LATER, 3)
        await store.set_table("finished", finished=NOW)
        server = Server(store)
        await server.run(now=LATER)
        await server.run(now=LATER)
        assert await server.run_for(ABANDONED_SECONDS - UPKEEP_SECONDS, LATER) == []
        assert await server.run(now=LATER) == ["abandoned"]
        assert await left(store, "abandoned", "moved", "finished") == ["moved", "finished"]

    run(database, test)


def test_a_wrong_clock_deletes_nothing(database: str) -> None:
    async def test(store: Store) -> None:
        await add(store, "waiting", started=None)
        await add(store, "running")
        await move(store, "running", NOW)
        server = Server(store)
        for wrong in (4e9, 0.0, 4e9, 4e9):
            assert await server.run(0, wrong) == []
        assert await server.run_for(UNPLAYED_SECONDS / 2, LATER) == []
        assert await mark(store, "running") > 1
        await server.run(now=NOW)
        assert await mark(store, "running") == 0, "the table isn't old once the clock is right again"
        assert await mark(store, "waiting") > 1, (
            "a table whose match has not begun keeps its mark whatever the clock shows"
        )

    run(database, test)


def test_a_server_that_restarts_repeatedly_counts_only_its_running_time(database: str) -> None:
    async def test(store: Store) -> None:
        await add(store, "waiting", started=None)
        for _ in range(5):
            server = Server(store)
            for _ in range(3):
                assert await server.run(1_000_000) == [], "a long sleep of the machine must not count in full"
        assert (
            await mark(store, "waiting") == 1 + 9 * MOST_SECONDS
        )  # Each server's first run counts no time, and the run that marks the table adds none.

    run(database, test)


def test_a_deletion_mark_is_removed_as_soon_as_its_table_is_used(database: str) -> None:
    async def test(store: Store) -> None:
        await add(store, "used", "watched", "waiting", started=None)
        server = Server(store)
        await server.run()
        await server.run()
        await server.run_for(UNPLAYED_SECONDS - UPKEEP_SECONDS)
        assert await mark(store, "used") > UPKEEP_SECONDS
        assert await use(store, "used")
        assert await mark(store, "used") == 0
        assert await server.run_for(2 * UPKEEP_SECONDS, used=("watched",)) == ["waiting"]
        assert await mark(store, "watched") == 0
        assert await server.run_for(UNPLAYED_SECONDS - 3 * UPKEEP_SECONDS, used=("watched",)) == []
        assert await left(store, "used", "watched") == ["used", "watched"]
        assert not await use(store, "waiting"), "a deleted table can't be used"

    run(database, test)


def test_a_table_that_somebody_watches_on_another_server_is_not_deleted(postgresql_url: str) -> None:
    async def test(store: Store) -> None:
        await add(store, "watched", "waiting", started=None)
        here, there = Server(store), Server(store)
        deleted: list[str] = []
        for _ in range(3 * round(UNPLAYED_SECONDS / UPKEEP_SECONDS)):
            deleted += await here.run()
            deleted += await there.run(used=("watched",))
        assert deleted == ["waiting"]

    run(postgresql_url, test)


def test_running_time_during_which_two_servers_run_at_the_same_time_is_counted_only_once(postgresql_url: str) -> None:
    async def test(store: Store) -> None:
        other = Store(postgresql_url)
        await add(store, "waiting", started=None)
        servers = [Server(store), Server(other)]
        runs = round(UNPLAYED_SECONDS / UPKEEP_SECONDS)
        for number in range(runs):
            assert await asyncio.gather(*(server.run() for server in servers)) == [[], []]
            assert await mark(store, "waiting") <= 1 + number * UPKEEP_SECONDS
        assert await mark(store, "waiting") >= (runs - 3) * UPKEEP_SECONDS
        other.close()

    run(postgresql_url, test)


def test_when_a_server_dies_another_server_continues_to_count_running_time(database: str) -> None:
    async def test(store: Store) -> None:
        await add(store, "waiting", started=None)
        first, second = Server(store), Server(store)
        for _ in range(10):
            await first.run()
            await second.run()
        await first.run()
        counted = await mark(store, "waiting")
        await second.run()
        assert await mark(store, "waiting") == counted, (
            "the time must not be counted twice, as the first server has counted it"
        )
        await second.run()
        assert await mark(store, "waiting") == counted + UPKEEP_SECONDS

    run(database, test)


@given(steps=st.lists(st.tuples(st.integers(0, 2), st.integers(0, int(UPKEEP_SECONDS))), max_size=40))
def test_a_deletion_mark_never_counts_more_time_than_has_passed_even_if_servers_take_turns(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[int, int]]
) -> None:
    async def test(store: Store) -> None:
        await add(store, "waiting", started=None)
        clock, marked_at = 0, None
        servers = [Upkeep(store, lambda: float(clock)) for _ in range(3)]
        for which, seconds in steps:
            clock += seconds
            await servers[which].run((), NOW)
            marked = await mark(store, "waiting")
            if marked_at is None and marked:
                marked_at = clock
            assert marked <= 1 + clock - (marked_at or 0)

    folder: Path = tmp_path_factory.mktemp("upkeep")
    run(f"sqlite:///{folder / 'tables.sqlite'}", test)


# --- people


async def sit_down(store: Store, name: str, table: str | None = None) -> str:
    """Store a person, and seat the person at the table if one is given; return the person's id."""
    person = await person_at_table(store, name * 8, name, new_person)
    if table is not None:
        await store.set_seat(table, 0, person=person)
    return person


async def known(store: Store) -> set[str]:
    """Return the ids of all people."""
    return await store.read(lambda connection: set(connection.execute(select(people.c.id)).scalars()))


def test_a_person_whose_tables_were_all_deleted_is_deleted_a_day_later(database: str) -> None:
    async def test(store: Store) -> None:
        await add(store, "waiting", started=None)
        await add(store, "finished")
        await store.set_table("finished", finished=NOW)
        ann, ben = await sit_down(store, "Ann", "waiting"), await sit_down(store, "Ben", "finished")
        cleo = await sit_down(store, "Cleo")
        facts = EveningFacts("evening", some_game(3).name, 3, {}, 1, 60.0, bytes(32), cleo, NOW)
        await store.writer.change(lambda connection: insert_evening(connection, facts))
        server = Server(store)
        await server.run()
        await server.run()
        await server.run_for(UNPLAYED_SECONDS + UPKEEP_SECONDS)
        assert await left(store, "waiting", "finished") == ["finished"]
        assert await known(store) == {ann, ben, cleo}, "a person is marked only when their last table has been deleted"
        await server.run_for(UNPLAYED_SECONDS + UPKEEP_SECONDS)
        assert await known(store) == {ben, cleo}

    run(database, test)


def test_a_deletion_mark_is_removed_as_soon_as_its_person_sits_down_again(database: str) -> None:
    async def test(store: Store) -> None:
        ann = await sit_down(store, "Ann")
        server = Server(store)
        await server.run()
        await server.run()
        await server.run_for(UNPLAYED_SECONDS - UPKEEP_SECONDS)
        assert await sit_down(store, "Ann") == ann, "the person must still exist when the seat is stored"
        await server.run_for(UNPLAYED_SECONDS - UPKEEP_SECONDS)
        assert await known(store) == {ann}

    run(database, test)
