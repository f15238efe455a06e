"""A player's statistics in Active 13 (tricks and upgrades), and the strength of its bots."""

from parlour.engine.sets import count
from parlour.game.figures import Edge, Figure
from parlour.game.game import State
from parlour.game.texts import say


def tricks(state: State, seat: int) -> tuple[int, int]:
    """Return the points that the seat scored in the round, one for each trick."""
    return int(state.gains[seat]), 1


def upgrades(state: State, seat: int) -> tuple[int, int]:
    """Return how often the seat upgraded in the match; its binned cards are counted when the match is over."""
    return (count(int(state.binned[seat])) if state.victors else 0), 1


FIGURES = (
    Figure("tricks", say("Tricks won per round"), tricks),
    Figure("upgrades", say("Upgrades per round"), upgrades),
)
EDGES = (  # These figures come from docs/studies/active13.md and docs/bots.md.
    Edge("medium", "easy", 0.75, 2),
    Edge("hard", "medium", 0.675, 2),
)
