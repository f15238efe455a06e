"""The values of positions in Rook, for bots that look ahead."""

from parlour.bots.worth import LATE_ROUNDS, Worth
from parlour.engine.rule import rule
from parlour.engine.sets import has
from parlour.game.game import State
from parlour.game.texts import say
from parlour.games.rook.state import TEAMS

WIN = 500.0  # For a bot, winning the match is worth 500 points.
REACH = 200  # A team can make 200 points in a hand.


@rule
def horizon(state: State) -> int:
    """Look ahead to the end of this hand, or further if the match can end with this hand."""
    best = max(int(state.scores[0]), int(state.scores[1]))
    return LATE_ROUNDS if best + REACH >= state.target else 1


@rule
def value(state: State, seat: int) -> float:
    """Return the team's lead in points, plus or minus the value of the match if the team has won or lost it."""
    team = seat % TEAMS
    ahead = float(int(state.scores[team]) - int(state.scores[1 - team]))
    if state.victors == 0:
        return ahead
    return ahead + (WIN if has(int(state.victors), seat) else -WIN)


@rule
def goal(before: State, state: State, seat: int) -> bool:
    """Say whether the seat's team gained more points than the other team or, late in the match, whether it won."""
    if horizon(before) > 1:
        return has(int(state.victors), seat)
    team = seat % TEAMS
    own = int(state.scores[team]) - int(before.scores[team])
    return own > int(state.scores[1 - team]) - int(before.scores[1 - team])


WORTH = Worth(horizon, value, goal, say("gain more than the opponents"))
