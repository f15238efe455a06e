"""What a position is worth to a seat, for bots that look ahead: how far to play on, and what was reached.

A game says so in its file worth.py. For a game without one there is a default, made from its points and winners.
Early in a match points count; as soon as the match can end, winning it does.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from parlour.engine.rule import loop, piece
from parlour.engine.sets import count, has
from parlour.game.game import Game, State
from parlour.game.texts import Text, say

WIN = 20.0  # a match won, in points of a game with small scores
LATE = 0.2  # what a point still counts when the match can end
LATE_ROUNDS = 4  # how many rounds to play on when the match can end
WHOLE_MATCH = 60  # more rounds than a short match has


class Worth(NamedTuple):
    """The questions, compiled for one game."""

    horizon: Callable[[State], int]  # how many rounds to play on from here
    value: Callable[[State, int], float]  # what the seat has reached then
    goal: Callable[[State, State, int], bool]  # whether what the seat wants was reached between two states
    round_goal: Text  # what that is while this round alone counts
    learns: bool = True  # whether a tree of the seat's later choices is worth its time

    def goal_of(self, state: State) -> Text:
        """What the seat wants, in words: to …."""
        return self.round_goal if self.horizon(state) == 1 else say("win the match")


def find_worth(game: Game) -> Worth:
    """What positions of a game are worth: its own answer, or the default."""
    own: Worth | None = getattr(game.part("worth"), "WORTH", None)
    return own or default_worth(game)


# --- the default


@cache
def default_worth(game: Game) -> Worth:
    """What positions are worth, judging by points and winners alone."""
    over, points, winners, teams = game.over, game.points, game.winners, game.teams
    better = -1 if game.scoring.lowest_wins else 1
    rounds_ahead = LATE_ROUNDS if game.carries_over else 1

    @loop
    def horizon(state: State) -> int:
        """This round; a few more where what a round brings shows only later."""
        return rounds_ahead

    @piece
    def ahead_of_others(state: State, seat: int) -> float:
        """How much better a side stands than the mean of the others."""
        sides = teams if teams > 0 else int(state.players)
        side = seat % sides
        others = 0
        for other in range(sides):
            others += points(state, other) if other != side else 0
        return better * (points(state, side) - others / max(sides - 1, 1))

    @loop
    def value(state: State, seat: int) -> float:
        """How far the seat is ahead of the mean of the others; after the match the victory as well.

        A win counts as much as the highest score, and a little more: whatever the size of the game's points.
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
        """The victory if the match is over or was played on for long; else a better round than the others had."""
        if horizon(before) > 1 or over(state):
            return has(winners(state), seat)
        return ahead_of_others(state, seat) > ahead_of_others(before, seat)

    return Worth(horizon, value, goal, say("do better than the others in this round"))
