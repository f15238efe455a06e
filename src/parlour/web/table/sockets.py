"""Play over a WebSocket: the server handles a client's messages one by one, and sends it the table's events."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Coroutine
from typing import Any

import msgspec

from parlour.engine.values import ValueReader
from parlour.errors import ParlourError
from parlour.game.game import SPECTATOR
from parlour.game.texts import say
from parlour.web.counts import counts
from parlour.web.refusals import TableRefusal
from parlour.web.table.commands import COMMANDS, Asker
from parlour.web.table.house import House
from parlour.web.table.live import MESSAGES_A_SECOND, MESSAGES_AT_ONCE, LiveTable, Subscriber
from parlour.web.table.messages import AskHint, ClientMessage, Hello, Ping
from parlour.web.wire.acceptance import accept
from parlour.web.wire.asgi import App, Receive, Scope, Send
from parlour.web.wire.connection import FAILED, POLICY_VIOLATION, Connection, Connections
from parlour.web.wire.frames import encode, frame
from parlour.web.wire.limits import Bucket, address_of
from parlour.web.wire.tokens import token_hash

MOST_REFUSALS = 200  # a client whose messages are refused this often in a row is cut off
HELLO_SECONDS = 10.0
UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)  # deeply nested JSON raises RecursionError
PATH = re.compile(r"/api/tables/([^/]+)/socket")
PONG = frame(b'{"type":"pong"}')
decode = msgspec.json.Decoder(ClientMessage).decode
log = logging.getLogger("parlour.web")


def with_sockets(app: App, house: House, connections: Connections) -> App:
    """Return an application that serves every table's WebSocket, and passes all other requests on."""

    async def entrance(scope: Scope, receive: Receive, send: Send) -> None:
        found = PATH.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if found is None:
            await app(scope, receive, send)
        else:
            name, address = found[1], address_of(scope)
            await accept(scope, receive, send, connections, lambda opened: Session(house, name, opened, address))

    return entrance


