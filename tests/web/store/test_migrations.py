"""The database is brought up to date by numbered migrations, from nothing and from every older version."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, Engine, Table, insert, inspect, select, text

from parlour.engine.sets import lowest
from parlour.errors import ParlourError
from parlour.web.store import migrations
from parlour.web.store.engine import open_engine
from parlour.web.store.migrations import MIGRATIONS, migrate, version_of
from parlour.web.store.schema import events, metadata, schema, seats, tables
from parlour.web.store.store import SeatFacts, Store, TableFacts
from parlour.web.store.writer import Row
from parlour.web.table._table import Table as PlayedTable
from parlour.web.table.live import LiveTable
from tests.match.test_undo import facts_of
from tests.samples import some_game

GAME = some_game(3).name
WITHOUT_PEOPLE = 4  # the last version in which nobody was known
EXPECTED = {table.name: {column.name for column in table.columns} for table in metadata.sorted_tables}


def columns(engine: Engine) -> dict[str, set[str]]:
    found = inspect(engine)
    return {name: {column["name"] for column in found.get_columns(name)} for name in found.get_table_names()}


def test_an_empty_database_gets_every_column_that_the_statements_use(database: str) -> None:
    engine = open_engine(database)
    with engine.begin() as connection:
        assert migrate(connection) == 0
        assert version_of(connection) == len(MIGRATIONS)
    assert columns(engine) == EXPECTED
    engine.dispose()


def old_database(connection: Connection, version: int) -> None:
    """Make the database as a Parlour of that version did."""
    assert version_of(connection) == 0
    for migration in MIGRATIONS[:version]:
        migration(connection)
    connection.execute(schema.update().values(version=version))


def store_row(connection: Connection, table: Table, row: dict[str, Any]) -> None:
    """Store what an older Parlour knew of a row: the columns that its table had."""
    known = {column["name"] for column in inspect(connection).get_columns(table.name)}
    connection.execute(insert(table), {name: value for name, value in row.items() if name in known})


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS)))
def test_an_older_database_is_upgraded_and_keeps_its_tables(database: str, version: int) -> None:
    engine = open_engine(database)
    with engine.begin() as connection:
        old_database(connection, version)
        connection.execute(
            insert(tables), {
                "id": "old", "game": GAME, "players": 2, "options": "{}", "key": b"k" * 32, "invite": "x",
                "listed": False, "created": 1.0,
            }
        )  # fmt: skip
        connection.execute(
            insert(seats), [
                {"table_id": "old", "seat": seat, "kind": "person", "level": "medium", "name": "Ann", "away": False}
                for seat in range(2)
            ]
        )  # fmt: skip
    assert columns(engine) != EXPECTED, "this version lacks something"
    engine.dispose()
    store = Store(database)
    try:
        assert columns(store.engine) == EXPECTED
        found = asyncio.run(store.find_table("old"))
        assert found is not None
        assert (found[0].game, found[0].rematch) == (GAME, None)
        assert [(place.salt_commitment, place.salt) for place in found[1]] == [(None, None)] * 2
        with store.engine.connect() as connection:
            assert version_of(connection) == len(MIGRATIONS)
    finally:
        store.close()


@pytest.mark.parametrize("version", range(WITHOUT_PEOPLE, len(MIGRATIONS)))
def test_a_match_in_a_database_of_a_version_before_this_is_played_on(database: str, version: int) -> None:
    facts, places = facts_of(GAME, 3, 1)
    rows, told = played(facts, places, 9)
    engine = open_engine(database)
    with engine.begin() as connection:
        old_database(connection, version)
        store_row(connection, tables, msgspec.structs.asdict(facts) | {"options": json.dumps(facts.options)})
        for place in places:
            store_row(connection, seats, {"table_id": facts.id, **msgspec.structs.asdict(place)})
        for row in rows:
            store_row(connection, events, row)
    engine.dispose()
    store = Store(database)
    try:
        found = asyncio.run(store.find_table(facts.id))
        assert found is not None
        assert all(place.person is None for place in found[1]), "nobody was known by then"
        live = LiveTable.rebuilt(*found, asyncio.run(store.events_after(facts.id, 0)))
        assert live.table.playing.events == told
        assert live.table.actors()
    finally:
        store.close()


def played(facts: TableFacts, places: list[SeatFacts], actions: int) -> tuple[list[Row], list[Any]]:
    """The rows of so many actions at a table, and the events of its record."""
    live, rows = LiveTable(PlayedTable(facts, places)), []
    live.follow([])
    for _ in range(actions):
        seat = live.table.actors()[0]
        action = lowest(int(live.table.game.legal(live.table.playing.state, seat)))
        do = live.table.game.action_name(live.table.playing.state, seat, action)
        rows.append(
            {"table_id": facts.id, "number": live.table.number + 1, "seat": seat, "do": do, "client": "x", "at": 1.0}
        )
        live.follow(rows[-1:])
    return rows, list(live.table.playing.events)


def test_an_upgrade_that_was_interrupted_has_changed_nothing_and_is_done_by_the_next_start(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = open_engine(database)
    with engine.begin() as connection:
        old_database(connection, WITHOUT_PEOPLE)
    before = columns(engine)

    def interrupted(connection: Connection) -> None:
        MIGRATIONS[WITHOUT_PEOPLE + 1](connection)
        raise KeyboardInterrupt

    steps = (*MIGRATIONS[: WITHOUT_PEOPLE + 1], interrupted, *MIGRATIONS[WITHOUT_PEOPLE + 2 :])
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "MIGRATIONS", steps)
        with pytest.raises(KeyboardInterrupt), engine.begin() as connection:
            migrate(connection)
    assert columns(engine) == before
    engine.dispose()
    store = Store(database)
    assert columns(store.engine) == EXPECTED
    store.close()


def test_migrating_again_changes_nothing(database: str) -> None:
    for _ in range(3):
        store = Store(database)
        before = columns(store.engine)
        store.close()
    store = Store(database)
    assert columns(store.engine) == before
    store.close()


def test_a_database_of_a_newer_parlour_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.sqlite'}"
    Store(url).close()
    engine = open_engine(url)
    with engine.begin() as connection:
        connection.execute(schema.update().values(version=99))
    engine.dispose()
    with pytest.raises(ParlourError, match="the database has schema 99, but this Parlour knows only"):
        Store(url)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("nonsense", "has no URL; expected sqlite:///FILE or postgresql://"),
        ("mysql://ann:secret@host/x", "is of another kind; expected"),
        ("sqlite:////proc/nowhere/t.sqlite", "cannot be made"),
        ("postgresql://ann:secret@127.0.0.1:1/x", "cannot be used"),
    ],
)
def test_a_database_that_cannot_be_used_is_named_without_its_password(url: str, expected: str) -> None:
    with pytest.raises(ParlourError) as error:
        Store(url)
    assert expected in str(error.value)
    assert "secret" not in str(error.value)
    assert "\n" not in str(error.value)


# --- the fence


def test_of_two_events_with_one_number_only_the_first_is_stored(database: str) -> None:
    async def race(store: Store) -> list[bool]:
        facts, places = facts_of(GAME, 3, 1)
        await store.add_table(facts, places)
        row = {"table_id": facts.id, "number": 2, "seat": 0, "do": "bet 3S", "client": "a", "at": 1.0}
        rows = [row | {"client": str(number), "seat": number} for number in range(3)]
        stored = await asyncio.gather(*(store.append(one) for one in rows))
        assert await store.stored_move(facts.id, 0, "0") == 2
        assert await store.stored_move(facts.id, 1, "1") is None
        return [*stored, await store.append(row | {"client": "late"})]

    store = Store(database)
    try:
        assert asyncio.run(race(store)) == [True, False, False, False]
    finally:
        store.close()


def test_what_was_accepted_is_stored_before_the_store_closes(database: str) -> None:
    async def write(store: Store) -> None:
        facts, places = facts_of(GAME, 3, 1)
        await store.add_table(facts, places)
        rows = [
            {"table_id": facts.id, "number": number, "seat": 0, "do": "x", "client": None, "at": 1.0}
            for number in range(2, 300)
        ]
        waiting = [asyncio.ensure_future(store.append(row)) for row in rows]
        await asyncio.sleep(0)
        store.writer.close()
        assert all(await asyncio.gather(*waiting))

    store = Store(database)
    asyncio.run(write(store))
    with store.engine.connect() as connection:
        assert connection.execute(select(text("count(*)")).select_from(text("events"))).scalar_one() == 298
    store.close()
