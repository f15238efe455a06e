"""Run our server in its own process, and open tables of light clients."""

import asyncio
import os
import random
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from bench.load import LightSocket, decode, open_socket
from parlour.game.game import Game
from parlour.games import all_games

ROOT = Path(__file__).parents[1]


def default_game() -> Game:
    """Find the first game that is usually played by four people."""
    return next(game for game in all_games() if game.default_players == 4)


def long_match(game: Game) -> dict[str, Any]:
    """Choose options that make a match outlast the measurement: each option that could shorten it has its maximum."""
    return {name: game.option(name).most for name in game.short_options if not game.option(name).words}


@dataclass
class Seat:
    """One client at a table, connected by a WebSocket."""

    table: "Table"
    seat: int
    token: str
    socket: LightSocket | None = None
    number: int = 0
    actions: list[Any] = field(default_factory=list)
    over: bool = False
    heard_pong: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self, data: bytes) -> None:
        now = time.perf_counter()
        message = decode(data)
        kind = message["type"]
        if kind == "event":
            self.number = message["number"]
            patch = message["patch"]
            self.actions = patch.get("actions", self.actions)
            self.over = patch.get("over", self.over)
            self.table.updated(self, now)
        elif kind == "welcome" and message["view"]:
            self.number, self.actions = message["number"], message["view"]["actions"]
            self.table.ready.discard(self.seat)
        elif kind == "pong":
            self.heard_pong.set()
        elif kind == "refused":
            self.table.refused[message["refused"]] = self.table.refused.get(message["refused"], 0) + 1
            self.table.moving = False


@dataclass
class Table:
    """Four clients at a table; one of them moves at a time."""

    name: str
    seats: list[Seat] = field(default_factory=list)
    ready: set[int] = field(default_factory=lambda: {0, 1, 2, 3})
    moving: bool = False
    sent: float = 0.0
    target: int = 0
    delays: list[float] = field(default_factory=list)
    refused: dict[str, int] = field(default_factory=dict)
    fast: bool = False

    def updated(self, seat: Seat, now: float) -> None:
        if self.moving and all(one.number >= self.target for one in self.seats):
            self.moving = False
            self.delays.append(now - self.sent)
            if self.fast:
                asyncio.get_running_loop().call_soon(self.move)

    def move(self) -> None:
        latest = max(seat.number for seat in self.seats)
        for seat in self.seats:
            if seat.actions and not seat.over and seat.number == latest and not self.moving and seat.socket:
                self.moving, self.sent, self.target = True, time.perf_counter(), latest + 1
                action = random.choice(seat.actions)["id"]
                seat.socket.say({"type": "move", "id": f"{self.name}{latest}", "number": latest, "action": action})
                return


class Server:
    """A table server in its own process."""

    def __init__(self, database: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        command = [sys.executable, "-m", "parlour.cli", "serve", "--port", "0", "--database", database,
                   "--rate", "1e6", "--tables", "1000000"]  # fmt: skip
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.port = int(re.findall(r":(\d+)/", line)[0])
        self.url = f"http://127.0.0.1:{self.port}/api"

    def wait_until_ready(self) -> None:
        """Wait until all rules are compiled, since the compiler would disturb the measurement."""
        while httpx.get(f"{self.url}/status").json()["progress"] < 1:
            time.sleep(0.2)

    def stop(self) -> None:
        self.process.terminate()
        self.process.communicate()


async def open_tables(server: Server, game: Game, number: int) -> list[Table]:
    """Open tables of four people, with a socket for each person."""
    tables = []
    async with httpx.AsyncClient(base_url=server.url, timeout=120) as http:
        for _ in range(number):
            wanted = {
                "game": game.name,
                "name": "Ann",
                "players": 4,
                "seats": [{"kind": "person"}] * 4,
                "options": long_match(game),
            }
            opened = await _post(http, "/tables", wanted)
            table = Table(opened["table"])
            table.seats.append(Seat(table, 0, opened["token"]))
            for name in ("Ben", "Cleo", "Dan"):
                data = {"name": name, "invite": opened["invite"]}
                joined = await _post(http, f"/tables/{table.name}/join", data)
                table.seats.append(Seat(table, joined["seat"], joined["token"]))
            tables.append(table)
            await connect(server, table)
    return tables


async def _post(http: httpx.AsyncClient, path: str, data: dict[str, Any]) -> dict[str, Any]:
    answer = await http.post(path, json=data)
    if answer.is_error:
        raise RuntimeError(f"the server refused {path}: {answer.text[:200]}")
    found: dict[str, Any] = answer.json()
    return found


async def connect(server: Server, table: Table) -> None:
    for seat in table.seats:
        seat.socket = await open_socket("127.0.0.1", server.port, table.name, seat.token, seat.hear)
    while table.ready:
        await asyncio.sleep(0.001)


def close(table: Table) -> None:
    for seat in table.seats:
        if seat.socket:
            seat.socket.transport.close()


async def open_bot_tables(server: Server, game: Game, number: int, level: str) -> list[Table]:
    """Open tables where one person plays against bots of a level."""
    tables = []
    async with httpx.AsyncClient(base_url=server.url, timeout=120) as http:
        for _ in range(number):
            wanted = {
                "game": game.name,
                "name": "Ann",
                "seats": [{"kind": "person"}, *[{"kind": "bot", "level": level}] * 3],
            }
            opened = await _post(http, "/tables", wanted)
            table = Table(opened["table"], ready={0})
            table.seats.append(Seat(table, 0, opened["token"]))
            await connect(server, table)
            tables.append(table)
    return tables
