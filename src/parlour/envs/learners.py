"""Which seats of a table are the learner's, when others can have some of them."""

from typing import Any

EVERY_SEAT, NO_SEAT = -1, -2  # if the learner has all of a table's seats, or none


def learners(seats: Any, mine: Any, teams: int) -> Any:
    """Find which of these seats are the learner's (or its partner's)."""
    own = (mine == EVERY_SEAT) | (seats == mine)
    return own | ((mine >= 0) & (seats % teams == mine % teams)) if teams else own
