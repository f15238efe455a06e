"""A table in memory, with its connected clients and the messages to them."""

import asyncio
import logging
import time
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

from parlour.errors import ParlourError
from parlour.game.game import SPECTATOR
from parlour.game.texts import say
from parlour.match.match import Choice
from parlour.web.refusals import TableRefusal
from parlour.web.store.schema import UNDO, WITHDRAWN
from parlour.web.store.store import SeatFacts, TableFacts
from parlour.web.store.writer import Row
from parlour.web.table._absence import Absence, absent_seconds, needed, stand_in_seconds
from parlour.web.table._reports import SEEN_SECONDS, Reports
from parlour.web.table._stream import Stream
from parlour.web.table._table import Table
from parlour.web.table.protocol import PublicSeat, PublicTable
from parlour.web.wire.connection import POLICY_VIOLATION, TOO_MANY_SOCKETS
from parlour.web.wire.frames import encode, frame
from parlour.web.wire.limits import Bucket, Buckets

MOST_SOCKETS = 8  # most open sockets of one seat
MOST_SPECTATORS, MOST_FROM_AN_ADDRESS = 500, 50  # most spectators of one table, in all and from one address
UNDOS_A_SECOND, UNDOS_AT_ONCE = 0.5, 40.0  # limits for each seat, because every undo is stored forever
# Limits for each seat on all commands that everybody hears of, such as phrases, votes, and leaving.
COMMANDS_A_SECOND, COMMANDS_AT_ONCE = 0.5, 10.0
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 40.0, 120.0  # limits on all sockets of a seat, or of an address that watches
FACTS_A_SECOND, FACTS_AT_ONCE = 4.0, 20.0  # if a table's facts change more often, clients get only the latest
log = logging.getLogger("parlour.web")


class Subscriber:
    """One open socket at a table."""

    __slots__ = ("_send", "address", "close", "number", "onlooker")
    _numbers = count()

    def __init__(
        self,
        onlooker: int,
        send: Callable[[bytes], bool],
        close: Callable[[int], None] = lambda _: None,
        address: str = "",
    ) -> None:
        """`onlooker` is the client's seat, or -1 for a spectator; `close` closes the socket with a code."""
        self.onlooker, self._send, self.close, self.address = onlooker, send, close, address
        self.number = next(self._numbers)  # sockets are numbered in the order in which they were opened

    @property
    def source(self) -> str:
        """The seat or, for a spectator, the address: all sockets of a source share their limits."""
        return self.address if self.onlooker == SPECTATOR else f"seat {self.onlooker}"

    def push(self, frames: bytes) -> None:
        """Queue frames for the client, unless it is gone or too far behind."""
        if frames:
            self._send(frames)


class Requester(NamedTuple):
    """The client that requested an event, and the id of its message."""

    subscriber: Subscriber
    client: str

    def answer(self, number: int) -> bytes:
        """Return the message that the event is stored under this number."""
        return frame(b'{"type":"stored","id":%b,"number":%d}' % (encode(self.client), number))


