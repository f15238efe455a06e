"""Floods of requests and sockets for `make attack`: each lasts for some seconds and uses only loopback addresses.

The attackers' addresses are 127.0.0.2 and, for floods from many networks, others that begin with 127; the honest
player's address is 127.0.0.1.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import count
from random import SystemRandom
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from parlour.games import all_games
from parlour.web.table.live import COMMANDS_A_SECOND, COMMANDS_AT_ONCE
from parlour.web.wire.tokens import new_token
from tests.samples import some_game
from tests.web.servers import bearer

ATTACKER = "127.0.0.2"
CONNECTIONS = 24  # How many connections a flood of complete requests keeps open at the same time.
HALF_SENT = 300  # How many unfinished requests the flood of half-sent requests keeps open.
SPECTATORS, NETWORKS = 400, 20  # How many people watch the table that is flooded with phrases, from how many networks.
SOCKETS = 10  # How many sockets the seat has that sends phrases.
HOSTS = 24  # How many networks open evenings at the same time.
LIMITS = httpx.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS)
PERSON = {"kind": "person"}
Statuses = Counter[str]  # Counts how often the server returned each status.
Flood = Callable[["Attack"], Coroutine[Any, Any, Statuses]]
random = SystemRandom()


def network() -> str:
    """Choose an address in a /24 network that probably no earlier flood has used."""
    return f"127.{random.randint(1, 254)}.{random.randint(0, 255)}.{random.randint(1, 254)}"


@dataclass
class Attack:
    """The settings that all floods share: the server's address and when to stop."""

    url: str
    seconds: float
    finished: list[str]  # Names of tables whose matches are over.

    def client(self, address: str = ATTACKER) -> httpx.AsyncClient:
        """Open an HTTP client that uses an attacker's address."""
        transport = httpx.AsyncHTTPTransport(local_address=address, limits=LIMITS, verify=False)
        return httpx.AsyncClient(base_url=f"{self.url}/api", transport=transport, timeout=120)

    async def repeated(
        self, work: Callable[[httpx.AsyncClient, int], Awaitable[list[httpx.Response]]], addresses: list[str]
    ) -> Statuses:
        """Repeat some requests over all connections until the time is up; count the returned statuses."""
        statuses: Statuses = Counter()
        numbers, end = count(), time.monotonic() + self.seconds

        async def one(http: httpx.AsyncClient) -> None:
            while time.monotonic() < end:
                statuses.update(str(answer.status_code) for answer in await work(http, next(numbers)))

        async with AsyncExitStack() as stack:
            clients = [await stack.enter_async_context(self.client(address)) for address in addresses]
            await asyncio.gather(*(one(clients[number % len(clients)]) for number in range(CONNECTIONS)))
        return statuses

    async def requests(self, ask: Callable[[httpx.AsyncClient, int], Awaitable[httpx.Response]]) -> Statuses:
        """Send requests from one address over all connections until the time is up."""

        async def work(http: httpx.AsyncClient, number: int) -> list[httpx.Response]:
            return [await ask(http, number)]

        return await self.repeated(work, [ATTACKER])


# --- requests for pages, and half-sent requests


async def spellings(attack: Attack) -> Statuses:
    """Request the same file with its path spelled differently each time."""
    return await attack.requests(lambda http, number: http.get(f"{attack.url}/static/q{number}/%2e%2e/app.js"))


async def replays(attack: Attack) -> Statuses:
    """Request replays of finished matches, with open hands and from each seat."""
    places = [f"/tables/{name}/replay{seat}" for name in attack.finished for seat in ("", "?seat=0", "?seat=1")]
    return await attack.requests(lambda http, number: http.get(places[number % len(places)]))


async def pictures(attack: Attack) -> Statuses:
    """Request pictures of links at the addresses where the server once drew them."""
    places = [f"/tables/{attack.finished[0]}/invite.svg?link=", "/me/link.svg?link=", "/evenings/e/link.svg?link="]
    return await attack.requests(lambda http, number: http.get(f"{places[number % len(places)]}{number:0100}"))


