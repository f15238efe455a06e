"""The database of a server: SQLite by default, PostgreSQL by URL, with the same statements."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Update, exists, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from parlour.engine.values import ValueReader
from parlour.errors import ParlourError
from parlour.web.logs import changes
from parlour.web.refusals import TableRefusal
from parlour.web.store.engine import open_engine, shown
from parlour.web.store.migrations import migrate
from parlour.web.store.outage import Outage, unavailable
from parlour.web.store.rated_matches import fix_rated
from parlour.web.store.schema import events, seats, tables
from parlour.web.store.writer import Changed, Row, Writer, tell_servers

Result = TypeVar("Result")
READERS = 4
log = logging.getLogger("parlour.web")


class SeatFacts(msgspec.Struct):
    """A seat's row in the database."""

    seat: int
    kind: str
    level: str
    name: str
    token_hash: str | None = None
    away: bool = False
    salt_commitment: str | None = None  # None if the client has no salt
    salt: bytes | None = None  # None until the salt is revealed
    next_commitment: str | None = None  # the commitment to the salt for the rematch
    person: str | None = None  # the person's id; None for a bot or an unknown person
    device: str | None = None  # the hash of the secret of the device that has the token; None if it is unknown

    def __repr__(self) -> str:
        """Leave out the hash and the salt, because the result may end up in a log."""
        return f"SeatFacts({self.seat}, {self.kind!r}, {self.name!r})"


class TableFacts(msgspec.Struct):
    """A table's row in the database."""

    id: str
    game: str
    players: int
    options: dict[str, int | str]
    key: bytes
    invite: str
    listed: bool
    timer: float | None
    created: float
    started: float | None = None
    finished: float | None = None
    rematch: str | None = None
    day: str | None = None  # the date, if the table plays today's deal
    link: bytes | None = None  # the day's link in the server's chain
    evening: str | None = None  # the duplicate evening, if the table plays one of its boards
    board: int | None = None  # the board's number in the evening
    closed: float | None = None  # when the board was closed at all tables; None while it is sealed
    counted: int = 0  # 1 once the results are stored, or if there are none

    def __repr__(self) -> str:
        """Leave out the key, the link and the invitation, because the result may end up in a log."""
        return f"TableFacts({self.id!r}, {self.game!r})"


OPTIONS: ValueReader[dict[str, int | str]] = ValueReader(dict[str, int | str])
TABLES: ValueReader[TableFacts] = ValueReader(TableFacts)
SEATS: ValueReader[SeatFacts] = ValueReader(SeatFacts)