class LiveTable:
    """A table in memory, with all its state that isn't stored in the database."""

    def __init__(self, table: Table) -> None:
        """Start without any connected clients."""
        self.table, self.stream = table, Stream()
        self.lock = asyncio.Lock()
        self.subscribers: set[Subscriber] = set()
        self.messages = Buckets(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)  # limits the messages of each source
        self.touched = time.monotonic()
        self.seen: dict[int, float] = {}  # when each seat sent its last request
        self.elsewhere: dict[int, float] = {}  # when another server last reported each seat as present
        self.reports = Reports()  # whether these reports arrive
        self.aside: str | None = None  # why the table was set aside; None while it works
        self.begin_turn()
        self.revealing_since: float | None = None  # when the clients were asked for their salts
        self.thinking: set[int] = set()  # seats for which a bot is choosing
        self.advised: set[int] = set()  # seats for which a hint is being prepared
        self._undos: dict[int, Bucket] = {}  # limits each seat's undos
        self._commands: dict[int, Bucket] = {}  # limits each seat's other commands
        self._facts = Bucket(FACTS_A_SECOND, FACTS_AT_ONCE)
        self._facts_timer: asyncio.TimerHandle | None = None  # set while changed facts wait to be sent
        self.ours = True  # whether this server stored the last event
        self.stored_at: float | None = None  # when the last event was stored; None before the first
        self.absence = Absence()
        self.considered: dict[int, int] = {}  # for each seat, the event after which a claim was last checked
        self.claims: dict[int, int] = {}  # for each seat, the event after which it may claim the rest
        self.claimed: dict[int, int] = {}  # for each seat, the round that a bot finishes after a claim
        self.bots_wait_until = 0.0

    def begin_turn(self) -> None:
        """Start the clock of the turn anew, also for an action that may be taken back."""
        self.turn_began = time.monotonic()
        self._turn_before = self.turn_began  # when the turn before the last event began

    @property
    def name(self) -> str:
        """The name of the table."""
        return self.table.facts.id

    # --- making it

    @classmethod
    def rebuilt(cls, facts: TableFacts, places: list[SeatFacts], rows: list[Row]) -> "LiveTable":
        """Rebuild a table from its stored events; refuse it if they are broken."""
        try:
            live = cls(Table(facts, places))
            live.follow(rows)
        except TableRefusal:
            raise
        except Exception as error:  # a row may be broken in any way, and must not harm other tables
            reason = f"Table {facts.id} is set aside: its stored events are broken."
            log.error("table %s is set aside: %s", facts.id, type(error).__name__, exc_info=_harmless(error))
            raise TableRefusal("set_aside", reason) from None
        return live

    def follow(self, rows: list[Row]) -> None:
        """Perform stored events without sending any messages."""
        if self.table.facts.started is not None and self.table.match is None:
            for event in self.table.start():
                self.stream.note(event)
        for row in rows:
            for event in self.table.perform(row):
                self.stream.note(event)

    # --- messages

    @property
    def onlookers(self) -> list[int]:
        """Everybody who gets messages: the seats of people and, if anybody watches, the spectators."""
        people = [place.seat for place in self.table.places if place.token_hash is not None]
        watched = any(subscriber.onlooker == SPECTATOR for subscriber in self.subscribers)
        return [*people, SPECTATOR] if watched else people

    def perform(self, row: Row, choice: Choice | None = None, requester: Requester | None = None) -> None:
        """Perform a stored event: first answer the client that requested it, then send it to everybody else."""
        onlookers = self.onlookers
        sent = [self.stream.show(self.table, event, onlookers) for event in self.table.perform(row, choice)]
        self.touched = time.monotonic()
        # An action that is taken back has cost its player time.
        began = self._turn_before if row["do"] == UNDO else self.touched
        self._turn_before, self.turn_began = self.turn_began, began
        if requester:
            requester.subscriber.push(requester.answer(row["number"]) + _joined(sent, requester.subscriber))
        for subscriber in self.subscribers:
            if not requester or subscriber is not requester.subscriber:
                subscriber.push(_joined(sent, subscriber))

    def begin(self) -> None:
        """Start the match, and send the whole table to everybody."""
        for event in self.table.start():
            self.stream.note(event)
        self.begin_turn()
        for subscriber in self.subscribers:
            subscriber.push(self.welcome(subscriber.onlooker))

    def welcome(self, onlooker: int) -> bytes:
        """Return the message with the whole table, for a client that has just connected or was away for long."""
        table = self.table
        view = b"null" if table.match is None else encode(self.stream.view(table, onlooker))
        invite = table.facts.invite if onlooker != SPECTATOR else None
        undo = onlooker != SPECTATOR and table.can_undo(onlooker)
        rest = {"table": self.public(), "can_undo": undo, "invite": invite, "rows": table.rows}
        return frame(
            b'{"type":"welcome","seat":%d,"number":%d,"view":%b,"log":%b,%b'
            % (onlooker, table.number, view, self.stream.encoded_log(onlooker), encode(rest)[1:])
        )

    def broadcast(self, message: dict[str, Any]) -> None:
        """Send the same message to all connected clients."""
        self._push(encode(message))

    def tell_facts(self) -> None:
        """Send the table's public facts to everybody, such as who sits there and who is present.

        If the facts change very often, they are sent a little later, and then only once.
        """
        if self._facts_timer is not None:
            return
        if wait := self._facts.take():
            self._facts_timer = asyncio.get_running_loop().call_later(wait, self._tell_facts_now)
        else:
            self._push(b'{"type":"table",' + encode(self.public())[1:])

    def _tell_facts_now(self) -> None:
        self._facts_timer = None
        self.tell_facts()

    def _push(self, text: bytes) -> None:
        made = frame(text)
        for subscriber in self.subscribers:
            subscriber.push(made)

    def renew(self, facts: TableFacts, places: list[SeatFacts]) -> None:
        """Replace the facts about the table and its seats by those in the database.

        Clients whose token no longer opens their seat become spectators, or are cut off if nobody may watch.
        """
        before, self.table.facts, self.table.places = self.table.places, facts, places
        changed = {old.seat for old in before if old.token_hash not in (None, places[old.seat].token_hash)}
        for subscriber in [one for one in self.subscribers if one.onlooker in changed]:
            self._remove(subscriber, places[subscriber.onlooker].token_hash)
        for seat in changed:
            self.seen.pop(seat, None)
            self.absence.leave(seat)

    def _remove(self, subscriber: Subscriber, hashed: str | None) -> None:
        """Tell a client that its token no longer opens its seat, and treat it as a spectator from now on."""
        why = b"bot" if hashed is None else b"withdrawn" if hashed == WITHDRAWN else b"replaced"
        subscriber.onlooker = SPECTATOR
        subscriber.push(frame(b'{"type":"removed","why":"%b"}' % why))
        if self.table.sealed:
            self.subscribers.discard(subscriber)
            subscriber.close(POLICY_VIOLATION)
        else:
            subscriber.push(self.welcome(SPECTATOR))

    # --- limits

    def admit(self, newcomer: Subscriber) -> None:
        """Add a client; refuse a spectator if too many people are watching already, in all or from the same address.

        If a seat has too many sockets then, the oldest one is closed, because its person needs it least.
        """
        if newcomer.onlooker == SPECTATOR:
            self._check_room(newcomer.address)
        self.subscribers.add(newcomer)
        sockets = [one for one in self.subscribers if one.onlooker == newcomer.onlooker != SPECTATOR]
        if len(sockets) > MOST_SOCKETS:
            oldest = min(sockets, key=lambda one: one.number)
            self.subscribers.discard(oldest)
            oldest.close(TOO_MANY_SOCKETS)

    def _check_room(self, address: str) -> None:
        watching = [one.address for one in self.subscribers if one.onlooker == SPECTATOR]
        if len(watching) >= MOST_SPECTATORS:
            raise TableRefusal("too_many", say("Too many people are watching this table."))
        if watching.count(address) >= MOST_FROM_AN_ADDRESS:
            raise TableRefusal("too_many", say("Too many people at your address are watching this table."))

    def set_aside(self, error: Exception) -> None:
        """Stop all play at this table because of an error, and tell everybody."""
        self.aside = f"Table {self.name} is set aside: it cannot be played on."
        log.error("table %s is set aside: %s", self.name, type(error).__name__, exc_info=_harmless(error))
        self.broadcast({"type": "aside", "reason": self.aside})

    def mend(self, fresh: "LiveTable") -> None:
        """Replace a table that was set aside by itself as it was loaded again, and send it to everybody."""
        places, fresh.table.places = fresh.table.places, self.table.places
        self.table, self.stream, self.stored_at, self.aside = fresh.table, fresh.stream, fresh.stored_at, None
        self.considered, self.claims, self.claimed = {}, {}, {}
        self.renew(self.table.facts, places)
        self.begin_turn()
        for subscriber in self.subscribers:
            subscriber.push(self.welcome(subscriber.onlooker))

    def count_undo(self, seat: int) -> None:
        """Count a seat's undo; refuse it if the seat takes back actions too often."""
        bucket = self._undos.setdefault(seat, Bucket(UNDOS_A_SECOND, UNDOS_AT_ONCE))
        if wait := bucket.take():
            raise TableRefusal(
                "too_fast", say("Too many actions were taken back; try again in {wait} s.", wait=f"{wait:.1f}")
            )

    def count_command(self, seat: int) -> None:
        """Count a seat's command that everybody hears of; refuse it if the seat sends such commands too often."""
        bucket = self._commands.setdefault(seat, Bucket(COMMANDS_A_SECOND, COMMANDS_AT_ONCE))
        if wait := bucket.take():
            raise TableRefusal("too_fast", say("Too many requests; try again in {wait} s.", wait=f"{wait:.1f}"))

    def may_claim(self, seat: int) -> bool:
        """Check whether the seat may claim the rest of the round now."""
        return seat in self.table.actors() and self.claims.get(seat) == self.table.since[seat]

    def claim_offer(self) -> bytes:
        """Return the message that the seat may claim the rest of the round."""
        return frame(b'{"type":"claim","number":%d}' % self.table.number)

    def plays_itself(self, seat: int) -> bool:
        """Check whether a bot plays for the seat: as its player, as a stand-in, or after a claim."""
        place, match = self.table.places[seat], self.table.match
        claimed = match is not None and self.claimed.get(seat) == match.rounds
        return place.kind == "bot" or place.away or claimed

    def hold_bots(self, seat: int, wished: float) -> None:
        """Make the bots wait for the seconds that a player chose, if the player's last action can be taken back."""
        waits = wished > 0 and self.table.can_undo(seat)
        self.bots_wait_until = time.monotonic() + wished if waits else 0.0

    # --- presence

    def is_present(self, seat: int) -> bool:
        """Check whether the seat has an open socket on any server, or has sent a request lately."""
        if any(subscriber.onlooker == seat for subscriber in self.subscribers):
            return True
        if seat in self.elsewhere and self.elsewhere[seat] > self.reports.oldest:
            return True
        return seat in self.seen and time.monotonic() - self.seen[seat] < SEEN_SECONDS

    @property
    def in_use(self) -> bool:
        """Whether anybody, including spectators, is connected here, or a seat has sent a request lately."""
        return bool(self.subscribers) or any(self.is_present(seat) for seat in self.seen)

    @property
    def present(self) -> list[int]:
        """The seats with an open socket on this server."""
        return sorted({subscriber.onlooker for subscriber in self.subscribers} - {SPECTATOR})

    def public(self) -> PublicTable:
        """Return the table's public facts."""
        facts, table = self.table.facts, self.table
        return PublicTable(
            table=facts.id, game=facts.game, title=table.game.title, players=facts.players, options=facts.options,
            seats=[self._public_seat(place) for place in table.places], revealing=table.revealing,
            started=facts.started is not None, over=table.over, number=table.number, commitment=table.commitment,
            listed=facts.listed, timer=facts.timer, seconds_left=self.seconds_left(), rematch=facts.rematch,
            other_seats=list(table.game.other_seats), guide=table.guide is not None,
            day=facts.day, sealed=table.sealed, evening=facts.evening, board=facts.board,
        )  # fmt: skip

    def _public_seat(self, place: SeatFacts) -> PublicSeat:
        bot = place.kind == "bot"
        return PublicSeat(
            seat=place.seat, name=place.name, kind="bot" if bot else "person", level=place.level if bot else "",
            taken=bot or place.token_hash is not None, present=bot or self.is_present(place.seat), away=place.away,
            salt_commitment=place.salt_commitment, salt_revealed=place.salt is not None,
            absent=absent_seconds(self, place.seat), stand_in=stand_in_seconds(self, place.seat),
            votes=len(self.absence.votes.get(place.seat, ())), votes_needed=needed(self),
            person=place.person,
        )  # fmt: skip

    def seconds_left(self) -> float | None:
        """Return the seconds left for this move; None at a table without a timer."""
        if self.table.facts.timer is None or self.table.match is None or self.table.over:
            return None
        return round(max(0.0, self.table.facts.timer - (time.monotonic() - self.turn_began)), 1)


def check_open(live: LiveTable) -> None:
    """Refuse to reveal the cards of a day's deal or of an evening's board while others can still play it."""
    if live.table.sealed and live.table.facts.evening is not None:
        raise TableRefusal("sealed", say("This board is sealed until everybody has finished it."))
    if live.table.sealed:
        raise TableRefusal("sealed", say("Today's deal is sealed until the day is over: others can still play it."))


def _joined(sent: list[dict[int, bytes]], subscriber: Subscriber) -> bytes:
    """Join a client's messages about several events; empty if the client had no view before."""
    return b"".join([messages[subscriber.onlooker] for messages in sent if subscriber.onlooker in messages])


def _harmless(error: Exception) -> BaseException | None:
    """Return the error for the log, unless it is one of our own errors, whose text may name cards."""
    return None if isinstance(error, ParlourError) else error
