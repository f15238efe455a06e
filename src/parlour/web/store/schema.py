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
    Column("day", Text),  # the date of today's deal that is played here; null: another match
    Column("link", LargeBinary),  # of the house's chain on that day; secret until the day is closed
    Column("evening", Text),  # the duplicate evening of which a board is played here; null: another match
    Column("board", Integer),  # which board of it, from 1
    Column("closed", Float),  # when that board was closed for all; null: sealed
    Column("rematch", Text),  # the table at which the same seats play again
    Column("marked_seconds", Integer, nullable=False, server_default="0"),  # since the mark of the upkeep; 0: none
    Column("counted", Integer, nullable=False, server_default="0"),  # 1: the results are stored, or there are none
    Index("tables_open", "finished", "listed", "created"),
    Index("tables_uncounted", "counted", "finished"),
)

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),  # random and public: it tells namesakes apart
    Column("name", Text, nullable=False),  # the one used last
    Column("recovery_hash", Text, unique=True),  # of the code to write down; null: none was asked for
    Column("created", Float, nullable=False),
    Column("marked_seconds", Integer, nullable=False, server_default="0"),  # since the mark of the upkeep; 0: none
)

devices = Table(
    "devices",
    metadata,
    Column("secret_hash", Text, primary_key=True),  # of the secret that one browser or terminal keeps
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("created", Float, nullable=False),
    Index("devices_of", "person"),
)

links = Table(
    "links",
    metadata,
    Column("code_hash", Text, primary_key=True),  # of the code with which another device asks to join the person
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("created", Float, nullable=False),
    Column("secret_hash", Text),  # of the device that has asked; null: none has
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
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL")),  # null: a bot, or somebody without a name
    Index("seats_of", "person"),
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


results = Table(
    "results",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL")),  # null: a bot, or somebody unknown
    Column("level", Text),  # of the bot; null: a person
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("place", Integer, nullable=False),  # 1: nobody did better
    Column("won", Boolean, nullable=False),
    Column("finished", Float, nullable=False),
    Column("facts", Text, nullable=False),  # JSON: the figures of the game by name, each [of what, how much]
    Index("results_of", "person", "game", "finished"),  # of people
    Index("results_by_time", "person", "finished"),
)

summaries = Table(  # sums over all results of a person in a game, so that nobody has to look at all of them
    "summaries",
    metadata,
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("summary", Text, nullable=False),  # JSON, see people/summaries.py
)

level_figures = Table(  # sums over all results of bots, so that nobody has to look at all of them
    "level_figures",
    metadata,
    Column("game", Text, primary_key=True),
    Column("level", Text, primary_key=True),
    Column("figure", Text, primary_key=True),
    Column("top", Float, nullable=False),
    Column("bottom", Float, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("game", Text, primary_key=True),
    Column("player", Text, primary_key=True),  # the id of a person, or the level of bots
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE")),  # null: bots
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Index("ratings_of", "person"),
)

chains = Table(
    "chains",
    metadata,
    Column("number", Integer, primary_key=True),  # from 1
    Column("secret", LargeBinary, nullable=False),  # the last link: all keys of its days follow from it
    Column("first", Text, nullable=False),  # the date of link 1
    Column("days", Integer, nullable=False),
    Column("announced", Text),  # the day on which the chain before has committed to this one; null: the first chain
)

tries = Table(
    "tries",
    metadata,
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("day", Text, primary_key=True),  # the date of today's deal: one try counts
    Column("game", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("result", Text),  # JSON; null: it is not over, or was not over in time
    Column("finished", Float),
    Index("tries_of", "day", "game"),
    Index("tries_open", "day"),  # of those without a result
)

evenings = Table(
    "evenings",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),  # at a table
    Column("options", Text, nullable=False),  # JSON, every option of the boards written out
    Column("boards", Integer, nullable=False),  # one in each round
    Column("timer", Float, nullable=False),  # seconds for a round
    Column("key", LargeBinary, nullable=False),  # all keys of boards follow from it; secret until the evening is over
    Column("host", Text, ForeignKey("people.id", ondelete="SET NULL")),
    Column("created", Float, nullable=False),
    Column("revealing", Float),  # since when salts are revealed, and nobody can join any more; null: people may join
    Column("started", Float),
    Column("finished", Float),
    Column("round", Integer, nullable=False, server_default="0"),  # the board that is played now; 0: none yet
    Column("round_began", Float),
    Column("overtime", Float, nullable=False, server_default="0"),  # seconds that the bots had when time was up,
    Column("overtime_at", Float),  # counted until this moment
    Index("evenings_running", "finished", "revealing"),
    Index("evenings_of", "host"),
)

entries = Table(
    "entries",
    metadata,
    Column("evening", Text, ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),  # person, bot
    Column("level", Text, nullable=False),  # of the bot
    Column("name", Text, nullable=False),
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL")),  # null: a bot, or somebody who was forgotten
    Column("place", Integer),  # before the start: chosen, or null; then: for all
    Column("token_hash", Text),  # of the token for all seats of the evening
    Column("away", Boolean, nullable=False),  # a bot stands in for the person
    Column("salt_commitment", Text),
    Column("salt", LargeBinary),
    Index("entries_of", "evening", "person", unique=True),
    Index("entries_at", "evening", "place", unique=True),
    Index("entries_by", "person"),
)

plays = Table(
    "plays",
    metadata,
    Column("evening", Text, ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("board", Integer, primary_key=True),
    Column("entry", Integer, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="SET NULL")),
    Column("table_number", Integer, nullable=False),  # from 0
    Column("seat", Integer, nullable=False),
    Column("score", Integer),  # null: not over, or not over in time
    Index("plays_at", "table_id"),
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
