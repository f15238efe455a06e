"""Find the seats or teams with the most or the fewest points."""

from parlour.engine.rule import rule
from parlour.engine.sets import bit
from parlour.game.fields import Entries
from parlour.game.game import State


@rule
def most(scores: Entries, sides: int) -> int:
    """Return the set of sides (seats or teams) with the highest score."""
    found, best = 0, int(scores[0])
    for side in range(sides):
        if scores[side] > best:
            found, best = 0, int(scores[side])
        if scores[side] == best:
            found |= bit(side)
    return found


@rule
def fewest(scores: Entries, sides: int) -> int:
    """Return the set of sides (seats or teams) with the lowest score."""
    found, best = 0, int(scores[0])
    for side in range(sides):
        if scores[side] < best:
            found, best = 0, int(scores[side])
        if scores[side] == best:
            found |= bit(side)
    return found


@rule
def score(state: State, seat: int) -> int:
    """Return the points of a seat or its team, from the field `scores`."""
    return int(state.scores[seat % len(state.scores)])
