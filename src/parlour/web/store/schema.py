"""The tables of the database."""

from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

metadata = MetaData()


def _where(condition: str) -> dict[str, Any]:
    """Create an index of only the rows that meet a condition."""
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}


schema = Table("parlour_schema", metadata, Column("version", Integer, nullable=False))

upkeep = Table("upkeep", metadata, Column("stamp", Text, nullable=False))  # one row; changes with every count

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON with all options
    Column("key", LargeBinary, nullable=False),  # all chance follows from it; secret until the match is over
    Column("invite", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("timer", Float),  # seconds per move; null: no limit
    Column("created", Float, nullable=False),
    Column("started", Float),  # null: still waiting for people
    Column("finished", Float),  # null: the match is not over
    Column("day", Text),  # the date of today's deal, if it is played here; null: another match
    Column("link", LargeBinary),  # of the server's chain on that day; secret until the day is over
    Column("evening", Text),  # the duplicate evening whose board is played here; null: another match
    Column("board", Integer),  # its board, from 1
    Column("closed", Float),  # when that board was closed for all; null: sealed
    Column("rematch", Text),  # the table of the rematch
    Column("marked_seconds", Integer, nullable=False, server_default=text("0")),  # since the upkeep's mark; 0: none
    Column(
        "counted", Integer, nullable=False, server_default=text("0")
    ),  # 1: the results are stored, or there are none
    Index("tables_open", "finished", "listed", "created"),
    Index("tables_uncounted", "counted", "finished"),
)

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),  # random and public: it distinguishes people of the same name
    Column("name", Text, nullable=False),  # the one used last
    Column("recovery_hash", Text, unique=True),  # of the recovery code; null: none was requested
    Column("created", Float, nullable=False),
    Column("marked_seconds", Integer, nullable=False, server_default=text("0")),  # since the upkeep's mark; 0: none
)

devices = Table(
    "devices",
    metadata,
    Column("secret_hash", Text, primary_key=True),  # of the secret that one browser keeps
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
    Column("level", Text, nullable=False),  # of the bot at this seat, or of the one standing in
    Column("name", Text, nullable=False),
    Column("token_hash", Text),  # null: nobody has taken the seat
    Column("away", Boolean, nullable=False),  # a bot stands in for the person
    Column("salt_commitment", Text),  # the SHA-256 of the salt; null: the client has none
    Column("salt", LargeBinary),  # null: not revealed; fixed when the match starts
    Column("next_commitment", Text),  # to the client's salt for the rematch
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL")),  # null: a bot, or a person without a name
    Index("seats_of", "person"),
)

events = Table(
    "events",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # each number is stored only once
    Column("seat", Integer, nullable=False),
    Column("do", Text, nullable=False),  # the action as in records; "undo" takes back the last one
    Column("client", Text),  # the client's id for its move; null: a bot of this server
    Column("at", Float, nullable=False),
)


results = Table(
    "results",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL")),  # null: a bot, or an unknown person
    Column("level", Text),  # of the bot; null: a person
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("place", Integer, nullable=False),  # 1: nobody did better
    Column("won", Boolean, nullable=False),
    Column("finished", Float, nullable=False),
    Column("facts", Text, nullable=False),  # JSON: the game's figures by name, each [numerator, denominator]
    Index("results_of", "person", "game", "finished", **_where("person IS NOT NULL")),
    Index("results_by_time", "person", "finished", **_where("person IS NOT NULL")),
)

summaries = Table(  # sums over a person's results in a game, so that nothing has to read them all
    "summaries",
    metadata,
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("summary", Text, nullable=False),  # JSON, see people/summaries.py
)

level_figures = Table(  # sums over all results of bots, so that nothing has to read them all
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
    Column("player", Text, primary_key=True),  # a person's id, or the level of bots
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE")),  # null: bots
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Index("ratings_of", "person"),
)

chains = Table(
    "chains",
    metadata,
    Column("number", Integer, primary_key=True),  # 1: there is one chain
    Column("secret", LargeBinary, nullable=False),  # the last link: all keys of its days follow from it
    Column("first", Text, nullable=False),  # the date of link 1
    Column("days", Integer, nullable=False),
)

tries = Table(
    "tries",
    metadata,
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("day", Text, primary_key=True),  # the date of today's deal; each person has one try
    Column("game", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("result", Text),  # JSON; null: not finished, or not in time
    Column("finished", Float),
    Index("tries_of", "day", "game"),
    Index("tries_open", "day", **_where("result IS NULL")),
)

evenings = Table(
    "evenings",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),  # per table
    Column("options", Text, nullable=False),  # JSON with all options of the boards
    Column("boards", Integer, nullable=False),  # one per round
    Column("timer", Float, nullable=False),  # seconds per round
    Column("key", LargeBinary, nullable=False),  # all keys of boards follow from it; secret until the evening is over
    Column("host", Text, ForeignKey("people.id", ondelete="SET NULL")),
    Column("created", Float, nullable=False),
    Column("revealing", Float),  # when the salts began to be revealed and joining ended; null: people may join
    Column("started", Float),
    Column("finished", Float),
    Column("round", Integer, nullable=False, server_default=text("0")),  # the current board; 0: none yet
    Column("round_began", Float),
    Column("overtime", Float, nullable=False, server_default=text("0")),  # the bots' seconds after time was up,
    Column("overtime_at", Float),  # counted up to this time
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
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL")),  # null: a bot, or a forgotten person
    Column("place", Integer),  # before the start: the chosen place, or null; then never null
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
    Column("score", Integer),  # null: not finished, or not in time
    Index("plays_at", "table_id"),
)
