"""A player's statistics in Oh 7 ? and Kod-7: promises kept, tricks promised and won."""

from parlour.engine.sets import has
from parlour.game.figures import Figure
from parlour.game.game import State
from parlour.game.texts import say


def kept(state: State, seat: int) -> tuple[int, int]:
    """Return 1 for a kept or 0 for a broken promise, and 1 for the number of promises."""
    return int(has(int(state.kept), seat)), 1


def promised(state: State, seat: int) -> tuple[int, int]:
    """Return the number of tricks promised in the round, and 1 for the number of rounds."""
    return int(state.bids[seat]), 1


def won(state: State, seat: int) -> tuple[int, int]:
    """Return the number of tricks won in the round, and 1 for the number of rounds."""
    return int(state.won[seat]), 1


FIGURES = (
    Figure("promises_kept", say("Promises kept"), kept, share=True),
    Figure("promised", say("Tricks promised per round"), promised),
    Figure("tricks", say("Tricks won per round"), won),
)