class Store:
    """A server's open database."""

    def __init__(self, url: str) -> None:
        """Open the database and upgrade it."""
        self.process = secrets.token_hex(6)
        self.engine = open_engine(url)
        self.is_postgresql = self.engine.dialect.name == "postgresql"
        try:
            with self.engine.begin() as connection:
                migrate(connection)
        except SQLAlchemyError as error:
            self.engine.dispose()
            reason = str(getattr(error, "orig", error)).strip().splitlines()[0]
            raise ParlourError(f"the database {shown(url)} cannot be used: {reason}") from None
        except ParlourError:
            self.engine.dispose()
            raise
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="parlour-reader")
        self.writer = Writer(self.engine, self.process)
        self.writer.start()
        self._outage = Outage("be read")

    def close(self) -> None:
        """Close the database after all accepted work is done."""
        self.writer.close()
        self._readers.shutdown()
        self.engine.dispose()

    async def read(self, question: Callable[[Connection], Result]) -> Result:
        """Query the database outside the event loop."""
        loop = asyncio.get_running_loop()
        try:
            found = await self._outage.limit(loop.run_in_executor(self._readers, self._read, question))
        except SQLAlchemyError as error:
            self._outage.begin(error)
            raise unavailable() from None
        self._outage.end()
        return found

    def _read(self, question: Callable[[Connection], Result]) -> Result:
        with self.engine.connect() as connection:
            return question(connection)

    async def append(self, row: Row) -> bool:
        """Store an event; return False if the table already has an event of this number."""
        return await self.writer.append(row)

    async def tell_servers(self, *messages: Mapping[str, object]) -> None:
        """Notify other servers on this database of things that aren't stored, such as phrases or presence."""
        if self.is_postgresql:
            signed = [{**message, "server": self.process} for message in messages]
            await self.writer.change(lambda connection: tell_servers(connection, signed))

    # --- tables

    async def add_table(self, facts: TableFacts, places: Sequence[SeatFacts]) -> None:
        """Store a new table."""
        await self.writer.change(lambda connection: insert_table(connection, facts, places))

    async def find_table(self, name: str) -> tuple[TableFacts, list[SeatFacts]] | None:
        """Load a table and its seats; None if no table has this name."""
        return await self.read(lambda connection: found_table(connection, name))

    async def events_after(self, name: str, number: int) -> list[Row]:
        """Load a table's events after this number, in order."""
        return await self.read(lambda connection: events_of(connection, name, number))

    async def stored_move(self, name: str, seat: int, client: str) -> int | None:
        """Return the number of the event that stores a client's move; None if there is none."""
        statement = select(events.c.number).where(
            events.c.table_id == name, events.c.seat == seat, events.c.client == client
        )
        return await self.read(lambda connection: connection.execute(statement).scalars().first())

    async def latest_numbers(self, names: Sequence[str]) -> dict[str, int]:
        """Return the number of the last event at each of these tables."""
        statement = (
            select(events.c.table_id, func.max(events.c.number))
            .where(events.c.table_id.in_(names))
            .group_by(events.c.table_id)
        )
        return await self.read(lambda connection: {row[0]: int(row[1]) for row in connection.execute(statement)})

    async def open_tables(self, most: int) -> list[str]:
        """List the public tables that wait for people, newest first."""
        statement = (
            select(tables.c.id)
            .where(tables.c.finished.is_(None), tables.c.listed, tables.c.started.is_(None))
            .order_by(tables.c.created.desc())
            .limit(most)
        )
        return await self.read(lambda connection: list(connection.execute(statement).scalars()))

    async def unfinished(self) -> int:
        """Count the tables that haven't been finished."""
        statement = select(func.count()).select_from(tables).where(tables.c.finished.is_(None))
        return await self.read(lambda connection: int(connection.execute(statement).scalar_one()))

    # --- seats

    async def take_seat(self, name: str, taken: SeatFacts) -> None:
        """Give a seat to a person, unless the seat has been taken or the person already sits at the table."""
        seat, hashed = taken.seat, taken.token_hash
        free = (seats.c.table_id == name, seats.c.seat == seat, seats.c.kind == "person", seats.c.token_hash.is_(None))
        others = seats.alias()
        seated = exists().where(others.c.table_id == name, others.c.token_hash == hashed)
        statement = update(seats).where(*free, ~seated)
        statement = statement.values(
            name=taken.name, token_hash=hashed, salt_commitment=taken.salt_commitment, person=taken.person,
            device=taken.device,
        )  # fmt: skip
        await self.writer.change(lambda connection: Changed(name, connection.execute(statement).rowcount))

    async def set_seat(self, name: str, seat: int, **values: Any) -> None:
        """Update a stored seat."""
        statement = update(seats).where(seats.c.table_id == name, seats.c.seat == seat).values(**values)
        await self.writer.change(lambda connection: Changed(name, connection.execute(statement).rowcount))

    async def set_table(self, name: str, **values: Any) -> None:
        """Update a stored table."""
        statement = update(tables).where(tables.c.id == name).values(**values)
        await self.writer.change(lambda connection: Changed(name, connection.execute(statement).rowcount))

    async def fill_seats(self, name: str, bots: dict[int, tuple[str, str]]) -> None:
        """Give the remaining free seats to bots, which are given as (name, level)."""

        def change(connection: Connection) -> Changed:
            for seat, (bot, level) in bots.items():
                free = (seats.c.table_id == name, seats.c.seat == seat, seats.c.token_hash.is_(None))
                connection.execute(update(seats).where(*free).values(kind="bot", name=bot, level=level))
            return Changed(name)

        await self.writer.change(change)

    async def remove_person(self, name: str, seat: int, hashed: str, bot: str, level: str) -> None:
        """Replace the person at a seat by a bot; after the start, the person's salt stays part of the match."""
        own = (seats.c.table_id == name, seats.c.seat == seat, seats.c.token_hash == hashed)
        nobody = {"token_hash": None, "person": None, "device": None, "next_commitment": None}
        values = {"kind": "bot", "name": bot, "level": level, "away": False, **nobody}
        fresh = {"salt_commitment": None, "salt": None}

        def change(connection: Connection) -> Changed:
            # This update locks the table's row, so that another server can't start the match at the same time.
            waits = connection.execute(_waiting(name).values(started=tables.c.started)).rowcount
            connection.execute(update(seats).where(*own).values(**values, **(fresh if waits else {})))
            return Changed(name)

        await self.writer.change(change)

    async def reveal_salt(self, name: str, seat: int, salt: bytes, following: str | None) -> None:
        """Store a seat's salt, unless it is known or the match has started, and the commitment to the next salt."""
        own = (seats.c.table_id == name, seats.c.seat == seat)
        unknown = (*own, seats.c.next_commitment.is_(None))

        def change(connection: Connection) -> Changed:
            # This update locks the table's row, so that no other server can start the match before the salt is stored.
            if connection.execute(_waiting(name).values(started=tables.c.started)).rowcount:
                connection.execute(update(seats).where(*own, seats.c.salt.is_(None)).values(salt=salt))
            connection.execute(update(seats).where(*unknown).values(next_commitment=following))
            return Changed(name)

        await self.writer.change(change)

    async def start_table(self, name: str) -> None:
        """Start the match, unless it has already started; it uses the salts that are stored by now."""

        def change(connection: Connection) -> Changed:
            if connection.execute(_waiting(name).values(started=time.time())).rowcount:
                fix_rated(connection, name)
            return Changed(name)

        await self.writer.change(change)

    async def add_rematch(self, old: str, facts: TableFacts, places: Sequence[SeatFacts]) -> str:
        """Store this table for the rematch, unless there already is one; return the name of the rematch's table."""

        def change(connection: Connection) -> Changed:
            first = (tables.c.id == old, tables.c.rematch.is_(None))
            if connection.execute(update(tables).where(*first).values(rematch=facts.id)).rowcount:
                insert_table(connection, facts, places)
            return Changed(old, connection.execute(select(tables.c.rematch).where(tables.c.id == old)).scalar_one())

        done: Changed = await self.writer.change(change)
        return str(done.value)


