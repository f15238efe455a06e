"""The value of positions in Thirty-one, for bots that look ahead."""

from parlour.bots.worth import LATE, WIN, Worth
from parlour.engine.rule import rule
from parlour.engine.sets import count, has
from parlour.game.game import State
from parlour.game.texts import say


@rule
def horizon(state: State) -> int:
    """Look ahead one round: it costs a life or not, and anything further is noise."""
    return 1


@rule
def value(state: State, seat: int) -> float:
    """Weigh the seat's lives against those of the others, and the victory."""
    others = 0
    for other in range(int(state.players)):
        others += int(state.lives_left[other]) if other != seat else 0
    won = WIN / count(int(state.victors)) if has(int(state.victors), seat) else 0.0
    return won + int(state.lives_left[seat]) - LATE * others


@rule
def goal(before: State, state: State, seat: int) -> bool:
    """Return whether no life was lost."""
    return int(state.lives_left[seat]) >= int(before.lives_left[seat])


WORTH = Worth(horizon, value, goal, say("lose no life"))
