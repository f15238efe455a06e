"""Play over a WebSocket: what a client says, message by message; the table's stream answers."""

import asyncio
import logging
import re
from collections.abc import Coroutine
from typing import Any

import msgspec

from parlour.errors import ParlourError
from parlour.game import SPECTATOR
from parlour.web.tables.house import House
from parlour.web.tables.live import Asked, Live, Subscriber
from parlour.web.tables.patches import encode
from parlour.web.wire.frames import EXTENSION, HandOver, frame
from parlour.web.wire.limits import Bucket
from parlour.web.wire.line import FAILED, POLICY_VIOLATION, Line, Lines
from parlour.web.wire.protocol import (
    Hello,
    Ping,
    Said,
    SocketHint,
    SocketLeave,
    SocketMove,
    SocketPhrase,
    SocketReturn,
    SocketStart,
    SocketUndo,
)
from parlour.web.wire.refusals import TableRefusal
from parlour.web.wire.security import App, Receive, Scope, Send

MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 40.0, 120.0
MOST_REFUSALS = 200  # in a row; whoever still goes on is not listening
MOST_SUBSCRIBERS = 500  # at one table
HELLO_SECONDS = 30.0
PATH = re.compile(r"/api/tables/([^/]+)/socket")
PONG = frame(b'{"type":"pong"}')
decode = msgspec.json.Decoder(Said).decode
log = logging.getLogger("parlour.web")


def with_sockets(app: App, house: House, lines: Lines) -> App:
    """The application with the stream of every table before it."""

    async def entrance(scope: Scope, receive: Receive, send: Send) -> None:
        found = PATH.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if found is None:
            await app(scope, receive, send)
        else:
            await receive()  # the wish to connect
            await send({"type": "websocket.accept"})
            Session(house, found[1], scope["extensions"][EXTENSION], lines.group)

    return entrance


