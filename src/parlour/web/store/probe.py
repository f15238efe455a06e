"""A probe that shows whether the database still stores anything: a write of its own, shared by everybody who asks."""

import asyncio
import time
from collections.abc import Callable

from sqlalchemy import Connection

from parlour.web.refusals import TableRefusal
from parlour.web.store.writer import Writer

PATIENCE_SECONDS = 1.0  # a healthy database stores the probe within this time
KEPT_SECONDS = 1.0  # a result counts for this long, so that asking often doesn't make the server write often
REFUSED = "The database cannot store anything. The log says why."
SLOW = f"The database has not stored a probe within {PATIENCE_SECONDS:g} s."


class Probe:
    """Checks whether the writer stores a change, in its queue and by a transaction like any other."""

    def __init__(self, writer: Writer, clock: Callable[[], float] = time.monotonic) -> None:
        """Check this writer."""
        self._writer, self._clock = writer, clock
        self._task: asyncio.Task[str] | None = None  # the current probe, or the last one
        self._began = self._ended = 0.0

    async def problem(self) -> str:
        """Return why nothing can be stored, or "" if the last probe was stored in time."""
        if self._task is None or (self._task.done() and self._clock() - self._ended >= KEPT_SECONDS):
            self._began = self._clock()
            self._task = asyncio.create_task(self._store())
        task, left = self._task, self._began + PATIENCE_SECONDS - self._clock()
        await asyncio.wait({task}, timeout=max(0.0, left))  # if this asker leaves, the others still get the result
        return task.result() if task.done() else SLOW

    async def _store(self) -> str:
        try:
            await self._writer.change(leave_a_trace)
        except TableRefusal:  # the writer has logged the reason
            return REFUSED
        finally:
            self._ended = self._clock()
        return SLOW if self._ended - self._began > PATIENCE_SECONDS else ""


def leave_a_trace(connection: Connection) -> None:
    """Change something that nobody reads, so that the commit has to reach the disk."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_logical_emit_message(true, 'parlour', 'probe')")  # only in the WAL
        return
    connection.exec_driver_sql("BEGIN IMMEDIATE")  # otherwise the PRAGMA would be its own transaction
    version = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
    connection.exec_driver_sql(f"PRAGMA user_version = {1 - version}")  # in the header of the file
