"""The log of a match: what has happened, and which lines may be read now.

In a game with `closed_tricks`, nobody may look at a trick that was taken until the round is over. So a line about a
card in a trick is closed when that trick has left the table, and open again after the round.
"""

from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

from parlour.game.game import SPECTATOR
from parlour.game.view import Play
from parlour.match.match import Match

SENT_LINES = 200  # kept by a server and sent to a new client; the page keeps 400 (sitting.js)
SCREEN_LINES = 20  # shown in a terminal

Line = TypeVar("Line")


class Now(NamedTuple):
    """The position of a match after an event, as far as a log needs it."""

    rounds: int = 0  # finished rounds
    trick: tuple[Play, ...] = ()  # the trick on the table, or just taken; empty without closed tricks


def now_of(match: Match) -> Now:
    """Return the current position of a match."""
    rounds = int(match.state.rounds)
    if not match.game.closed_tricks:
        return Now(rounds)
    centre = match.view(SPECTATOR).centre
    return Now(rounds, centre.trick or centre.last_trick)


class Entry(NamedTuple, Generic[Line]):
    """A line, and the trick it is about."""

    line: Line
    round: int  # how many rounds were over before
    trick: tuple[Play, ...]  # the trick just after the card was played; empty: the line isn't about a trick


class Changed(NamedTuple, Generic[Line]):
    """The earlier lines that an event closed, and those that it opened again."""

    closed: list[Line]
    opened: list[Line]


class Log(Generic[Line]):
    """The lines of a match, each with the trick it is about."""

    def __init__(self, most: int | None = None) -> None:
        """Start without lines; `most`: how many of the last lines are kept."""
        self._entries: list[Entry[Line]] = []
        self._now = Now()
        self._most = most

    def add(self, line: Line, now: Now) -> Changed[Line]:
        """Add a line about what has just happened, and the position after it."""
        before, self._now = self._now, now
        changed: Changed[Line] = Changed([], [])
        for one in [one for one in self._entries if one.trick and one.round == before.rounds]:  # all others stay open
            is_open = self._is_open(one, now)
            if is_open != self._is_open(one, before):
                (changed.opened if is_open else changed.closed).append(one.line)
        self._entries.append(Entry(line, before.rounds, now.trick if now.trick != before.trick else ()))
        if self._most is not None:
            del self._entries[: -self._most]
        return changed

    def __iter__(self) -> Iterator[tuple[Line, bool]]:
        """Yield every line, and whether it may be read now."""
        return ((one.line, self._is_open(one, self._now)) for one in self._entries)

    @property
    def open(self) -> list[Line]:
        """The lines that may be read now."""
        return [line for line, is_open in self if is_open]

    def copy(self) -> "Log[Line]":
        """Copy the log, to continue it in a different way."""
        copied: Log[Line] = Log(self._most)
        copied._entries, copied._now = list(self._entries), self._now
        return copied

    @staticmethod
    def _is_open(entry: Entry[Line], now: Now) -> bool:
        """Return whether the line isn't about a trick, its trick is still on the table, or its round is over."""
        return not entry.trick or entry.round < now.rounds or now.trick[: len(entry.trick)] == entry.trick
