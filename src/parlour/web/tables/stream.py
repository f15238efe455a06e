"""The stream of a table: each event as bytes for each onlooker, encoded once for all who may see the same."""

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from parlour.view import View
from parlour.web.tables.patches import Shared, encode, patch
from parlour.web.tables.table import Happened, Table
from parlour.web.wire.frames import frame

Line = TypeVar("Line")
KEPT_EVENTS, KEPT_BYTES = 2, 2_500  # that a client may have missed and still gets one by one; more, if they are short
KEPT_STORIES = 200  # lines of the log for who comes new


class Stream:
    """What the onlookers of a table were shown last, and the messages that brought them there."""

    def __init__(self) -> None:
        """Nobody has looked yet."""
        self.views: dict[int, View] = {}  # by onlooker
        self.log: list[bytes] = []
        self._kept: list[tuple[int, dict[int, bytes], int]] = []  # number, messages, their size

    def note(self, happened: Happened) -> bytes:
        """Keep the story of an event for the log; its encoded sentences."""
        story = encode(happened.story)
        self.log.append(b'{"number":%d,"story":%b}' % (happened.number, story))
        del self.log[:-KEPT_STORIES]
        return story

    def show(self, table: Table, happened: Happened, onlookers: Iterable[int]) -> dict[int, bytes]:
        """The message about an event for each onlooker; who has not looked before gets none."""
        story = self.note(happened)
        messages: dict[int, bytes] = {}
        same: dict[bytes, bytes] = {}  # equal changes are encoded once
        shared: Shared = {}
        for onlooker, before in self._looked_again(table, onlookers):
            changes = patch(self.views[onlooker], before, shared)
            if onlooker == happened.seat and table.can_undo(onlooker):
                messages[onlooker] = _event(happened, story, changes, undo=True)
            else:
                messages[onlooker] = same.get(changes) or same.setdefault(changes, _event(happened, story, changes))
        self._keep(happened.number, messages)
        return messages

    def _keep(self, number: int, messages: dict[int, bytes]) -> None:
        """Keep the last messages: the more, the shorter they are."""
        size = sum(map(len, {id(message): message for message in messages.values()}.values()))
        self._kept.append((number, messages, size))
        while len(self._kept) > KEPT_EVENTS and sum(size for _, _, size in self._kept) > KEPT_BYTES:
            del self._kept[0]

    def _looked_again(self, table: Table, onlookers: Iterable[int]) -> list[tuple[int, View]]:
        """Who has looked before, and what was seen; everybody has the view of now after it."""
        seen, self.views = self.views, table.views(onlookers)
        return [(onlooker, seen[onlooker]) for onlooker in self.views if onlooker in seen]

    def view(self, table: Table, onlooker: int) -> View:
        """What the onlooker sees now."""
        if onlooker not in self.views:
            self.views[onlooker] = table.playing.view(onlooker)
        return self.views[onlooker]

    def missed(self, onlooker: int, last: int, number: int) -> list[bytes] | None:
        """The messages after event `last`, if all of them are still there."""
        if last > number:
            return None  # a number that never was
        kept = {event: messages[onlooker] for event, messages, _ in self._kept if onlooker in messages}
        wanted = range(last + 1, number + 1)
        return [kept[event] for event in wanted] if all(event in kept for event in wanted) else None

    def stories(self, kind: type[Line]) -> list[Line]:
        """The log, line by line."""
        return [msgspec.json.decode(line, type=kind) for line in self.log]

    def told(self) -> bytes:
        """The log."""
        return b"[" + b",".join(self.log) + b"]"


def _event(happened: Happened, story: bytes, changes: bytes, undo: bool = False) -> bytes:
    seat = b"null" if happened.seat is None else b"%d" % happened.seat
    return frame(
        b'{"type":"event","number":%d,"seat":%b,"story":%b,"patch":%b,"can_undo":%b}'
        % (happened.number, seat, story, changes, b"true" if undo else b"false")
    )
