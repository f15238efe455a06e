"""A server's only writer: it stores all queued events in one transaction before it acknowledges any of them."""

import asyncio
import json
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, Dialect, Engine, Transaction, insert, text
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from parlour.game.texts import say
from parlour.web.counts import counts
from parlour.web.refusals import TableRefusal
from parlour.web.store.outage import NO_ANSWER, Outage, unavailable
from parlour.web.store.schema import events

Row: TypeAlias = dict[str, Any]
Change: TypeAlias = Callable[[Connection], Any]
Result = TypeVar("Result")

MOST_IN_ONE = 500  # the maximum number of events stored in one transaction
RESOLVED_AT_ONCE = 8
COLUMNS = [column.name for column in events.columns]
CHANNEL = "parlour_tables"  # the channel on which servers notify each other
log = logging.getLogger("parlour.web")


@dataclass(slots=True)
class _Task:
    """A queued write, and the future that waits for its result."""

    work: Row | Change
    future: "asyncio.Future[Any]"


class _TakenError(Exception):
    """Raised when another server has already stored an event of this number."""


class Writer:
    """A thread that owns the only connection for writing."""

    def __init__(self, engine: Engine, process: str) -> None:
        """`process` is the name of this server, so that it ignores its own notices."""
        self.engine, self.process = engine, process
        self._postgresql = engine.dialect.name == "postgresql"
        self._queue: queue.SimpleQueue[list[_Task] | None] = queue.SimpleQueue()
        self._waiting: list[_Task] = []  # handed to the thread at the end of the event loop iteration
        self._append, self._place_of_row = _append_parts(engine.dialect)
        self._connection: Connection | None = None  # the thread opens it once
        self._thread = threading.Thread(target=self._run, name="parlour-writer", daemon=True)
        self._closed = False
        self._outage = Outage("store anything")

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """Stop the thread after all accepted work is done."""
        if not self._closed:
            self._closed = True
            self._hand_over()
            self._queue.put(None)
            self._thread.join()

    async def append(self, row: Row) -> bool:
        """Store an event; return False if another server has already stored an event of this number."""
        return bool(await self._outage.limit(self._wait(row)))

    async def change(self, change: Callable[[Connection], Result]) -> Result:
        """Run a change in its own transaction."""
        result: Result = await self._outage.limit(self._wait(change))
        return result

    def _wait(self, work: Row | Change) -> "asyncio.Future[Any]":
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        if self._closed:
            raise TableRefusal("unavailable", say("The server is closing; try again in a moment."))
        if not self._waiting:
            loop.call_soon(self._hand_over)
        self._waiting.append(_Task(work, future))
        counts.accepted += 1
        return future

    def _hand_over(self) -> None:
        """Hand all tasks of this event loop iteration to the thread, which wakes up only once."""
        if self._waiting:
            self._queue.put(self._waiting)
            self._waiting = []

    # --- in the thread

    def _run(self) -> None:
        try:
            self._write()
        finally:
            self._disconnect()

    def _write(self) -> None:
        open_ = True
        while open_:
            tasks, open_ = self._taken()
            for appends, group in groupby(tasks, key=lambda task: isinstance(task.work, dict)):
                batch = list(group)
                for start in range(0, len(batch), MOST_IN_ONE):
                    self._do(appends, batch[start : start + MOST_IN_ONE])
            counts.finished += len(tasks)

    def _do(self, appends: bool, batch: list[_Task]) -> None:
        batch = [task for task in batch if not task.future.cancelled()]  # nobody waits for cancelled tasks any more
        if not batch:
            return
        try:
            if appends:
                results = self._appended([one.work for one in batch if isinstance(one.work, dict)])
            else:
                results = [self._changed(one.work) for one in batch if callable(one.work)]
        except Exception as error:  # the futures receive the error, and the writer continues
            self._disconnect()
            results = [self._unavailable(error)] * len(batch)
        self._settle(batch, results)

    def _taken(self) -> tuple[list[_Task], bool]:
        """Wait for tasks and take all that are queued; return them and whether the queue is still open."""
        tasks: list[_Task] = []
        handed = self._queue.get()
        while handed is not None:
            tasks += handed
            try:
                handed = self._queue.get_nowait()
            except queue.Empty:
                return tasks, True
        return tasks, False

    def _appended(self, rows: list[Row]) -> list[Any]:
        ordered = sorted(rows, key=_primary_key)  # all servers lock rows in this order, so they can't deadlock
        try:
            self._in_transaction(lambda connection: self._store_all(connection, ordered))
            counts.moves += len(rows)
            return [True] * len(rows)
        except (_TakenError, DataError, IntegrityError) as error:  # one row is to blame, so store each row alone
            if len(rows) > 1:
                return [self._appended([row])[0] for row in rows]
            return [False if isinstance(error, _TakenError) else self._unavailable(error)]

    def _store_all(self, connection: Connection, rows: list[Row]) -> None:
        """Store all rows with one statement: each database call releases the GIL and has to wait for it again."""
        places = ", ".join([self._place_of_row] * len(rows))
        values = tuple([row[name] for row in rows for name in COLUMNS])
        result = connection.exec_driver_sql(f"{self._append}{places} ON CONFLICT DO NOTHING", values)
        if result.rowcount != len(rows):
            raise _TakenError
        self._notify(connection, rows)

    def _in_transaction(self, work: Callable[[Connection], Result]) -> Result:
        """Do the work in one transaction; try once more if the database has closed the connection."""
        began = time.perf_counter()
        try:
            transaction, result = self._done(work)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            transaction, result = self._done(work)
        try:
            transaction.commit()  # never retried: after a failed commit nobody knows whether it took effect
        except SQLAlchemyError:
            self._disconnect()
            raise
        counts.commits.add(time.perf_counter() - began)
        self._outage.end()
        return result

    def _done(self, work: Callable[[Connection], Result]) -> tuple[Transaction, Result]:
        """Do the work in an open transaction; roll back if it fails."""
        try:
            if self._connection is None:
                self._connection = self.engine.connect()
            transaction = self._connection.begin()
            return transaction, work(self._connection)
        except _TakenError:
            transaction.rollback()
            raise
        except BaseException:
            self._disconnect()
            raise

    def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(SQLAlchemyError):  # the connection may be broken
                self._connection.close()
            self._connection = None

    def _changed(self, change: Change) -> Any:
        def with_notices(connection: Connection) -> Any:
            result = change(connection)
            if isinstance(result, Changed):
                self._notify(connection, [{"table_id": result.table}])
            return result

        try:
            return self._in_transaction(with_notices)
        except SQLAlchemyError as error:
            return self._unavailable(error)
        except Exception as error:  # the future receives the error, and the writer continues
            return error

    def _notify(self, connection: Connection, rows: list[Row]) -> None:
        """Notify other servers in the transaction that changes the tables, so that a crash can't lose the notice."""
        if self._postgresql:
            tell_of_tables(connection, sorted({row["table_id"] for row in rows}), self.process)

    def _unavailable(self, error: Exception) -> TableRefusal:
        """Log an error, with a traceback unless the database is to blame; return the refusal for the client."""
        counts.failures += 1
        if isinstance(error, NO_ANSWER):
            self._outage.begin(error)
        else:
            log.error("the database cannot store: %s", type(error).__name__, exc_info=error)
        return unavailable()

    def _settle(self, tasks: list[_Task], results: list[Any]) -> None:
        """Resolve all futures with one call into the event loop."""
        loop = tasks[0].future.get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, [task.future for task in tasks], results)


