"""A game in which the lowest score wins: a real one whose scores count the other way."""

from dataclasses import replace
from functools import cache

from parlour.engine.sets import bit
from parlour.game.game import Game, State
from parlour.match.walk import for_game, over, points


def losers(state: State) -> int:
    """The seats, or teams, with the fewest points, once the match is over."""
    if not over(state):
        return 0
    least, found = points(state, 0), 0
    for seat in range(state.players):
        least = min(least, points(state, seat))
    for seat in range(state.players):
        found |= bit(seat) if points(state, seat) == least else 0
    return found


@cache
def lowest_wins(game: Game) -> Game:
    """The same game, but the fewest points at the end win; it has no parts of its own."""
    return replace(
        game,
        name=f"lowest_{game.name}",
        module="tests.bare",
        scoring=replace(game.scoring, lowest_wins=True),
        winners=for_game(game, losers),
    )
