"""What a position is worth to a seat, for bots that look ahead: how far to play on, and the value reached.

A game says so in its file worth.py. The default for other games is based on points and winners: early in a match points
count, and as soon as the match can end, winning counts.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from parlour.engine.rule import loop, piece
from parlour.engine.sets import count, has
from parlour.game.game import Game, State
from parlour.game.texts import Text, say

WIN = 20.0  # a match won, in points of a game with small scores
LATE = 0.2  # the weight of a point when the match can end
LATE_ROUNDS = 4  # how many rounds to play on when the match can end
WHOLE_MATCH = 60  # more rounds than a short match has


class Worth(NamedTuple):
    """The functions that say what positions are worth, compiled for one game."""

    horizon: Callable[[State], int]  # how many rounds to play on from here
    value: Callable[[State, int], float]  # what the seat has reached by then
    goal: Callable[[State, State, int], bool]  # whether the seat reached its goal between two states
    round_goal: Text  # that goal, while only this round counts
    learns: bool = True  # whether a tree of the seat's later choices is worth its time

    def goal_of(self, state: State) -> Text:
        """Put the seat's goal into words: to …."""
        return self.round_goal if self.horizon(state) == 1 else say("win the match")


def find_worth(game: Game) -> Worth:
    """Find what a game says about the worth of positions, or the default."""
    declared: Worth | None = getattr(game.part("worth"), "WORTH", None)
    return declared or default_worth(game)


# --- the default


@cache
def default_worth(game: Game) -> Worth:
    """Make the default, which judges by points and winners alone."""
    over, points, winners, teams = game.over, game.points, game.winners, game.teams
    better = -1 if game.scoring.lowest_wins else 1
    rounds_ahead = LATE_ROUNDS if game.carries_over else 1

    @loop
    def horizon(state: State) -> int:
        """Return 1, or a few more rounds if a round has effects on later ones."""
        return rounds_ahead

    @piece
    def ahead_of_others(state: State, seat: int) -> float:
        """Return how far a side is ahead of the others' mean."""
        sides = teams if teams > 0 else int(state.players)
        side = seat % sides
        others = 0
        for other in range(sides):
            others += points(state, other) if other != side else 0
        return better * (points(state, side) - others / max(sides - 1, 1))

    @loop
    def value(state: State, seat: int) -> float:
        """Return how far the seat is ahead of the others' mean, plus a bonus for winning the match.

        The bonus is a little more than the highest score, so it works for any size of points.
        """
        ahead = ahead_of_others(state, seat)
        if not over(state):
            return ahead
        won, highest = winners(state), 0
        for other in range(state.players):
            highest = max(highest, abs(points(state, other)))
        return ahead + ((WIN + highest) / count(won) if has(won, seat) else 0.0)

    @loop
    def goal(before: State, state: State, seat: int) -> bool:
        """Return whether the seat won the match if it was played on, or did better in the round than the others."""
        if horizon(before) > 1 or over(state):
            return has(winners(state), seat)
        return ahead_of_others(state, seat) > ahead_of_others(before, seat)

    return Worth(horizon, value, goal, say("do better than the others in this round"))
