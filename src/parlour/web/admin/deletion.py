"""Delete old matches: their replays and records disappear, and all that statistics and ratings count stays.

Matches that anything still refers to are kept: boards of evenings and today's deals, whose lists of results show them,
and matches whose results or ratings are not stored yet.
"""

import shutil
import time
from collections.abc import Callable, Sequence

from sqlalchemy import ColumnElement, Connection, Engine, delete, func, not_, select

from parlour.errors import ParlourError
from parlour.web.admin.database import file_of
from parlour.web.store.rated_matches import has_rated
from parlour.web.store.schema import tables

DAY_SECONDS = 24 * 3600
LEAST_DAYS, MOST_DAYS = 1, 100_000
IN_ONE = 20  # matches deleted in one transaction, which makes others wait only briefly


def seconds_of(age: str) -> float:
    """Return an age such as 365d in seconds."""
    days = age.removesuffix("d")
    if days == age or not (days.isascii() and days.isdecimal() and LEAST_DAYS <= int(days) <= MOST_DAYS):
        raise ParlourError(f"older-than cannot be {age!r}; expected a number of days from 1d to {MOST_DAYS}d, as 365d")
    return int(days) * float(DAY_SECONDS)


def old_matches(connection: Connection, before: float) -> int:
    """Count the matches that ended before this time and can be deleted."""
    return int(connection.execute(select(func.count()).select_from(tables).where(*_old(before))).scalar_one())


def delete_matches(
    engine: Engine, before: float, step: Callable[[int], object], pause: Callable[[float], None] = time.sleep
) -> int:
    """Delete the matches that ended before this time, oldest first; return how many were deleted.

    After each transaction comes a pause of the same length, so that servers can store moves in between.
    """
    deleted = 0
    while True:
        began = time.perf_counter()
        with engine.begin() as connection:
            done = _delete_some(connection, before)
        if not done:
            return deleted
        deleted += done
        step(done)
        pause(time.perf_counter() - began)


def _delete_some(connection: Connection, before: float) -> int:
    oldest = select(tables.c.id).where(*_old(before)).order_by(tables.c.finished, tables.c.id).limit(IN_ONE)
    names: Sequence[str] = connection.execute(oldest).scalars().all()
    return connection.execute(delete(tables).where(tables.c.id.in_(names), *_old(before))).rowcount if names else 0


def _old(before: float) -> tuple[ColumnElement[bool], ...]:
    whole = (tables.c.finished < before, tables.c.counted == 1, not_(has_rated()))
    return *whole, tables.c.evening.is_(None), tables.c.day.is_(None)


def shrink(engine: Engine) -> int:
    """Give SQLite's unused space back to the disk, while no server uses the database; return how many bytes that was.

    SQLite writes the whole database anew, so the disk needs as much free space as the database has.
    """
    file = file_of(engine)
    size, free = file.stat().st_size, shutil.disk_usage(file.parent).free
    if free < 2 * size:  # the new database is written to the file -wal first, and then into its place
        raise ParlourError(f"the disk of {file} has {free} free bytes; expected at least {2 * size} to write it anew")
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("VACUUM")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    return size - file.stat().st_size
