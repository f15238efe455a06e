"""A table that is being played at: its subscribers, and how they hear of what happens."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from parlour.errors import ParlourError
from parlour.game import SPECTATOR
from parlour.web.storage.store import SeatFacts, TableFacts
from parlour.web.storage.writer import Row
from parlour.web.tables.patches import encode
from parlour.web.tables.stream import Stream
from parlour.web.tables.table import Table
from parlour.web.wire.frames import frame
from parlour.web.wire.protocol import PublicSeat, PublicTable
from parlour.web.wire.refusals import TableRefusal

SEEN_SECONDS = 45.0  # how long a seat counts as present after its last request
log = logging.getLogger("parlour.web")


class Subscriber:
    """One open socket at a table."""

    __slots__ = ("_write", "onlooker")

    def __init__(self, onlooker: int, write: Callable[[bytes], bool]) -> None:
        """`onlooker` is a seat, or -1 for a spectator."""
        self.onlooker, self._write = onlooker, write

    def push(self, frames: bytes) -> None:
        """Send frames after those that wait; a client that is gone, or too far behind, gets no more."""
        if frames:
            self._write(frames)


class Asked(NamedTuple):
    """Who asked for an event, and the id under which."""

    subscriber: Subscriber
    client: str

    def answer(self, number: int) -> bytes:
        """That it is stored, and under which number."""
        return frame(b'{"type":"stored","id":%b,"number":%d}' % (encode(self.client), number))


class Live:
    """A table in memory."""

    def __init__(self, table: Table) -> None:
        """Nobody looks yet."""
        self.table, self.stream = table, Stream()
        self.lock = asyncio.Lock()
        self.subscribers: set[Subscriber] = set()
        self.touched = time.monotonic()
        self.seen: dict[int, float] = {}  # when a seat was heard of last
        self.elsewhere: dict[int, float] = {}  # when another server has last said that a seat is present
        self.aside: str | None = None  # why the table was set aside
        self.turn_began = time.monotonic()
        self.thinking: set[int] = set()  # seats for which a bot thinks
        self.advised: set[int] = set()  # seats for which a hint is thought about
        self.ours = True  # whether this server has stored the last event

    @property
    def name(self) -> str:
        """The name of the table."""
        return self.table.facts.id

    # --- making it

    @classmethod
    def rebuilt(cls, facts: TableFacts, places: list[SeatFacts], rows: list[Row]) -> "Live":
        """The table as its stored events give it; whatever is wrong with them sets it aside."""
        try:
            live = cls(Table(facts, places))
            live.follow(rows)
        except TableRefusal:
            raise
        except Exception as error:  # a row may be broken in any way; this table is set aside, no other suffers
            reason = f"Table {facts.id} is set aside: its stored events are broken."
            log.error("table %s is set aside: %s", facts.id, type(error).__name__, exc_info=_harmless(error))
            raise TableRefusal("set_aside", reason) from None
        return live

    def follow(self, rows: list[Row]) -> None:
        """Let stored events happen, without telling anybody."""
        if self.table.facts.started is not None and self.table.match is None:
            for happened in self.table.start():
                self.stream.note(happened)
        for row in rows:
            for happened in self.table.perform(row):
                self.stream.note(happened)

    # --- telling

    @property
    def onlookers(self) -> list[int]:
        """Who may be told: every seat of a person, and the spectators if there are any."""
        people = [place.seat for place in self.table.places if place.token_hash is not None]
        watched = any(subscriber.onlooker == SPECTATOR for subscriber in self.subscribers)
        return [*people, SPECTATOR] if watched else people

    def perform(self, row: Row, asked: Asked | None = None) -> None:
        """Let a stored event happen: whoever asked for it is answered, then everybody is told."""
        onlookers = self.onlookers
        told = [self.stream.show(self.table, happened, onlookers) for happened in self.table.perform(row)]
        self.turn_began = self.touched = time.monotonic()
        if asked:
            asked.subscriber.push(asked.answer(row["number"]) + _joined(told, asked.subscriber))
        for subscriber in self.subscribers:
            if not asked or subscriber is not asked.subscriber:
                subscriber.push(_joined(told, subscriber))

    def begin(self) -> None:
        """The match starts: everybody gets the whole table."""
        for happened in self.table.start():
            self.stream.note(happened)
        self.turn_began = time.monotonic()
        for subscriber in self.subscribers:
            subscriber.push(self.welcome(subscriber.onlooker))

    def welcome(self, onlooker: int) -> bytes:
        """The whole table for somebody who comes, or comes back after long."""
        table = self.table
        view = b"null" if table.match is None else encode(self.stream.view(table, onlooker))
        invite = table.facts.invite if onlooker != SPECTATOR else None
        undo = onlooker != SPECTATOR and table.can_undo(onlooker)
        rest = {"table": self.public(), "can_undo": undo, "invite": invite, "rows": table.rows}
        return frame(
            b'{"type":"welcome","seat":%d,"number":%d,"view":%b,"log":%b,%b'
            % (onlooker, table.number, view, self.stream.told(), encode(rest)[1:])
        )

    def broadcast(self, message: dict[str, Any]) -> None:
        """Tell everybody the same."""
        self._push(encode(message))

    def tell_facts(self) -> None:
        """Tell everybody who sits at the table now."""
        self._push(b'{"type":"table",' + encode(self.public())[1:])

    def _push(self, text: bytes) -> None:
        made = frame(text)
        for subscriber in self.subscribers:
            subscriber.push(made)

    def set_aside(self, error: Exception) -> None:
        """Something is wrong with this table: nobody plays on here, and everybody is told so."""
        self.aside = f"Table {self.name} is set aside: it cannot be played on."
        log.error("table %s is set aside: %s", self.name, type(error).__name__, exc_info=_harmless(error))
        self.broadcast({"type": "aside", "reason": self.aside})

    # --- who is there

    def is_present(self, seat: int) -> bool:
        """Whether the person of a seat has an open socket, here or at another server, or was heard of lately."""
        if any(subscriber.onlooker == seat for subscriber in self.subscribers):
            return True
        latest = max(self.seen.get(seat, 0.0), self.elsewhere.get(seat, 0.0))
        return bool(latest) and time.monotonic() - latest < SEEN_SECONDS

    @property
    def present(self) -> list[int]:
        """The seats whose people have an open socket here."""
        return sorted({subscriber.onlooker for subscriber in self.subscribers} - {SPECTATOR})

    def public(self) -> PublicTable:
        """What everybody may know."""
        facts, table = self.table.facts, self.table
        return PublicTable(
            table=facts.id, game=facts.game, title=table.game.title, players=facts.players, options=facts.options,
            seats=[self._public_seat(place) for place in table.places], started=facts.started is not None,
            over=table.over, number=table.number, commitment=table.commitment, listed=facts.listed,
            timer=facts.timer, seconds_left=self.seconds_left(), rematch=facts.rematch,
        )  # fmt: skip

    def _public_seat(self, place: SeatFacts) -> PublicSeat:
        bot = place.kind == "bot"
        return PublicSeat(
            seat=place.seat, name=place.name, kind="bot" if bot else "person", level=place.level if bot else "",
            taken=bot or place.token_hash is not None, present=bot or self.is_present(place.seat), away=place.away,
        )  # fmt: skip

    def seconds_left(self) -> float | None:
        """What is left of the time for this move, at a table with a timer."""
        if self.table.facts.timer is None or self.table.match is None or self.table.over:
            return None
        return round(max(0.0, self.table.facts.timer - (time.monotonic() - self.turn_began)), 1)


def _joined(told: list[dict[int, bytes]], subscriber: Subscriber) -> bytes:
    """What a subscriber is told of some events; nothing, if it has not looked before."""
    return b"".join([messages[subscriber.onlooker] for messages in told if subscriber.onlooker in messages])


def _harmless(error: Exception) -> BaseException | None:
    """An error for the log: the text of our own errors may quote a row, and so a card; programming errors do not."""
    return None if isinstance(error, ParlourError) else error
