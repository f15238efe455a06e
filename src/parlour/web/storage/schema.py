"""The tables of the database, and the numbered migrations that bring an older one up to date."""

from collections.abc import Callable

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    insert,
    inspect,
    select,
    text,
    update,
)

from parlour.errors import ParlourError

metadata = MetaData()

schema = Table("parlour_schema", metadata, Column("version", Integer, nullable=False))

upkeep = Table("upkeep", metadata, Column("stamp", Text, nullable=False))  # one row; changes with every count

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON, every option written out
    Column("key", LargeBinary, nullable=False),  # all chance of the match; secret until it is over
    Column("invite", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("timer", Float),  # seconds for a move; null: no limit
    Column("created", Float, nullable=False),
    Column("started", Float),  # null: people are still missing
    Column("finished", Float),  # null: the match is not over
    Column("rematch", Text),  # the table at which the same seats play again
    Column("marked_seconds", Integer, nullable=False, server_default="0"),  # since the mark of the upkeep; 0: none
    Index("tables_open", "finished", "listed", "created"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", Text, nullable=False),  # person, bot
    Column("level", Text, nullable=False),  # of the bot that sits there, or that stands in
    Column("name", Text, nullable=False),
    Column("token_hash", Text),  # null: nobody has taken the seat
    Column("away", Boolean, nullable=False),  # a bot stands in for the person
    Column("salt_commitment", Text),  # the SHA-256 of the salt; null: the client brings none
    Column("salt", LargeBinary),  # null: not revealed; fixed when the match starts
    Column("next_commitment", Text),  # to the salt that the client brings to the rematch
)

events = Table(
    "events",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # the fence: each number is stored once
    Column("seat", Integer, nullable=False),
    Column("do", Text, nullable=False),  # the action as in records; "undo" takes the last one back
    Column("client", Text),  # the id that the client gave its move; null: a bot of this server
    Column("at", Float, nullable=False),
)


# --- migrations: a migration is never changed once it is released, so that old databases can always be upgraded


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


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (first_schema, rematches, salts, marks)


def migrate(connection: Connection) -> int:
    """Bring the database up to date, inside the caller's transaction; the version that it had."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(7102026)"))  # one server at a time
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
