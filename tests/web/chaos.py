"""Servers are killed while tables are played at full speed, and nothing that was acknowledged may be lost.

`make chaos` runs it for long: python -m tests.web.chaos --kills 200
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import select
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from parlour.fair import commitment, new_key
from parlour.game import Game
from parlour.games import all_games
from parlour.record import verify
from parlour.web.storage.engine import open_engine
from parlour.web.storage.schema import events
from parlour.web.tables.tokens import new_token
from tests.web.servers import Server, bearer, patch, postgresql

GAMES = [game for game in all_games() if game.default_players > 1]
AGAIN = ("unavailable", "compiling", "too_fast")  # refusals after which the same move is sent again
LOST = (OSError, WebSocketException, InvalidHandshake, httpx.TransportError)
MANY = ("--tables", "100000")  # all players come from one address
ids = count()


@dataclass
class Ledger:
    """What the clients were told, to be compared with the database."""

    acknowledged: dict[tuple[str, int, str], int] = field(default_factory=dict)  # table, seat, id: number
    refused: set[tuple[str, int, str]] = field(default_factory=set)
    finished: list[str] = field(default_factory=list)
    salts: int = 0  # in the records of finished matches
    events: int = 0


@dataclass
class House:
    """Where clients find servers; after a failure they try the next one."""

    ports: list[int]
    ledger: Ledger = field(default_factory=Ledger)
    stopping: bool = False

    def url(self, kind: str, attempt: int) -> str:
        return f"{kind}://127.0.0.1:{self.ports[attempt % len(self.ports)]}/api"

    async def ask(self, method: str, path: str, token: str | None = None, data: Any = None) -> Any:
        """An answer over HTTP, however often a server has to be asked."""
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
    """A client that plays at full speed, comes back after every loss, and sends again what was not answered."""

    house: House
    table: str
    seat: int
    token: str
    salt: bytes
    revealed: bool = False  # the server has said that it has the salt
    view: Any = None
    number: int = 0
    sent: dict[str, Any] | None = None
    stored: int = 0
    again: bool = False  # the move was refused for the moment only

    async def play(self) -> None:
        """Until the match is over."""
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
            late = message.get("refused") in (*AGAIN, "late")  # the salt came too late, or has to be sent again
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
        """Reveal the salt when the server asks for it, and note that it has it before the match starts."""
        facts = message.get("table") if message["type"] == "welcome" else message
        if isinstance(facts, dict) and "revealing" in facts:
            own = facts["seats"][self.seat]
            assert own["salt_commitment"] == commitment(self.salt)
            assert own["salt_revealed"] or not self.revealed, "a stored salt is lost"
            self.revealed = own["salt_revealed"]
            if facts["revealing"] and not self.revealed:
                await socket.send(json.dumps({"type": "reveal", "salt": self.salt.hex()}))

    def check(self, record: dict[str, Any]) -> bool:
        """Whether the own salt is in the record; it has to be if the server had it."""
        found = record["fair"]["salts"][self.seat]
        assert found == (self.salt.hex() if self.revealed else None)
        return self.revealed

    async def _act(self, socket: Any) -> None:
        if self.sent is None and self.view and self.view["actions"] and self.number >= self.stored:
            # Only the first two: random bids in an auction can lose more than tricks win, so that no match ends.
            action = random.choice(self.view["actions"][:2])["id"]
            self.sent = {"type": "move", "id": f"c{next(ids)}", "number": self.number, "action": action}
            await socket.send(json.dumps(self.sent))


async def keep_playing(house: House, game: Game) -> None:
    """Two people and bots, match after match until it is time to stop."""
    while not house.stopping:
        seats = [{"kind": "person"}, {"kind": "person"}]
        salts = [new_key(), new_key()]
        wanted = {
            "game": game.name, "name": "Ann", "seats": seats, "options": dict(game.short_options),
            "salt_commitment": commitment(salts[0]),
        }  # fmt: skip
        opened = await house.ask("POST", "/tables", None, wanted)
        name = opened["table"]
        wish = {  # asked again if the answer is lost
            "name": "Ben", "invite": opened["invite"], "token": new_token(), "salt_commitment": commitment(salts[1]),
        }  # fmt: skip
        joined = await house.ask("POST", f"/tables/{name}/join", None, wish)
        tokens = [opened["token"], joined["token"]]
        people = [Person(house, name, seat, tokens[seat], salts[seat]) for seat in range(2)]
        await asyncio.gather(*(person.play() for person in people))
        for person in people:
            look = await house.ask("GET", f"/tables/{name}/view", person.token)
            assert look["view"] == person.view, "a client's view is not the table's"
        record = await house.ask("GET", f"/tables/{name}/record")
        verify(record)
        house.ledger.salts += sum(person.check(record) for person in people)
        house.ledger.finished.append(name)


async def kill_again_and_again(house: House, servers: list[Server], database: str, kills: int, plain: bool) -> None:
    """Kill a server at a random moment, start it again on the same port, and so on."""
    for number in range(kills):
        await asyncio.sleep(random.uniform(0.2, 1.5))
        victim = number % len(servers)
        port = servers[victim].port
        check_alive(servers)
        await asyncio.to_thread(servers[victim].kill)
        assert "set aside" not in servers[victim].logged(), servers[victim].logged()
        if len(servers) > 1:
            before = house.ledger.events
            while house.ledger.events == before:  # the clients go on at the other server
                await asyncio.sleep(0.05)
        servers[victim].close()
        servers[victim] = await asyncio.to_thread(Server, database, *MANY, plain=plain, port=port)
        before = house.ledger.events
        while house.ledger.events < before + 20:
            check_alive(servers)
            await asyncio.sleep(0.05)


def check_alive(servers: list[Server]) -> None:
    """No server ends by itself."""
    for server in servers:
        status = server.process.poll()
        assert status is None, f"a server ended by itself with status {status}: {server.logged()}"


def check_database(database: str, ledger: Ledger) -> None:
    """Every acknowledged move stands there once, under its number; no refused one does."""
    engine = open_engine(database)
    with engine.connect() as connection:
        rows = connection.execute(select(events.c.table_id, events.c.seat, events.c.client, events.c.number)).all()
    engine.dispose()
    stored = {(row[0], row[1], row[2]): row[3] for row in rows if row[2] is not None}
    assert max(Counter((row[0], row[1], row[2]) for row in rows if row[2] is not None).values()) == 1, "stored twice"
    for place, number in ledger.acknowledged.items():
        assert stored.get(place) == number, f"{place} was acknowledged as {number}, but is {stored.get(place)}"
    assert not ledger.refused & set(stored), "a refused move was stored"


async def chaos(database: str, kills: int, tables: int = 20, servers: int = 1, plain: bool = True) -> Ledger:
    """The whole test; what the clients have seen."""
    running = [await asyncio.to_thread(lambda: Server(database, *MANY, plain=plain)) for _ in range(servers)]
    house = House([server.port for server in running])
    players = [asyncio.create_task(keep_playing(house, GAMES[number % len(GAMES)])) for number in range(tables)]
    killing = asyncio.create_task(kill_again_and_again(house, running, database, kills, plain))
    try:
        await asyncio.wait([killing, *players], return_when=asyncio.FIRST_COMPLETED)
        await killing
        house.stopping = True
        await asyncio.gather(*players)
        for server in running:
            assert await asyncio.to_thread(server.stop) == 0
            assert "Traceback" not in server.logged(), server.logged()
    except BaseException:
        for server in running:
            print(server.logged(), file=sys.stderr)  # what the servers that live now have to say
        raise
    finally:
        for task in (killing, *players):
            task.cancel()
        for server in running:
            server.close()
    check_database(database, house.ledger)
    return house.ledger


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--only", choices=["sqlite", "postgresql", "two"], action="append")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, postgresql() as url:
        for kind in arguments.only or ["sqlite", "postgresql", "two"]:
            database = f"sqlite:///{Path(folder) / 'chaos.sqlite'}" if kind == "sqlite" else url
            start = time.monotonic()
            ledger = asyncio.run(chaos(database, arguments.kills, arguments.tables, 2 if kind == "two" else 1))
            print(
                f"{kind}: {arguments.kills} kills, {len(ledger.acknowledged)} acknowledged moves, "
                f"none lost, none twice, {len(ledger.finished)} matches finished and verified, "
                f"{ledger.salts} salts in them, "
                f"{time.monotonic() - start:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
