"""The log of a match: lines that say what has happened, and which of them may be read now.

In a game with `closed_tricks`, nobody may look at a taken trick until the round is over. So a line about a card in a
trick is closed when the trick leaves the table, and opened again after the round.
"""

from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

from parlour.game.game import SPECTATOR
from parlour.game.view import Play
from parlour.match.match import Match

SENT_LINES = 200  # how many lines a server keeps and sends to a new client; the page keeps 400 (sitting.js)
SCREEN_LINES = 20  # how many lines a terminal shows

Line = TypeVar("Line")


class Now(NamedTuple):
    """What a log needs to know about the match after an event."""

    rounds: int = 0  # number of finished rounds
    trick: tuple[Play, ...] = ()  # the trick on the table or just taken; always empty in games without closed tricks


def now_of(match: Match) -> Now:
    """Return what a log needs to know about the match now."""
    rounds = int(match.state.rounds)
    if not match.game.closed_tricks:
        return Now(rounds)
    centre = match.view(SPECTATOR).centre
    return Now(rounds, centre.trick or centre.last_trick)


class Entry(NamedTuple, Generic[Line]):
    """A line of a log, and the trick that the line is about."""

    line: Line
    round: int  # number of rounds that were over before the line was added
    trick: tuple[Play, ...]  # the trick just after the card was played; empty if the line isn't about a trick


class Changed(NamedTuple, Generic[Line]):
    """Earlier log lines that changed with an event: `closed` lines are now hidden, `opened` lines are visible again."""

    closed: list[Line]
    opened: list[Line]


class Log(Generic[Line]):
    """The log of a match: its lines, each with the trick that it is about."""

    def __init__(self, most: int | None = None) -> None:
        """Start without lines; keep only the last `most` lines, or all."""
        self._entries: list[Entry[Line]] = []
        self._now = Now()
        self._most = most

    def add(self, line: Line, now: Now) -> Changed[Line]:
        """Add a line about what has just happened; `now` describes the match after it."""
        before, self._now = self._now, now
        changed: Changed[Line] = Changed([], [])
        # Only lines about tricks of the current round can be closed or opened.
        for one in [one for one in self._entries if one.trick and one.round == before.rounds]:
            is_open = self._is_open(one, now)
            if is_open != self._is_open(one, before):
                (changed.opened if is_open else changed.closed).append(one.line)
        self._entries.append(Entry(line, before.rounds, now.trick if now.trick != before.trick else ()))
        if self._most is not None:
            del self._entries[: -self._most]
        return changed

    def __iter__(self) -> Iterator[tuple[Line, bool]]:
        """Yield every line, and whether the line may be read now."""
        return ((one.line, self._is_open(one, self._now)) for one in self._entries)

    @property
    def open(self) -> list[Line]:
        """The lines of the log that may be read now."""
        return [line for line, is_open in self if is_open]

    def copy(self) -> "Log[Line]":
        """Copy the log, so that the copy can continue differently."""
        copied: Log[Line] = Log(self._most)
        copied._entries, copied._now = list(self._entries), self._now
        return copied

    @staticmethod
    def _is_open(entry: Entry[Line], now: Now) -> bool:
        """Return whether a line may be read: it has no trick, its trick lies on the table, or its round is over."""
        return not entry.trick or entry.round < now.rounds or now.trick[: len(entry.trick)] == entry.trick
