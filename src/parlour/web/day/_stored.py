"""Today's deal as it is stored: the chain of the house, and the one try of each person."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, select, text, update

from parlour.club.today import Result
from parlour.engine.values import ValueReader
from parlour.match.chain import ANNOUNCED_DAYS, Chain
from parlour.web.refusals import TableRefusal
from parlour.web.store.schema import chains, events, people, tables, tries
from parlour.web.store.store import SeatFacts, TableFacts, insert_table


class TryResult(msgspec.Struct, frozen=True):
    """What is stored of a finished try: the own result, and par."""

    score: int
    place: int
    sides: int
    gains: tuple[int, ...]
    par_score: int
    par_gains: tuple[int, ...]

    @classmethod
    def of(cls, result: Result, usual: Result) -> "TryResult":
        """The result of a person beside par."""
        return cls(result.score, result.place, result.sides, result.gains, usual.score, usual.gains)

    @property
    def own(self) -> Result:
        """The own result."""
        return Result(self.score, self.place, self.sides, self.gains)

    @property
    def usual(self) -> Result:
        """Par; its place is not stored."""
        return Result(self.par_score, 0, self.sides, self.par_gains)


RESULTS: ValueReader[TryResult] = ValueReader(TryResult)


@dataclass(frozen=True)
class Try:
    """The try of a person."""

    person: str
    name: str
    day: date
    game: str
    table: str
    result: TryResult | None
    finished: float | None


@dataclass(frozen=True)
class HouseChain:
    """The chain of a day, and the one that follows it, if that is announced already."""

    chain: Chain
    following: Chain | None = None
    announced: date | None = None  # when the next chain was announced


# --- the chain


def chain_of(connection: Connection, day: date) -> HouseChain | None:
    """The chain of a day, as it is stored; None if it has to be drawn first, or the next one to be announced."""
    stored = _stored(connection)
    for place, (chain, _) in enumerate(stored):
        if chain.first <= day <= chain.last:
            following, announced = stored[place + 1] if place + 1 < len(stored) else (None, None)
            return None if following is None and _ends_soon(chain, day) else HouseChain(chain, following, announced)
    return None


def chain_with(connection: Connection, day: date) -> Chain | None:
    """The chain that has a link for that day."""
    return next((chain for chain, _ in _stored(connection) if chain.first <= day <= chain.last), None)


def drawn_chain(connection: Connection, day: date) -> HouseChain:
    """The chain of a day; the first chain, and the one that follows, are drawn when they are needed."""
    while (found := chain_of(connection, day)) is None:
        _draw(connection, day)
    return found


def _draw(connection: Connection, day: date) -> None:
    """Draw the chain that is missing, unless another server was quicker."""
    stored = _stored(connection)
    last = stored[-1][0] if stored else None
    if last is None or last.last < day:
        _store(connection, len(stored) + 1, Chain.new(day), None)
    elif last.first <= day and _ends_soon(last, day):
        _store(connection, len(stored) + 1, last.following(), day)  # its seal is made with the link of this day
    elif chain_with(connection, day) is None:  # the clock was set back
        reason = f"The clock of this server shows {day}, a day without a deal; its deals begin on {last.first}."
        raise TableRefusal("unavailable", reason)


def _store(connection: Connection, number: int, chain: Chain, announced: date | None) -> None:
    statement = (
        "INSERT INTO chains (number, secret, first, days, announced) "
        "VALUES (:number, :secret, :first, :days, :announced) ON CONFLICT DO NOTHING"
    )
    row = {
        "number": number, "secret": chain.secret, "first": chain.first.isoformat(), "days": chain.days,
        "announced": announced and announced.isoformat(),
    }  # fmt: skip
    connection.execute(text(statement), row)


def _stored(connection: Connection) -> list[tuple[Chain, date | None]]:
    """All chains in their order, each with the day on which it was announced."""
    rows = connection.execute(select(chains).order_by(chains.c.number))
    return [(_chain(row), date.fromisoformat(row.announced) if row.announced else None) for row in rows]


def _ends_soon(chain: Chain, day: date) -> bool:
    """Whether the next chain has to be announced on that day."""
    return chain.last - day < timedelta(days=ANNOUNCED_DAYS)


def _chain(row: Any) -> Chain:
    return Chain(bytes(row.secret), date.fromisoformat(row.first), row.days)


# --- tries


def begun(connection: Connection, person: str, day: date, game: str) -> str | None:
    """The table at which a person plays a day's deal; None if the try has not begun."""
    own = (tries.c.person == person, tries.c.day == day.isoformat(), tries.c.game == game)
    found = connection.execute(select(tries.c.table_id).where(*own)).scalar_one_or_none()
    return None if found is None else str(found)


def begin(connection: Connection, facts: TableFacts, places: Sequence[SeatFacts], person: str, day: date) -> str:
    """The table at which a person plays a day's deal: this one, unless there is one already."""
    if (found := begun(connection, person, day, facts.game)) is not None:
        return found
    insert_table(connection, facts, places)
    row = {"person": person, "day": facts.day, "game": facts.game, "table": facts.id}
    statement = (
        "INSERT INTO tries (person, day, game, table_id) VALUES (:person, :day, :game, :table) ON CONFLICT DO NOTHING"
    )
    if connection.execute(text(statement), row).rowcount:
        return facts.id
    connection.execute(delete(tables).where(tables.c.id == facts.id))  # another server was quicker
    return begun(connection, person, day, facts.game) or facts.id


def finish(connection: Connection, table: str, result: TryResult, finished: float) -> None:
    """Store the result of a try, once."""
    own = (tries.c.table_id == table, tries.c.result.is_(None))
    stored = msgspec.json.encode(result).decode()
    connection.execute(update(tries).where(*own).values(result=stored, finished=finished))


def tries_of_person(connection: Connection, person: str, day: date) -> list[Try]:
    """What a person has played on a day."""
    return _tries(connection, tries.c.person == person, tries.c.day == day.isoformat())


def tries_of_game(connection: Connection, day: date, game: str) -> list[Try]:
    """The finished tries of a game on a day, in the order in which they were finished."""
    return _tries(connection, tries.c.day == day.isoformat(), tries.c.game == game, tries.c.result.is_not(None))


def without_result(connection: Connection, games: Sequence[str], most: int) -> dict[str, int]:
    """The tables of tries of these games that have no result, the latest days first, each with its last event."""
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
        .join(people, people.c.id == tries.c.person)
        .where(*conditions)
        .order_by(tries.c.finished, tries.c.person)
    )
    return [_try(row) for row in connection.execute(statement)]


def _try(row: Any) -> Try:
    result = None if row.result is None else RESULTS.decode(row.result)
    return Try(row.person, row.name, date.fromisoformat(row.day), row.game, row.table_id, result, row.finished)


def moves_of(connection: Connection, names: Sequence[str], seat: int) -> dict[str, list[str]]:
    """What a seat did at each of these tables, in order, as in records."""
    statement = (
        select(events.c.table_id, events.c.do)
        .where(events.c.table_id.in_(names), events.c.seat == seat)
        .order_by(events.c.table_id, events.c.number)
    )
    found: dict[str, list[str]] = {name: [] for name in names}
    for table, do in connection.execute(statement):
        found[table].append(do)
    return found
