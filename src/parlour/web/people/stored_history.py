"""Queries about a person's finished matches; each uses an index."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Select, and_, or_, select

from parlour.web.store.schema import results, seats, tables

PAGE = 30  # number of matches in one answer


def own_matches(connection: Connection, person: str, game: str | None, before: str | None) -> Sequence[Any]:
    """Load a page of a person's results with the start of each match, latest first, after the table `before`."""
    statement = select(results, tables.c.started).join(tables, tables.c.id == results.c.table_id)
    statement = _own(statement, person, game)
    if before is not None:
        last = connection.execute(select(results.c.person, results.c.finished).where(results.c.table_id == before))
        finished = next((row.finished for row in last if row.person == person), None)
        if finished is None:
            return []
        earlier = and_(results.c.finished == finished, results.c.table_id < before)
        statement = statement.where(results.c.finished <= finished, or_(results.c.finished < finished, earlier))
    ordered = statement.order_by(results.c.finished.desc(), results.c.table_id.desc(), results.c.seat)
    return connection.execute(ordered.limit(PAGE + 1)).all()


def sitting(connection: Connection, names: Sequence[str]) -> dict[str, list[Any]]:
    """For each given table, load the results and names of everybody who sat there."""
    statement = select(results, seats.c.name).join(
        seats, and_(seats.c.table_id == results.c.table_id, seats.c.seat == results.c.seat)
    )
    found: dict[str, list[Any]] = {}
    for row in connection.execute(statement.where(results.c.table_id.in_(names)).order_by(results.c.seat)):
        found.setdefault(row.table_id, []).append(row)
    return found


def own_tables(connection: Connection, person: str) -> list[str]:
    """List all tables where the person has a result, oldest first; results of deleted matches have no table."""
    statement = select(results.c.table_id, results.c.finished).join(tables, tables.c.id == results.c.table_id)
    statement = _own(statement, person, None)
    rows = connection.execute(statement.order_by(results.c.finished, results.c.table_id))
    return list(dict.fromkeys(row.table_id for row in rows))


def _own(statement: Select[Any], person: str, game: str | None) -> Select[Any]:
    own = statement.where(results.c.person == person)
    return own if game is None else own.where(results.c.game == game)
