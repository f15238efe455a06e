"""When each running evening needs a server next. The schedule is kept in memory and follows from the database.

Between two such moments an evening is not read: a table that finishes and a salt that is revealed advance it at once.
"""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

REVEAL_SECONDS = 15.0  # time that clients have to reveal their salts
LATE_SECONDS = 120.0  # time that bots have to finish the boards after the round's time is up
LONGEST_STEP = 10.0  # one step counts at most this much overtime: a server may have been down or asleep
USUAL_STEP = LONGEST_STEP / 2  # overtime between two steps


class Timed(Protocol):
    """The part of an evening's row that says when the evening needs a server."""

    revealing: float | None
    started: float | None
    timer: float
    round: int
    round_began: float | None
    overtime: float
    overtime_at: float | None


class Slot(NamedTuple):
    """The round of an evening, and the time at which it needs a server next."""

    round: int
    due: float

    @classmethod
    def of(cls, evening: Timed) -> "Slot":
        """Read the slot from the row of a running evening."""
        return cls(evening.round, next_due(evening))


def next_due(evening: Timed) -> float:
    """Return when a running evening needs a server next, if no table finishes and nobody reveals a salt before."""
    if evening.started is None:
        return (evening.revealing or 0.0) + REVEAL_SECONDS
    if evening.overtime_at is None:
        return (evening.round_began or 0.0) + evening.timer
    return evening.overtime_at + max(0.0, min(USUAL_STEP, LATE_SECONDS - evening.overtime))


class Schedule:
    """The slots of the running evenings that this server knows."""

    def __init__(self) -> None:
        """Start without any evening."""
        self._slots: dict[str, Slot] = {}

    @property
    def names(self) -> set[str]:
        """The evenings that this server knows."""
        return set(self._slots)

    def set(self, name: str, slot: Slot) -> None:
        """Note when an evening needs this server next."""
        self._slots[name] = slot

    def forget(self, name: str) -> None:
        """Drop an evening. If it still runs, the next comparison with the database finds it new."""
        self._slots.pop(name, None)

    def compare(self, stored: Mapping[str, Slot]) -> None:
        """Adopt the slots in the database. An evening that is new here, or has a new round, is due at once."""
        for name, slot in stored.items():
            known = self._slots.get(name)
            if known is None or known.round != slot.round:
                self._slots[name] = Slot(slot.round, 0.0)
            elif known.due > slot.due:
                self._slots[name] = slot

    def due(self, now: float) -> list[str]:
        """List the evenings that need this server now."""
        return sorted(name for name, slot in self._slots.items() if slot.due <= now)
