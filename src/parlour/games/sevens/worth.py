"""The value of positions in Oh 7 ? and Kod-7, for bots that look ahead."""

from parlour.bots.worth import LATE, LATE_ROUNDS, WIN, Worth
from parlour.engine.rule import rule
from parlour.engine.sets import count, has
from parlour.game.game import State
from parlour.game.texts import say


@rule
def horizon(state: State) -> int:
    """Look ahead to the end of this round, or further if the match can end with it."""
    return LATE_ROUNDS if state.rounds + 1 >= state.min_rounds else 1


@rule
def value(state: State, seat: int) -> float:
    """Weigh the points above the others' mean; late in the match, mostly the victory."""
    others = 0
    for other in range(state.players):
        others += int(state.scores[other]) if other != seat else 0
    ahead = int(state.scores[seat]) - others / (int(state.players) - 1)
    if state.rounds < state.min_rounds:
        return ahead
    won = has(int(state.victors), seat)
    return LATE * ahead + (WIN / count(int(state.victors)) if won else 0.0)


@rule
def goal(before: State, state: State, seat: int) -> bool:
    """Return whether the promise was kept, that is points were gained; late in the match, whether the seat won."""
    if horizon(before) > 1:
        return has(int(state.victors), seat)
    return int(state.scores[seat]) > int(before.scores[seat])


WORTH = Worth(horizon, value, goal, say("keep the promise"))
