"""How large a server's database is: the rows and bytes of each table, its files, and the free space on the disk."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import OperationalError

from parlour.web.admin.database import file_of, is_sqlite
from parlour.web.store.schema import metadata

COUNTED = 1_000_000  # PostgreSQL's own estimate has to do for larger tables, because counting them takes long
SQLITE_BYTES = text(
    "SELECT coalesce(i.tbl_name, s.name) AS name, sum(s.pgsize) AS bytes FROM dbstat AS s "
    "LEFT JOIN sqlite_schema AS i ON i.name = s.name WHERE s.aggregate = TRUE GROUP BY 1"
)
POSTGRESQL_BYTES = text(
    "SELECT relname AS name, pg_total_relation_size(oid) AS bytes, reltuples AS rows FROM pg_class "
    "WHERE relkind = 'r' AND oid = to_regclass(quote_ident(relname))"
)


@dataclass(frozen=True)
class TableSize:
    """The size of a database table with its indexes."""

    table: str
    rows: int
    estimated: bool  # whether `rows` is PostgreSQL's estimate
    bytes: int | None  # None if this SQLite can't tell


@dataclass(frozen=True)
class Sizes:
    """The size of a database, in bytes."""

    tables: list[TableSize]
    database: int  # the file of SQLite, or PostgreSQL's database with everything in it
    wal: int | None  # SQLite's file -wal beside it; None for PostgreSQL
    unused: int | None  # space inside SQLite's file that new rows will use first; None for PostgreSQL
    free: int | None  # free space on SQLite's disk; None for PostgreSQL, whose disk may be on another machine


def sizes_of(connection: Connection) -> Sizes:
    """Measure a database."""
    if is_sqlite(connection.engine):
        return _of_sqlite(connection, file_of(connection.engine))
    rows = {row.name: row for row in connection.execute(POSTGRESQL_BYTES)}
    found = []
    for table in _tables():
        own = rows[table]
        estimated = own.rows > COUNTED
        number = int(own.rows) if estimated else _rows(connection, table)
        found.append(TableSize(table, number, estimated, own.bytes))
    whole = int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())
    return Sizes(found, whole, None, None, None)


def _of_sqlite(connection: Connection, file: Path) -> Sizes:
    found = _sqlite_bytes(connection)
    tables = [
        TableSize(table, _rows(connection, table), False, None if found is None else found.get(table, 0))
        for table in _tables()
    ]
    unused, page = (
        int(connection.exec_driver_sql(f"PRAGMA {one}").scalar_one()) for one in ("freelist_count", "page_size")
    )
    wal = Path(f"{file}-wal")
    return Sizes(
        tables, file.stat().st_size, wal.stat().st_size if wal.exists() else 0, unused * page,
        shutil.disk_usage(file.parent).free,
    )  # fmt: skip


def _sqlite_bytes(connection: Connection) -> dict[str, int] | None:
    """Add up the pages of each table and its indexes; None if this SQLite was built without the means for it."""
    try:
        return {row.name: int(row.bytes) for row in connection.execute(SQLITE_BYTES)}
    except OperationalError as error:
        if "no such table: dbstat" not in str(error.orig):
            raise
        return None


def _tables() -> list[str]:
    return [str(table.name) for table in metadata.sorted_tables]


def _rows(connection: Connection, table: str) -> int:
    return int(connection.execute(select(func.count()).select_from(metadata.tables[table])).scalar_one())
