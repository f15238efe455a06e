"""How bots that look ahead value positions in Oh 7 ? and Kod-7."""

from parlour.bots.worth import LATE, LATE_ROUNDS, WIN, Worth
from parlour.engine.rule import rule
from parlour.engine.sets import count, has
from parlour.game.game import State
from parlour.game.texts import say


@rule
def horizon(state: State) -> int:
    """Return how many rounds to look ahead: this round, or more if the match could end with it."""
    return LATE_ROUNDS if state.rounds + 1 >= state.min_rounds else 1


@rule
def value(state: State, seat: int) -> float:
    """Return the lead over the other players' average; once the match can end, mainly whether the seat has won."""
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
    """Return whether the seat gained points by keeping its promise; late in the match, whether it won."""
    if horizon(before) > 1:
        return has(int(state.victors), seat)
    return int(state.scores[seat]) > int(before.scores[seat])


WORTH = Worth(horizon, value, goal, say("keep the promise"))
