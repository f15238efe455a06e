"""Results of finished matches. A flag at each table ensures that its results are stored only once.

The totals of people and of levels of bots are updated at the same time, so that nothing has to read all results.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, exists, func, insert, select, text, update

from parlour.game.figures import Sums, added
from parlour.game.game import Game
from parlour.web.people.ratings import Rated, Rating, rate, rate_losses
from parlour.web.people.summaries import Ended, add_matches
from parlour.web.store.rated_matches import still_abandoned, take_rated
from parlour.web.store.schema import events, level_figures, results, seats, tables
from parlour.web.store.store import Store
from parlour.web.store.writer import Changed

# An interrupted table's last event may be at most this much older than the newest event of all.
INTERRUPTED_SECONDS = 600.0
WINS, PLACES = "wins", "places"  # the names of figures that every game has
ADD_FIGURE = text(
    "INSERT INTO level_figures (game, level, figure, top, bottom) VALUES (:game, :level, :figure, :top, :bottom) "
    "ON CONFLICT (game, level, figure) DO UPDATE SET top = level_figures.top + excluded.top, "
    "bottom = level_figures.bottom + excluded.bottom"
)


@dataclass(frozen=True)
class SeatResult:
    """The result of one seat in a match."""

    score: int
    place: int  # 1 if nobody did better
    won: bool
    facts: Sums


@dataclass(frozen=True)
class MatchResults:
    """The results of a finished match."""

    table: str
    game: Game
    rounds: int
    finished: float
    seats: Sequence[SeatResult]
    rated: bool = True  # a match with changed options says little about strength
    abandoners: Collection[int] = ()  # the seats whose people have abandoned the match if no person has acted in it


async def store_results(store: Store, found: MatchResults) -> None:
    """Store a match's results, unless they are already stored.

    A match in which no person acted has no results. It counts as an abandoned match, because otherwise people could
    look at their hands and leave the bad ones to bots.
    """

    def change(connection: Connection) -> Changed:
        if _is_first(connection, found.table, found.finished):
            if _is_unplayed(connection, found.table):
                _rate_losses(connection, found.table, found.game, found.abandoners if found.rated else ())
            else:
                _insert(connection, found)
        return Changed(found.table)

    await store.writer.change(change)


async def store_end(store: Store, table: str, finished: float) -> None:
    """Mark a table as finished without results: its match was guided, stopped early, or can no longer be read."""

    def change(connection: Connection) -> Changed:
        if _is_first(connection, table, finished):
            take_rated(connection, table)
        return Changed(table)

    await store.writer.change(change)


async def store_unrated(store: Store, table: str) -> None:
    """Stop rating a match that nobody can play on."""
    await store.writer.change(lambda connection: take_rated(connection, table))


async def store_losses(store: Store, table: str, game: Game, number: int, losers: Collection[int]) -> None:
    """Count an abandoned match as a loss for the people in these seats, unless it is counted or has gone on.

    The last event of the match has this number. A match without losers isn't rated any more either.
    """

    def change(connection: Connection) -> None:
        if still_abandoned(connection, table, number):
            _rate_losses(connection, table, game, losers)

    await store.writer.change(change)


def _rate_losses(connection: Connection, table: str, game: Game, losers: Collection[int]) -> None:
    """Rate a match, if it is still to be rated, as lost by those of these seats whose people are still known."""
    seats = [_rated(row, 1) for row in take_rated(connection, table)]
    known = [seat.seat for seat in seats if seat.seat in losers and seat.person is not None]
    if known:
        rate_losses(connection, game, seats, known)


async def uncounted(store: Store, games: Sequence[str], most: int) -> list[str]:
    """List finished tables of these games whose results an older Parlour has not stored."""
    statement = select(tables.c.id).where(tables.c.counted == 0, tables.c.finished.is_not(None))
    statement = statement.where(tables.c.game.in_(games)).order_by(tables.c.finished).limit(most)
    return await store.read(lambda connection: list(connection.execute(statement).scalars()))


async def interrupted(store: Store, games: Sequence[str], most: int) -> list[str]:
    """List unfinished tables of these games whose last event is at most ten minutes older than the newest event of all.

    The tables with the latest events come first.
    """
    last = select(events.c.at).where(events.c.table_id == tables.c.id).order_by(events.c.number.desc()).limit(1)
    statement = select(tables.c.id, last.scalar_subquery().label("at"))
    statement = statement.where(tables.c.finished.is_(None), tables.c.started.is_not(None), tables.c.game.in_(games))
    played = statement.subquery()
    newest = select(played).where(played.c.at.is_not(None)).order_by(played.c.at.desc()).limit(most)
    rows = await store.read(lambda connection: connection.execute(newest).all())
    return [row.id for row in rows if row.at >= rows[0].at - INTERRUPTED_SECONDS]


def _is_first(connection: Connection, table: str, finished: float) -> bool:
    """Mark the table as finished and counted; return whether this is the first time. This locks the table's row."""
    first = update(tables).where(tables.c.id == table, tables.c.counted == 0)
    acted = exists().where(events.c.table_id == table, events.c.client.is_not(None))
    values = {"counted": 1, "finished": func.coalesce(tables.c.finished, finished), "unplayed": ~acted}
    return bool(connection.execute(first.values(values)).rowcount)


