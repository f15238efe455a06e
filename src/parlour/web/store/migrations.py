"""The numbered migrations that upgrade an older database.

An empty database gets the tables of `schema` directly; migrations upgrade databases of older releases, back to the
first. A released migration never changes, so that old databases can always be upgraded.
"""

from collections.abc import Callable

from sqlalchemy import Connection, insert, inspect, select, text, update

from parlour.errors import ParlourError
from parlour.web.store.schema import metadata, schema, upkeep

FIRST = 11  # the first release's schema; earlier schemas were never released
LOCK = 7102026  # PostgreSQL's advisory lock on the whole database: one server at a time may change the schema
MIGRATIONS: tuple[Callable[[Connection], None], ...] = ()  # the first migration upgrades schema FIRST to FIRST + 1


def newest() -> int:
    """Return the latest schema version, which this Parlour uses."""
    return FIRST + len(MIGRATIONS)


def migrate(connection: Connection) -> None:
    """Upgrade the database inside the caller's transaction."""
    if connection.dialect.name == "postgresql":
        connection.connection.driver_connection.unlimited = True  # type: ignore[union-attr] # a migration may take long
        connection.detach()  # nothing else uses this connection
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # otherwise each CREATE and ALTER would be its own transaction
    found = version_of(connection)
    if found is None:
        metadata.create_all(connection, checkfirst=False)  # fails if another program has tables of these names
        connection.execute(insert(schema).values(version=newest()))
        connection.execute(insert(upkeep).values(stamp=""))
        return
    check_version(found)
    for migration in MIGRATIONS[found - FIRST :]:
        migration(connection)
    connection.execute(update(schema).values(version=newest()))


def version_of(connection: Connection) -> int | None:
    """Return a database's schema version; None for an empty database."""
    if not inspect(connection).has_table(schema.name):
        return None
    return int(connection.execute(select(schema.c.version)).scalar_one())


def check_version(found: int) -> None:
    """Refuse a schema from a newer Parlour, or from before the first release."""
    if found > newest():
        raise ParlourError(
            f"the database has schema {found}, but this Parlour knows only {newest()}; expected a newer Parlour"
        )
    if found < FIRST:
        raise ParlourError(
            f"the database has schema {found}, of a Parlour from before the first release, which cannot be upgraded; "
            "expected a new database: move this one away, or choose another with --database"
        )
