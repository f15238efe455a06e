"""What a position is worth to a seat, for bots that look ahead: how far to play on, and what was reached.

Early in a match points count; as soon as the match can end, winning it does.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from parlour.bots.basic.active13_worth import chance_to_win
from parlour.cards import count, has
from parlour.game import Game, State
from parlour.rule import rule
from parlour.texts import Text, say

WIN = 20.0  # a match won, in points of a game with small scores
ROOK_WIN = 500.0
LATE = 0.2  # what a point still counts when the match can end
LATE_ROUNDS = 4  # how many rounds to play on when the match can end
WHOLE_MATCH = 60  # more rounds than a short match has
ACTIVE13_REACH = 5  # points that are quickly made: what a player gets in a good round
ROOK_REACH = 200  # points that a team can make in a hand


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
def active13_horizon(state: State) -> int:
    """This round; to the end when that is near."""
    near = max(int(state.scores[0]), int(state.scores[1])) + ACTIVE13_REACH >= state.target
    return WHOLE_MATCH if near else 1


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


# --- what the seat wants: this round, or the match


@rule
def sevens_goal(before: State, state: State, seat: int) -> bool:
    """The promise kept, that is points gained; late in the match the victory."""
    if sevens_horizon(before) > 1:
        return has(int(state.victors), seat)
    return int(state.scores[seat]) > int(before.scores[seat])


@rule
def rook_goal(before: State, state: State, seat: int) -> bool:
    """Points gained by the team, more than by the other; late in the match the victory."""
    if rook_horizon(before) > 1:
        return has(int(state.victors), seat)
    team = seat % 2
    own = int(state.scores[team]) - int(before.scores[team])
    return own > int(state.scores[1 - team]) - int(before.scores[1 - team])


@rule
def active13_goal(before: State, state: State, seat: int) -> bool:
    """More tricks than the opponent in this round; near the end the victory."""
    if active13_horizon(before) > 1:
        return has(int(state.victors), seat)
    own = int(state.scores[seat]) - int(before.scores[seat])
    return own > int(state.scores[1 - seat]) - int(before.scores[1 - seat])


@rule
def thirtyone_goal(before: State, state: State, seat: int) -> bool:
    """No life lost."""
    return int(state.lives_left[seat]) >= int(before.lives_left[seat])


WORTH: dict[str, Any] = {
    "oh7": Worth(sevens_horizon, sevens_value, sevens_goal, say("keep the promise")),
    "kod7": Worth(sevens_horizon, sevens_value, sevens_goal, say("keep the promise")),
    "rook": Worth(rook_horizon, rook_value, rook_goal, say("gain more than the opponents")),
    "active13": Worth(active13_horizon, chance_to_win, active13_goal, say("win most tricks of the round"), False),
    "thirtyone": Worth(thirtyone_horizon, thirtyone_value, thirtyone_goal, say("lose no life")),
}


def find_worth(game: Game) -> Worth:
    """What positions of a game are worth."""
    worth: Worth = WORTH[game.name]
    return worth
