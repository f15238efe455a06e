"""The table server under load, with the figures of boardgame.io on the same machine beside it.

python bench/server.py                     all figures
python bench/server.py latency --seconds 30
"""

import argparse
import asyncio
import json
import os
import random
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parent))
from load import LightSocket, cpu_seconds, decode, open_socket, resident_bytes

from parlour.game import Game
from parlour.games import all_games, find_game

ROOT = Path(__file__).parents[1]
PEERS = {  # boardgame.io on the reference machine, two cores: ../shared/TABLE.md of the project
    "p99 of 100 tables at one move a second, ms": "6–10",
    "server CPU a move, ms": "0.37",
    "durable moves a second, 100 tables": "535–601",
    "memory of a live table, kB": "146",
}


@dataclass
class Seat:
    """One client."""

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
    moves: int = 0
    delays: list[float] = field(default_factory=list)
    refused: dict[str, int] = field(default_factory=dict)
    fast: bool = False

    def updated(self, seat: Seat, now: float) -> None:
        if self.moving and all(one.number >= self.target for one in self.seats):
            self.moving = False
            self.moves += 1
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
    """A server process of its own."""

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
        """Wait for the compiler, which would disturb the measurement."""
        while httpx.get(f"{self.url}/status").json()["progress"] < 1:
            time.sleep(0.2)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def long_match(game: Game) -> dict[str, Any]:
    """Options with which a match outlasts the measurement: those that can make it short, as high as they go."""
    return {name: game.option(name).most for name in game.short_options if not game.option(name).words}


async def open_tables(server: Server, game: Game, number: int, sockets: bool = True) -> list[Table]:
    """Tables of four people, with a socket for each."""
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
            opened = (await http.post("/tables", json=wanted)).json()
            table = Table(opened["table"])
            table.seats.append(Seat(table, 0, opened["token"]))
            for name in ("Ben", "Cleo", "Dan"):
                data = {"name": name, "invite": opened["invite"]}
                joined = (await http.post(f"/tables/{table.name}/join", json=data)).json()
                table.seats.append(Seat(table, joined["seat"], joined["token"]))
            tables.append(table)
            if sockets:
                await connect(server, table)
    return tables


async def connect(server: Server, table: Table) -> None:
    for seat in table.seats:
        seat.socket = await open_socket("127.0.0.1", server.port, table.name, seat.token, seat.hear)
    while table.ready:
        await asyncio.sleep(0.001)


