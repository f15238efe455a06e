"""Flood a real server on this machine with requests, and measure the effect on an honest player.

`make attack` runs this module: python -m tests.web.attack. tests/web/floods.py describes the floods; each has a bounded
number of connections and requests, ends by itself, and uses loopback addresses only. An honest player's moves are timed
before, during and after each flood, several times in alternation. If a flood slows the player down too much, the exit
status is 1. The attacker is a separate process with low priority, because a real attacker, on another machine, would
not take CPU time from the server.
"""

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count, groupby
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from parlour.game.game import Game
from tests.samples import some_game, together
from tests.web.floods import DESCRIPTORS, FLOODS, Attack, Statuses
from tests.web.games import quick_game
from tests.web.servers import ROOT, Server, memory_of, patch

PLAYER = "127.0.0.1"
MOST_DESCRIPTORS = 2048  # The server's limit on open files and connections during most floods.
MOST_P50, MOST_P99 = 2.0, 3.0  # How many times as long as before a flood the player's moves may take.


@dataclass
class HonestPlayer:
    """Ann, an honest player, who times each of her moves until it's stored, and only then makes the next move."""

    server: Server
    game: Game
    ids: "count[int]" = field(default_factory=count)

    async def moves(self, until: asyncio.Event, pause: float, times: list[float]) -> None:
        """Play matches until stopped; record the seconds from each move to its acknowledgement."""
        while not until.is_set():
            opened = await self._opened()
            url = f"ws{self.server.url[4:]}/api/tables/{opened['table']}/socket"
            async with connect(url, max_size=None, local_addr=(PLAYER, 0)) as socket:
                await socket.send(msgspec.json.encode({"type": "hello", "token": opened["token"]}).decode())
                await self._play(socket, until, pause, times)

    async def _opened(self) -> Any:
        async with httpx.AsyncClient(base_url=self.server.url, timeout=120) as http:
            wanted = {"game": self.game.name, "name": "Ann", "players": 2, "options": dict(self.game.short_options)}
            answer = await http.post("/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        return answer.json()

    async def _play(self, socket: ClientConnection, until: asyncio.Event, pause: float, times: list[float]) -> None:
        view: Any = None
        number, sent = 0, 0.0
        async for text in socket:
            message = msgspec.json.decode(text)
            if message["type"] == "welcome":
                view, number = message["view"], message["number"]
            elif message["type"] == "event":
                number = message["number"]
                patch(view, message["patch"])
            elif message["type"] == "stored":
                times.append(time.perf_counter() - sent)
                sent = 0.0
            elif message["type"] == "refused":
                raise AssertionError(message)
            if until.is_set() or (view and view["over"]):
                return
            if view and view["actions"] and not sent and message["type"] in ("welcome", "event"):
                await asyncio.sleep(pause)
                move = {
                    "type": "move",
                    "id": f"a{next(self.ids)}",
                    "number": number,
                    "action": view["actions"][0]["id"],
                }
                sent = time.perf_counter()
                await socket.send(msgspec.json.encode(move).decode())


# --- measuring


Turns = list[list[float]]  # For each repetition of a measurement, the seconds that each move took.


@dataclass(frozen=True)
class Noticed:
    """The effect of a flood: how long the player's moves took, the server's memory, and the returned statuses."""

    flood: str
    before: Turns
    during: Turns
    after: Turns
    grown: int
    statuses: Statuses
    newcomer: float  # The longest time that a new client waited for an answer during the flood.

    @property
    def ratios(self) -> dict[str, tuple[float, float]]:
        """How many times as long as before the flood the moves took: the ratios, each with its limit."""
        (b50, b99), (d50, d99), (a50, _) = map(percentiles, (self.before, self.during, self.after))
        return {
            "p50 during": (d50 / b50, MOST_P50), "p99 during": (d99 / b99, MOST_P99), "p50 after": (a50 / b50, MOST_P50)
        }  # fmt: skip

    @property
    def exceeded(self) -> list[str]:
        """The ratios that exceed their limits."""
        return [
            f"{self.flood}: {name} is {ratio:.1f} times the one before; expected at most {most:g} times"
            for name, (ratio, most) in self.ratios.items()
            if ratio > most
        ]

    def __str__(self) -> str:
        """Format the results, with one line for each period: before, during and after the flood."""
        lines = [f"{self.flood}: {dict(self.statuses)}, memory {self.grown / 1e6:+.1f} MB"]
        for name, turns in (("before", self.before), ("during", self.during), ("after", self.after)):
            p50, p99 = percentiles(turns)
            moves = sum(map(len, turns))
            lines.append(f"  {name:6} p50 {1000 * p50:6.1f} ms  p99 {1000 * p99:6.1f} ms  ({moves} moves)")
        ratios = ", ".join(f"{name} {ratio:.1f}" for name, (ratio, _) in self.ratios.items())
        lines.append(f"  times the value before: {ratios}; a newcomer {self.newcomer:.2f} s")
        return "\n".join(lines)


def percentiles(turns: Turns) -> tuple[float, float]:
    """Return the median and the 99th percentile of a turn, as medians over all turns, because a turn may stall."""
    ordered = [sorted(times) for times in turns]
    late = [times[min(len(times) - 1, len(times) * 99 // 100)] for times in ordered]
    return statistics.median(map(statistics.median, ordered)), statistics.median(late)


async def measured(player: HonestPlayer, work: Awaitable[Any], pause: float = 0.02) -> tuple[list[float], Any]:
    """Time the player's moves while other work runs; return the times and the result of that work."""
    stop, times = asyncio.Event(), list[float]()
    playing = asyncio.create_task(player.moves(stop, pause, times))
    try:
        found = await work
    finally:
        stop.set()
        await playing
    return times, found


async def at_rest(player: HonestPlayer, seconds: float) -> list[float]:
    """Time the player's moves without a flood, for some seconds but at least one move."""
    times: list[float] = []
    while not times:
        times, _ = await measured(player, asyncio.sleep(seconds))
        seconds *= 2
    return times


async def newcomers(url: str, stop: asyncio.Event) -> float:
    """Request the server's status over new connections until `stop` is set; return the longest wait for an answer."""
    longest, fresh = 0.0, httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(
        base_url=url, timeout=120, limits=fresh
    ) as http:  # One client for all requests, because creating a client takes 20 ms.
        while not stop.is_set():
            start = time.perf_counter()
            assert (await http.get("/api/status")).status_code == 200
            longest = max(longest, time.perf_counter() - start)
            await asyncio.sleep(0.5)
    return longest


async def flooded(name: str, attack: Attack) -> Statuses:
    """Run a flood in its own process; return how often each status was returned."""
    arguments = [attack.url, str(attack.seconds), *attack.finished]
    command = [sys.executable, "-m", "tests.web.attack", "--flood", name, *arguments]
    flood = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    output, _ = await flood.communicate()
    assert flood.returncode == 0
    return Statuses(msgspec.json.decode(output, type=dict[str, int]))


def flood_here(name: str, url: str, seconds: str, *finished: str) -> None:
    """Run a flood in this process; print how often each status was returned."""
    os.nice(10)
    answered = asyncio.run(FLOODS[name](Attack(url, float(seconds), list(finished))))
    print(msgspec.json.encode(answered).decode())


async def noticed(name: str, player: HonestPlayer, attack: Attack, turns: int) -> Noticed:
    """Run one flood several times, and measure before, during and after each run."""
    found = Noticed(name, [], [], [], 0, Counter(), 0.0)
    for _ in range(turns):
        one = await noticed_once(name, player, attack)
        found = Noticed(
            name, found.before + one.before, found.during + one.during, found.after + one.after,
            max(found.grown, one.grown), found.statuses + one.statuses, max(found.newcomer, one.newcomer),
        )  # fmt: skip
    return found


async def noticed_once(name: str, player: HonestPlayer, attack: Attack) -> Noticed:
    """Run a flood once, and measure before, during and after it."""
    server, rest = player.server, attack.seconds
    before = await at_rest(player, rest)
    memory, stop = memory_of(server), asyncio.Event()
    visiting = asyncio.create_task(newcomers(attack.url, stop))
    during, statuses = await measured(player, flooded(name, attack))
    stop.set()
    newcomer = await visiting
    after = await at_rest(player, rest)
    return Noticed(name, [before], [during], [after], memory_of(server) - memory, statuses, newcomer)


async def finished_tables(server: Server, number: int) -> list[str]:
    """Create tables, leave each, and watch bots play its match to the end; return the tables' names."""
    game = quick_game()
    names = []
    async with httpx.AsyncClient(base_url=server.url, timeout=120) as http:
        for _ in range(number):
            wanted = {"game": game.name, "name": "Ann", "players": 2, "options": dict(game.short_options)}
            opened = (await http.post("/api/tables", json=wanted)).json()
            names.append(opened["table"])
            async with connect(f"ws{server.url[4:]}/api/tables/{opened['table']}/socket", max_size=None) as socket:
                await socket.send('{"type": "hello"}')  # Without a spectator, the table would rest.
                authorization = {"Authorization": f"Bearer {opened['token']}"}
                await http.post(f"/api/tables/{opened['table']}/leave", headers=authorization)
                while not (await http.get(f"/api/tables/{opened['table']}")).json()["over"]:
                    await asyncio.sleep(0.1)
    return names


@asynccontextmanager
async def attacked(seconds: float, plain: bool, descriptors: int) -> Any:
    """Start a server that may open only so many files and connections; yield an honest player and an attack on it."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = f"sqlite:///{Path(folder) / 'attack.sqlite'}"
        server = await asyncio.to_thread(lambda: Server(database, plain=plain, descriptors=descriptors))
        stack.callback(server.close)
        player = HonestPlayer(server, some_game(2, together))
        yield player, Attack(server.url, seconds, await finished_tables(server, 3))


async def run(names: list[str], seconds: float, turns: int = 1, plain: bool = False) -> list[Noticed]:
    """Run the floods one after another; check that the server neither fails nor logs errors."""
    found = []
    for descriptors, group in groupby(names, lambda name: DESCRIPTORS.get(name, MOST_DESCRIPTORS)):
        async with attacked(seconds, plain, descriptors) as (player, attack):
            # The first moves are slow, because they load compiled code.
            await measured(player, asyncio.sleep(seconds / 2))
            for name in group:
                found.append(await noticed(name, player, attack, turns))
                print(found[-1], flush=True)
            assert player.server.process.poll() is None
            logged = player.server.logged()
            assert "Traceback" not in logged, logged
            assert "Too many open files" not in logged, logged
    return found


def main() -> int:
    """Run all floods, or only those named on the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=4.0, help="duration of every flood, and of measuring before and after it"
    )
    parser.add_argument("--turns", type=int, default=5, help="how often each flood is run")
    parser.add_argument("--only", choices=list(FLOODS), action="append")
    parser.add_argument("--flood", nargs="+", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.flood:
        flood_here(*arguments.flood)
        return 0
    found = asyncio.run(run(arguments.only or list(FLOODS), min(arguments.seconds, 60.0), arguments.turns))
    exceeded = [one for noticed in found for one in noticed.exceeded]
    print("\n".join(exceeded) or "No flood slows the player down more than allowed.")
    return 1 if exceeded else 0


if __name__ == "__main__":
    sys.exit(main())
