"""The log of a match: what has happened, and which of it may be read now.

In a game with `closed_tricks` a trick that was taken may not be looked at again before the round is over. So a line
that tells of a card in a trick is closed when that trick no longer lies on the table, and open again after the round.
"""

from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

from parlour.game.game import SPECTATOR
from parlour.game.view import Play
from parlour.match.match import Match

SENT_LINES = 200  # that a server keeps, and sends to a client that comes new; the page keeps 400 (sitting.js)
SCREEN_LINES = 20  # that a terminal shows

Line = TypeVar("Line")


class Now(NamedTuple):
    """Where a match stands after an event, as far as it matters for a log."""

    rounds: int = 0  # that are over
    trick: tuple[Play, ...] = ()  # that lies on the table, or has just been taken; empty where tricks are not closed


def now_of(match: Match) -> Now:
    """Where the match stands now."""
    rounds = int(match.state.rounds)
    if not match.game.closed_tricks:
        return Now(rounds)
    centre = match.view(SPECTATOR).centre
    return Now(rounds, centre.trick or centre.last_trick)


class Entry(NamedTuple, Generic[Line]):
    """A line, and what it tells of."""

    line: Line
    round: int  # how many rounds were over before
    trick: tuple[Play, ...]  # as it lay there after a card of it was played; empty: the line is about something else


class Changed(NamedTuple, Generic[Line]):
    """The earlier lines that an event has closed, and those that it has opened again."""

    closed: list[Line]
    opened: list[Line]


class Log(Generic[Line]):
    """The lines of a match, each with what it tells of."""

    def __init__(self, most: int | None = None) -> None:
        """Without lines; `most`: how many of the last ones are kept."""
        self._entries: list[Entry[Line]] = []
        self._now = Now()
        self._most = most

    def add(self, line: Line, now: Now) -> Changed[Line]:
        """Add what has just happened, and how the match stands now."""
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
        """Every line, and whether it may be read now."""
        return ((one.line, self._is_open(one, self._now)) for one in self._entries)

    @property
    def open(self) -> list[Line]:
        """The lines that may be read now."""
        return [line for line, is_open in self if is_open]

    def copy(self) -> "Log[Line]":
        """The same lines, to be continued in another way."""
        copied: Log[Line] = Log(self._most)
        copied._entries, copied._now = list(self._entries), self._now
        return copied

    @staticmethod
    def _is_open(entry: Entry[Line], now: Now) -> bool:
        """Whether the line tells of no trick, of one that still lies there, or of a round that is over."""
        return not entry.trick or entry.round < now.rounds or now.trick[: len(entry.trick)] == entry.trick
