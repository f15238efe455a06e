"""Who is rated is fixed when a match starts, and the upkeep counts for how long nothing has happened in it."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from itertools import count

import pytest
from sqlalchemy import delete, insert, select

from parlour.web.people.stored import person_at_table
from parlour.web.store.rated_matches import ABANDONED_SECONDS, LONG_SECONDS, abandoned, move_rated, take_rated
from parlour.web.store.schema import people, rated_seats, ratings, tables
from parlour.web.store.store import SeatFacts, Store, TableFacts
from parlour.web.store.upkeep import MOST_SECONDS, UNPLAYED_SECONDS, UPKEEP_SECONDS, Upkeep
from tests.samples import some_game

GAME = some_game(4, lambda game: not game.teams)


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """Open an empty database, once with SQLite and once with PostgreSQL."""
    opened = Store(database)
    yield opened
    opened.close()


def person(store: Store, name: str) -> str:
    return asyncio.run(person_at_table(store, name * 8, name, lambda: name.casefold()))


def add(
    store: Store, *sitting: str | None, name: str = "one", started: float | None = 1.0, day: str | None = None
) -> None:
    """Store a table: a seat belongs to a person's id, to a level of bots, or to an unknown person."""
    facts = TableFacts(
        id=name, game=GAME.name, players=len(sitting), options={}, key=b"k" * 32, invite="x", listed=False,
        timer=None, created=1.0, started=started, day=day,
    )  # fmt: skip
    places = [
        SeatFacts(seat, "bot", who, "Ben") if who == "medium" else SeatFacts(seat, "person", "easy", "Ann", person=who)
        for seat, who in enumerate(sitting)
    ]
    asyncio.run(store.add_table(facts, places))


def rated(store: Store, name: str = "one") -> list[str | None]:
    """Return who is rated in a match: each person's id or bot's level."""
    statement = select(rated_seats).where(rated_seats.c.table_id == name).order_by(rated_seats.c.seat)
    with store.engine.connect() as connection:
        return [row.person or row.level for row in connection.execute(statement)]


def test_a_match_is_not_rated_if_a_person_is_unknown_or_sits_twice_or_if_all_players_are_equal_bots(
    store: Store,
) -> None:
    ann, ben = person(store, "Ann"), person(store, "Ben")
    add(store, ann, ben, "medium", "medium", name="known")
    add(store, ann, ben, None, name="unknown")
    add(store, ann, ann, "medium", name="twice")
    add(store, "medium", "medium", name="bots")
    add(store, ann, "medium", name="board", day="2026-11-16")
    assert rated(store, "known") == [ann, ben, "medium", "medium"]
    assert [rated(store, name) for name in ("unknown", "twice", "bots", "board")] == [[]] * 4


def test_who_is_rated_is_fixed_at_the_start_even_if_a_person_is_removed_later(store: Store) -> None:
    ann, ben = person(store, "Ann"), person(store, "Ben")
    add(store, ann, ben, started=None)
    assert rated(store) == [], "before the start, anybody may still leave"
    asyncio.run(store.start_table("one"))
    asyncio.run(store.set_seat("one", 1, kind="bot", level="medium", person=None))
    asyncio.run(store.start_table("one"))
    assert rated(store) == [ann, ben]


def test_of_a_forgotten_person_only_the_rating_at_the_start_is_kept(store: Store) -> None:
    ann, ben = person(store, "Ann"), person(store, "Ben")
    with store.engine.begin() as connection:
        row = {"game": GAME.name, "player": ben, "person": ben, "mu": 31.0, "sigma": 2.0, "matches": 40}
        connection.execute(insert(ratings), row)
    add(store, ann, ben)
    with store.engine.begin() as connection:
        connection.execute(delete(people).where(people.c.id == ben))
        mine, gone = take_rated(connection, "one")
        assert take_rated(connection, "one") == []
    assert (mine.person, mine.mu) == (ann, None)
    assert (gone.person, gone.level, gone.mu, gone.sigma, gone.matches) == (None, None, 31.0, 2.0, 40)


