"""A player's statistics in Rook (auctions won, bids made and points per hand), and the strength of its bots."""

from parlour.game.figures import Edge, Figure
from parlour.game.game import State
from parlour.game.texts import say
from parlour.games.rook.state import MADE, SET, TEAMS


def bids_made(state: State, seat: int) -> tuple[int, int]:
    """Return two numbers that are 0 or 1: whether the seat made its bid, and whether it won the auction."""
    own = int(state.bidder) == seat and int(state.outcome) in (MADE, SET)
    return int(own and int(state.outcome) == MADE), int(own)


def auctions_won(state: State, seat: int) -> tuple[int, int]:
    """Return two numbers that are 0 or 1: whether the seat won the auction, and whether the hand was played."""
    played = int(state.outcome) in (MADE, SET)
    return int(played and int(state.bidder) == seat), int(played)


def points(state: State, seat: int) -> tuple[int, int]:
    """Return the points that the seat's team gained in the hand."""
    return int(state.gains[seat % TEAMS]), 1


FIGURES = (
    Figure("bids_made", say("Bids made"), bids_made, share=True),
    Figure("auctions_won", say("Auctions won"), auctions_won, share=True),
    Figure("points", say("Points per hand, as a team"), points),
)
EDGES = (  # These figures come from docs/studies/rook.md and docs/bots.md.
    Edge("medium", "easy", 0.996, 2, members=2),
    Edge("hard", "medium", 0.958, 2, members=2),
)
