"""What a position is worth to a seat, for bots that look ahead: how far to play on, and what was reached.

Early in a match points count; as soon as the match can end, winning it does.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from parlour.cards import count, has
from parlour.game import Game, State
from parlour.rule import rule

WIN = 20.0  # a match won, in points of a game with small scores
ROOK_WIN = 500.0
LATE = 0.2  # what a point still counts when the match can end
LATE_ROUNDS = 4  # how many rounds to play on when the match can end
WHOLE_MATCH = 60  # more rounds than a short match has
ROOK_REACH = 200  # points that a team can make in a hand


class Worth(NamedTuple):
    """The two questions, compiled for one game."""

    horizon: Callable[[State], int]  # how many rounds to play on from here
    value: Callable[[State, int], float]  # what the seat has reached then


@rule
def sevens_horizon(state: State) -> int:
    """This round; more when the match can end with it."""
    return LATE_ROUNDS if state.rounds + 1 >= state.min_rounds else 1


@rule
def sevens_value(state: State, seat: int) -> float:
    """Points above the mean of the others; late in the match above all the victory."""
    others = 0
    for other in range(state.players):
        others += int(state.scores[other]) if other != seat else 0
    ahead = int(state.scores[seat]) - others / (int(state.players) - 1)
    if state.rounds < state.min_rounds:
        return ahead
    won = has(int(state.victors), seat)
    return LATE * ahead + (WIN / count(int(state.victors)) if won else 0.0)


@rule
def rook_horizon(state: State) -> int:
    """This hand; more when the match can end with it."""
    best = max(int(state.scores[0]), int(state.scores[1]))
    return LATE_ROUNDS if best + ROOK_REACH >= state.target else 1


@rule
def rook_value(state: State, seat: int) -> float:
    """The team's points above the other team's, and the victory."""
    team = seat % 2
    ahead = float(int(state.scores[team]) - int(state.scores[1 - team]))
    if state.victors == 0:
        return ahead
    return ahead + (ROOK_WIN if has(int(state.victors), seat) else -ROOK_WIN)


@rule
def whole_match(state: State) -> int:
    """Short matches are played to their end."""
    return WHOLE_MATCH


@rule
def active13_value(state: State, seat: int) -> float:
    """The victory, and a little for the points."""
    ahead = int(state.scores[seat]) - int(state.scores[1 - seat])
    return ahead / WIN + (1.0 if has(int(state.victors), seat) else 0.0) * WIN


@rule
def thirtyone_horizon(state: State) -> int:
    """A round costs a life or not: looking further is only noise."""
    return 1


@rule
def thirtyone_value(state: State, seat: int) -> float:
    """The own lives against those of the others, and the victory."""
    others = 0
    for other in range(int(state.players)):
        others += int(state.lives_left[other]) if other != seat else 0
    won = WIN / count(int(state.victors)) if has(int(state.victors), seat) else 0.0
    return won + int(state.lives_left[seat]) - LATE * others


WORTH: dict[str, Any] = {
    "oh7": Worth(sevens_horizon, sevens_value),
    "kod7": Worth(sevens_horizon, sevens_value),
    "rook": Worth(rook_horizon, rook_value),
    "active13": Worth(whole_match, active13_value),
    "thirtyone": Worth(thirtyone_horizon, thirtyone_value),
}


def find_worth(game: Game) -> Worth:
    """What positions of a game are worth."""
    worth: Worth = WORTH[game.name]
    return worth
