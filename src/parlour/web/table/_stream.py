"""A table's stream of events: each event's message for every viewer; equal messages are encoded only once."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from parlour.engine.values import ValueReader
from parlour.game.texts import Text
from parlour.game.view import View
from parlour.match.log import SENT_LINES, Log
from parlour.web.table._patches import Shared, patch
from parlour.web.table._table import Table, TableEvent
from parlour.web.wire.frames import encode, frame

Line = TypeVar("Line")
# A returning client can get at least the last RECENT_EVENTS again, and earlier events as well if all are short.
RECENT_EVENTS, RECENT_BYTES = 2, 2_500
NOTHING = b"[]"  # replaces the story of an event whose trick is closed


class LogLine(NamedTuple):
    """A line of the log in three forms: for everybody, for seats with private news, and closed (without a story)."""

    number: int
    public: bytes
    private: dict[int, bytes]
    closed: bytes  # empty if the line isn't about a trick

    def read_by(self, onlooker: int, is_open: bool) -> bytes:
        """Return the line as this viewer may read it; a closed line says only that there was an event."""
        return self.private.get(onlooker, self.public) if is_open else self.closed


class PublicPart(NamedTuple):
    """An event's public part: its encoded story, and which lines of the log it closes or opens."""

    story: bytes
    changes: bytes


class Recent(NamedTuple):
    """A recent event's messages, by viewer, and their total size in bytes."""

    number: int
    messages: dict[int, bytes]
    size: int


class Stream:
    """Each viewer's last view of a table, the log, and the most recent messages."""

    def __init__(self) -> None:
        """Start without any viewers."""
        self.views: dict[int, View] = {}  # the last view of each viewer
        self.log: Log[LogLine] = Log(SENT_LINES)
        self._recent: list[Recent] = []

    def note(self, event: TableEvent) -> PublicPart:
        """Add an event to the log; return the event's public part."""
        story = encode(event.story)
        private = {seat: _log_line(event, story, news) for seat, news in event.news.items()}
        closed = _log_line(event, NOTHING) if event.now.trick else b""
        line = LogLine(event.number, _log_line(event, story), private, closed)
        changed = self.log.add(line, event.now)
        return PublicPart(story, _log_changes([one.number for one in changed.closed], bool(changed.opened)))

    def show(self, table: Table, event: TableEvent, onlookers: Iterable[int]) -> dict[int, bytes]:
        """Return each viewer's message about an event. Viewers without a previous view get no message."""
        public = self.note(event)
        messages: dict[int, bytes] = {}
        same: dict[bytes, bytes] = {}  # equal changes are encoded once
        shared: Shared = {}
        for onlooker, before in self._previous_views(table, onlookers):
            changes = patch(self.views[onlooker], before, shared)
            news, undo = event.news.get(onlooker, []), onlooker == event.seat and table.can_undo(onlooker)
            if news or undo:
                messages[onlooker] = _message(event, public, changes, news, undo=undo)
            else:
                messages[onlooker] = same.get(changes) or same.setdefault(changes, _message(event, public, changes))
        self._remember(event.number, messages)
        return messages

    def _remember(self, number: int, messages: dict[int, bytes]) -> None:
        """Keep the most recent messages for returning clients: always a few of them, and more if they are short."""
        size = sum(map(len, {id(message): message for message in messages.values()}.values()))
        self._recent.append(Recent(number, messages, size))
        while len(self._recent) > RECENT_EVENTS and sum(recent.size for recent in self._recent) > RECENT_BYTES:
            del self._recent[0]

    def _previous_views(self, table: Table, onlookers: Iterable[int]) -> list[tuple[int, View]]:
        """Replace `views` by the current views; return each viewer's previous view, if there was one."""
        seen, self.views = self.views, table.views(onlookers)
        return [(onlooker, seen[onlooker]) for onlooker in self.views if onlooker in seen]

    def view(self, table: Table, onlooker: int) -> View:
        """Return the viewer's current view of the table."""
        if onlooker not in self.views:
            self.views[onlooker] = table.playing.view(onlooker)
        return self.views[onlooker]

    def missed(self, onlooker: int, last: int, number: int) -> list[bytes] | None:
        """Return the messages since event `last`; None if some are no longer kept, or belong to closed lines."""
        if last > number:
            return None  # the client claims to have an event that does not exist yet
        closed = {line.number for line, is_open in self.log if not is_open}
        held = [one for one in self._recent if onlooker in one.messages and one.number not in closed]
        recent = {one.number: one.messages[onlooker] for one in held}
        wanted = range(last + 1, number + 1)
        return [recent[event] for event in wanted] if all(event in recent for event in wanted) else None

    def lines(self, reader: ValueReader[Line], onlooker: int) -> list[Line]:
        """Return the viewer's log, line by line."""
        return [reader.decode(line.read_by(onlooker, is_open)) for line, is_open in self.log]

    def encoded_log(self, onlooker: int) -> bytes:
        """Return the viewer's log as encoded JSON."""
        return b"[" + b",".join([line.read_by(onlooker, is_open) for line, is_open in self.log]) + b"]"


def _log_line(event: TableEvent, story: bytes, news: Sequence[Text] = ()) -> bytes:
    return b'{"number":%d,"seat":%b,"story":%b,"news":%b,"proof":%b}' % (
        event.number, _seat(event), story, encode(news), _proof(event),
    )  # fmt: skip


def _seat(event: TableEvent) -> bytes:
    return b"null" if event.seat is None else b"%d" % event.seat


def _proof(event: TableEvent) -> bytes:
    return b'{"events":%d,"seal":"%b"}' % (event.events, event.seal.encode())


def _log_changes(closed: list[int], opened: bool) -> bytes:
    """Return the fields for an event that closes or reopens lines of the log; empty for nearly all events."""
    closes = b',"closes":%b' % encode(closed) if closed else b""
    return closes + b',"opens":true' if opened else closes


def _message(
    event: TableEvent, public: PublicPart, changes: bytes, news: Sequence[Text] = (), undo: bool = False
) -> bytes:
    return frame(
        b'{"type":"event","number":%d,"seat":%b,"story":%b,"news":%b,"patch":%b,"can_undo":%b,"proof":%b%b}'
        % (event.number, _seat(event), public.story, encode(news), changes, b"true" if undo else b"false",
           _proof(event), public.changes)
    )  # fmt: skip
