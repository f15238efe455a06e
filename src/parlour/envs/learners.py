"""Finding the learner's seats at tables where other players may sit in some seats."""

from typing import Any

EVERY_SEAT, NO_SEAT = -1, -2  # Used instead of a seat's number if the learner has all seats, or none.


def learners(seats: Any, mine: Any, teams: int) -> Any:
    """Say for each seat whether it belongs to the learner or to the learner's partner."""
    own = (mine == EVERY_SEAT) | (seats == mine)
    return own | ((mine >= 0) & (seats % teams == mine % teams)) if teams else own
