"""The stream of a table: each event as bytes for each onlooker, encoded once for all who see the same."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from parlour.reading import ValueReader
from parlour.texts import Text
from parlour.view import View
from parlour.web.tables.patches import Shared, patch
from parlour.web.tables.table import Table, TableEvent
from parlour.web.wire.frames import encode, frame

Line = TypeVar("Line")
RECENT_EVENTS, RECENT_BYTES = 2, 2_500  # that a returning client gets one by one; more of them if they are short
LOG_LINES = 200  # for a client that comes new


class LogLine(NamedTuple):
    """An event in the log: as everybody reads it, and as the seats do that got news of their own."""

    public: bytes
    private: dict[int, bytes]

    def read_by(self, onlooker: int) -> bytes:
        """The line for that onlooker."""
        return self.private.get(onlooker, self.public)


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
        self.log: list[LogLine] = []
        self._recent: list[Recent] = []

    def note(self, event: TableEvent) -> bytes:
        """Add an event to the log; its encoded story."""
        story = encode(event.story)
        private = {seat: _log_line(event, story, news) for seat, news in event.news.items()}
        self.log.append(LogLine(_log_line(event, story, []), private))
        del self.log[:-LOG_LINES]
        return story

    def show(self, table: Table, event: TableEvent, onlookers: Iterable[int]) -> dict[int, bytes]:
        """The message about an event for each onlooker; an onlooker without a previous view gets none."""
        story = self.note(event)
        messages: dict[int, bytes] = {}
        same: dict[bytes, bytes] = {}  # equal changes are encoded once
        shared: Shared = {}
        for onlooker, before in self._previous_views(table, onlookers):
            changes = patch(self.views[onlooker], before, shared)
            news, undo = event.news.get(onlooker, []), onlooker == event.seat and table.can_undo(onlooker)
            if news or undo:
                messages[onlooker] = _message(event, story, changes, news, undo=undo)
            else:
                messages[onlooker] = same.get(changes) or same.setdefault(changes, _message(event, story, changes))
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
        """The messages after event `last`, if all of them are still held."""
        if last > number:
            return None  # no event has that number
        recent = {one.number: one.messages[onlooker] for one in self._recent if onlooker in one.messages}
        wanted = range(last + 1, number + 1)
        return [recent[event] for event in wanted] if all(event in recent for event in wanted) else None

    def lines(self, reader: ValueReader[Line], onlooker: int) -> list[Line]:
        """The log as that onlooker reads it, line by line."""
        return [reader.decode(line.read_by(onlooker)) for line in self.log]

    def encoded_log(self, onlooker: int) -> bytes:
        """The log as that onlooker reads it, encoded."""
        return b"[" + b",".join([line.read_by(onlooker) for line in self.log]) + b"]"


def _log_line(event: TableEvent, story: bytes, news: list[Text]) -> bytes:
    return b'{"number":%d,"seat":%b,"story":%b,"news":%b,"proof":%b}' % (
        event.number, _seat(event), story, encode(news), _proof(event),
    )  # fmt: skip


def _seat(event: TableEvent) -> bytes:
    return b"null" if event.seat is None else b"%d" % event.seat


def _proof(event: TableEvent) -> bytes:
    return b'{"events":%d,"seal":"%b"}' % (event.events, event.seal.encode())


def _message(event: TableEvent, story: bytes, changes: bytes, news: Sequence[Text] = (), undo: bool = False) -> bytes:
    return frame(
        b'{"type":"event","number":%d,"seat":%b,"story":%b,"news":%b,"patch":%b,"can_undo":%b,"proof":%b}'
        % (event.number, _seat(event), story, encode(news), changes, b"true" if undo else b"false", _proof(event))
    )