class Session:
    """One client at one table; one message after the other."""

    __slots__ = ("_bucket", "_patience", "_refusals", "_task", "house", "line", "live", "name", "subscriber")

    def __init__(self, house: House, name: str, hand_over: HandOver, group: set[Line]) -> None:
        """The socket is accepted, nothing is said yet."""
        self.house, self.name = house, name
        self.live: Live | None = None
        self._bucket = Bucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        self._refusals = 0
        self._task: asyncio.Task[None] | None = None
        self.line = hand_over(self, group)
        self.subscriber = Subscriber(SPECTATOR, self.line.write)
        loop = asyncio.get_running_loop()
        self._patience: asyncio.TimerHandle | None = loop.call_later(HELLO_SECONDS, self.line.close, POLICY_VIOLATION)

    # --- the line

    def hear(self, text: bytes) -> None:
        """A message; who talks too fast is not listened to for a moment."""
        if wait := self._bucket.take():
            self._refuse(TableRefusal("too_fast", f"More than {MESSAGES_A_SECOND:g} messages a second; slow down."))
            self._work(self._answer_later(wait, text))
        else:
            self._work(self._answer(text))

    def gone(self) -> None:
        """The client is no longer there."""
        self._stop_waiting()
        live = self.live
        if live is not None:
            live.subscribers.discard(self.subscriber)
            live.seen.pop(self.subscriber.onlooker, None)
            if self.subscriber.onlooker != SPECTATOR and not live.is_present(self.subscriber.onlooker):
                live.tell_facts()

    def _stop_waiting(self) -> None:
        """The hello has come, or will never come."""
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _work(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something before the next message is listened to."""
        self.line.hold()
        self._task = asyncio.get_running_loop().create_task(work)
        self._task.add_done_callback(self._worked)

    def _worked(self, task: "asyncio.Task[None]") -> None:
        self._task = None
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a message has failed: %s", type(error).__name__, exc_info=error)
            self.line.close(FAILED)
        elif self._refusals >= MOST_REFUSALS:
            self.line.close(POLICY_VIOLATION)
        else:
            self.line.go_on()

    async def _answer_later(self, wait: float, text: bytes) -> None:
        await asyncio.sleep(wait)
        self._bucket.take()
        await self._answer(text)

    # --- commands

    async def _answer(self, text: bytes) -> None:
        """Do what was said; every refusal is typed and carries the id of the message, if it had one."""
        said: Any = None
        try:
            said = decode(text)
            await (self._greet(said) if self.live is None else self._do(self.live, said))
            self._refusals = 0
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            self._refuse(_bad(error), _id_of(text))
        except TableRefusal as refusal:
            self._refuse(refusal, getattr(said, "id", None))
        except ParlourError as error:
            self._refuse(TableRefusal("bad_request", str(error)), getattr(said, "id", None))
        if self.live is None:
            self.line.close(POLICY_VIOLATION)

    async def _greet(self, said: Said) -> None:
        """The first message has to be a good hello."""
        if not isinstance(said, Hello):
            raise TableRefusal("bad_request", "The first message has to be hello.")
        live = await self.house.live(self.name)
        onlooker = await self.house.seat(live, said.token)
        if len(live.subscribers) >= MOST_SUBSCRIBERS:
            raise TableRefusal("too_many", "Too many people look at this table.")
        self._stop_waiting()
        if self.line.is_open:  # the client may have gone meanwhile
            await self._sit_down(live, onlooker, said.last)

    async def _sit_down(self, live: Live, onlooker: int, last: int | None) -> None:
        new = onlooker not in live.present
        self.live, self.subscriber.onlooker = live, onlooker
        live.subscribers.add(self.subscriber)
        missed = None if last is None else live.stream.missed(onlooker, last, live.table.number)
        if missed is None or live.table.match is None:
            self.subscriber.push(live.welcome(onlooker))
        else:
            live.stream.view(live.table, onlooker)
            self._say({"type": "resumed", "number": live.table.number, "seat": onlooker})
            for message in missed:
                self.subscriber.push(message)
        if onlooker != SPECTATOR:
            if live.table.places[onlooker].away:
                await self.house.driver.set_away(live, onlooker, False)
            elif new:
                live.tell_facts()

    async def _do(self, live: Live, said: Said) -> None:
        if isinstance(said, Ping):
            self.subscriber.push(PONG)
        elif isinstance(said, Hello):
            raise TableRefusal("bad_request", "Hello has been said already.")
        else:
            if self.subscriber.onlooker == SPECTATOR:
                raise TableRefusal("wrong_token", "A spectator only looks.")
            await self._do_at_seat(live, self.subscriber.onlooker, said)

    async def _do_at_seat(self, live: Live, seat: int, said: Said) -> None:
        if isinstance(said, SocketMove):
            asked = Asked(self.subscriber, said.id)
            await self.house.move(live, seat, said.id, said.number, chosen(said.action, said.do), asked)
        elif isinstance(said, SocketUndo):
            await self.house.undo(live, seat, said.id, Asked(self.subscriber, said.id))
        elif isinstance(said, SocketPhrase):
            self.house.say(live, seat, said.phrase)
        elif isinstance(said, SocketHint):
            self.house.driver.later(self._hint(live, seat, said.id))
        elif isinstance(said, SocketLeave | SocketReturn):
            await self.house.driver.set_away(live, seat, isinstance(said, SocketLeave))
        elif isinstance(said, SocketStart):
            await self.house.start(live)

    def _say(self, message: dict[str, Any]) -> None:
        self.subscriber.push(frame(encode(message)))

    async def _hint(self, live: Live, seat: int, client: str | None) -> None:
        try:
            hint = await self.house.hint(live, seat)
            self._say({"type": "hint", "id": client, **msgspec.structs.asdict(hint)})
        except TableRefusal as refusal:
            self._refuse(refusal, client)

    def _refuse(self, refusal: TableRefusal, client: str | None = None) -> None:
        self._refusals += 1
        told = {"refused": refusal.kind, "reason": refusal.reason, "text": refusal.text}
        self._say({"type": "refused", "id": client, **told})


def chosen(action: int | None, do: str | None) -> int | str:
    """An action by its id or by its name, whichever was given."""
    if action is not None and do is None:
        return action
    if do is not None and action is None:
        return do
    raise TableRefusal("bad_request", "Expected either action, the id of an action, or do, its name.")


def _bad(error: Exception) -> TableRefusal:
    return TableRefusal("bad_request", f"The message cannot be read: {error}."[:200])


def _id_of(text: str | bytes) -> str | None:
    """The id of a message that is wrong in another place."""
    try:
        return msgspec.json.decode(text, type=_WithId).id
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


class _WithId(msgspec.Struct):
    id: str
