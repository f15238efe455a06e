"""Measure our table server under load; with --peer, measure boardgame.io as well, in turns on the same machine.

    python bench/server.py                       # measures only our server
    python bench/server.py --peer --page         # measures both servers, and writes the table in docs/operating.md
    python bench/server.py --page                # rewrites that table from the stored figures
    python bench/server.py latency --seconds 30  # measures one part

The option --help lists all parts.
"""

import argparse
import asyncio
import json
import resource
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # lets this file run as a program
from bench import boardgameio, parts
from bench.machine import load, machine
from bench.server_page import FILES, IN_MEMORY, OURS, PAGE, RESULTS, operating, show
from bench.tables import Server, default_game
from parlour.game.game import Game
from parlour.games import find_game

REPEATED = ("throughput", "latency")  # these parts are measured in every turn, all other parts once
PARTS = ("commits", *REPEATED, "bots", "memory")

Figures = dict[str, float]
Contestant = Callable[[str], Figures | None]  # the figures of each part, or None for parts that aren't measured


def ours(folder: Path, database: str | None, game: Game, seconds: float, tables: int) -> Contestant:
    """Measure our server; start a new server for every part, with a new database unless a database is given."""
    numbers = count()

    def measure(part: str) -> Figures:
        if part == "commits":
            return parts.commits(folder)
        server = Server(database or f"sqlite:///{folder / f'bench{next(numbers)}.sqlite'}")
        try:
            server.wait_until_ready()
            if part == "memory":
                return asyncio.run(parts.memory(server, game, tables))
            timed = {"latency": parts.latency, "throughput": parts.throughput, "bots": parts.bots}
            return asyncio.run(timed[part](server, game, seconds))
        finally:
            server.stop()

    return measure


def peer(folder: Path | None, seconds: float, tables: int) -> Contestant:
    """Measure boardgame.io; start a new server for every part, with its files in a new folder, or in memory."""
    numbers = count()

    def measure(part: str) -> Figures | None:
        place = folder / f"files{next(numbers)}" if folder else None
        if part == "memory":
            pause = parts.pause_of(tables)
            return boardgameio.memory(place, tables, round(1000 * pause), parts.MOVES * pause)
        if part not in REPEATED:
            return None
        pause = 0 if part == "throughput" else 1000
        return boardgameio.moves(place, parts.TABLES, pause, parts.WARM_SECONDS, seconds)

    return measure


def in_turns(contestants: dict[str, Contestant], wanted: list[str], turns: int) -> dict[str, dict[str, list[Figures]]]:
    """Measure all servers one after another in every turn; return {server: {part: figures of each turn}}."""
    figures: dict[str, dict[str, list[Figures]]] = {name: {} for name in contestants}
    for part in wanted:
        for _ in range(turns if part in REPEATED else 1):
            for name, measure in contestants.items():
                found = measure(part)
                if found is not None:
                    figures[name].setdefault(part, []).append(found)
                    shown = ", ".join(f"{key} {value:.3g}" for key, value in found.items())
                    sys.stderr.write(f"{part}: {name}: {shown}\n")
    return figures


def measured(arguments: argparse.Namespace, game: Game) -> dict[str, Any]:
    """Measure a whole run; return it as a JSON object."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    seconds, tables, versions, left_out = arguments.seconds, arguments.tables, {"parlour": version("parlour")}, ""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        contestants = {OURS: ours(folder, arguments.database, game, seconds, tables)}
        if arguments.peer:
            try:
                boardgameio.install()
            except boardgameio.PeerMissingError as error:
                left_out = f"boardgame.io was not measured: {error}"
                sys.stderr.write(f"{left_out}\n")
            else:
                contestants |= {FILES: peer(folder, seconds, tables), IN_MEMORY: peer(None, seconds, tables)}
                versions |= boardgameio.versions()
        figures = in_turns(contestants, arguments.what, arguments.turns)
    return {
        "date": datetime.now(UTC).date().isoformat(), "machine": machine(), "load": load(), "game": game.name,
        "seconds": seconds, "turns": arguments.turns, "versions": versions, "left_out": left_out, "figures": figures,
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--game", help="a game for four; by default the first that four usually play")
    parser.add_argument("--seconds", type=float, default=10, help="of every measurement")
    parser.add_argument("--turns", type=int, default=3, help=f"number of measurements of {' and '.join(REPEATED)}")
    parser.add_argument("--tables", type=int, default=1000, help="number of tables over which memory is averaged")
    parser.add_argument("--database", help="URL of the database; by default SQLite in a temporary folder")
    parser.add_argument("--peer", action="store_true", help="also measure boardgame.io, in turns with our server")
    parser.add_argument("--page", action="store_true", help=f"write the table in docs/{PAGE.name}")
    parser.add_argument("--json", type=Path, help=f"where the figures go; with --page docs/{RESULTS.name}")
    arguments = parser.parse_args()
    if unknown := set(arguments.what) - set(PARTS):
        parser.error(f"there is no part {unknown.pop()!r}; expected some of {', '.join(PARTS)}")
    for name in ("seconds", "turns", "tables"):
        if getattr(arguments, name) <= 0:
            parser.error(f"--{name} cannot be {getattr(arguments, name)}; expected more than 0")
    if arguments.page and arguments.what:
        parser.error(f"the page needs all parts, not only {', '.join(arguments.what)}")
    arguments.what = arguments.what or list(PARTS)
    place: Path | None = arguments.json or (RESULTS if arguments.page else None)
    if place and arguments.page and not arguments.peer:
        results = json.loads(place.read_text(encoding="utf-8"))
    else:
        results = measured(arguments, find_game(arguments.game) if arguments.game else default_game())
        if place:
            place.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    show(results)
    if arguments.page:
        PAGE.write_text(operating(PAGE.read_text(encoding="utf-8"), results), encoding="utf-8")


if __name__ == "__main__":
    main()