@dataclass(frozen=True, slots=True)
class Changed:
    """The result of a change to a table, whose name is sent to the other servers."""

    table: str
    value: Any = None


def tell_of_tables(connection: Connection, tables: Sequence[str], process: str) -> None:
    """Notify all other servers on this PostgreSQL database that tables have changed."""
    if connection.dialect.name == "postgresql" and tables:
        tell_servers(connection, [{"kind": "changed", "table": name, "server": process} for name in tables])


def tell_servers(connection: Connection, messages: Sequence[dict[str, Any]]) -> None:
    """Send messages to all servers on this PostgreSQL database as soon as the transaction is committed."""
    statement = text(f"SELECT pg_notify('{CHANNEL}', one) FROM unnest(CAST(:payloads AS text[])) AS one")
    connection.execute(statement, {"payloads": [json.dumps(message) for message in messages]})


def _resolve(futures: "list[asyncio.Future[Any]]", results: list[Any]) -> None:
    """Resolve a few futures in each event loop iteration, so that new moves can be queued in between."""
    for future, result in zip(futures[:RESOLVED_AT_ONCE], results, strict=False):
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
    if others := futures[RESOLVED_AT_ONCE:]:
        others[0].get_loop().call_soon(_resolve, others, results[RESOLVED_AT_ONCE:])


def _primary_key(row: Row) -> tuple[str, int]:
    """Return the primary key of an event's row."""
    return row["table_id"], row["number"]


def _append_parts(dialect: Dialect) -> tuple[str, str]:
    """Return the beginning of the statement that stores events, and the placeholders for one row."""
    begins = str(insert(events).compile(dialect=dialect)).partition(" VALUES ")[0]
    mark = "?" if dialect.paramstyle == "qmark" else "%s"
    return f"{begins} VALUES ", f"({', '.join([mark] * len(COLUMNS))})"