def commits(folder: Path, number: int = 200) -> dict[str, float]:
    """The time for committing one small row on this disk: no move can be quicker."""
    with closing(sqlite3.connect(folder / "commits.sqlite", isolation_level=None)) as connection:
        connection.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE rows (row TEXT)")
        delays = []
        for _ in range(number):
            begun = time.perf_counter()
            connection.execute("INSERT INTO rows VALUES (?)", ("x" * 100,))
            delays.append(time.perf_counter() - begun)
    delays.sort()
    return {"p50 ms": 1000 * delays[number // 2], "p99 ms": 1000 * delays[int(number * 0.99)]}


async def latency(server: Server, game: Game, seconds: float) -> dict[str, float]:
    """100 tables at one move a second each."""
    tables = await open_tables(server, game, 100)
    for table in tables:
        table.delays.clear()
    start, cpu = time.perf_counter(), cpu_seconds(server.process.pid)
    done = start
    beat = 0
    while done < start + seconds:
        tables[beat % 100].move()
        beat += 1
        done = start + beat / 100
        await asyncio.sleep(max(0.0, done - time.perf_counter()))
    await asyncio.sleep(0.5)
    delays = sorted(delay for table in tables for delay in table.delays)
    used = cpu_seconds(server.process.pid) - cpu
    report = {
        "moves": len(delays),
        "p50 ms": 1000 * delays[len(delays) // 2],
        "p99 ms": 1000 * delays[int(len(delays) * 0.99)],
        "worst ms": 1000 * delays[-1],
        "server CPU a move ms": 1000 * used / len(delays),
    }
    for table in tables:
        close(table)
    return report


async def throughput(server: Server, game: Game, seconds: float) -> dict[str, float]:
    """100 tables as fast as the clients can."""
    tables = await open_tables(server, game, 100)
    for table in tables:
        table.fast = True
    start, cpu, own = time.perf_counter(), cpu_seconds(server.process.pid), time.process_time()
    for table in tables:
        table.move()
    await asyncio.sleep(seconds)
    moves = sum(table.moves for table in tables)
    passed = time.perf_counter() - start
    used, mine = cpu_seconds(server.process.pid) - cpu, time.process_time() - own
    for table in tables:
        table.fast = False
        close(table)
    refused = sum(sum(table.refused.values()) for table in tables)
    return {
        "moves a second": moves / passed,
        "server CPU a move ms": 1000 * used / moves,
        "server cores": used / passed,
        "client cores": mine / passed,
        "refused": refused,
    }


def close(table: Table) -> None:
    for seat in table.seats:
        if seat.socket:
            seat.socket.transport.close()


async def memory(server: Server, game: Game, number: int) -> dict[str, float]:
    """The memory of a table with four sockets: the mean of many tables, each after a few moves."""
    before = resident_bytes(server.process.pid)
    tables = await open_tables(server, game, number)
    for _ in range(6):
        for table in tables:
            table.move()
        await asyncio.sleep(2 + number / 1000)
    after = resident_bytes(server.process.pid)
    for table in tables:
        close(table)
    return {"tables": number, "kB a table": (after - before) / number / 1000}


async def bots(server: Server, game: Game, seconds: float) -> dict[str, float]:
    """100 tables with hard bots, one person at each: how long an answer takes meanwhile."""
    tables = await open_bot_tables(server, game, 100)
    watcher = tables[0].seats[0]
    assert watcher.socket is not None
    start, before, delays = time.perf_counter(), [table.seats[0].number for table in tables], []
    while time.perf_counter() < start + seconds:
        for table in tables:
            table.move()
        asked = time.perf_counter()
        watcher.heard_pong.clear()
        watcher.socket.say({"type": "ping"})
        await watcher.heard_pong.wait()
        delays.append(time.perf_counter() - asked)
        await asyncio.sleep(0.05)
    events = sum(table.seats[0].number for table in tables) - sum(before)
    for table in tables:
        close(table)
    delays.sort()
    return {
        "events a second": events / seconds,
        "answer p50 ms": 1000 * delays[len(delays) // 2],
        "answer p99 ms": 1000 * delays[int(len(delays) * 0.99)],
        "tables that went on": sum(table.seats[0].number > then for table, then in zip(tables, before, strict=True)),
    }


async def open_bot_tables(server: Server, game: Game, number: int) -> list[Table]:
    """Tables of one person and hard bots."""
    tables = []
    async with httpx.AsyncClient(base_url=server.url, timeout=120) as http:
        for _ in range(number):
            wanted = {
                "game": game.name,
                "name": "Ann",
                "seats": [{"kind": "person"}, *[{"kind": "bot", "level": "hard"}] * 3],
            }
            opened = (await http.post("/tables", json=wanted)).json()
            table = Table(opened["table"], ready={0})
            table.seats.append(Seat(table, 0, opened["token"]))
            await connect(server, table)
            tables.append(table)
    return tables


TIMED = {"latency": latency, "throughput": throughput, "bots": bots}
PARTS = ["commits", *TIMED, "memory"]


def measured(folder: Path, database: str, game: Game, what: list[str], seconds: float, tables: int) -> dict[str, Any]:
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    figures: dict[str, Any] = {}
    for name in what:
        server = Server(database)
        try:
            server.wait_until_ready()
            if name == "commits":
                figures[name] = commits(folder)
            elif name == "memory":
                figures[name] = asyncio.run(memory(server, game, tables))
            else:
                figures[name] = asyncio.run(TIMED[name](server, game, seconds))
        finally:
            server.stop()
        shown = ", ".join(f"{key} {value:.3g}" for key, value in figures[name].items())
        print(f"{name}: {shown}", flush=True)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", default=PARTS, metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--game", help="a game for four; without it the first one")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--database", help="without it SQLite in a temporary folder")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    if unknown := set(arguments.what) - set(PARTS):
        parser.error(f"there is no part {unknown.pop()!r}; expected some of {', '.join(PARTS)}")
    with tempfile.TemporaryDirectory() as folder:
        database = arguments.database or f"sqlite:///{Path(folder) / 'bench.sqlite'}"
        game = find_game(arguments.game) if arguments.game else next(one for one in all_games() if 4 in one.players)
        figures = measured(Path(folder), database, game, arguments.what, arguments.seconds, arguments.tables)
    print("\nboardgame.io on the reference machine: " + "; ".join(f"{name} {value}" for name, value in PEERS.items()))
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
