"""Storage of today's deals: the server's chain of daily links, and each person's only try at a deal.

A try stays when its person is forgotten, so that the list can say how many tries were made.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, select, text, update

from parlour.club.today import Result
from parlour.engine.values import ValueReader
from parlour.match.chain import Chain
from parlour.web.store.schema import chains, events, people, tables, tries
from parlour.web.store.store import SeatFacts, TableFacts, insert_table


class TryResult(msgspec.Struct, frozen=True):
    """The stored result of a finished try: the person's result, and par for the deal."""

    score: int
    place: int
    sides: int
    gains: tuple[int, ...]
    par_score: int
    par_gains: tuple[int, ...]

    @classmethod
    def of(cls, result: Result, usual: Result) -> "TryResult":
        """Build a stored result from a person's result and par."""
        return cls(result.score, result.place, result.sides, result.gains, usual.score, usual.gains)

    @property
    def own(self) -> Result:
        """The result that the person has reached."""
        return Result(self.score, self.place, self.sides, self.gains)

    @property
    def usual(self) -> Result:
        """Par for the deal; the database does not store its rank."""
        return Result(self.par_score, 0, self.sides, self.par_gains)


RESULTS: ValueReader[TryResult] = ValueReader(TryResult)


@dataclass(frozen=True)
class Try:
    """A try at a day's deal."""

    person: str | None  # None once the person is forgotten
    name: str | None
    day: date
    game: str
    table: str
    result: TryResult | None
    finished: float | None


@dataclass(frozen=True)
class Tally:
    """How many tries at a game's deal of a day were begun here, and how many of them were finished or have no name."""

    begun: int
    finished: int
    nameless: int


# --- the chain


def chain_of(connection: Connection) -> Chain | None:
    """Return the server's chain of daily links; None if it does not exist yet."""
    row = connection.execute(select(chains)).first()
    return None if row is None else Chain(bytes(row.secret), date.fromisoformat(row.first), row.days)


def drawn_chain(connection: Connection, day: date) -> Chain:
    """Create the server's chain of daily links, beginning on this day, unless another server has just created one."""
    chain = Chain.new(day)
    statement = (
        "INSERT INTO chains (number, secret, first, days) VALUES (1, :secret, :first, :days) ON CONFLICT DO NOTHING"
    )
    row = {"secret": chain.secret, "first": chain.first.isoformat(), "days": chain.days}
    connection.execute(text(statement), row)
    return chain_of(connection) or chain


# --- tries


def begun(connection: Connection, person: str, day: date, game: str) -> str | None:
    """Return the table at which a person plays a day's deal; None if the try has not begun."""
    own = (tries.c.person == person, tries.c.day == day.isoformat(), tries.c.game == game)
    found = connection.execute(select(tries.c.table_id).where(*own)).scalar_one_or_none()
    return None if found is None else str(found)


def begin(connection: Connection, facts: TableFacts, places: Sequence[SeatFacts], person: str, day: date) -> str:
    """Store a table for a person's try and return its name; if the person already has a table, return its name."""
    if (found := begun(connection, person, day, facts.game)) is not None:
        return found
    insert_table(connection, facts, places)
    row = {"person": person, "day": facts.day, "game": facts.game, "table": facts.id}
    statement = (
        "INSERT INTO tries (person, day, game, table_id) VALUES (:person, :day, :game, :table) ON CONFLICT DO NOTHING"
    )
    if connection.execute(text(statement), row).rowcount:
        return facts.id
    # Another server has already opened a table for this try.
    connection.execute(delete(tables).where(tables.c.id == facts.id))
    return begun(connection, person, day, facts.game) or facts.id


def finish(connection: Connection, table: str, result: TryResult, finished: float) -> None:
    """Store the result of a try, unless it is already stored."""
    own = (tries.c.table_id == table, tries.c.result.is_(None))
    stored = msgspec.json.encode(result).decode()
    connection.execute(update(tries).where(*own).values(result=stored, finished=finished))


def tries_of_person(connection: Connection, person: str, day: date) -> list[Try]:
    """List a person's tries on a day."""
    return _tries(connection, tries.c.person == person, tries.c.day == day.isoformat())


def tries_of_game(connection: Connection, day: date, game: str) -> list[Try]:
    """List the finished tries at a game's deal of a day, in the order in which they ended."""
    return _tries(connection, tries.c.day == day.isoformat(), tries.c.game == game, tries.c.result.is_not(None))


def tally_of(connection: Connection, day: date, game: str) -> Tally:
    """Count the tries at a game's deal of a day."""
    begun = func.count()
    statement = select(begun, func.count(tries.c.result), begun - func.count(tries.c.person))
    own = statement.where(tries.c.day == day.isoformat(), tries.c.game == game)
    return Tally(*map(int, connection.execute(own).one()))


def without_result(connection: Connection, games: Sequence[str], most: int) -> dict[str, int]:
    """List the tables of tries without a result in these games, latest days first, each with its last event number."""
    statement = (
        select(tries.c.table_id, func.max(events.c.number))
        .join(events, events.c.table_id == tries.c.table_id)
        .where(tries.c.result.is_(None), tries.c.game.in_(games))
        .group_by(tries.c.day, tries.c.table_id)
        .order_by(tries.c.day.desc(), tries.c.table_id)
        .limit(most)
    )
    return {table: int(number) for table, number in connection.execute(statement)}


def _tries(connection: Connection, *conditions: Any) -> list[Try]:
    statement = (
        select(tries, people.c.name)
        .outerjoin(people, people.c.id == tries.c.person)
        .where(*conditions)
        .order_by(tries.c.finished, tries.c.table_id)
    )
    return [_try(row) for row in connection.execute(statement)]


def _try(row: Any) -> Try:
    result = None if row.result is None else RESULTS.decode(row.result)
    return Try(row.person, row.name, date.fromisoformat(row.day), row.game, row.table_id, result, row.finished)


def moves_of(connection: Connection, names: Sequence[str], seat: int) -> dict[str, list[str]]:
    """List a seat's moves at each of these tables, in order and in the notation of records."""
    statement = (
        select(events.c.table_id, events.c.do)
        .where(events.c.table_id.in_(names), events.c.seat == seat)
        .order_by(events.c.table_id, events.c.number)
    )
    found: dict[str, list[str]] = {name: [] for name in names}
    for table, do in connection.execute(statement):
        found[table].append(do)
    return found