def insert_table(connection: Connection, facts: TableFacts, places: Sequence[SeatFacts]) -> None:
    """Store a new table and its seats."""
    row = msgspec.structs.asdict(facts)
    connection.execute(insert(tables), row | {"options": msgspec.json.encode(facts.options).decode()})
    connection.execute(insert(seats), [{"table_id": facts.id, **msgspec.structs.asdict(place)} for place in places])
    if facts.started is not None:
        fix_rated(connection, facts.id)


def events_of(connection: Connection, name: str, after: int = 0) -> list[Row]:
    """Load a table's events after this number, in order."""
    statement = select(events).where(events.c.table_id == name, events.c.number > after).order_by(events.c.number)
    return [dict(row._mapping) for row in connection.execute(statement)]


def found_table(connection: Connection, name: str) -> tuple[TableFacts, list[SeatFacts]] | None:
    """Load a table and its seats; None if no table has this name."""
    row = connection.execute(select(tables).where(tables.c.id == name)).mappings().first()
    if row is None:
        return None
    place = tables.name
    try:
        options = OPTIONS.decode(row["options"])
        stored = {str(key): row[key] for key in row} | {"options": options, "key": bytes(row["key"])}
        facts, place = TABLES.convert(stored), seats.name
        found = connection.execute(select(seats).where(seats.c.table_id == name).order_by(seats.c.seat)).mappings()
        places = [SEATS.convert({str(key): seat[key] for key in seat}) for seat in found]
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        where = f"a row of it in {place} is broken: {error}"
        log.error("table %s is set aside: %s", name, where, extra=changes(f"table {name}"))
        raise TableRefusal("set_aside", f"Table {name} is set aside: {where}.") from None
    return facts, places


def _waiting(name: str) -> Update:
    """Update the table if its match has not started."""
    return update(tables).where(tables.c.id == name, tables.c.started.is_(None))
