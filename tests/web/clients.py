"""Clients that play at full speed, reconnect whenever their server dies, and record its answers."""

import asyncio
import json
import random
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from parlour.match.fair import commitment
from tests.web.servers import bearer, patch

AGAIN = ("unavailable", "compiling", "too_fast")  # After these refusals, clients send the same move again.
LOST = (OSError, WebSocketException, InvalidHandshake, httpx.TransportError)
ids = count()


@dataclass
class Ledger:
    """The answers that clients received, to compare them with the database."""

    acknowledged: dict[tuple[str, int, str], int] = field(
        default_factory=dict
    )  # Maps a move's table, seat and id to the number of its event.
    refused: set[tuple[str, int, str]] = field(default_factory=set)
    finished: list[str] = field(default_factory=list)
    salts: int = 0  # The number of salts found in the records of finished matches.
    evenings: int = 0  # The number of evenings played to their end.
    events: int = 0


@dataclass
class House:
    """The servers that clients can use; after a failure, a client tries the next server."""

    ports: list[int]
    ledger: Ledger = field(default_factory=Ledger)
    stopping: bool = False

    def url(self, kind: str, attempt: int) -> str:
        return f"{kind}://127.0.0.1:{self.ports[attempt % len(self.ports)]}/api"

    async def ask(self, method: str, path: str, token: str | None = None, data: Any = None) -> Any:
        """Repeat an HTTP request until a server answers it."""
        for attempt in count():
            try:
                async with httpx.AsyncClient(timeout=30) as http:
                    url = self.url("http", attempt) + path
                    answer = await http.request(method, url, headers=bearer(token), json=data)
                if answer.status_code < 500 and answer.status_code != 429:
                    return answer.json()
            except LOST:
                pass
            await asyncio.sleep(0.05)
        raise AssertionError


@dataclass
class Person:
    """A client that plays at full speed, reconnects when its connection is lost, and resends unanswered moves."""

    house: House
    table: str
    seat: int
    token: str
    salt: bytes
    revealed: bool = False  # Whether the server has confirmed that it received the salt.
    view: Any = None
    number: int = 0
    sent: dict[str, Any] | None = None
    stored: int = 0
    again: bool = False  # Whether the last move was refused and must be sent again.

    async def play(self) -> None:
        """Play until the match is over."""
        for attempt in count(self.seat):
            try:
                async with connect(
                    f"{self.house.url('ws', attempt)}/tables/{self.table}/socket", max_size=None
                ) as socket:
                    last = self.number if self.view else None
                    await socket.send(json.dumps({"type": "hello", "token": self.token, "last": last}))
                    if self.sent:
                        await socket.send(json.dumps(self.sent))
                    async for text in socket:
                        self._hear(json.loads(text))
                        await self._reveal(socket, json.loads(text))
                        if self.again:
                            await asyncio.sleep(0.05)
                            await socket.send(json.dumps(self.sent))
                            self.again = False
                        if self.view and self.view["over"] and self.sent is None:
                            return
                        await self._act(socket)
            except LOST:
                pass
            await asyncio.sleep(0.05)

    def _hear(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "welcome":
            assert message["number"] >= self.stored, "an acknowledged move is lost"
            self.view, self.number = message["view"], message["number"]
        elif kind == "event":
            assert message["number"] == self.number + 1, "an event is missing or comes twice"
            self.number = message["number"]
            patch(self.view, message["patch"])
            self.house.ledger.events += 1
        elif kind in ("stored", "refused") and self.sent and message["id"] == self.sent["id"]:
            self._answered(message)
        elif kind == "resumed":
            assert message["number"] >= self.stored, "an acknowledged move is lost"
        else:
            late = message.get("refused") in (
                *AGAIN,
                "late",
            )  # Salts may be refused if they come too late or must be sent again.
            assert late or kind in ("table", "thinking", "rematch", "stored", "claim"), message

    def _answered(self, message: dict[str, Any]) -> None:
        place = (self.table, self.seat, message["id"])
        if message["type"] == "stored":
            self.stored = message["number"]
            assert self.house.ledger.acknowledged.setdefault(place, self.stored) == self.stored
            self.sent = None
        elif message["refused"] not in AGAIN:
            assert message["refused"] in ("stale", "not_your_turn", "over"), message
            self.house.ledger.refused.add(place)
            self.sent = None
        else:
            self.again = True

    async def _reveal(self, socket: Any, message: dict[str, Any]) -> None:
        """Reveal the salt when the server asks for it, and remember whether the server has received it."""
        facts = message.get("table") if message["type"] == "welcome" else message
        if isinstance(facts, dict) and "revealing" in facts:
            own = facts["seats"][self.seat]
            assert own["salt_commitment"] == commitment(self.salt)
            assert own["salt_revealed"] or not self.revealed, "a stored salt is lost"
            self.revealed = own["salt_revealed"]
            if facts["revealing"] and not self.revealed:
                await socket.send(json.dumps({"type": "reveal", "salt": self.salt.hex()}))

    def check(self, record: dict[str, Any]) -> bool:
        """Check that the record has the client's salt if and only if the server received it; return whether it did."""
        found = record["fair"]["salts"][self.seat]
        assert found == (self.salt.hex() if self.revealed else None)
        return self.revealed

    async def _act(self, socket: Any) -> None:
        if self.sent is None and self.view and self.view["actions"] and self.number >= self.stored:
            # Only the first two actions are used: with high random bids, scores could fall forever in an endless match.
            action = random.choice(self.view["actions"][:2])["id"]
            self.sent = {"type": "move", "id": f"c{next(ids)}", "number": self.number, "action": action}
            await socket.send(json.dumps(self.sent))
