"""The one writer of a server: whatever waits is stored in one transaction, and only then answered."""

import asyncio
import json
import logging
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, Engine, Transaction, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from parlour.web.refusals import TableRefusal
from parlour.web.schema import events

Row: TypeAlias = dict[str, Any]
Change: TypeAlias = Callable[[Connection], Any]
Result = TypeVar("Result")

MOST_IN_ONE = 500  # appends in one transaction
CHANNEL = "parlour_tables"  # on which servers tell each other that a table has changed
log = logging.getLogger("parlour.web")


@dataclass(slots=True)
class _Task:
    """Something to store, and who waits for it."""

    work: Row | Change
    future: "asyncio.Future[Any]"


class Writer:
    """A thread that owns the writing connection."""

    def __init__(self, engine: Engine, process: str) -> None:
        """`process` is the name of this server, so that it does not listen to itself."""
        self.engine, self.process = engine, process
        self._postgresql = engine.dialect.name == "postgresql"
        self._queue: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._append = _append_statement(self._postgresql)
        self._connection: Connection | None = None  # opened in the thread, and kept
        self._thread = threading.Thread(target=self._run, name="parlour-writer", daemon=True)
        self._closed = False

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def close(self) -> None:
        """Finish what was accepted, then stop."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            self._thread.join()

    async def append(self, row: Row) -> bool:
        """Store an event; False if its number is taken: another server was quicker."""
        return bool(await self._wait(row))

    async def change(self, change: Callable[[Connection], Result]) -> Result:
        """Run a change in a transaction of its own."""
        result: Result = await self._wait(change)
        return result

    def _wait(self, work: Row | Change) -> "asyncio.Future[Any]":
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if self._closed:
            raise TableRefusal("unavailable", "The server is closing; try again in a moment.")
        self._queue.put(_Task(work, future))
        return future

    # --- in the thread

    def _run(self) -> None:
        try:
            self._write()
        finally:
            self._let_go()

    def _write(self) -> None:
        open_ = True
        while open_:
            tasks = self._waiting()
            open_ = tasks[-1] is not None
            work = [task for task in tasks if task is not None]
            for appends, group in groupby(work, key=lambda task: isinstance(task.work, dict)):
                batch = list(group)
                if appends:
                    self._settle(batch, self._appended([one.work for one in batch if isinstance(one.work, dict)]))
                else:
                    self._settle(batch, [self._changed(one.work) for one in batch if callable(one.work)])

    def _waiting(self) -> "list[_Task | None]":
        """Whatever waits, one task at least; None as the last: nothing more will come."""
        tasks = [self._queue.get()]
        while tasks[-1] is not None and len(tasks) < MOST_IN_ONE:
            try:
                tasks.append(self._queue.get_nowait())
            except queue.Empty:
                break
        return tasks

    def _appended(self, rows: list[Row]) -> list[Any]:
        ordered = sorted(rows, key=_place)  # all servers in one order: none waits for another that waits for it

        def append(connection: Connection) -> set[tuple[Any, ...]]:
            stored = {tuple(row) for row in connection.execute(self._append, ordered)}
            if self._postgresql:
                self._tell(connection, {row["table_id"] for row in rows})
            return stored

        try:
            stored = self._in_transaction(append)
        except SQLAlchemyError as error:
            return [_unavailable(error)] * len(rows)
        return [self._first(stored, row) for row in rows]

    def _in_transaction(self, work: Callable[[Connection], Result]) -> Result:
        """Do the work in one transaction; once more if the database had closed the connection meanwhile."""
        try:
            transaction, result = self._done(work)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            transaction, result = self._done(work)
        try:
            transaction.commit()  # never again: if it fails, nobody knows whether it was stored
        except SQLAlchemyError:
            self._let_go()
            raise
        return result

    def _done(self, work: Callable[[Connection], Result]) -> tuple[Transaction, Result]:
        """The work, done but not stored for good; if it fails, as if it had never begun."""
        try:
            if self._connection is None:
                self._connection = self.engine.connect()
            transaction = self._connection.begin()
            return transaction, work(self._connection)
        except BaseException:
            self._let_go()
            raise

    def _let_go(self) -> None:
        if self._connection is not None:
            with suppress(SQLAlchemyError):  # it may be broken
                self._connection.close()
            self._connection = None

    @staticmethod
    def _first(stored: set[tuple[Any, ...]], row: Row) -> bool:
        """Whether the row was stored; of two with one number in a batch only the first."""
        found = _place(row) in stored
        stored.discard(_place(row))
        return found

    def _changed(self, change: Change) -> Any:
        def told(connection: Connection) -> Any:
            result = change(connection)
            if self._postgresql and isinstance(result, Changed):
                self._tell(connection, {result.table})
            return result

        try:
            return self._in_transaction(told)
        except SQLAlchemyError as error:
            return _unavailable(error)
        except Exception as error:  # whoever waits is told; the writer goes on for all others
            return error

    def _tell(self, connection: Connection, names: set[str]) -> None:
        """Tell the other servers, in the same transaction: a kill cannot come between."""
        for name in sorted(names):
            tell_servers(connection, {"kind": "changed", "table": name, "server": self.process})

    def _settle(self, tasks: list[_Task], results: list[Any]) -> None:
        """Answer all who waited, with one call into the event loop."""
        loop = tasks[0].future.get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(_answer, [task.future for task in tasks], results)


@dataclass(frozen=True, slots=True)
class Changed:
    """What a change gives back that other servers should hear of."""

    table: str
    value: Any = None


def tell_servers(connection: Connection, message: dict[str, Any]) -> None:
    """Tell all servers on this PostgreSQL something, with the end of the transaction."""
    connection.execute(text(f"SELECT pg_notify('{CHANNEL}', :payload)"), {"payload": json.dumps(message)})


def _answer(futures: "list[asyncio.Future[Any]]", results: list[Any]) -> None:
    for future, result in zip(futures, results, strict=True):
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)


def _place(row: Row) -> tuple[str, int]:
    """What no two rows may share."""
    return row["table_id"], row["number"]


def _append_statement(is_postgresql: bool) -> Any:
    """One row for each event; a number that is taken is left out, and so missing from what comes back."""
    statement = (postgresql if is_postgresql else sqlite).insert(events)
    return statement.on_conflict_do_nothing().returning(events.c.table_id, events.c.number)


def _unavailable(error: SQLAlchemyError) -> TableRefusal:
    log.error("the database does not store: %s", type(error).__name__, exc_info=error)
    return TableRefusal("unavailable", "The database does not answer; try again in a moment.")
