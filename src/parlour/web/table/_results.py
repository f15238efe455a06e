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
        rated=table.facts.options == complete(game.options, {}),
        seats=[
            SeatResult(points[seat % len(points)], found[seat], seat in winners, table.sums[seat])
            for seat in range(match.players)
        ],
    )  # fmt: skip