def _is_unplayed(connection: Connection, table: str) -> bool:
    return bool(connection.execute(select(tables.c.unplayed).where(tables.c.id == table)).scalar_one())


def _insert(connection: Connection, found: MatchResults) -> None:
    """Store the results of all seats, with the ids of the people who sit there now."""
    sitting = select(seats.c.kind, seats.c.level, seats.c.person)
    sitting = sitting.where(seats.c.table_id == found.table).order_by(seats.c.seat)
    places = connection.execute(sitting).all()
    rows = [
        {
            "table_id": found.table, "seat": seat, "person": place.person,
            "level": place.level if place.kind == "bot" else None, "game": found.game.name, "players": len(places),
            "rounds": found.rounds, "score": result.score, "place": result.place, "won": result.won,
            "finished": found.finished, "facts": msgspec.json.encode(result.facts).decode(),
        }
        for seat, (place, result) in enumerate(zip(places, found.seats, strict=True))
    ]  # fmt: skip
    connection.execute(insert(results), rows)
    _add_levels(connection, found, rows)
    ended = [
        Ended(row["person"], found.finished, result.won, result.place, result.facts)
        for row, result in zip(rows, found.seats, strict=True)
        if row["person"] is not None
    ]
    add_matches(connection, found.game.name, ended)
    rated = take_rated(connection, found.table)
    if found.rated and rated:
        rate(connection, found.game, [_rated(row, found.seats[row.seat].place) for row in rated])


def _rated(row: Any, place: int) -> Rated:
    start = None if row.mu is None else Rating(row.mu, row.sigma, row.matches)
    return Rated(row.person, row.level, place, row.seat, start)


def _add_levels(connection: Connection, found: MatchResults, rows: Sequence[dict[str, Any]]) -> None:
    sums: dict[str, Sums] = {}
    for row, result in zip(rows, found.seats, strict=True):
        if row["level"] is not None:
            own = {WINS: (float(result.won), 1.0), PLACES: (float(result.place), 1.0), **result.facts}
            sums[row["level"]] = added(sums.get(row["level"], {}), own)
    changes = [
        {"game": found.game.name, "level": level, "figure": figure, "top": top, "bottom": bottom}
        for level, figures in sorted(sums.items())  # all servers lock rows in this order, so they can't deadlock
        for figure, (top, bottom) in sorted(figures.items())
    ]
    if changes:
        connection.execute(ADD_FIGURE, changes)


def levels_of(connection: Connection, game: str) -> dict[str, Sums]:
    """Return the totals of a game's figures for each level of bots."""
    found: dict[str, Sums] = {}
    for row in connection.execute(select(level_figures).where(level_figures.c.game == game)):
        found.setdefault(row.level, {})[row.figure] = (row.top, row.bottom)
    return found
