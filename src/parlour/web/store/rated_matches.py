"""Rated matches that aren't over: who plays them, fixed at the start, and for how long nothing has happened there.

Each player of a rated match has a row from the start of the match until it is rated, with the player's rating at the
start. So nobody can leave the ratings of a match by leaving its table or by being forgotten. When a person is
forgotten, the row loses only their id.

How long nothing has happened is counted by the upkeep, in seconds during which a server was running. Actions that are
taken back count as if they hadn't happened.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    case,
    delete,
    exists,
    func,
    insert,
    literal_column,
    or_,
    select,
    update,
)  # fmt: skip

from parlour.web.store.schema import UNDO, events, rated_seats, ratings, seats, tables

ABANDONED_SECONDS = 24 * 3600  # a match is abandoned when nothing has happened in it for more than this
LONG_SECONDS = 7 * 24 * 3600  # nobody can hold up the end of a match for longer than this
LAST_SECONDS = 3600  # a match that has taken so long is abandoned when nothing has happened in it for more than this


def fix_rated(connection: Connection, table: str) -> None:
    """Store who is rated in a match that has just started, unless the match can't be rated.

    All its players must be known, at least two must differ, and nobody may have two seats.
    """
    statement = select(seats.c.seat, seats.c.kind, seats.c.level, seats.c.person, tables.c.game)
    statement = statement.join(tables, tables.c.id == seats.c.table_id).where(tables.c.id == table)
    statement = statement.where(tables.c.day.is_(None), tables.c.evening.is_(None))
    sitting = connection.execute(statement.order_by(seats.c.seat)).all()
    players = [place.level if place.kind == "bot" else place.person for place in sitting]
    persons = [place.person for place in sitting if place.kind != "bot"]
    if None in players or len(set(players)) < 2 or len(set(persons)) < len(persons):
        return
    known = select(ratings).where(ratings.c.game == sitting[0].game, ratings.c.person.in_(persons))
    before = {row.person: row for row in connection.execute(known)}
    connection.execute(
        insert(rated_seats),
        [{"table_id": table, "seat": place.seat, **_player(place, before)} for place in sitting],
    )


def _player(place: Any, before: dict[str, Any]) -> dict[str, Any]:
    """Return who sits there at the start and, for a person with a rating, that rating."""
    names = ("mu", "sigma", "matches")
    if place.kind == "bot":
        return {"person": None, "level": place.level, **dict.fromkeys(names)}
    rating = before.get(place.person)
    return {"person": place.person, "level": None, **{name: getattr(rating, name, None) for name in names}}


def take_rated(connection: Connection, table: str) -> Sequence[Any]:
    """Return who is rated in a match, in the order of the seats, and delete these rows, so that it is rated once.

    The caller has locked the table's row. The answer is empty if the match can't be rated or has been rated.
    """
    own = rated_seats.c.table_id == table
    found = connection.execute(select(rated_seats).where(own).order_by(rated_seats.c.seat)).all()
    connection.execute(delete(rated_seats).where(own))
    return found


def move_rated(connection: Connection, before: str, person: str) -> None:
    """Let a person take another person's place in rated matches; where both play, the other seat is nobody's."""
    own = select(rated_seats.c.table_id).where(rated_seats.c.person == person)
    moving = update(rated_seats).where(rated_seats.c.person == before)
    connection.execute(moving.where(rated_seats.c.table_id.in_(own)).values(person=None))
    connection.execute(moving.values(person=person))


# --- abandoned matches


def count_quiet(connection: Connection, seconds: int) -> None:
    """Add the seconds to the age of each rated match, and to its quiet time if it hasn't come further since then."""
    own = events.c.table_id == tables.c.id
    last = select(func.coalesce(func.max(events.c.number), 0)).where(own).scalar_subquery()
    # As a literal, so that databases use the index of these events.
    undone = select(func.count()).where(own, events.c.do == literal_column(f"'{UNDO}'")).scalar_subquery()
    come, before = last - 2 * undone, tables.c.quiet_number
    statement = update(tables).where(tables.c.finished.is_(None), has_rated())
    connection.execute(
        statement.values(
            quiet_seconds=case((come <= before, tables.c.quiet_seconds + seconds), else_=0),
            quiet_number=case((come <= before, before), else_=come),
            rated_seconds=tables.c.rated_seconds + seconds,
        )
    )


def abandoned(connection: Connection, most: int) -> list[str]:
    """List abandoned matches that are still to be rated."""
    statement = select(tables.c.id).where(*_abandoned()).order_by(tables.c.quiet_seconds.desc(), tables.c.id)
    return list(connection.execute(statement.limit(most)).scalars())


def still_abandoned(connection: Connection, table: str, number: int) -> bool:
    """Lock a table; return whether its match is abandoned, and the event of this number is still the last one."""
    own = (tables.c.id == table, tables.c.counted == 0)
    if not connection.execute(update(tables).where(*own).values(counted=tables.c.counted)).rowcount:
        return False
    last = select(func.coalesce(func.max(events.c.number), 0)).where(events.c.table_id == table)
    quiet = connection.execute(select(tables.c.id).where(*own, *_abandoned())).first() is not None
    return quiet and connection.execute(last).scalar_one() == number


def _abandoned() -> tuple[ColumnElement[bool], ...]:
    quiet, age = tables.c.quiet_seconds, tables.c.rated_seconds
    silent = or_(quiet > ABANDONED_SECONDS, and_(age > LONG_SECONDS, quiet > LAST_SECONDS))
    return tables.c.finished.is_(None), silent, has_rated()


def put_off(connection: Connection, table: str) -> None:
    """If a match is still abandoned, count its quiet time anew, so that it doesn't keep others from being counted."""
    connection.execute(update(tables).where(tables.c.id == table, *_abandoned()).values(quiet_seconds=0))


def is_to_be_rated(connection: Connection, table: str) -> bool:
    """Check whether a table's match has started and is still to be rated."""
    return connection.execute(select(tables.c.id).where(tables.c.id == table, has_rated())).first() is not None


def has_rated() -> ColumnElement[bool]:
    """Build the condition that a table's match is still to be rated."""
    return exists().where(rated_seats.c.table_id == tables.c.id)
