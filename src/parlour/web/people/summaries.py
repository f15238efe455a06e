"""A person's statistics in a game, updated after each match, so that nothing has to read all results.

A summary is one row, whatever the number of matches. A summary's groups are the points of a chart: consecutive matches,
with the same number in every group but the last. When there are too many groups, each pair of neighbours is merged.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, select, text, update

from parlour.engine.values import ValueReader
from parlour.game.figures import Sums, added
from parlour.web.store.schema import results, summaries

MOST_GROUPS = 60  # maximum number of points on a chart; must be even, because groups are merged in pairs
BEGIN = text(
    "INSERT INTO summaries (person, game, summary) VALUES (:person, :game, :summary) "
    "ON CONFLICT (person, game) DO NOTHING"
)


class Group(msgspec.Struct):
    """The totals of several consecutive matches, which make one point of a chart."""

    matches: int
    finished: float  # when the group's last match ended
    facts: Sums


class Summary(msgspec.Struct):
    """The totals of all matches of a game that a person has played."""

    matches: int = 0
    wins: int = 0
    places: int = 0  # the sum of all places
    streak: int = 0  # wins in a row; a negative number counts the matches since the last win
    longest: int = 0  # the longest winning streak ever
    size: int = 1  # number of matches in a full group
    groups: list[Group] = []

    @property
    def finished(self) -> float:
        """When the last match ended; 0 before the first match."""
        return self.groups[-1].finished if self.groups else 0.0


class Ended(msgspec.Struct, frozen=True):
    """How a match ended for a person."""

    person: str
    finished: float
    won: bool
    place: int
    facts: Sums


SUMMARIES: ValueReader[Summary] = ValueReader(Summary)
FACTS: ValueReader[Sums] = ValueReader(Sums)


def count(summary: Summary, match: Ended) -> None:
    """Add the latest match to a summary."""
    summary.matches += 1
    summary.wins += match.won
    summary.places += match.place
    summary.streak = max(summary.streak, 0) + 1 if match.won else min(summary.streak, 0) - 1
    summary.longest = max(summary.longest, summary.streak)
    one = Group(1, match.finished, match.facts)
    if summary.groups and summary.groups[-1].matches < summary.size:
        summary.groups[-1] = _together(summary.groups[-1], one)
    else:
        summary.groups.append(one)
    if len(summary.groups) > MOST_GROUPS:
        *full, last = summary.groups
        summary.groups = [*map(_together, full[::2], full[1::2]), last]
        summary.size *= 2


def _together(one: Group, other: Group) -> Group:
    return Group(one.matches + other.matches, other.finished, added(one.facts, other.facts))


# --- the database


def summary_of(connection: Connection, person: str, game: str) -> Summary:
    """Load a person's statistics in a game; empty if the person has played no match of it."""
    own = select(summaries.c.summary).where(summaries.c.person == person, summaries.c.game == game)
    found = connection.execute(own).scalar_one_or_none()
    return Summary() if found is None else SUMMARIES.decode(found)


def add_matches(connection: Connection, game: str, ended: Sequence[Ended]) -> None:
    """Add a match to the summaries of everybody who played it; its results are stored already."""
    for person, found in _locked(connection, game, sorted({one.person for one in ended})).items():
        own = [one for one in ended if one.person == person]
        # The match ended before the latest match in the summary, but its server died before it could store the result.
        if own[0].finished < found.finished:
            found = _added_up(connection, person, game)
        else:
            for one in own:
                count(found, one)
        _store(connection, person, game, found)


def add_up(connection: Connection, person: str) -> None:
    """Rebuild all of a person's summaries from the results, because another person's matches were added."""
    games = select(results.c.game).where(results.c.person == person).distinct().order_by(results.c.game)
    for game in connection.execute(games).scalars().all():
        _locked(connection, game, [person])
        _store(connection, person, game, _added_up(connection, person, game))


def _locked(connection: Connection, game: str, persons: Sequence[str]) -> dict[str, Summary]:
    """Load these people's summaries; lock them in the order of their ids, so that servers can't deadlock."""
    if not persons:
        return {}
    empty = _text(Summary())
    connection.execute(BEGIN, [{"person": person, "game": game, "summary": empty} for person in persons])
    own = select(summaries).where(summaries.c.game == game, summaries.c.person.in_(persons))
    rows = connection.execute(own.order_by(summaries.c.person).with_for_update()).all()
    return {row.person: SUMMARIES.decode(row.summary) for row in rows}


def _added_up(connection: Connection, person: str, game: str) -> Summary:
    """Rebuild a person's summary of a game from all results, oldest first."""
    statement = select(results.c.finished, results.c.won, results.c.place, results.c.facts)
    statement = statement.where(results.c.person == person, results.c.game == game)
    found = Summary()
    ordered = statement.order_by(results.c.finished, results.c.table_id, results.c.seat)
    for row in connection.execute(ordered):
        count(found, _ended(person, row))
    return found


def _ended(person: str, row: Any) -> Ended:
    return Ended(person, row.finished, bool(row.won), row.place, FACTS.decode(row.facts))


def _store(connection: Connection, person: str, game: str, summary: Summary) -> None:
    own = update(summaries).where(summaries.c.person == person, summaries.c.game == game)
    connection.execute(own.values(summary=_text(summary)))


def _text(summary: Summary) -> str:
    return msgspec.json.encode(summary).decode()
