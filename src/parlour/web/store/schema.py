"""The database tables of a server."""

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
    false,
    text,
)

metadata = MetaData()
UNDO = "undo"  # stands in the place of an action, for an event that takes back the last action
WITHDRAWN = "withdrawn"  # takes the place of a token's hash that no longer counts; no token has this hash


def _where(condition: str) -> dict[str, Any]:
    """Return the options for an index that contains only the rows that meet a condition."""
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}


schema = Table("parlour_schema", metadata, Column("version", Integer, nullable=False))

# The table's only row is a stamp, which changes whenever a server counts running time.
upkeep = Table("upkeep", metadata, Column("stamp", Text, nullable=False))

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON with all options
    Column("key", LargeBinary, nullable=False),  # determines all chance events; secret until the match is over
    Column("invite", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("timer", Float),  # seconds per move; null for no limit
    Column("created", Float, nullable=False),
    Column("started", Float),  # null while the table waits for people
    Column("finished", Float),  # null until the match is over
    Column("day", Text),  # the date, if the table plays today's deal; otherwise null
    Column("link", LargeBinary),  # the day's link in the server's chain; secret until the day is over
    Column("evening", Text),  # the duplicate evening, if the table plays one of its boards; otherwise null
    Column("board", Integer),  # the board's number in the evening, from 1
    Column("closed", Float),  # when the board was closed at all tables; null while it is sealed
    Column("rematch", Text),
    # Seconds of running time since the upkeep marked the table; 0 without a mark.
    Column("marked_seconds", Integer, nullable=False, server_default=text("0")),
    Column(
        "counted", Integer, nullable=False, server_default=text("0")
    ),  # 1 once the results are stored, or if there are none
    # Seconds of running time since an upkeep run first found that a rated match had come this far: to the event of this
    # number, not counting actions that were taken back.
    Column("quiet_seconds", Integer, nullable=False, server_default=text("0")),
    Column("quiet_number", Integer, nullable=False, server_default=text("0")),
    # Seconds of running time since the start of a rated match.
    Column("rated_seconds", Integer, nullable=False, server_default=text("0")),
    # Whether the match is over, but no person acted in it.
    Column("unplayed", Boolean, nullable=False, server_default=false()),
    Index("tables_open", "finished", "listed", "created"),
    Index("tables_uncounted", "counted", "finished"),
    Index("tables_unplayed", "unplayed"),
)

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),  # random and public: it distinguishes people of the same name
    Column("name", Text, nullable=False),  # the name that the person used last
    Column("recovery_hash", Text, unique=True),  # the recovery code's hash; null if no code was requested
    Column("created", Float, nullable=False),
    # Seconds of running time since the upkeep marked the person; 0 without a mark.
    Column("marked_seconds", Integer, nullable=False, server_default=text("0")),
)

devices = Table(
    "devices",
    metadata,
    Column("secret_hash", Text, primary_key=True),  # the hash of the secret that one browser keeps
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("created", Float, nullable=False),  # when the device joined the person
    Column("used", Float, nullable=False),  # when the day began on which the device was last used
    Index("devices_of", "person"),
)

