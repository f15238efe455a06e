"""A player's statistics in Thirty-one (lives lost, hands and 31s), and the strength of its bots."""

from parlour.engine.sets import has
from parlour.game.figures import Edge, Figure
from parlour.game.game import State
from parlour.game.texts import say
from parlour.games.thirtyone.hands import THIRTY_ONE


def took_part(state: State, seat: int) -> int:
    """Return 1 if the seat had a hand in the round, or 0 if the player was out."""
    return int(int(state.points[seat]) > 0)


def lives_lost(state: State, seat: int) -> tuple[int, int]:
    """Return two numbers that are 0 or 1: whether the seat lost a life, and whether it took part in the round."""
    return int(has(int(state.lost), seat)), took_part(state, seat)


def hand(state: State, seat: int) -> tuple[int, int]:
    """Return the points of the seat's hand, and 1 if the seat took part in the round or 0 if it didn't."""
    return int(state.points[seat]), took_part(state, seat)


def thirty_ones(state: State, seat: int) -> tuple[int, int]:
    """Return two numbers that are 0 or 1: whether the seat had 31, and whether it took part in the round."""
    return int(int(state.points[seat]) == THIRTY_ONE), took_part(state, seat)


FIGURES = (
    Figure("lives_lost", say("Rounds that cost a life"), lives_lost, share=True),
    Figure("hand", say("Points per hand"), hand),
    Figure("thirty_ones", say("Rounds with 31"), thirty_ones, share=True),
)
EDGES = (  # These figures come from docs/studies/thirtyone.md and docs/bots.md.
    Edge("medium", "easy", 0.64, 4),
    Edge("hard", "medium", 0.325, 4),
)
