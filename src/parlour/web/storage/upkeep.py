"""Deleting abandoned tables, never because of the wall clock alone.

The wall clock of a server can be wrong by months. So it only marks a table as abandoned, and every run of the upkeep
counts one more hour for a marked table. The runs are an hour of the server's own running time apart, by its monotonic
clock. A table is deleted after enough such hours; it loses its mark as soon as the clock or a move says otherwise.
"""

import time

from sqlalchemy import ColumnElement, Connection, and_, delete, not_, select, update

from parlour.web.storage.schema import events, tables
from parlour.web.storage.store import Store

UPKEEP_SECONDS = 3600  # of running time between two runs
ABANDONED_SECONDS = 90 * 24 * 3600.0  # without an event, after which an unfinished match is marked
ABANDONED_HOURS = 7 * 24  # of running time with that mark, after which it is deleted
UNSTARTED_SECONDS = 12 * 3600.0  # after which a table whose match has not started is marked
UNSTARTED_HOURS = 2


async def forget(store: Store, now: float | None = None) -> int:
    """Count an hour for each table that seems abandoned, delete those with too many hours; how many were deleted."""
    clock = time.time() if now is None else now

    def change(connection: Connection) -> int:
        seems = _abandoned(clock - ABANDONED_SECONDS), _unstarted(clock - UNSTARTED_SECONDS)
        marked = tables.c.idle_hours > 0
        connection.execute(update(tables).where(marked, *map(not_, seems)).values(idle_hours=0))
        deleted = 0
        for one, hours in zip(seems, (ABANDONED_HOURS, UNSTARTED_HOURS), strict=True):
            connection.execute(update(tables).where(one).values(idle_hours=tables.c.idle_hours + 1))
            deleted += connection.execute(delete(tables).where(one, tables.c.idle_hours > hours)).rowcount
        return deleted

    return await store.writer.change(change)


def _abandoned(before: float) -> ColumnElement[bool]:
    """The match has started and is unfinished, and nothing has happened since."""
    moved = select(events.c.table_id).where(events.c.at >= before)
    running = (tables.c.finished.is_(None), tables.c.started.is_not(None))
    return and_(*running, tables.c.created < before, tables.c.started < before, tables.c.id.not_in(moved))


def _unstarted(before: float) -> ColumnElement[bool]:
    """The table has waited for people since."""
    return and_(tables.c.finished.is_(None), tables.c.started.is_(None), tables.c.created < before)