def test_if_two_people_of_a_match_become_one_the_match_stays_rated(store: Store) -> None:
    ann, ben, cleo = person(store, "Ann"), person(store, "Ben"), person(store, "Cleo")
    add(store, ann, ben, cleo, name="both")
    add(store, ben, cleo, name="one")
    with store.engine.begin() as connection:
        move_rated(connection, ben, ann)
    assert rated(store, "both") == [ann, None, cleo]
    assert rated(store, "one") == [ann, cleo]


def test_a_match_is_abandoned_after_a_day_of_running_time_without_an_event(store: Store) -> None:
    ann, ben = person(store, "Ann"), person(store, "Ben")
    for name in ("quiet", "played", "ended"):
        add(store, ann, ben, name=name)

    async def test() -> None:
        ran, servers = [0.0], [Upkeep(store, lambda: ran[0]) for _ in range(2)]
        for number in range(round(ABANDONED_SECONDS / UPKEEP_SECONDS) + 1):
            assert await found(store) == []
            ran[0] += UPKEEP_SECONDS
            for server in servers:
                await server.run(())
            if number % 50 == 0:
                row = {"table_id": "played", "number": number + 2, "seat": 0, "do": "x", "client": "a", "at": 1.0}
                await store.append(row)
        servers.append(Upkeep(store, lambda: ran[0]))  # another server starts, and counts no time before that
        await store.set_table("ended", finished=2.0)
        for _ in range(3):
            ran[0] += UPKEEP_SECONDS
            for server in servers:
                await server.run(())
        assert await found(store) == ["quiet"]

    asyncio.run(test())


async def passed(store: Store, hours: int, each_hour: Callable[[int], Awaitable[None]]) -> bool:
    """Let a server run for some hours, with events in each; return whether the match is abandoned then."""
    ran = [0.0]
    server = Upkeep(store, lambda: ran[0])
    for number in range(3 * hours):
        if number % 3 == 0:
            await each_hour(number // 3)
        await server.run(())
        ran[0] += MOST_SECONDS
    return bool(await found(store))


def test_actions_that_are_taken_back_do_not_make_a_match_go_on(store: Store) -> None:
    add(store, person(store, "Ann"), "medium")

    async def test() -> None:
        numbers = count(2)

        async def act(hour: int) -> None:
            if hour % 10 == 0:
                do = "undo" if hour % 20 else "x"  # at hour 0 an action, at hour 10 the undo, at hour 20 an action …
                row = {"table_id": "one", "number": next(numbers), "seat": 0, "do": do, "client": "a", "at": 1.0}
                await store.append(row)

        assert not await passed(store, 23, act)
        assert await passed(store, 28, act)

    asyncio.run(test())


def test_a_match_that_goes_on_for_a_week_is_abandoned_after_an_hour_without_an_event(store: Store) -> None:
    add(store, person(store, "Ann"), "medium")

    async def test() -> None:
        numbers = count(2)

        async def act(hour: int) -> None:
            if hour % 12 == 0:
                row = {"table_id": "one", "number": next(numbers), "seat": 0, "do": "x", "client": "a", "at": 1.0}
                await store.append(row)

        assert not await passed(store, 24, act)
        counted = await store.read(lambda connection: connection.execute(select(tables.c.rated_seconds)).scalar_one())
        assert counted == 24 * 3600 - MOST_SECONDS, "the first run of a server counts nothing"
        await store.set_table("one", rated_seconds=LONG_SECONDS + 1)
        await act(0)
        assert not await passed(store, 1, act)
        assert await passed(store, 3, act)

    asyncio.run(test())


def test_a_match_is_deleted_only_after_its_rating(store: Store) -> None:
    add(store, person(store, "Ann"), "medium")

    async def test() -> None:
        ran = [0.0]
        server = Upkeep(store, lambda: ran[0])
        for _ in range(round(2 * UNPLAYED_SECONDS / UPKEEP_SECONDS)):
            ran[0] += UPKEEP_SECONDS
            assert await server.run(()) == []
        assert await found(store) == ["one"]
        await store.writer.change(lambda connection: take_rated(connection, "one"))
        ran[0] += UPKEEP_SECONDS
        assert await server.run(()) == ["one"]

    asyncio.run(test())


async def found(store: Store) -> list[str]:
    return await store.read(lambda connection: abandoned(connection, 10))