async def heads(attack: Attack) -> Statuses:
    """Send requests whose headers never end; reopen connections that the server closes."""
    host, port = "127.0.0.1", int(attack.url.rpartition(":")[2])
    closed: Statuses = Counter()
    end = time.monotonic() + attack.seconds

    async def one() -> None:
        while (left := end - time.monotonic()) > 0:
            try:
                reader, writer = await asyncio.open_connection(host, port, local_addr=(ATTACKER, 0))
                writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
                await asyncio.wait_for(reader.read(), left)
                closed["closed"] += 1
            except TimeoutError:
                closed["left"] += 1
            except OSError:
                closed["reset"] += 1
            finally:
                writer.close()
            await asyncio.sleep(0.2)

    await asyncio.gather(*(one() for _ in range(HALF_SENT)))
    return closed


# --- tables, matches and evenings


async def tables(attack: Attack) -> Statuses:
    """Open listed tables that nobody joins."""
    game = some_game(2)
    wanted = {"game": game.name, "name": "Ben", "players": 2, "seats": [PERSON, PERSON], "listed": True}
    return await attack.requests(lambda http, _: http.post("/tables", json=wanted))


def _longest() -> dict[str, Any]:
    """Build the settings of a table where a match lasts longest: its game plays up to the highest target."""
    targets = [(option.most, game) for game in all_games() for option in game.options if option.name == "target"]
    most, game = max(targets, key=lambda one: one[0])
    return {"game": game.name, "name": "Ben", "options": {"target": most}}


async def abandoned(attack: Attack) -> Statuses:
    """Open tables for the longest matches and for rated ones, each as a new person, and leave them to their bots."""
    longest = _longest()
    kinds = [longest, {"game": longest["game"], "name": "Ben"}]

    async def work(http: httpx.AsyncClient, number: int) -> list[httpx.Response]:
        opened = await http.post("/tables", json={**kinds[number % 2], "person": new_token()})
        return [opened, *await _left(http, opened)]

    return await attack.repeated(work, [network(), network()])


async def _left(http: httpx.AsyncClient, opened: httpx.Response) -> list[httpx.Response]:
    """Leave a table, if it was opened."""
    if opened.status_code != 201:
        return []
    table = opened.json()
    return [await http.post(f"/tables/{table['table']}/leave", headers=bearer(table["token"]))]


async def losses(attack: Attack) -> Statuses:
    """Open tables for rated matches, each as a new person; act once, then leave the match to the bots."""
    game = some_game(4)

    async def work(http: httpx.AsyncClient, number: int) -> list[httpx.Response]:
        wanted = {"game": game.name, "name": "Ben", "players": 4, "person": new_token()}
        opened = await http.post("/tables", json=wanted)
        if opened.status_code != 201:
            return [opened]
        table = opened.json()
        return [opened, *await _acted(http, table["table"], table["token"], 1), *await _left(http, opened)]

    return await attack.repeated(work, [network(), network()])


async def _acted(http: httpx.AsyncClient, table: str, token: str, times: int) -> list[httpx.Response]:
    """Act a few times at a table, whenever it's this seat's turn."""
    answers = []
    for number in range(times):
        look = await http.get(f"/tables/{table}/view", headers=bearer(token))
        answers.append(look)
        found = look.json()
        if look.status_code == 200 and found["view"] and found["view"]["actions"]:
            move = {"id": f"m{number}", "number": found["number"], "action": found["view"]["actions"][0]["id"]}
            answers.append(await http.post(f"/tables/{table}/move", headers=bearer(token), json=move))
    return answers


async def tries(attack: Attack) -> Statuses:
    """Play today's deals as a new person for some moves, ask to be forgotten, and begin again."""
    games = all_games()

    async def work(http: httpx.AsyncClient, number: int) -> list[httpx.Response]:
        secret, game = new_token(), games[number % len(games)]
        begun = await http.post(f"/today/{game.name}", headers=bearer(secret), json={"name": "Ben"})
        if begun.status_code != 200:
            return [begun]
        table = begun.json()
        moves = await _acted(http, table["table"], table["token"], 6)
        return [begun, *moves, await http.post("/me/forget", headers=bearer(secret))]

    return await attack.repeated(work, [network(), network()])


async def evenings(attack: Attack) -> Statuses:
    """From many networks open evenings, start each with one person and otherwise bots, and leave it."""
    game = some_game(2)

    async def work(http: httpx.AsyncClient, _: int) -> list[httpx.Response]:
        secret = new_token()
        wanted = {"game": game.name, "name": "Ben", "players": 2, "boards": 24}
        answers = [await http.post("/evenings", headers=bearer(secret), json=wanted)]
        if answers[0].status_code == 201:
            path = f"/evenings/{answers[0].json()['evening']}"
            for step, body in (("join", {"name": "Ben"}), ("start", {}), ("leave", {})):
                answers.append(await http.post(f"{path}/{step}", headers=bearer(secret), json=body))
        return answers

    return await attack.repeated(work, [network() for _ in range(HOSTS)])


