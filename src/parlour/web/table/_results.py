"""Compute every seat's result from a table whose match is over."""

import time

from parlour.game.options import complete
from parlour.match.match import places, standings
from parlour.web.people.results import MatchResults, SeatResult
from parlour.web.table._table import Table


def results_of(table: Table) -> MatchResults | None:
    """Return the results of a match that ended by its rules; None for any other match, a guided hand or a board."""
    match = table.match
    if match is None or match.ended != "rules" or table.guide is not None or table.of_a_board:
        return None
    game, winners = table.game, match.winners
    points = next(iter(game.standing(match.state).values()))
    found = places(game, match.players, winners, standings(game, match.events, points))
    return MatchResults(
        table=table.facts.id, game=game, rounds=match.rounds, finished=table.facts.finished or time.time(),
        rated=is_rated(table), abandoners=abandoners(table),
        seats=[
            SeatResult(points[seat % len(points)], found[seat], seat in winners, table.sums[seat])
            for seat in range(match.players)
        ],
    )  # fmt: skip


def is_rated(table: Table) -> bool:
    """Check whether a match counts in the ratings: guided hands, boards and changed options say little of strength."""
    usual = table.facts.options == complete(table.game.options, {})
    return usual and table.guide is None and not table.of_a_board


def abandoners(table: Table) -> list[int]:
    """Return the seats that have abandoned a match that nobody plays any more.

    They are the seats for which the match waits, and all seats that bots play, because a person may have been removed
    from any of these. If the match waits for no person, all people have left.
    """
    staying = [place.seat for place in table.places if place.kind == "person" and not place.away]
    if not any(seat in staying for seat in table.actors()):
        staying = []
    return [place.seat for place in table.places if place.seat not in staying or place.seat in table.actors()]
