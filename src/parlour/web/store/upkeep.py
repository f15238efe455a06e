"""Delete unused tables, and people without tables, without ever relying on the wall clock alone.

A run of the upkeep marks the tables that seem forgotten. Later runs add to each mark the seconds that a server has been
running by its monotonic clock, and delete each table whose mark is old enough. Using a table on any server clears
its mark. People who have no seat, no match to be rated and no result, take part in no evening and host none are marked
and deleted in the same way; sitting down clears the mark.

Several servers may share a database, but each second must count once. Therefore the database keeps a stamp, which
changes whenever a server has counted. A server counts the time since its own last run only if the stamp is unchanged:
then no other server has counted any of that time.
"""

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, exists, not_, or_, select, update

from parlour.web.store.rated_matches import count_quiet, has_rated
from parlour.web.store.schema import entries, evenings, events, people, rated_seats, results, seats, tables, upkeep
from parlour.web.store.store import Store

UPKEEP_SECONDS = 600.0  # seconds between two runs of the upkeep
MOST_SECONDS = 2 * UPKEEP_SECONDS  # one run counts at most this much time: while a machine sleeps, no server is running
UNPLAYED_SECONDS = 24 * 3600  # a table where no person has acted, finished or not, is deleted when its mark is this old
ABANDONED_SECONDS = 7 * 24 * 3600  # an unfinished match is deleted when its mark is this old
SILENT_SECONDS = 90 * 24 * 3600.0  # an unfinished match gets a mark after this time without an event


@dataclass(frozen=True)
class Look:
    """A server's last upkeep run: the stamp that it saw, and the time on the server's monotonic clock afterwards."""

    stamp: str
    at: float


class Upkeep:
    """The upkeep runs of one server."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        """Tidy this database; `clock` returns how long this server has been running."""
        self.store, self._clock = store, clock
        self._last: Look | None = None

    async def run(self, used: Sequence[str], now: float | None = None) -> list[str]:
        """Clear the marks of used tables, age all other marks, and delete tables with old marks; return their names."""
        last, self._last = self._last, None  # if this run fails, nobody knows what it stored
        seconds = 0 if last is None else int(min(self._clock() - last.at, MOST_SECONDS))
        before = (time.time() if now is None else now) - SILENT_SECONDS

        def change(connection: Connection) -> tuple[str, list[str]]:
            # Locking this row makes servers take turns.
            stamp = connection.execute(select(upkeep.c.stamp).with_for_update()).scalar_one()
            _unmark(connection, used)
            if last is None or stamp != last.stamp:
                return stamp, []
            stamp = secrets.token_hex(8)
            connection.execute(update(upkeep).values(stamp=stamp))
            return stamp, _counted(connection, used, before, seconds)

        stamp, deleted = await self.store.writer.change(change)
        self._last = Look(stamp, self._clock())
        return deleted


async def use(store: Store, name: str) -> bool:
    """Clear a table's mark because somebody uses it; return whether the table still exists."""

    def change(connection: Connection) -> bool:
        _unmark(connection, [name])
        return connection.execute(select(tables.c.id).where(tables.c.id == name)).first() is not None

    return await store.writer.change(change)


def _unmark(connection: Connection, names: Sequence[str]) -> None:
    marked = (tables.c.id == bindparam("name"), tables.c.marked_seconds > 0)
    if names:
        statement = update(tables).where(*marked).values(marked_seconds=0)
        connection.execute(statement, [{"name": name} for name in sorted(names)])


def _counted(connection: Connection, used: Sequence[str], before: float, seconds: int) -> list[str]:
    """Add the seconds to all marks, delete tables whose marks are too old, and mark newly forgotten tables.

    The time without events in rated matches is counted, too.
    """
    count_quiet(connection, seconds)
    unplayed, abandoned, mark = _unplayed(), _abandoned(before), tables.c.marked_seconds
    connection.execute(update(tables).where(mark > 0, not_(or_(unplayed, abandoned))).values(marked_seconds=0))
    connection.execute(update(tables).where(mark > 0).values(marked_seconds=mark + seconds))
    old = or_(and_(unplayed, mark > UNPLAYED_SECONDS), and_(abandoned, mark > ABANDONED_SECONDS))
    # An abandoned match is deleted only after it has counted as a loss.
    counted = select(tables.c.id).where(old, not_(has_rated())).order_by(tables.c.id)
    found = connection.execute(counted).scalars().all()
    deleted = [
        name for name in found if connection.execute(delete(tables).where(tables.c.id == name, mark > 0)).rowcount
    ]  # a table that was used since the last statement has lost its mark, and stays
    connection.execute(update(tables).where(mark == 0, or_(unplayed, abandoned)).values(marked_seconds=1))
    _unmark(connection, used)
    _count_people(connection, seconds)
    return deleted


def _count_people(connection: Connection, seconds: int) -> None:
    """Mark and delete people without any tables, so that nothing is kept about visitors who never played."""
    gone, mark = _without_trace(), people.c.marked_seconds
    connection.execute(update(people).where(mark > 0, not_(gone)).values(marked_seconds=0))
    connection.execute(update(people).where(mark > 0).values(marked_seconds=mark + seconds))
    connection.execute(delete(people).where(gone, mark > UNPLAYED_SECONDS))
    connection.execute(update(people).where(mark == 0, gone).values(marked_seconds=1))


def _without_trace() -> ColumnElement[bool]:
    """Build the condition that a person has no seat, no match to be rated, no result, and no part in an evening."""
    left = (seats.c.person, rated_seats.c.person, results.c.person, entries.c.person, evenings.c.host)
    return and_(*(~exists().where(one == people.c.id) for one in left))


def _unplayed() -> ColumnElement[bool]:
    """Build the condition that no person has acted at a table: it still waits for people, or only bots have played.

    The boards of an evening stay, because its results refer to all of them.
    """
    unfinished = and_(tables.c.finished.is_(None), not_(_has_event(events.c.client.is_not(None))))
    return or_(unfinished, and_(tables.c.unplayed, tables.c.evening.is_(None)))


def _abandoned(before: float) -> ColumnElement[bool]:
    """Build the condition that people have acted at an unfinished table, but nothing has happened since this time."""
    acted = _has_event(events.c.client.is_not(None))
    return and_(tables.c.finished.is_(None), acted, not_(_has_event(events.c.at >= before)))


def _has_event(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists().where(events.c.table_id == tables.c.id, condition)
