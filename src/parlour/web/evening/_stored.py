"""Storage of duplicate evenings: each evening, its entries, and who has played which board at which table.

Every function runs inside a transaction. A transaction that changes an evening locks its row first, so that two servers
on one database take turns.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import msgspec
from sqlalchemy import ColumnElement, Connection, Table, and_, delete, func, insert, or_, select, update

from parlour.engine.values import ValueReader
from parlour.web.evening._schedule import Slot, Timed
from parlour.web.store.schema import entries, evenings, plays, seats, tables
from parlour.web.store.store import OPTIONS


class EveningFacts(msgspec.Struct):
    """An evening's row in the database."""

    id: str
    game: str
    players: int  # players at each table
    options: dict[str, int | str]
    boards: int
    timer: float  # seconds that a round may take
    key: bytes
    host: str | None
    created: float
    revealing: float | None = None  # when revealing salts began; None while people may join
    started: float | None = None
    finished: float | None = None
    round: int = 0  # the number of the current board; 0 before the first
    round_began: float | None = None
    overtime: float = 0.0  # how many seconds bots have had since the round's time was up
    overtime_at: float | None = None  # when overtime was last counted

    def __repr__(self) -> str:
        """Leave out the key, because the result may end up in a log."""
        return f"EveningFacts({self.id!r}, {self.game!r})"


class EntryFacts(msgspec.Struct):
    """A person or bot who takes part in an evening."""

    number: int
    kind: str
    level: str
    name: str
    person: str | None = None
    place: int | None = None
    token_hash: str | None = None
    away: bool = False
    salt_commitment: str | None = None
    salt: bytes | None = None
    device: str | None = None  # the hash of the secret of the device that has the token

    def __repr__(self) -> str:
        """Leave out the hash and the salt, because the result may end up in a log."""
        return f"EntryFacts({self.number}, {self.kind!r}, {self.name!r})"


class PlayFacts(msgspec.Struct):
    """The table and seat at which an entry plays a board, and its score there."""

    board: int
    entry: int
    table_id: str | None  # None if the table was deleted
    table_number: int
    seat: int
    score: int | None = None


EVENINGS: ValueReader[EveningFacts] = ValueReader(EveningFacts)
ENTRIES: ValueReader[EntryFacts] = ValueReader(EntryFacts)
PLAYS: ValueReader[PlayFacts] = ValueReader(PlayFacts)


@dataclass(frozen=True)
class StoredEvening:
    """An evening with its entries and the boards they have played."""

    facts: EveningFacts
    entries: list[EntryFacts]  # sorted by entry number
    plays: list[PlayFacts]  # sorted by board, table and seat

    def entry_of(self, person: str | None) -> EntryFacts | None:
        """Find a person's entry in this evening."""
        return next((one for one in self.entries if person is not None and one.person == person), None)

    def of_round(self) -> list[PlayFacts]:
        """Who plays the current board, and at which seats."""
        return [one for one in self.plays if one.board == self.facts.round]

    @property
    def closed(self) -> int:
        """The number of boards that are closed at all tables."""
        return self.facts.boards if self.facts.finished is not None else max(0, self.facts.round - 1)


def lock(connection: Connection, name: str) -> None:
    """Lock the evening until this transaction ends, so that no other server changes it."""
    connection.execute(update(evenings).where(evenings.c.id == name).values(round=evenings.c.round))


def evening_of(connection: Connection, name: str) -> StoredEvening | None:
    """Load the evening of this name; None if no evening has it."""
    facts = _rows(connection, evenings, EVENINGS, evenings.c.id == name)
    if not facts:
        return None
    return StoredEvening(
        facts[0],
        _rows(connection, entries, ENTRIES, entries.c.evening == name, order=(entries.c.number,)),
        _rows(connection, plays, PLAYS, plays.c.evening == name,
              order=(plays.c.board, plays.c.table_number, plays.c.seat)),
    )  # fmt: skip


def _rows(
    connection: Connection, table: Table, reader: ValueReader[Any], condition: Any, order: Sequence[Any] = ()
) -> list[Any]:
    statement = select(table).where(condition).order_by(*order)
    return [
        reader.convert({str(name): _plain(name, value) for name, value in row.items()})
        for row in connection.execute(statement).mappings()
    ]


def _plain(name: Any, value: Any) -> Any:
    if name == "options":
        return OPTIONS.decode(value)
    return bytes(value) if isinstance(value, memoryview) else value


def running(connection: Connection, *conditions: ColumnElement[bool]) -> dict[str, Slot]:
    """Return the slots of the evenings that are running: their host has started them, and they are not over."""
    found = select(evenings).where(evenings.c.finished.is_(None), evenings.c.revealing.is_not(None), *conditions)
    return {row.id: Slot.of(cast(Timed, row)) for row in connection.execute(found)}


