"""The numbered migrations that bring an older database up to date.

A migration is never changed once it is released, so that old databases can always be upgraded.
"""

from collections.abc import Callable

from sqlalchemy import Connection, insert, inspect, select, text, update

from parlour.errors import ParlourError
from parlour.web.store.schema import schema


def first_schema(connection: Connection) -> None:
    """1: tables, seats and events."""
    binary = "BYTEA" if connection.dialect.name == "postgresql" else "BLOB"
    real = "DOUBLE PRECISION" if connection.dialect.name == "postgresql" else "FLOAT"
    for statement in (
        "CREATE TABLE tables (id TEXT PRIMARY KEY, game TEXT NOT NULL, players INTEGER NOT NULL, "
        f"options TEXT NOT NULL, key {binary} NOT NULL, invite TEXT NOT NULL, listed BOOLEAN NOT NULL, timer {real}, "
        f"created {real} NOT NULL, started {real}, finished {real})",
        "CREATE TABLE seats (table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, seat INTEGER NOT NULL, "
        "kind TEXT NOT NULL, level TEXT NOT NULL, name TEXT NOT NULL, token_hash TEXT, away BOOLEAN NOT NULL, "
        "PRIMARY KEY (table_id, seat))",
        "CREATE TABLE events (table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, "
        f"number INTEGER NOT NULL, seat INTEGER NOT NULL, do TEXT NOT NULL, client TEXT, at {real} NOT NULL, "
        "PRIMARY KEY (table_id, number))",
    ):
        connection.execute(text(statement.replace(" do TEXT", ' "do" TEXT')))


def rematches(connection: Connection) -> None:
    """2: the same seats may play again; open tables are found without looking at all."""
    connection.execute(text("ALTER TABLE tables ADD COLUMN rematch TEXT"))
    connection.execute(text("CREATE INDEX tables_open ON tables (finished, listed, created)"))


def salts(connection: Connection) -> None:
    """3: the salts of persons; the hours for which a table has seemed abandoned."""
    binary = "BYTEA" if connection.dialect.name == "postgresql" else "BLOB"
    for column in ("salt_commitment TEXT", f"salt {binary}", "next_commitment TEXT"):
        connection.execute(text(f"ALTER TABLE seats ADD COLUMN {column}"))
    connection.execute(text("ALTER TABLE tables ADD COLUMN idle_hours INTEGER NOT NULL DEFAULT 0"))


def marks(connection: Connection) -> None:
    """4: marks of forgotten tables count seconds, from the beginning; what several servers count together."""
    connection.execute(text("ALTER TABLE tables RENAME COLUMN idle_hours TO marked_seconds"))
    connection.execute(text("UPDATE tables SET marked_seconds = 0"))
    connection.execute(text("CREATE TABLE upkeep (stamp TEXT NOT NULL)"))
    connection.execute(text("INSERT INTO upkeep (stamp) VALUES ('')"))


def persons(connection: Connection) -> None:
    """5: people, the devices they play on, who sat where; results of matches, and ratings."""
    real = "DOUBLE PRECISION" if connection.dialect.name == "postgresql" else "FLOAT"
    for statement in (
        f"CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL, recovery_hash TEXT UNIQUE, created {real} "
        "NOT NULL, marked_seconds INTEGER NOT NULL DEFAULT 0)",
        "CREATE TABLE devices (secret_hash TEXT PRIMARY KEY, "
        f"person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE, created {real} NOT NULL)",
        "CREATE INDEX devices_of ON devices (person)",
        "ALTER TABLE seats ADD COLUMN person TEXT REFERENCES people (id) ON DELETE SET NULL",
        "CREATE INDEX seats_of ON seats (person)",
        "CREATE TABLE links (code_hash TEXT PRIMARY KEY, person TEXT NOT NULL UNIQUE REFERENCES people (id) "
        f"ON DELETE CASCADE, created {real} NOT NULL, secret_hash TEXT)",
        "ALTER TABLE tables ADD COLUMN counted INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX tables_uncounted ON tables (counted, finished)",
        "CREATE TABLE results (table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, seat INTEGER NOT NULL, "
        "person TEXT REFERENCES people (id) ON DELETE SET NULL, level TEXT, game TEXT NOT NULL, "
        "players INTEGER NOT NULL, rounds INTEGER NOT NULL, score INTEGER NOT NULL, place INTEGER NOT NULL, "
        f"won BOOLEAN NOT NULL, finished {real} NOT NULL, facts TEXT NOT NULL, PRIMARY KEY (table_id, seat))",
        "CREATE INDEX results_of ON results (person, game, finished) WHERE person IS NOT NULL",
        "CREATE INDEX results_by_time ON results (person, finished) WHERE person IS NOT NULL",
        "CREATE TABLE summaries (person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE, game TEXT NOT NULL, "
        "summary TEXT NOT NULL, PRIMARY KEY (person, game))",
        f"CREATE TABLE level_figures (game TEXT NOT NULL, level TEXT NOT NULL, figure TEXT NOT NULL, top {real} "
        f"NOT NULL, bottom {real} NOT NULL, PRIMARY KEY (game, level, figure))",
        "CREATE TABLE ratings (game TEXT NOT NULL, player TEXT NOT NULL, "
        f"person TEXT REFERENCES people (id) ON DELETE CASCADE, mu {real} NOT NULL, sigma {real} NOT NULL, "
        "matches INTEGER NOT NULL, PRIMARY KEY (game, player))",
        "CREATE INDEX ratings_of ON ratings (person)",
    ):
        connection.execute(text(statement))


