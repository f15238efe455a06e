"""The sizes that an operator sees are those of the real database."""

from pathlib import Path

import pytest

from parlour.web.store.schema import metadata
from parlour.web.store.store import Store
from tests.web.admin.commands import admin, execute, listed
from tests.web.people.test_stored import add_table

pytestmark = pytest.mark.processes


def test_the_rows_and_bytes_of_every_table_are_shown(database: str) -> None:
    store = Store(database)
    try:
        for number in range(3):
            add_table(store, f"t{number}", [None, None])
        execute(database, f"UPDATE tables SET options = '{'x' * 100_000}' WHERE id = 't0'")
        found = listed(database, "sizes")
        sizes = {one["table"]: one for one in found["tables"]}
        assert set(sizes) == {table.name for table in metadata.sorted_tables}
        assert (sizes["tables"]["rows"], sizes["seats"]["rows"], sizes["events"]["rows"]) == (3, 6, 0)
        assert not any(one["estimated"] for one in sizes.values())
        assert sizes["tables"]["bytes"] > sizes["seats"]["bytes"] > 0
        assert found["database"] > 0
        text = admin(database, "sizes")
    finally:
        store.close()
    assert "seats" in text
    if database.startswith("sqlite"):
        assert sizes["tables"]["bytes"] > 100_000
        assert found["free"] > 0
        assert found["wal"] > 0
        assert "free on the disk: " in text
    else:
        assert (found["free"], found["wal"], found["unused"]) == (None, None, None)
        assert "The disk is the database server's" in text


def test_space_inside_the_file_of_sqlite_that_new_rows_will_use_is_shown(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    store = Store(database)
    add_table(store, "t0", [None, None])
    execute(database, f"UPDATE tables SET options = '{'x' * 500_000}'")
    execute(database, "DELETE FROM tables")
    store.close()
    assert listed(database, "sizes")["unused"] > 400_000
