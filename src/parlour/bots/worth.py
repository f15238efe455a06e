"""The worth of positions, for bots that look ahead: how far to play on, and how good the position is then.

A game can define the worth of its positions in a file worth.py. Games without that file have a default, which is
based on points and winners: early in a match points count, and as soon as the match can end, winning counts.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from parlour.engine.rule import loop, piece
from parlour.engine.sets import count, has
from parlour.game.game import Game, State
from parlour.game.texts import Text, say

WIN = 20.0  # What winning a match is worth, in points.
LATE = 0.2  # What a point is worth once the match can end.
LATE_ROUNDS = 4  # How many rounds the search plays on once the match can end.
WHOLE_MATCH = 60  # An upper bound on the rounds of a short match.


class Worth(NamedTuple):
    """Compiled functions that say what positions of a game are worth."""

    horizon: Callable[[State], int]  # How many rounds to play on from a state.
    value: Callable[[State, int], float]  # How good a state is for a seat.
    goal: Callable[[State, State, int], bool]  # Whether a seat reached its goal between two states.
    round_goal: Text  # The seat's goal in words, as long as only the current round counts.
    learns: bool = True  # Whether the search should learn the seat's later choices, too.

    def goal_of(self, state: State) -> Text:
        """Return the seat's goal in words that can follow "to", such as "win the match"."""
        return self.round_goal if self.horizon(state) == 1 else say("win the match")


def find_worth(game: Game) -> Worth:
    """Return a game's own worth of positions, or the default."""
    declared: Worth | None = getattr(game.part("worth"), "WORTH", None)
    return declared or default_worth(game)


# --- the default


@cache
def default_worth(game: Game) -> Worth:
    """Make the default worth for a game, which uses only points and winners."""
    over, points, winners, teams = game.over, game.points, game.winners, game.teams
    better = -1 if game.scoring.lowest_wins else 1
    rounds_ahead = LATE_ROUNDS if game.carries_over else 1

    @loop
    def horizon(state: State) -> int:
        """Return how many rounds to play on: 1, or a few more in games in which a round affects later rounds."""
        return rounds_ahead

    @piece
    def ahead_of_others(state: State, seat: int) -> float:
        """Return how many points the seat's side is ahead of the other sides' mean."""
        sides = teams if teams > 0 else int(state.players)
        side = seat % sides
        others = 0
        for other in range(sides):
            others += points(state, other) if other != side else 0
        return better * (points(state, side) - others / max(sides - 1, 1))

    @loop
    def value(state: State, seat: int) -> float:
        """Return how many points the seat's side is ahead of the other sides' mean, plus a bonus for winning the match.

        The bonus is larger than the highest score, so that winning counts most in every game.
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
        """Say whether the seat reached its goal: to win the match, or to do better than other seats in the round."""
        if horizon(before) > 1 or over(state):
            return has(winners(state), seat)
        return ahead_of_others(state, seat) > ahead_of_others(before, seat)

    return Worth(horizon, value, goal, say("do better than the others in this round"))
