"""Tables at which no person has ever acted: they are not kept for long."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, delete, select

from parlour.web.storage.schema import events, tables
from parlour.web.storage.store import Store

MOST_AT_ONCE = 500  # tables in one statement


async def unplayed(store: Store) -> list[str]:
    """The tables without any action of a person, such as those that still wait for people."""
    statement = select(tables.c.id).where(*_nobody_acted())
    return await store.read(lambda connection: list(connection.execute(statement).scalars()))


async def remove(store: Store, names: Sequence[str]) -> int:
    """Delete those of the tables at which still no person has acted; how many."""
    removed = 0
    for start in range(0, len(names), MOST_AT_ONCE):
        removed += await _remove_some(store, names[start : start + MOST_AT_ONCE])
    return removed


async def _remove_some(store: Store, names: Sequence[str]) -> int:
    statement = delete(tables).where(tables.c.id.in_(names), *_nobody_acted())
    return await store.writer.change(lambda connection: connection.execute(statement).rowcount)


def _nobody_acted() -> tuple[ColumnElement[bool], ...]:
    acted = select(events.c.table_id).where(events.c.client.is_not(None))
    return tables.c.finished.is_(None), tables.c.id.not_in(acted)
