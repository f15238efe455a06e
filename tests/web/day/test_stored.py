"""How today's deal is stored: all servers share one chain of keys, and each person has one try."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

import pytest
from sqlalchemy import delete, select, update

from parlour.match.chain import Chain
from parlour.web.day import _stored as days
from parlour.web.people.stored import forget, join_person, known_person
from parlour.web.store.schema import tables, tries
from parlour.web.store.store import SeatFacts, Store, TableFacts
from parlour.web.wire.tokens import new_table_name
from tests.match.test_undo import facts_of
from tests.samples import some_game

DAY = date(2026, 11, 16)
GAME = some_game(3).name
RESULT = days.TryResult(5, 1, 3, (2, 3), 4, (4, 0))


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """Open an empty database, once with SQLite and once with PostgreSQL."""
    opened = Store(database)
    yield opened
    opened.close()


def try_of(store: Store, person: str, day: date = DAY) -> str:
    """Begin or continue the person's try; return the name of its table."""
    facts, places = table_of(day)
    with store.engine.begin() as connection:
        return days.begin(connection, facts, places, person, day)


def table_of(day: date) -> tuple[TableFacts, list[SeatFacts]]:
    """Make the database rows for a try: those of a new table and its seats."""
    facts, places = facts_of(GAME, 3, 1)
    facts.id, facts.day, facts.link = new_table_name(), day.isoformat(), bytes(32)
    return facts, places


def known(store: Store, name: str) -> str:
    """Store a person with this name; return the person's id."""
    with store.engine.begin() as connection:
        return known_person(connection, name * 8, name, lambda: name.casefold() * 4)


# --- the chain


def test_servers_that_start_at_the_same_time_agree_on_one_chain_of_keys(store: Store) -> None:
    def drawn(number: int) -> Chain:
        with store.engine.begin() as connection:
            return days.drawn_chain(connection, DAY + timedelta(days=number % 2))

    with ThreadPoolExecutor(4) as threads:
        found = set(threads.map(drawn, range(8)))
    assert len(found) == 1
    chain = found.pop()
    assert chain.first in (DAY, DAY + timedelta(days=1))
    with store.engine.begin() as connection:
        assert days.chain_of(connection) == chain
        assert days.drawn_chain(connection, DAY + timedelta(days=9000)) == chain, "the chain never changes"


# --- tries


def test_a_person_has_one_try_for_each_day_and_game(store: Store) -> None:
    ann, ben = known(store, "Ann"), known(store, "Ben")
    first = try_of(store, ann)
    assert try_of(store, ann) == first
    assert try_of(store, ben) != first
    assert try_of(store, ann, DAY + timedelta(days=1)) != first
    with store.engine.connect() as connection:
        assert len(connection.execute(select(tables.c.id)).all()) == 3
        assert [one.table for one in days.tries_of_person(connection, ann, DAY)] == [first]


def test_if_two_servers_begin_the_same_try_at_the_same_time_only_one_table_is_opened(store: Store) -> None:
    ann = known(store, "Ann")
    with ThreadPoolExecutor(4) as threads:
        found = set(threads.map(lambda _: try_of(store, ann), range(8)))
    assert len(found) == 1
    with store.engine.connect() as connection:
        assert len(connection.execute(select(tables.c.id)).all()) == 1


def test_only_the_first_stored_result_of_a_try_counts(store: Store) -> None:
    ann = known(store, "Ann")
    table = try_of(store, ann)
    with store.engine.begin() as connection:
        assert days.tries_of_game(connection, DAY, GAME) == []
        days.finish(connection, table, RESULT, 7.0)
        days.finish(connection, table, days.TryResult(9, 1, 3, (9,), 4, (4,)), 8.0)
        (found,) = days.tries_of_game(connection, DAY, GAME)
    assert (found.result, found.finished, found.name) == (RESULT, 7.0, "Ann")
    assert RESULT.own.gains == (2, 3)


def test_the_moves_of_a_seat_are_read_in_order(store: Store) -> None:
    table = try_of(store, known(store, "Ann"))

    async def play() -> None:
        for number, seat in enumerate([0, 1, 0, 2], start=2):
            row = {"table_id": table, "number": number, "seat": seat, "do": f"play {number}", "client": None, "at": 1.0}
            assert await store.append(row)

    asyncio.run(play())
    with store.engine.connect() as connection:
        assert days.moves_of(connection, [table], 0) == {table: ["play 2", "play 4"]}


def test_a_person_who_is_forgotten_after_each_of_six_tries_leaves_six_lines_without_a_name(store: Store) -> None:
    for number in range(6):
        ann = known(store, "Ann")
        table = try_of(store, ann)
        with store.engine.begin() as connection:
            days.finish(connection, table, RESULT, float(number))
            forget(connection, ann, store.process)
    try_of(store, known(store, "Ben"))
    with store.engine.connect() as connection:
        found = days.tries_of_game(connection, DAY, GAME)
        assert [(one.person, one.name, one.finished) for one in found] == [(None, None, float(n)) for n in range(6)]
        assert days.tally_of(connection, DAY, GAME) == days.Tally(begun=7, finished=6, nameless=6)
        assert ann not in str(connection.execute(select(tries)).all())


def test_a_try_counts_as_begun_even_after_its_unused_table_was_deleted(store: Store) -> None:
    table = try_of(store, known(store, "Ann"))
    with store.engine.begin() as connection:
        connection.execute(delete(tables).where(tables.c.id == table))
        assert days.tally_of(connection, DAY, GAME) == days.Tally(begun=1, finished=0, nameless=0)


# --- a person with two devices


def test_if_a_person_with_two_devices_has_two_tries_the_earlier_try_counts(store: Store) -> None:
    tables_of = {}
    for day, order in ((DAY, ("Ann", "Ben")), (DAY + timedelta(days=1), ("Ben", "Ann"))):
        for place, name in enumerate(order):
            table = try_of(store, known(store, name), day)
            tables_of[day, name] = table
            with store.engine.begin() as connection:
                connection.execute(update(tables).where(tables.c.id == table).values(created=float(place)))
                days.finish(connection, table, RESULT, 9.0 - place)  # The table that was created first finishes last.
    alone = try_of(store, known(store, "Ben"), DAY + timedelta(days=2))
    ann = known(store, "Ann")
    with store.engine.begin() as connection:
        join_person(connection, "Ben" * 8, ann, True, "a server")
        lists = [days.tries_of_game(connection, DAY + timedelta(days=number), GAME) for number in range(2)]
        begun = days.begun(connection, ann, DAY + timedelta(days=2), GAME)
        tallies = [days.tally_of(connection, DAY + timedelta(days=number), GAME) for number in range(2)]
    assert [found[1].table for found in lists] == [tables_of[DAY, "Ann"], tables_of[DAY + timedelta(days=1), "Ben"]]
    assert [[one.person for one in found] for found in lists] == [[None, ann], [None, ann]], "the later try is nobody's"
    assert tallies == [days.Tally(2, 2, 1)] * 2
    assert begun == alone, "a try on only one of the devices belongs to the person"