def todays_deal(connection: Connection) -> None:
    """6: the chain from which the keys of today's deal come, and the one try of each person."""
    binary = "BYTEA" if connection.dialect.name == "postgresql" else "BLOB"
    real = "DOUBLE PRECISION" if connection.dialect.name == "postgresql" else "FLOAT"
    for statement in (
        "ALTER TABLE tables ADD COLUMN day TEXT",
        f"ALTER TABLE tables ADD COLUMN link {binary}",
        f"CREATE TABLE chains (number INTEGER PRIMARY KEY, secret {binary} NOT NULL, first TEXT NOT NULL, "
        "days INTEGER NOT NULL, announced TEXT)",
        "CREATE TABLE tries (person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE, day TEXT NOT NULL, "
        "game TEXT NOT NULL, table_id TEXT NOT NULL UNIQUE REFERENCES tables (id) ON DELETE CASCADE, result TEXT, "
        f"finished {real}, PRIMARY KEY (person, day, game))",
        "CREATE INDEX tries_of ON tries (day, game)",
        "CREATE INDEX tries_open ON tries (day) WHERE result IS NULL",
    ):
        connection.execute(text(statement))


def duplicate_evenings(connection: Connection) -> None:
    """7: duplicate evenings, who takes part in them, who has played which board where."""
    binary = "BYTEA" if connection.dialect.name == "postgresql" else "BLOB"
    real = "DOUBLE PRECISION" if connection.dialect.name == "postgresql" else "FLOAT"
    for statement in (
        "ALTER TABLE tables ADD COLUMN evening TEXT",
        "ALTER TABLE tables ADD COLUMN board INTEGER",
        f"ALTER TABLE tables ADD COLUMN closed {real}",
        "CREATE TABLE evenings (id TEXT PRIMARY KEY, game TEXT NOT NULL, players INTEGER NOT NULL, "
        f"options TEXT NOT NULL, boards INTEGER NOT NULL, timer {real} NOT NULL, key {binary} NOT NULL, "
        f"host TEXT REFERENCES people (id) ON DELETE SET NULL, created {real} NOT NULL, revealing {real}, "
        f"started {real}, finished {real}, round INTEGER NOT NULL DEFAULT 0, round_began {real}, "
        f"overtime {real} NOT NULL DEFAULT 0, overtime_at {real})",
        "CREATE INDEX evenings_running ON evenings (finished, revealing)",
        "CREATE INDEX evenings_of ON evenings (host)",
        "CREATE TABLE entries (evening TEXT NOT NULL REFERENCES evenings (id) ON DELETE CASCADE, "
        "number INTEGER NOT NULL, kind TEXT NOT NULL, level TEXT NOT NULL, name TEXT NOT NULL, "
        "person TEXT REFERENCES people (id) ON DELETE SET NULL, place INTEGER, token_hash TEXT, away BOOLEAN NOT NULL, "
        f"salt_commitment TEXT, salt {binary}, PRIMARY KEY (evening, number))",
        "CREATE UNIQUE INDEX entries_of ON entries (evening, person)",
        "CREATE UNIQUE INDEX entries_at ON entries (evening, place)",
        "CREATE INDEX entries_by ON entries (person)",
        "CREATE TABLE plays (evening TEXT NOT NULL REFERENCES evenings (id) ON DELETE CASCADE, "
        "board INTEGER NOT NULL, entry INTEGER NOT NULL, table_id TEXT REFERENCES tables (id) ON DELETE SET NULL, "
        "table_number INTEGER NOT NULL, seat INTEGER NOT NULL, score INTEGER, PRIMARY KEY (evening, board, entry))",
        "CREATE INDEX plays_at ON plays (table_id)",
    ):
        connection.execute(text(statement))


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (
    first_schema, rematches, salts, marks, persons, todays_deal, duplicate_evenings,
)  # fmt: skip


def migrate(connection: Connection) -> int:
    """Bring the database up to date, inside the caller's transaction; the version that it had."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(7102026)"))  # one server at a time
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # or each CREATE and ALTER would be a transaction of its own
    found = version_of(connection)
    if found > len(MIGRATIONS):
        raise ParlourError(
            f"the database has schema {found}, but this Parlour knows only {len(MIGRATIONS)}; expected a newer Parlour"
        )
    for migration in MIGRATIONS[found:]:
        migration(connection)
    connection.execute(update(schema).values(version=len(MIGRATIONS)))
    return found


def version_of(connection: Connection) -> int:
    """The version of the schema; an empty database has version 0, and says so from now on."""
    if not inspect(connection).has_table(schema.name):
        schema.create(connection)
        connection.execute(insert(schema).values(version=0))
    return int(connection.execute(select(schema.c.version)).scalar_one())