links = Table(
    "links",
    metadata,
    # The hash of the code with which another device asks to join the person.
    Column("code_hash", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("created", Float, nullable=False),
    Column("secret_hash", Text),  # the hash of the asking device's secret; null until a device has asked
    Column("move", Boolean, nullable=False),  # whether to move the matches of the asking device's own person
    Index("links_of", "person"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", Text, nullable=False),  # "person" or "bot"
    Column("level", Text, nullable=False),  # the level of the seat's bot or stand-in
    Column("name", Text, nullable=False),
    Column("token_hash", Text),  # null until somebody takes the seat; WITHDRAWN once no token opens it any more
    Column("device", Text),  # the hash of the secret of the device that has the token; null if the device is unknown
    Column("away", Boolean, nullable=False),  # whether a bot stands in for the person
    Column("salt_commitment", Text),  # the SHA-256 of the salt; null if the client has no salt
    Column("salt", LargeBinary),  # null until the salt is revealed; fixed when the match starts
    Column("next_commitment", Text),  # the commitment to the salt for the rematch
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL")),  # null for bots and unknown people
    Index("seats_of", "person"),
)

events = Table(
    "events",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # the event's number, unique at its table
    Column("seat", Integer, nullable=False),
    Column("do", Text, nullable=False),  # the action as in records, or UNDO
    Column("client", Text),  # the client's id for its move; null for a move by one of this server's bots
    Column("at", Float, nullable=False),
    Index("events_undone", "table_id", **_where(f"\"do\" = '{UNDO}'")),
)

set_aside = Table(  # tables that cannot be played on because of an error, and the servers that have set them aside
    "set_aside",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("server", Text, primary_key=True),
    Column("reason", Text, nullable=False),
    Column("since", Float, nullable=False),
    Column("seen", Float, nullable=False),  # when the server last renewed the row; it does so as long as it runs
    Column("wanted", Boolean, nullable=False),  # whether an operator wants the server to load the table again
)

results = Table(
    "results",
    metadata,
    # No foreign key: results count in statistics even after their match was deleted.
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    # Null for bots, and for people whom the server doesn't know.
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL")),
    Column("level", Text),  # the bot's level; null for a person
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("place", Integer, nullable=False),  # 1 if nobody did better
    Column("won", Boolean, nullable=False),
    Column("finished", Float, nullable=False),
    Column("facts", Text, nullable=False),  # JSON: the game's figures by name, each [numerator, denominator]
    Index("results_of", "person", "game", "finished", **_where("person IS NOT NULL")),
    Index("results_by_time", "person", "finished", **_where("person IS NOT NULL")),
)

summaries = Table(  # a person's totals in a game, so that nothing has to read all results
    "summaries",
    metadata,
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("summary", Text, nullable=False),  # JSON, described in people/summaries.py
)

level_figures = Table(  # totals over all results of bots, so that nothing has to read all results
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
    Column("player", Text, primary_key=True),  # a person's id, or a level of bots
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE")),  # null if this is a level of bots
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Index("ratings_of", "person"),
)

rated_seats = Table(  # who is rated in a match, from its start until it is rated
    "rated_seats",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    # Null for bots, and for people who asked to be forgotten during the match.
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL")),
    Column("level", Text),  # the bot's level; null for a person
    Column("mu", Float),  # the person's rating when the match started; null for bots and before the first rated match
    Column("sigma", Float),
    Column("matches", Integer),
    Index("rated_seats_of", "person"),
)

chains = Table(
    "chains",
    metadata,
    Column("number", Integer, primary_key=True),  # always 1: a server has one chain
    Column("secret", LargeBinary, nullable=False),  # the last link, which determines the keys of all days
    Column("first", Text, nullable=False),  # the date of the chain's first link
    Column("days", Integer, nullable=False),
)

tries = Table(
    "tries",
    metadata,
    # No foreign key: the list counts a try even after its unused table was deleted.
    Column("table_id", Text, primary_key=True),
    # Null once the person is forgotten, or has brought an earlier try from another device.
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL")),
    Column("day", Text, nullable=False),  # the date of the deal; each person has one try per game
    Column("game", Text, nullable=False),
    Column("result", Text),  # JSON; null if the match was not finished in time
    Column("finished", Float),
    Index("tries_by", "person", "day", "game", unique=True),
    Index("tries_of", "day", "game"),
    Index("tries_open", "day", **_where("result IS NULL")),
)

evenings = Table(
    "evenings",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),  # players at each table
    Column("options", Text, nullable=False),  # JSON with all options of the boards
    Column("boards", Integer, nullable=False),  # number of boards; each round plays one board
    Column("timer", Float, nullable=False),  # seconds that a round may take
    Column("key", LargeBinary, nullable=False),  # determines the keys of all boards; secret until the evening is over
    Column("host", Text, ForeignKey("people.id", ondelete="SET NULL")),
    Column("created", Float, nullable=False),
    Column("revealing", Float),  # when revealing salts began and joining ended; null while people may join
    Column("started", Float),
    Column("finished", Float),
    Column("round", Integer, nullable=False, server_default=text("0")),  # the current board; 0 before the first
    Column("round_began", Float),
    # How many seconds bots have had since the round's time was up.
    Column("overtime", Float, nullable=False, server_default=text("0")),
    Column("overtime_at", Float),  # when overtime was last counted
    Index("evenings_running", "finished", "revealing"),
    Index("evenings_of", "host"),
)

entries = Table(
    "entries",
    metadata,
    Column("evening", Text, ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),  # "person" or "bot"
    Column("level", Text, nullable=False),  # the bot's level
    Column("name", Text, nullable=False),
    # Null for bots, and for people who asked to be forgotten.
    Column("person", Text, ForeignKey("people.id", ondelete="SET NULL")),
    Column("place", Integer),  # the chosen place, if any; everybody has a place once the evening starts
    Column("token_hash", Text),  # the hash of the token for all seats of this entry; WITHDRAWN if no token opens them
    Column("device", Text),  # the hash of the secret of the device that has the token
    Column("away", Boolean, nullable=False),  # whether a bot stands in for the person
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
    Column("table_number", Integer, nullable=False),  # tables of a round are counted from 0
    Column("seat", Integer, nullable=False),
    Column("score", Integer),  # null if the board was not finished in time
    Index("plays_at", "table_id"),
)
