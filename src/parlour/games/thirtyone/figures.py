"""A player's statistics in Thirty-one: lives, hands, 31s; and how strong the bots are."""

from parlour.engine.sets import has
from parlour.game.figures import Edge, Figure
from parlour.game.game import State
from parlour.game.texts import say
from parlour.games.thirtyone.hands import THIRTY_ONE


def took_part(state: State, seat: int) -> int:
    """Return whether the seat had a hand in the round: a player who is out has none."""
    return int(int(state.points[seat]) > 0)


def lives_lost(state: State, seat: int) -> tuple[int, int]:
    """Return whether the round cost a life."""
    return int(has(int(state.lost), seat)), took_part(state, seat)


def hand(state: State, seat: int) -> tuple[int, int]:
    """Return what the hand counted."""
    return int(state.points[seat]), took_part(state, seat)


def thirty_ones(state: State, seat: int) -> tuple[int, int]:
    """Return whether the hand was 31."""
    return int(int(state.points[seat]) == THIRTY_ONE), took_part(state, seat)


FIGURES = (
    Figure("lives_lost", say("Rounds that cost a life"), lives_lost, share=True),
    Figure("hand", say("Points per hand"), hand),
    Figure("thirty_ones", say("Rounds with 31"), thirty_ones, share=True),
)
EDGES = (  # docs/studies/thirtyone.md and docs/bots.md
    Edge("medium", "easy", 0.64, 4),
    Edge("hard", "medium", 0.325, 4),
)
