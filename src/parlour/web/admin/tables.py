"""The tables of a server, as its operator sees them: no keys, no cards, no tokens and no invitations."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, func, select

from parlour.errors import ParlourError
from parlour.web.store.schema import events, seats, tables
from parlour.web.store.set_aside import names_aside, rows_of, want

PAUSE_SECONDS = 0.2
PATIENCE_SECONDS = 30.0  # how long a server may take to load a table again


@dataclass(frozen=True)
class ShownSeat:
    """A seat of a table."""

    seat: int
    kind: str  # "person" or "bot"
    name: str  # empty while nobody has taken the seat
    level: str | None  # the bot's level; None for a person
    away: bool  # whether a bot stands in for the person


@dataclass(frozen=True)
class ShownAside:
    """A running server that has set a table aside."""

    server: str
    since: float
    reason: str


@dataclass(frozen=True)
class ShownTable:
    """A table; all times are in seconds since 1970."""

    table: str
    game: str
    state: str  # "waiting", "playing" or "finished"
    seats: list[ShownSeat]
    opened: float
    started: float | None
    finished: float | None
    events: int
    last_event: float | None
    day: str | None  # the date, if the table plays today's deal
    evening: str | None  # the evening, if the table plays one of its boards
    board: int | None
    set_aside: list[ShownAside]


@dataclass(frozen=True)
class TableCounts:
    """How many tables there are in each state."""

    waiting: int
    playing: int
    finished: int
    set_aside: int


def table_counts(connection: Connection) -> TableCounts:
    """Count the tables in each state."""
    one = select(func.count(), func.count(tables.c.started), func.count(tables.c.finished)).select_from(tables)
    whole, started, finished = connection.execute(one).one()
    over = select(func.count()).where(tables.c.started.is_(None), tables.c.finished.is_not(None))
    unstarted = connection.execute(over).scalar_one()
    playing = started - finished + unstarted
    return TableCounts(whole - started - unstarted, playing, finished, len(names_aside(connection)))


def shown_tables(connection: Connection, most: int, *, unfinished: bool = False) -> list[ShownTable]:
    """Load the newest tables; those that a running server has set aside come first, however old they are."""
    aside = tables.c.id.in_(names_aside(connection))
    statement = select(tables).order_by(aside.desc(), tables.c.created.desc(), tables.c.id).limit(most)
    if unfinished:
        statement = statement.where(tables.c.finished.is_(None))
    rows = connection.execute(statement).all()
    names = [row.id for row in rows]
    sitting, played, set_aside = _seats(connection, names), _events(connection, names), _aside(connection, names)
    return [
        ShownTable(
            row.id, row.game, _state(row.started, row.finished), sitting.get(row.id, []), row.created, row.started,
            row.finished, number, last, row.day, row.evening, row.board, set_aside.get(row.id, []),
        )
        for row in rows
        for number, last in [played.get(row.id, (0, None))]
    ]  # fmt: skip


def _state(started: float | None, finished: float | None) -> str:
    return "finished" if finished is not None else "waiting" if started is None else "playing"


def _seats(connection: Connection, names: Sequence[str]) -> dict[str, list[ShownSeat]]:
    wanted = (seats.c.table_id, seats.c.seat, seats.c.kind, seats.c.name, seats.c.level, seats.c.away)
    statement = select(*wanted).where(seats.c.table_id.in_(names)).order_by(seats.c.table_id, seats.c.seat)
    found: dict[str, list[ShownSeat]] = {}
    for row in connection.execute(statement):
        level = row.level if row.kind == "bot" else None
        found.setdefault(row.table_id, []).append(ShownSeat(row.seat, row.kind, row.name, level, bool(row.away)))
    return found


def _events(connection: Connection, names: Sequence[str]) -> dict[str, tuple[int, float]]:
    statement = select(events.c.table_id, func.count(), func.max(events.c.at)).where(events.c.table_id.in_(names))
    rows = connection.execute(statement.group_by(events.c.table_id))
    return {name: (int(number), last) for name, number, last in rows}


def _aside(connection: Connection, names: Sequence[str]) -> dict[str, list[ShownAside]]:
    found: dict[str, list[ShownAside]] = {}
    for row in rows_of(connection, names):
        found.setdefault(row.table_id, []).append(ShownAside(row.server, row.since, row.reason))
    return found


def free_table(engine: Engine, name: str, pause: Callable[[float], None] = time.sleep) -> int:
    """Have all running servers load a table again that they have set aside; return their number once they have."""
    with engine.begin() as connection:
        known = connection.execute(select(tables.c.id).where(tables.c.id == name)).first() is not None
        asked = set(want(connection, name))
    if not known:
        raise ParlourError(f"there is no table {name!r}; expected a name that `parlour admin tables` shows")
    if not asked:
        raise ParlourError(f"no running server has set table {name!r} aside; expected one that has: see the log")
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        with engine.connect() as connection:
            left = [row for row in rows_of(connection, [name]) if row.server in asked]
        if not left:
            return len(asked)
        if not any(row.wanted for row in left):
            raise ParlourError(
                f"table {name!r} was loaded again, but cannot be played on; expected that its rows are repaired: "
                "the server's log says what is wrong"
            )
        pause(PAUSE_SECONDS)
    raise ParlourError(f"no server has loaded table {name!r} within {PATIENCE_SECONDS:g} s; expected a running server")
