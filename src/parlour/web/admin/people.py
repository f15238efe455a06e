"""The people whom a server knows, as its operator sees them, and how the operator has somebody forgotten."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, distinct, func, select

from parlour.errors import ParlourError
from parlour.web.people.stored import forget
from parlour.web.store.schema import devices, people, results, seats

OPERATOR = "operator"  # the operator's name in notices to servers, which ignore only their own


@dataclass(frozen=True)
class ShownPerson:
    """A person; all times are in seconds since 1970."""

    person: str  # the public id
    name: str  # the name that the person used last
    devices: int
    used: float | None  # when the day began on which a device was last used
    matches: int  # finished matches that count in the person's statistics
    tables: int  # tables at which the person has a seat


def number_of_people(connection: Connection) -> int:
    """Count the people."""
    return int(connection.execute(select(func.count()).select_from(people)).scalar_one())


def shown_people(connection: Connection, most: int, name: str | None = None) -> list[ShownPerson]:
    """Load the people who were here last; with a name, only those whose name contains it."""
    named = () if name is None else (people.c.name.icontains(name, autoescape=True),)
    return _shown(connection, most, *named)


def shown_person(connection: Connection, person: str) -> ShownPerson:
    """Load the person with this id."""
    found = _shown(connection, 1, people.c.id == person)
    if not found:
        raise ParlourError(f"there is no person {person!r}; expected an id that `parlour admin people` shows")
    return found[0]


def forget_person(connection: Connection, person: str) -> int:
    """Forget a person, as "forget me" does, and notify the servers; return the number of tables with their seats."""
    return len(forget(connection, person, OPERATOR))


def _shown(connection: Connection, most: int, *conditions: ColumnElement[bool]) -> list[ShownPerson]:
    used = func.max(devices.c.used)
    statement = select(
        people.c.id, people.c.name, func.count(devices.c.secret_hash).label("devices"), used.label("used")
    )
    statement = statement.outerjoin(devices, devices.c.person == people.c.id).where(*conditions)
    statement = statement.group_by(people.c.id, people.c.name).order_by(used.desc().nulls_last(), people.c.id)
    rows = connection.execute(statement.limit(most)).all()
    ids = [row.id for row in rows]
    matches = _counted(connection, results.c.person, distinct(results.c.table_id), ids)
    sitting = _counted(connection, seats.c.person, distinct(seats.c.table_id), ids)
    return [
        ShownPerson(row.id, row.name, row.devices, row.used, matches.get(row.id, 0), sitting.get(row.id, 0))
        for row in rows
    ]


def _counted(connection: Connection, person: Any, what: Any, ids: Sequence[str]) -> dict[str, int]:
    statement = select(person, func.count(what)).where(person.in_(ids)).group_by(person)
    return {one: int(number) for one, number in connection.execute(statement)}
