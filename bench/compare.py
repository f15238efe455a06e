"""Compare the speed of this checkout and of another checkout, in alternating turns, by CPU time.

    python bench/compare.py ../old                     # measures every figure in eleven turns
    python bench/compare.py ../old --turns 5 --games rook
    python bench/compare.py ../old --compile           # also times the compilation of all games into an empty cache

In every turn, each checkout is measured in a new process; the checkouts alternate in going first. Each figure is the
ratio of the medians: above 1, this checkout is faster. Make the other checkout with `git worktree add ../old COMMIT`.
Each checkout compiles into a new cache: the speed of compiled code depends a little on what was compiled before it (the
speed of the search by up to 15 %), so reusing an older cache would be unfair.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).parents[1]
GAMES = ("oh7", "rook")
TURNS = 11
COMPILING_TURNS = 3
SECONDS = 0.5  # how many seconds each figure is measured in a turn
KEY = bytes(range(32))
MATCHES, WORLDS = 256, 300
Rates = dict[str, float]  # units of work per second, by the name of the figure


def rate(work: Callable[[], int]) -> float:
    """Measure units of work per second of CPU time; the first run doesn't count."""
    work()
    done, start = 0, time.process_time()
    while (used := time.process_time() - start) < SECONDS:
        done += work()
    return done / used


def probe(name: str) -> Rates:
    """Measure engine, views, observations and search of the `parlour` package that this process imports."""
    import numpy as np

    from parlour import Match, find_bot, find_game, generator
    from parlour.envs.batch import Batch
    from parlour.lab import bench

    game = find_game(name)
    engine = bench.rates(game, game.default_players, SECONDS, 1)["decisions"]
    match = Match(game, key=KEY, telling=False)
    positions: list[tuple[Any, int]] = []
    match.advance()
    while not match.over and len(positions) < 40:
        seat = match.actors[0]
        positions.append((game.copy(match.state), seat))
        legal = match.legal(seat)
        match.act(seat, legal[len(positions) % len(legal)])
        match.advance()
    hidden = [(game.hidden(state, seat), seat) for state, seat in positions]

    def views() -> int:
        for state, _ in positions:
            match.set_state(state)
            match.views(range(match.players))
        return len(positions) * match.players

    batch = Batch(game, game.default_players, matches=MATCHES, seed=1)

    def steps() -> int:
        for _ in range(20):
            batch.step(np.argmax(batch.masks, 1))
        return 20 * MATCHES

    search, rng = find_bot(game, f"search:{WORLDS}"), generator(KEY)

    def decisions() -> int:
        for state, seat in hidden[::8]:
            search(state, seat, rng)
        return len(hidden[::8])

    return {"engine": engine, "views": rate(views), "observations": rate(steps), "search": rate(decisions)}


def first_card(name: str) -> float:
    """Run `parlour play` until the first cards are dealt, then quit; return the inverse of the CPU time."""
    command = [sys.executable, "-m", "parlour.cli", "play", name, "--name", "Ann", "--bots", "basic"]
    subprocess.run(command, input="q\n", text=True, check=True, stdout=subprocess.DEVNULL)
    used = os.times()
    return 1 / (used.children_user + used.children_system)


def compiled() -> float:
    """Compile all games; return the inverse of the CPU time."""
    subprocess.run([sys.executable, "-m", "parlour.cli", "warm"], check=True, stdout=subprocess.DEVNULL)
    used = os.times()
    return 1 / (used.children_user + used.children_system)


def ask(checkout: Path, what: str, name: str, cache: str) -> Rates:
    """Measure a checkout in a separate process."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src"), "PARLOUR_CACHE": cache}
    command = [sys.executable, __file__, str(checkout), "--probe", what, "--games", name]
    run = subprocess.run(command, env=environment, cwd=checkout, capture_output=True, text=True, check=False)
    if run.returncode:
        raise SystemExit(f"{checkout}: {run.stderr}")
    rates: Rates = json.loads(run.stdout.splitlines()[-1])
    return rates


def compare(other: Path, games: list[str], turns: int, *, compiling: bool) -> dict[str, tuple[float, float]]:
    """Measure both checkouts; return the median of each figure for each checkout."""
    found: dict[str, dict[Path, list[float]]] = {}

    def note(checkout: Path, figure: str, value: float) -> None:
        found.setdefault(figure, {}).setdefault(checkout, []).append(value)

    with tempfile.TemporaryDirectory() as mine, tempfile.TemporaryDirectory() as theirs:
        caches = {HERE: mine, other: theirs}
        for turn in range(turns + 1):
            for checkout in (HERE, other) if turn % 2 else (other, HERE):
                for name in games:
                    for what in ("rates", "card"):
                        for figure, value in ask(checkout, what, name, caches[checkout]).items():
                            if turn:  # the first turn only fills the caches
                                note(checkout, f"{name}, {figure}", value)
                if compiling and 1 <= turn <= COMPILING_TURNS:
                    with tempfile.TemporaryDirectory() as empty:
                        note(checkout, "compile all", ask(checkout, "compile", games[0], empty)["compile"])
            print(f"turn {turn} of {turns}", file=sys.stderr)
    return {figure: (median(both[HERE]), median(both[other])) for figure, both in found.items()}


def main() -> None:
    """Compare the checkouts and print the result, or measure one checkout as a subprocess."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path)
    parser.add_argument("--games", nargs="+", default=list(GAMES))
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--probe", choices=("rates", "card", "compile"), help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.probe:
        name = chosen.games[0]
        rates = {
            "rates": lambda: probe(name),
            "card": lambda: {"first card": first_card(name)},
            "compile": lambda: {"compile": compiled()},
        }[chosen.probe]()
        print(json.dumps(rates))
        return
    for figure, (mine, theirs) in compare(
        chosen.other.resolve(), chosen.games, chosen.turns, compiling=chosen.compile
    ).items():
        print(f"{figure:<24}{mine:>14,.4g}{theirs:>14,.4g}{mine / theirs:>8.3f}")


if __name__ == "__main__":
    main()