# --- sockets


class Crowd:
    """A table for two people, many of whose spectators hear what one seat sends over many sockets."""

    def __init__(self, attack: Attack, stack: AsyncExitStack) -> None:
        """Open connections that are closed together with the stack."""
        self.attack, self._stack = attack, stack
        self.heard: Statuses = Counter()
        self.table: dict[str, Any] = {}

    async def open(self) -> None:
        """Open the table, and let the spectators come in."""
        game = some_game(2)
        wanted = {"game": game.name, "name": "Ben", "players": 2, "seats": [PERSON, PERSON]}
        async with self.attack.client(network()) as http:
            self.table = (await http.post("/tables", json=wanted)).json()
            join = {"name": "Cleo", "invite": self.table["invite"]}
            await http.post(f"/tables/{self.table['table']}/join", json=join)
        addresses = [network() for _ in range(NETWORKS)]
        first = await self.socket(network(), None)
        self._listen(first, self.heard)
        for number in range(SPECTATORS):
            self._listen(await self.socket(addresses[number % NETWORKS], None), Counter())

    async def socket(self, address: str, token: str | None) -> ClientConnection:
        """Connect to the table from this address."""
        url = f"ws{self.attack.url[4:]}/api/tables/{self.table['table']}/socket"
        socket = await self._stack.enter_async_context(
            connect(url, max_size=None, local_addr=(address, 0), compression=None, close_timeout=1)
        )
        await socket.send(json.dumps({"type": "hello", "token": token}))
        return socket

    def _listen(self, socket: ClientConnection, heard: Statuses) -> None:
        """Count what a socket hears, by type, until it is closed."""

        async def listen() -> None:
            async for text in socket:
                heard[_kind(str(text))] += 1

        task = asyncio.create_task(listen())
        self._stack.callback(task.cancel)


def _kind(text: str) -> str:
    """Return the type of a message without decoding the rest, because long messages would keep the attacker busy."""
    return text[9 : text.index('"', 9)]


async def phrases(attack: Attack) -> Statuses:
    """Send phrases from one seat over many sockets to many spectators; in between, leave the table and return."""
    kinds = [{"type": "phrase", "phrase": "hello"}] * 8 + [{"type": "leave"}, {"type": "return"}]
    statuses: Statuses = Counter()
    address = network()
    async with AsyncExitStack() as stack:
        crowd = Crowd(attack, stack)
        await crowd.open()
        began = time.monotonic()
        end = began + attack.seconds

        async def one() -> None:
            while time.monotonic() < end:
                socket = await crowd.socket(address, crowd.table["token"])
                try:
                    await _say_all(socket, kinds, end, statuses)
                except ConnectionClosed as closed:
                    statuses[f"closed with {closed.rcvd.code if closed.rcvd else 'nothing'}"] += 1
                    await asyncio.sleep(0.2)

        await asyncio.gather(*(one() for _ in range(SOCKETS)))
        heard = crowd.heard["phrase"]  # The server may answer more messages while the sockets are being closed.
        allowed = COMMANDS_AT_ONCE + COMMANDS_A_SECOND * (time.monotonic() - began) + 1
    return statuses + Counter({"phrases": heard, "too many phrases": max(0, heard - int(allowed))})


async def _say_all(socket: ClientConnection, kinds: list[dict[str, Any]], end: float, statuses: Statuses) -> None:
    """Send messages at the rate that a socket may have, until the time is up; count the refusals."""
    for number in count():
        left = end - time.monotonic()
        if left <= 0:
            return
        await socket.send(json.dumps(kinds[number % len(kinds)]))
        try:
            async with asyncio.timeout(min(left, 0.025)):
                while True:
                    if _kind(str(await socket.recv())) == "refused":
                        statuses["refused"] += 1
        except TimeoutError:
            pass


FLOODS: dict[str, Flood] = {
    "spellings": spellings, "replays": replays, "pictures": pictures, "tables": tables, "abandoned": abandoned,
    "losses": losses, "tries": tries, "evenings": evenings, "phrases": phrases, "heads": heads,
}  # fmt: skip
DESCRIPTORS = {"heads": 256}  # The server's limit on open files and connections, if a flood wants it to be low.