class Session:
    """One client at one table; its messages are answered one at a time."""

    __slots__ = ("_bucket", "_hello_timer", "_refusals", "_task", "connection", "house", "live", "name", "subscriber")

    def __init__(self, house: House, name: str, connection: Connection, address: str) -> None:
        """Start to wait for the client's `hello`; the client's address counts for limits."""
        self.house, self.name, self.connection = house, name, connection
        self.live: LiveTable | None = None
        self._bucket = Bucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        self._refusals = 0
        self._task: asyncio.Task[None] | None = None
        self.subscriber = Subscriber(SPECTATOR, connection.send, connection.close, address)
        loop = asyncio.get_running_loop()
        self._hello_timer: asyncio.TimerHandle | None = loop.call_later(
            HELLO_SECONDS, connection.close, POLICY_VIOLATION
        )

    # --- the connection

    def receive(self, text: bytes) -> None:
        """Answer a message; if the client sends too fast, it has to wait for the answer."""
        if wait := self._bucket.take():
            self._refuse(TableRefusal("too_fast", f"More than {MESSAGES_A_SECOND:g} messages a second; slow down."))
            self._work(self._answer_later(wait, text))
        else:
            self._work(self._answer(text))

    def closed(self) -> None:
        """Leave the table, because the client is gone."""
        self._stop_hello_timer()
        live = self.live
        if live is not None:
            live.subscribers.discard(self.subscriber)
            live.seen.pop(self.subscriber.onlooker, None)
            if self.subscriber.onlooker != SPECTATOR and not live.is_present(self.subscriber.onlooker):
                live.absence.leave(self.subscriber.onlooker)
                live.tell_facts()

    def _stop_hello_timer(self) -> None:
        """Stop waiting for the client's `hello`, which has come or will never come."""
        if self._hello_timer is not None:
            self._hello_timer.cancel()
            self._hello_timer = None

    def _work(self, work: Coroutine[Any, Any, None]) -> None:
        """Handle a message in the background; the next message has to wait until this is done."""
        self.connection.pause()
        self._task = asyncio.get_running_loop().create_task(work)
        self._task.add_done_callback(self._worked)

    def _worked(self, task: "asyncio.Task[None]") -> None:
        self._task = None
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a message has failed: %s", type(error).__name__, exc_info=error)
            self.connection.close(FAILED)
        elif self._refusals >= MOST_REFUSALS:
            self.connection.close(POLICY_VIOLATION)
        else:
            self.connection.resume()

    async def _answer_later(self, wait: float, text: bytes) -> None:
        while wait:  # meanwhile the seat's other sockets may have sent something
            await asyncio.sleep(wait)
            wait = self._bucket.take()
        await self._answer(text)

    # --- commands

    async def _answer(self, text: bytes) -> None:
        """Carry out a message, or answer with a refusal that names the message's id, if it has one."""
        said: Any = None
        try:
            said = _read(text)
            await (self._seat(said) if self.live is None else self._do(self.live, said))
            self._refusals = 0
        except TableRefusal as refusal:
            self._refuse(refusal, _id_of(text) if said is None else getattr(said, "id", None))
        except ParlourError as error:
            self._refuse(TableRefusal("bad_request", str(error)), getattr(said, "id", None))
        if self.live is None:
            self.connection.close(POLICY_VIOLATION)

    async def _seat(self, said: ClientMessage) -> None:
        """Seat a client whose first message is a valid hello."""
        if not isinstance(said, Hello):
            raise TableRefusal("bad_request", "The first message has to be hello.")
        live = await self.house.table(self.name)
        onlooker = await self.house.seat(live, said.token)
        await self.house.use(live)
        if said.token is not None and live.table.seat_of(token_hash(said.token)) != onlooker:
            raise TableRefusal("wrong_token", say("This token does not belong to a seat at this table."))
        self._stop_hello_timer()
        if self.connection.is_open:  # the client may have left while its hello was answered
            await self._subscribe(live, onlooker, said.last)

    async def _subscribe(self, live: LiveTable, onlooker: int, last: int | None) -> None:
        new = onlooker not in live.present
        self.subscriber.onlooker = onlooker
        live.admit(self.subscriber)
        self.live, self._bucket = live, live.messages.of(self.subscriber.source)
        missed = None if last is None else live.stream.missed(onlooker, last, live.table.number)
        if missed is None or live.table.match is None:
            self.subscriber.push(live.welcome(onlooker))
        else:
            live.stream.view(live.table, onlooker)
            self._say({"type": "resumed", "number": live.table.number, "seat": onlooker})
            for message in missed:
                self.subscriber.push(message)
        if onlooker != SPECTATOR:
            if new and self.house.store.is_postgresql:
                present = {"kind": "present", "table": live.name, "seats": [onlooker]}
                self.house.driver.later(self.house.store.tell_servers(present))
            live.absence.come_back(onlooker)
            if live.may_claim(onlooker):
                self.subscriber.push(live.claim_offer())
        self.house.driver.drive(live)  # a resting match goes on; also checks whether the seat may claim the rest
        if onlooker != SPECTATOR:
            if live.table.places[onlooker].away:
                await self.house.driver.set_away(live, onlooker, False)
            elif new:
                live.tell_facts()

    async def _do(self, live: LiveTable, said: ClientMessage) -> None:
        if isinstance(said, Ping):
            self.subscriber.push(PONG)
        elif isinstance(said, Hello):
            raise TableRefusal("bad_request", "The client has already sent hello.")
        else:
            if self.subscriber.onlooker == SPECTATOR:
                raise TableRefusal("wrong_token", say("Spectators can only watch."))
            work = COMMANDS[type(said)](Asker(self.house, live, self.subscriber.onlooker, self.subscriber), said)
            if isinstance(said, AskHint):
                self.house.driver.later(self._hint(work, said.id))
            else:
                await work

    def _say(self, message: dict[str, Any]) -> None:
        self.subscriber.push(frame(encode(message)))

    async def _hint(self, work: Awaitable[msgspec.Struct], client: str | None) -> None:
        """Send a hint when it is ready; the client's other messages are answered in the meantime."""
        seat = self.subscriber.onlooker
        try:
            hint = msgspec.structs.asdict(await work)
            if self.subscriber.onlooker == seat:  # the seat's token may have changed in the meantime
                self._say({"type": "hint", "id": client, **hint})
        except TableRefusal as refusal:
            self._refuse(refusal, client)

    def _refuse(self, refusal: TableRefusal, client: str | None = None) -> None:
        self._refusals += 1
        counts.refusals[refusal.kind] += 1
        answer = {"refused": refusal.kind, "reason": refusal.reason, "text": refusal.text}
        self._say({"type": "refused", "id": client, **answer})


def _read(text: bytes) -> ClientMessage:
    """Decode a client's message; refuse it if that fails."""
    try:
        said: ClientMessage = decode(text)
    except UNREADABLE as error:
        raise TableRefusal("bad_request", f"The message cannot be read: {error}."[:200]) from None
    return said


def _id_of(text: str | bytes) -> str | None:
    """Return the id of an invalid message; None if it has no id."""
    try:
        return WITH_ID.decode(text).id
    except UNREADABLE:
        return None


class _WithId(msgspec.Struct):
    id: str


WITH_ID: ValueReader[_WithId] = ValueReader(_WithId)
