"""What a position is worth to a seat, for bots that look ahead: how far to play on, and what was reached.

Early in a match points count; as soon as the match can end, winning it does.
"""

from collections.abc import Callable
from typing import NamedTuple

from parlour.game import Game, State
from parlour.texts import Text, say

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
    """What positions of a game are worth."""
    worth: Worth = game.part("worth").WORTH
    return worth
