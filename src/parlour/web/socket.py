"""Play over a WebSocket: one coroutine reads what a client says, the table's stream answers."""

import asyncio
import re
from collections.abc import Callable
from typing import Any

import msgspec

from parlour.errors import ParlourError
from parlour.game import SPECTATOR
from parlour.web.frames import EXTENSION, Write, frame
from parlour.web.house import House
from parlour.web.limits import Bucket
from parlour.web.live import Live, Subscriber
from parlour.web.protocol import (
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
from parlour.web.refusals import TableRefusal
from parlour.web.security import App, Receive, Scope, Send
from parlour.web.sights import encode

MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 40.0, 120.0
MOST_REFUSALS = 200  # in a row; whoever still goes on is not listening
MOST_SUBSCRIBERS = 500  # at one table
HELLO_SECONDS = 30.0
POLICY_VIOLATION = 1008
PATH = re.compile(r"/api/tables/([^/]+)/socket")
PONG = frame(b'{"type":"pong"}')
decode = msgspec.json.Decoder(Said).decode


def with_sockets(app: App, house: House) -> App:
    """The application with the stream of every table before it: frames go straight to the clients."""

    async def entrance(scope: Scope, receive: Receive, send: Send) -> None:
        found = PATH.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if found is None:
            await app(scope, receive, send)
        else:
            await receive()  # the wish to connect
            await send({"type": "websocket.accept"})
            await Session(house, found[1], receive, send, scope["extensions"][EXTENSION]).run()

    return entrance


class Session:
    """One client at one table."""

    def __init__(self, house: House, name: str, receive: Receive, send: Send, write: Write) -> None:
        """The socket is accepted, nothing is said yet."""
        self.house, self.name = house, name
        self._receive, self._send = receive, send
        self.subscriber = Subscriber(SPECTATOR, write)
        self.live: Live | None = None
        self._bucket = Bucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        self._refusals = 0

    async def run(self) -> None:
        """Read until the client goes, or has to."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                if not await self._greeted():
                    return
            while not self.subscriber.lost and self._refusals < MOST_REFUSALS:
                text = await self._heard()
                if text is None:
                    return
                await self._answer(text)
            await self._close(POLICY_VIOLATION)
        except TimeoutError:
            await self._close(POLICY_VIOLATION)
        finally:
            self._leave()

    async def _heard(self) -> str | bytes | None:
        """The next message; None when the client has gone. Who talks too fast is not listened to for a moment."""
        message = await self._receive()
        if message["type"] != "websocket.receive":
            return None
        if wait := self._bucket.take():
            self._refuse(TableRefusal("too_fast", f"More than {MESSAGES_A_SECOND:g} messages a second; slow down."))
            await asyncio.sleep(wait)
            self._bucket.take()
        heard: str | bytes = message.get("text") or message.get("bytes") or ""
        return heard

    async def _greeted(self) -> bool:
        """Whether the first message was a good hello."""
        text = await self._heard()
        if text is None:
            return False
        try:
            said = decode(text)
            if not isinstance(said, Hello):
                raise TableRefusal("bad_request", "The first message has to be hello.")
            await self._sit_down(said)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            self._refuse(_bad(error))
        except TableRefusal as refusal:
            self._refuse(refusal)
        if self.live is None:
            await self._close(POLICY_VIOLATION)
        return self.live is not None

    async def _sit_down(self, hello: Hello) -> None:
        live = await self.house.live(self.name)
        onlooker = await self.house.seat(live, hello.token)
        if len(live.subscribers) >= MOST_SUBSCRIBERS:
            raise TableRefusal("too_many", "Too many people look at this table.")
        new = onlooker not in live.present
        self.live, self.subscriber.onlooker = live, onlooker
        missed = None if hello.last is None else live.stream.missed(onlooker, hello.last, live.table.number)
        live.subscribers.add(self.subscriber)
        if missed is None or live.table.match is None:
            self.subscriber.push(live.welcome(onlooker))
        else:
            if live.table.match is not None:
                live.stream.view(live.table, onlooker)
            self._say({"type": "resumed", "number": live.table.number, "seat": onlooker})
            for message in missed:
                self.subscriber.push(message)
        if onlooker != SPECTATOR:
            if live.table.places[onlooker].away:
                await self.house.driver.set_away(live, onlooker, False)
            elif new:
                live.tell_facts()

    def _leave(self) -> None:
        live = self.live
        if live is not None:
            live.subscribers.discard(self.subscriber)
            live.seen.pop(self.subscriber.onlooker, None)
            if self.subscriber.onlooker != SPECTATOR and not live.is_present(self.subscriber.onlooker):
                live.tell_facts()

    # --- commands

    async def _answer(self, text: str | bytes) -> None:
        """Do what was said; every refusal is typed and carries the id of the message, if it had one."""
        said: Any = None
        try:
            said = decode(text)
            await self._do(said)
            self._refusals = 0
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            self._refuse(_bad(error), _id_of(text))
        except TableRefusal as refusal:
            self._refuse(refusal, getattr(said, "id", None))
        except ParlourError as error:
            self._refuse(TableRefusal("bad_request", str(error)), getattr(said, "id", None))

    async def _do(self, said: Said) -> None:
        live = self.live
        assert live is not None
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
            await self.house.move(live, seat, said.id, said.number, chosen(said.action, said.do), self._stored(said.id))
        elif isinstance(said, SocketUndo):
            await self.house.undo(live, seat, said.id, self._stored(said.id))
        elif isinstance(said, SocketPhrase):
            self.house.say(live, seat, said.phrase)
        elif isinstance(said, SocketHint):
            self.house.driver.later(self._hint(live, seat, said.id))
        elif isinstance(said, SocketLeave | SocketReturn):
            await self.house.driver.set_away(live, seat, isinstance(said, SocketLeave))
        elif isinstance(said, SocketStart):
            await self.house.start(live)

    def _stored(self, client: str) -> Callable[[int], None]:
        def told(number: int) -> None:
            self._say({"type": "stored", "id": client, "number": number})

        return told

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
        self._say({"type": "refused", "id": client, "refused": refusal.kind, "reason": refusal.reason})

    async def _close(self, code: int) -> None:
        if not self.subscriber.lost:
            await self._send({"type": "websocket.close", "code": code})


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
