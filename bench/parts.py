"""Measure our server: latency, moves per second, bots, memory, and commits to the disk."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from bench.load import cpu_seconds, figures_of_delays, resident_bytes
from bench.tables import Server, Table, close, open_bot_tables, open_tables
from parlour.game.game import Game

TABLES = 100
WARM_SECONDS = 5.0  # how many seconds are played before a measurement, for boardgame.io too
MOVES = 6  # how many moves are made at every table before memory is measured


def pause_of(tables: int) -> float:
    """Compute the pause in seconds between a table's moves while memory is measured: long enough for any server."""
    return 2 + tables / 1000


def commits(folder: Path, number: int = 200) -> dict[str, float]:
    """Measure the time to commit one small row to this disk: no move can be faster."""
    with closing(sqlite3.connect(folder / "commits.sqlite", isolation_level=None)) as connection:
        connection.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE rows (row TEXT)")
        delays = []
        for _ in range(number):
            begun = time.perf_counter()
            connection.execute("INSERT INTO rows VALUES (?)", ("x" * 100,))
            delays.append(time.perf_counter() - begun)
    delays.sort()
    return {"p50 ms": 1000 * delays[number // 2], "p99 ms": 1000 * delays[int(number * 0.99)]}


class Watch:
    """The delays at all tables, and the CPU time of server and clients, since a measurement began."""

    def __init__(self, server: Server, tables: list[Table]) -> None:
        self._process, self._tables = server.process.pid, tables
        for table in tables:
            table.delays.clear()
        self._start, self._cpu, self._own = time.perf_counter(), cpu_seconds(self._process), time.process_time()

    def figures(self) -> dict[str, float]:
        """Compute the figures so far; raise an error if a table stopped after a refused move or the end of a match."""
        passed = time.perf_counter() - self._start
        used, own = cpu_seconds(self._process) - self._cpu, time.process_time() - self._own
        for table in self._tables:
            if table.refused:
                raise RuntimeError(f"the server refused moves: {table.refused}")
            if any(seat.over for seat in table.seats):
                raise RuntimeError("a match ended during the measurement; expected fewer seconds or a longer game")
        return figures_of_delays([delay for table in self._tables for delay in table.delays], passed, used, own)


async def latency(server: Server, game: Game, seconds: float) -> dict[str, float]:
    """Play one move per second at each of 100 tables."""
    tables = await open_tables(server, game, TABLES)
    await _paced(tables, WARM_SECONDS)
    watch = Watch(server, tables)
    await _paced(tables, seconds)
    found = watch.figures()
    for table in tables:
        close(table)
    return found


async def _paced(tables: list[Table], seconds: float) -> None:
    """Make a move at each table every second, evenly spread."""
    start, beat = time.perf_counter(), 0
    while beat < seconds * len(tables):
        tables[beat % len(tables)].move()
        beat += 1
        await asyncio.sleep(max(0.0, start + beat / len(tables) - time.perf_counter()))


async def throughput(server: Server, game: Game, seconds: float) -> dict[str, float]:
    """Play at 100 tables at full speed: each move follows as soon as all four clients know the previous move."""
    tables = await open_tables(server, game, TABLES)
    for table in tables:
        table.fast = True
        table.move()
    await asyncio.sleep(WARM_SECONDS)
    watch = Watch(server, tables)
    await asyncio.sleep(seconds)
    found = watch.figures()
    for table in tables:
        table.fast = False
        close(table)
    return found


async def memory(server: Server, game: Game, number: int) -> dict[str, float]:
    """Measure the memory that a table with four sockets takes: the mean over many tables after a few moves each."""
    before = resident_bytes(server.process.pid)
    tables = await open_tables(server, game, number)
    for _ in range(MOVES):
        for table in tables:
            table.move()
        await asyncio.sleep(pause_of(number))
    after = resident_bytes(server.process.pid)
    for table in tables:
        close(table)
    return {"tables": number, "kB a table": (after - before) / number / 1000}


async def bots(server: Server, game: Game, seconds: float, level: str = "hard") -> dict[str, float]:
    """Measure response times with 100 tables of hard bots and one person each."""
    tables = await open_bot_tables(server, game, TABLES, level)
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
        "p50 ms": 1000 * delays[len(delays) // 2],
        "p99 ms": 1000 * delays[int(len(delays) * 0.99)],
        "tables that went on": sum(table.seats[0].number > then for table, then in zip(tables, before, strict=True)),
    }