def served(connection: Connection, games: Iterable[str]) -> dict[str, Slot]:
    """Return the slots of the running evenings of these games."""
    return running(connection, evenings.c.game.in_(list(games)))


def slot_of(connection: Connection, name: str) -> Slot | None:
    """Return the slot of an evening; None if it is over."""
    return running(connection, evenings.c.id == name).get(name)


def unscored(connection: Connection) -> list[str]:
    """List the evenings with a finished table in the current round whose scores a server couldn't store."""
    statement = select(plays.c.evening).join(tables, tables.c.id == plays.c.table_id)
    statement = statement.join(evenings, and_(evenings.c.id == plays.c.evening, evenings.c.round == plays.c.board))
    missing = (evenings.c.finished.is_(None), plays.c.score.is_(None), tables.c.finished.is_not(None))
    return list(connection.execute(statement.where(*missing).distinct()).scalars())


def unfinished(connection: Connection, host: str | None = None) -> int:
    """Count the unfinished evenings of one host or of all hosts."""
    statement = select(func.count()).select_from(evenings).where(evenings.c.finished.is_(None))
    own = () if host is None else (evenings.c.host == host,)
    return int(connection.execute(statement.where(*own)).scalar_one())


# --- changes


def insert_evening(connection: Connection, facts: EveningFacts) -> None:
    """Store a new evening."""
    row = msgspec.structs.asdict(facts) | {"options": msgspec.json.encode(facts.options).decode()}
    connection.execute(insert(evenings), row)


def set_evening(connection: Connection, name: str, /, **values: Any) -> None:
    """Update the stored evening."""
    connection.execute(update(evenings).where(evenings.c.id == name).values(**values))


def insert_entries(connection: Connection, name: str, more: Sequence[EntryFacts]) -> None:
    """Store new entries."""
    if more:
        connection.execute(insert(entries), [{"evening": name, **msgspec.structs.asdict(one)} for one in more])


def set_entry(connection: Connection, name: str, number: int, /, **values: Any) -> None:
    """Update a stored entry."""
    own = (entries.c.evening == name, entries.c.number == number)
    connection.execute(update(entries).where(*own).values(**values))


def set_places(connection: Connection, name: str, places: Mapping[int, int]) -> None:
    """Give every entry its place. Clear all old places first, because two entries may never share a place."""
    connection.execute(update(entries).where(entries.c.evening == name).values(place=None))
    for number, place in places.items():
        set_entry(connection, name, number, place=place)


def delete_entry(connection: Connection, name: str, number: int) -> None:
    """Delete an entry when its person leaves before the evening starts."""
    connection.execute(delete(entries).where(entries.c.evening == name, entries.c.number == number))


def insert_plays(connection: Connection, name: str, more: Sequence[PlayFacts]) -> None:
    """Store which seats each entry takes on a board."""
    connection.execute(insert(plays), [{"evening": name, **msgspec.structs.asdict(one)} for one in more])


def set_scores(connection: Connection, table: str, scores: Sequence[int]) -> None:
    """Store every seat's score at a table, unless scores are already stored or the board is closed."""
    still_open = select(tables.c.id).where(tables.c.id == table, tables.c.closed.is_(None))
    own = (plays.c.table_id == table, plays.c.score.is_(None), plays.c.table_id.in_(still_open))
    for seat, score in enumerate(scores):
        connection.execute(update(plays).where(*own, plays.c.seat == seat).values(score=score))


def close_board(connection: Connection, name: str, board: int, now: float) -> None:
    """Close a board at all tables, which makes its key and its records public."""
    of_board = select(plays.c.table_id).where(plays.c.evening == name, plays.c.board == board)
    connection.execute(update(tables).where(tables.c.id.in_(of_board), tables.c.closed.is_(None)).values(closed=now))


def set_seats(connection: Connection, found: Sequence[tuple[str, int]], **values: Any) -> list[str]:
    """Update these people's seats, given by table and seat; return the tables that changed."""
    differs = or_(*(seats.c[name].is_distinct_from(value) for name, value in values.items()))
    changed = set()
    for table, seat in sorted(found):
        own = (seats.c.table_id == table, seats.c.seat == seat, seats.c.kind == "person")
        if connection.execute(update(seats).where(*own, differs).values(**values)).rowcount:
            changed.add(table)
    return sorted(changed)


def waiting(connection: Connection) -> list[str]:
    """List the evenings that nobody has started."""
    return list(connection.execute(select(evenings.c.id).where(evenings.c.revealing.is_(None))).scalars())


def forget(connection: Connection, names: Sequence[str]) -> None:
    """Delete evenings that nobody has started."""
    connection.execute(delete(evenings).where(evenings.c.id.in_(names), evenings.c.revealing.is_(None)))
