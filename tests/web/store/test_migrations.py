"""An empty database gets the current schema, and an older one is upgraded by numbered migrations."""

import asyncio
import hashlib
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, insert, inspect, select, text

from parlour.errors import ParlourError
from parlour.web.store import migrations
from parlour.web.store.engine import open_engine
from parlour.web.store.migrations import FIRST, migrate, newest, version_of
from parlour.web.store.schema import metadata, schema, upkeep
from parlour.web.store.store import Store
from tests.match.test_undo import facts_of
from tests.samples import some_game

GAME = some_game(3).name
EXPECTED = {table.name: {column.name for column in table.columns} for table in metadata.sorted_tables}
HASHES = {11: "e353e7f64410c139"}  # The hash of each version of the schema, by version number.


def columns(engine: Engine) -> dict[str, set[str]]:
    found = inspect(engine)
    return {name: {column["name"] for column in found.get_columns(name)} for name in found.get_table_names()}


def test_an_empty_database_gets_every_table_and_column_of_the_schema(database: str) -> None:
    engine = open_engine(database)
    with engine.begin() as connection:
        assert version_of(connection) is None
        migrate(connection)
        assert version_of(connection) == newest()
        assert connection.execute(select(upkeep.c.stamp)).scalar_one() == ""
    assert columns(engine) == EXPECTED
    engine.dispose()


def test_a_changed_schema_needs_a_new_version_number() -> None:
    """After changing schema.py, add a migration and the new hash; before the first release, increase FIRST instead."""
    found = [
        *(f"{one} {one.type} {one.nullable} {one.unique}" for table in metadata.sorted_tables for one in table.columns),
        *sorted(
            f"{one.name} {[column.name for column in one.columns]} {one.unique}"
            for table in metadata.sorted_tables for one in table.indexes
        ),
    ]  # fmt: skip
    assert hashlib.sha256("\n".join(found).encode()).hexdigest()[:16] == HASHES.get(newest())


def colours(connection: Connection) -> None:
    """Add a table and a column, as a future migration might."""
    connection.execute(text("CREATE TABLE colours (name TEXT NOT NULL)"))
    connection.execute(text("ALTER TABLE tables ADD COLUMN colour TEXT"))


def shades(connection: Connection) -> None:
    """Add a column to the table that the migration `colours` creates."""
    connection.execute(text("ALTER TABLE colours ADD COLUMN shade TEXT"))


def test_an_older_database_is_upgraded_step_by_step_and_keeps_its_rows(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(database)
    asyncio.run(store.add_table(*facts_of(GAME, 3, 1)))
    store.close()
    for steps in ((colours,), (colours, shades), (colours, shades)):
        monkeypatch.setattr(migrations, "MIGRATIONS", steps)
        store = Store(database)
        with store.engine.connect() as connection:
            assert version_of(connection) == FIRST + len(steps)
            assert connection.execute(text("SELECT game, colour FROM tables")).all() == [(GAME, None)]
        store.close()
    engine = open_engine(database)
    assert columns(engine)["colours"] == {"name", "shade"}
    engine.dispose()


def test_an_interrupted_upgrade_changes_nothing_and_is_repeated_at_the_next_start(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(database).close()

    def interrupted(connection: Connection) -> None:
        shades(connection)
        raise KeyboardInterrupt

    monkeypatch.setattr(migrations, "MIGRATIONS", (colours, interrupted))
    engine = open_engine(database)
    with pytest.raises(KeyboardInterrupt), engine.begin() as connection:
        migrate(connection)
    assert columns(engine) == EXPECTED
    with engine.connect() as connection:
        assert version_of(connection) == FIRST
    engine.dispose()
    monkeypatch.setattr(migrations, "MIGRATIONS", (colours, shades))
    store = Store(database)
    assert columns(store.engine).keys() - EXPECTED.keys() == {"colours"}
    store.close()


@pytest.mark.parametrize("version", [1, FIRST - 1])
def test_a_database_from_before_the_first_release_is_refused_and_not_changed(database: str, version: int) -> None:
    engine = open_engine(database)
    with engine.begin() as connection:
        schema.create(connection)
        connection.execute(insert(schema).values(version=version))
    before = columns(engine)
    with pytest.raises(ParlourError, match=rf"schema {version}, of a Parlour from before .*; expected a new database"):
        Store(database)
    assert columns(engine) == before
    engine.dispose()


def test_a_database_that_contains_tables_of_another_program_is_refused(database: str) -> None:
    engine = open_engine(database)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE people (age INTEGER)"))
    with pytest.raises(ParlourError, match=r"cannot be used: .*people"):
        Store(database)
    assert columns(engine) == {"people": {"age"}}
    engine.dispose()


def test_migrating_an_up_to_date_database_changes_nothing(database: str) -> None:
    for _ in range(3):
        store = Store(database)
        before = columns(store.engine)
        store.close()
    store = Store(database)
    assert columns(store.engine) == before
    store.close()


def test_a_database_from_a_newer_version_of_parlour_is_refused(tmp_path: Path) -> None:
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
def test_the_error_for_an_unusable_database_does_not_show_the_password(url: str, expected: str) -> None:
    with pytest.raises(ParlourError) as error:
        Store(url)
    assert expected in str(error.value)
    assert "secret" not in str(error.value)
    assert "\n" not in str(error.value)


# --- the fence


def test_of_several_events_with_the_same_number_only_the_first_is_stored(database: str) -> None:
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


def test_all_accepted_events_are_stored_before_the_store_closes(database: str) -> None:
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
