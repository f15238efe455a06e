"""The stream of a table: each event as bytes for each onlooker, encoded once for all who see the same."""

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
RECENT_EVENTS, RECENT_BYTES = 2, 2_500  # that a returning client gets one by one; more of them if they are short
NOTHING = b"[]"  # the story of an event that tells of a closed trick


class LogLine(NamedTuple):
    """An event in the log: as everybody reads it, as seats do that got news of their own, and without its story."""

    number: int
    public: bytes
    private: dict[int, bytes]
    closed: bytes  # empty where the line is about no trick

    def read_by(self, onlooker: int, is_open: bool) -> bytes:
        """The line for that onlooker; a closed one says only that there was an event."""
        return self.private.get(onlooker, self.public) if is_open else self.closed


class Told(NamedTuple):
    """What everybody is told of an event: its encoded story, and which lines of the log it has closed or opened."""

    story: bytes
    changes: bytes


class Recent(NamedTuple):
    """The messages about one of the last events, by onlooker, and their size in bytes."""

    number: int
    messages: dict[int, bytes]
    size: int


class Stream:
    """What the onlookers of a table were shown last, and the messages that brought them there."""

    def __init__(self) -> None:
        """Without onlookers."""
        self.views: dict[int, View] = {}  # by onlooker
        self.log: Log[LogLine] = Log(SENT_LINES)
        self._recent: list[Recent] = []

    def note(self, event: TableEvent) -> Told:
        """Add an event to the log; what is told of it to everybody."""
        story = encode(event.story)
        private = {seat: _log_line(event, story, news) for seat, news in event.news.items()}
        closed = _log_line(event, NOTHING) if event.now.trick else b""
        line = LogLine(event.number, _log_line(event, story), private, closed)
        changed = self.log.add(line, event.now)
        return Told(story, _log_changes([one.number for one in changed.closed], bool(changed.opened)))

    def show(self, table: Table, event: TableEvent, onlookers: Iterable[int]) -> dict[int, bytes]:
        """The message about an event for each onlooker; an onlooker without a previous view gets none."""
        told = self.note(event)
        messages: dict[int, bytes] = {}
        same: dict[bytes, bytes] = {}  # equal changes are encoded once
        shared: Shared = {}
        for onlooker, before in self._previous_views(table, onlookers):
            changes = patch(self.views[onlooker], before, shared)
            news, undo = event.news.get(onlooker, []), onlooker == event.seat and table.can_undo(onlooker)
            if news or undo:
                messages[onlooker] = _message(event, told, changes, news, undo=undo)
            else:
                messages[onlooker] = same.get(changes) or same.setdefault(changes, _message(event, told, changes))
        self._remember(event.number, messages)
        return messages

    def _remember(self, number: int, messages: dict[int, bytes]) -> None:
        """Hold the last messages for returning clients: the shorter they are, the more of them."""
        size = sum(map(len, {id(message): message for message in messages.values()}.values()))
        self._recent.append(Recent(number, messages, size))
        while len(self._recent) > RECENT_EVENTS and sum(recent.size for recent in self._recent) > RECENT_BYTES:
            del self._recent[0]

    def _previous_views(self, table: Table, onlookers: Iterable[int]) -> list[tuple[int, View]]:
        """The previous view of each onlooker that had one; `views` holds the present ones afterwards."""
        seen, self.views = self.views, table.views(onlookers)
        return [(onlooker, seen[onlooker]) for onlooker in self.views if onlooker in seen]

    def view(self, table: Table, onlooker: int) -> View:
        """What the onlooker sees now."""
        if onlooker not in self.views:
            self.views[onlooker] = table.playing.view(onlooker)
        return self.views[onlooker]

    def missed(self, onlooker: int, last: int, number: int) -> list[bytes] | None:
        """The messages after event `last`, if all of them are still held, and tell nothing that is closed by now."""
        if last > number:
            return None  # no event has that number
        closed = {line.number for line, is_open in self.log if not is_open}
        held = [one for one in self._recent if onlooker in one.messages and one.number not in closed]
        recent = {one.number: one.messages[onlooker] for one in held}
        wanted = range(last + 1, number + 1)
        return [recent[event] for event in wanted] if all(event in recent for event in wanted) else None

    def lines(self, reader: ValueReader[Line], onlooker: int) -> list[Line]:
        """The log as that onlooker reads it, line by line."""
        return [reader.decode(line.read_by(onlooker, is_open)) for line, is_open in self.log]

    def encoded_log(self, onlooker: int) -> bytes:
        """The log as that onlooker reads it, encoded."""
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
    """The fields of an event that closes lines of the log, or opens some again; nearly all do neither."""
    closes = b',"closes":%b' % encode(closed) if closed else b""
    return closes + b',"opens":true' if opened else closes


def _message(event: TableEvent, told: Told, changes: bytes, news: Sequence[Text] = (), undo: bool = False) -> bytes:
    return frame(
        b'{"type":"event","number":%d,"seat":%b,"story":%b,"news":%b,"patch":%b,"can_undo":%b,"proof":%b%b}'
        % (event.number, _seat(event), told.story, encode(news), changes, b"true" if undo else b"false",
           _proof(event), told.changes)
    )  # fmt: skip
