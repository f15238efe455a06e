"""The values of positions in Thirty-one, for bots that look ahead."""

from parlour.bots.worth import LATE, WIN, Worth
from parlour.engine.rule import rule
from parlour.engine.sets import count, has
from parlour.game.game import State
from parlour.game.texts import say


@rule
def horizon(state: State) -> int:
    """Look ahead one round, because it decides about one life, and later rounds would only add noise."""
    return 1


@rule
def value(state: State, seat: int) -> float:
    """Return the seat's lives, less a fraction of the other players' lives, plus the value of winning the match."""
    others = 0
    for other in range(int(state.players)):
        others += int(state.lives_left[other]) if other != seat else 0
    won = WIN / count(int(state.victors)) if has(int(state.victors), seat) else 0.0
    return won + int(state.lives_left[seat]) - LATE * others


@rule
def goal(before: State, state: State, seat: int) -> bool:
    """Say whether the seat kept all its lives."""
    return int(state.lives_left[seat]) >= int(before.lives_left[seat])


WORTH = Worth(horizon, value, goal, say("lose no life"))
