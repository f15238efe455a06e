"""Make a game in which the lowest score wins, by reversing the scoring of a real game."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from parlour.engine.rule import loop
from parlour.engine.sets import bit
from parlour.game.game import Game, State


def losers_for(game: Game) -> Callable[[State], int]:
    """Make a rule that returns the seats or teams with the fewest points when the match is over."""
    over, points = game.over, game.points

    @loop
    def losers(state: State) -> int:
        if not over(state):
            return 0
        least, found = points(state, 0), 0
        for seat in range(state.players):
            least = min(least, points(state, seat))
        for seat in range(state.players):
            found |= bit(seat) if points(state, seat) == least else 0
        return found

    return losers


@cache
def lowest_wins(game: Game) -> Game:
    """Make a version of a game in which the fewest points win; it has no optional parts."""
    return replace(
        game,
        name=f"lowest_{game.name}",
        module="tests.bare",
        scoring=replace(game.scoring, lowest_wins=True),
        winners=losers_for(game),
    )
