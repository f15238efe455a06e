"""The matches, statistics and ratings that a person's page shows; running matches don't appear there."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection

from parlour.game.figures import Figure, Sums, figures_of
from parlour.game.game import Game
from parlour.game.texts import say
from parlour.games import GAMES, find_game
from parlour.web.people import stored_history as stored
from parlour.web.people.messages import (
    FigureFacts,
    HouseRatings,
    LevelValue,
    Opponent,
    OwnMatch,
    OwnMatches,
    Point,
    RatedPlayer,
    RatingFacts,
    Statistics,
)
from parlour.web.people.ratings import Rating, house_table, rating_of
from parlour.web.people.results import levels_of
from parlour.web.people.summaries import Group, summary_of
from parlour.web.refusals import TableRefusal
from parlour.web.store.store import Store
from parlour.web.wire.limits import Buckets

Found = TypeVar("Found")
NOTHING = (0.0, 0.0)
MOST_PLAYERS = 200  # the maximum number of players shown in the server's ratings
FILES_A_SECOND, FILES_AT_ONCE = 1 / 60, 3.0  # how often a person may download all records


class History:
    """Queries about the finished matches on a server."""

    def __init__(
        self,
        store: Store,
        results_stored: Callable[[], Awaitable[None]],
        records: Callable[[Sequence[str]], AsyncIterator[bytes]],
    ) -> None:
        """Each query first awaits `results_stored`; `records` yields the records of given tables, one per line."""
        self.store, self._results_stored, self._records = store, results_stored, records
        self._files = Buckets(FILES_A_SECOND, FILES_AT_ONCE)

    async def matches(self, person: str, game: str | None, before: str | None) -> OwnMatches:
        """Return one page of a person's matches, latest first."""
        if game is not None:
            _check_game(game)
        if before is not None and not before.isalnum():
            raise TableRefusal("bad_request", f"before is {before[:40]!r}; expected the name of a table.")
        return await self._read(lambda connection: page_of_matches(connection, person, game, before))

    async def statistics(self, person: str, game: str) -> Statistics:
        """Return a person's statistics in a game."""
        _check_game(game)
        return await self._read(lambda connection: statistics_of(connection, person, find_game(game)))

    async def ratings(self, game: str) -> HouseRatings:
        """Return the ratings of the server's players in a game."""
        _check_game(game)
        found = await self._read(lambda connection: house_table(connection, find_game(game), MOST_PLAYERS))
        return HouseRatings(
            game,
            [
                RatedPlayer(
                    name, person, name if person is None else None, _rating(rating),
                )
                for name, person, rating in found
            ],
        )  # fmt: skip

    async def records(self, person: str) -> AsyncIterator[bytes]:
        """Stream the records of all of a person's matches, one per line."""
        if wait := self._files.take(person):
            raise TableRefusal(
                "too_fast", say("All records were requested just now; try again in {wait} s.", wait=f"{wait:.0f}")
            )
        names = await self._read(lambda connection: stored.own_tables(connection, person))
        return self._records(names)

    async def _read(self, question: Callable[[Connection], Found]) -> Found:
        """Wait until the results of matches that have just ended are stored, then query the database."""
        await self._results_stored()
        return await self.store.read(question)


def page_of_matches(connection: Connection, person: str, game: str | None, before: str | None) -> OwnMatches:
    """Load one page of a person's matches from the database, latest first."""
    rows = stored.own_matches(connection, person, game, before)
    page = rows[: stored.PAGE]
    others = stored.sitting(connection, [row.table_id for row in page])
    found = [_own_match(row, others[row.table_id]) for row in page]
    return OwnMatches(found, page[-1].table_id if len(rows) > len(page) else None)


def statistics_of(connection: Connection, person: str, game: Game) -> Statistics:
    """Load a person's statistics in a game from the database."""
    whole = summary_of(connection, person, game.name)
    levels, rating = levels_of(connection, game.name), rating_of(connection, game.name, person)
    return Statistics(
        game.name, whole.matches, whole.wins, whole.places / whole.matches if whole.matches else None, whole.streak,
        whole.longest, [_figure(one, whole.groups, levels) for one in figures_of(game)],
        None if rating is None else _rating(rating),
    )  # fmt: skip


def value_of(counts: Iterable[tuple[float, float]]) -> float | None:
    """Combine a figure's counts into one number; None if there was nothing to count."""
    top = bottom = 0.0
    for much, many in counts:
        top, bottom = top + much, bottom + many
    return top / bottom if bottom else None


def _figure(figure: Figure, groups: Sequence[Group], levels: dict[str, Sums]) -> FigureFacts:
    counts = [group.facts.get(figure.name, NOTHING) for group in groups]
    points = [Point(group.matches, group.finished, value_of([one])) for group, one in zip(groups, counts, strict=True)]
    beside = [(level, value_of([sums.get(figure.name, NOTHING)])) for level, sums in sorted(levels.items())]
    shown = [LevelValue(level, value) for level, value in beside if value is not None]
    return FigureFacts(figure.name, figure.text, figure.share, value_of(counts), points, shown)


def _rating(rating: Rating) -> RatingFacts:
    return RatingFacts(round(rating.mu, 2), round(rating.low, 2), round(rating.high, 2), rating.matches)


def _own_match(row: Any, all_seats: Sequence[Any]) -> OwnMatch:
    others = [
        Opponent(one.seat, one.name, one.level, one.person, one.score, bool(one.won))
        for one in all_seats
        if one.seat != row.seat
    ]
    seconds = None if row.started is None else round(max(0.0, row.finished - row.started), 1)
    title = find_game(row.game).title if row.game in GAMES else row.game
    return OwnMatch(
        row.table_id, row.game, title, row.seat, row.players, row.rounds, row.score, row.place, bool(row.won),
        row.finished, seconds, others,
    )  # fmt: skip


def _check_game(game: str) -> None:
    if game not in GAMES:
        raise TableRefusal(
            "unknown_game",
            say("There is no game {game!r}; expected one of {games}.", game=game[:40], games=", ".join(GAMES)),
        )
