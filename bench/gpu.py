"""Measure random play on a GPU: which way of running the kernels is fastest?

    PYTHONPATH=src python bench/gpu.py [--check] [--games oh7,rook] [--json FILE]

Needs only NumPy, Numba with its CUDA target, msgspec and platformdirs. `--check` compares final states with those of
the CPU, byte for byte.
"""

import argparse
import json
import re
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from parlour.bots.basic import find_basic
from parlour.bots.levels import SLIPS
from parlour.engine.rng import GENERATOR
from parlour.envs.batch import Batch
from parlour.envs.cuda.batch import DeviceBatch
from parlour.envs.cuda.playing import WARP, Playing
from parlour.envs.cuda.rules import arrays, cuda
from parlour.envs.cuda.simulation import play_chunk
from parlour.envs.cuda.speed import batch_rates
from parlour.games import load_game
from parlour.match.seeds import seeded_words
from parlour.match.walk import find_play_on, find_random, play_matches

TABLES = {"oh7": 4, "kod7": 6, "rook": 4, "active13": 2, "thirtyone": 4}
LIMIT = 200
SECONDS = 0.2
MOST_WARPS = 32  # most blocks on a multiprocessor; a block is one warp
CHECKED = (64, 300)  # how many tables and decisions `--check` compares


def words_for(tables: int, seed: int) -> Any:
    """Make the words of a random generator for each table."""
    return np.random.default_rng(seed).integers(1, 2**63, (tables, 4), dtype=np.uint64)


def facts(playing: Playing) -> dict[str, int]:
    """Find the registers and memory that the compiled kernel uses on a multiprocessor."""
    compiled = next(iter(playing.kernel.overloads.values()))
    found = {
        "registers": compiled.regs_per_thread,
        "local": compiled.local_mem_per_thread,
        "shared": compiled.shared_mem_per_block,
    }
    context = cuda.current_context()
    function = compiled._codelibrary.get_cufunc()
    found["resident"] = context.get_active_blocks_per_multiprocessor(function, WARP, 0)
    return found


def rate(game: Any, start: Any, where: str, warps: int, waiting: int) -> float:
    """Measure decisions per second, for about `SECONDS` seconds."""
    processors = cuda.get_current_device().MULTIPROCESSOR_COUNT
    playing = Playing(game, start, words_for(warps * WARP * processors, warps), where == "phases")
    steps = 500
    while True:
        began = time.perf_counter()
        playing.play(steps, LIMIT, waiting)
        taken = time.perf_counter() - began
        if taken > SECONDS / 3 or steps > 1 << 20:
            return steps * playing.tables / taken
        steps = max(2 * steps, int(steps * SECONDS / (taken + 1e-6)))


def check(game: Any, start: Any, where: str) -> bool:
    """Say whether the GPU and the CPU reach final states with the same bytes."""
    tables, steps = CHECKED
    words = words_for(tables, 7)
    playing = Playing(game, start, words, where == "phases")
    playing.play(steps, LIMIT)
    play_on = find_play_on(game, find_random(game))
    for table, found in enumerate(playing.states):
        rng, state, made = np.zeros(1, GENERATOR)[0], np.full(1, start, game.state)[0], 0
        rng.words[:] = words[table]
        while (made := made + play_on(state, rng, LIMIT, steps - made)) < steps:
            state = np.full(1, start, game.state)[0]
        if found.tobytes() != state.tobytes() or (playing.words[table] != rng.words).any():
            return False
    return True


def measure(name: str, players: int, where: str, checking: bool) -> list[dict[str, Any]]:
    """Measure how fast one kernel runs with different numbers of warps and waiting tables."""
    game = load_game(name)
    start = game.new_state(players)
    began = time.perf_counter()
    playing = Playing(game, start, words_for(WARP, 1), where == "phases")
    playing.play(1, LIMIT)
    row = {"game": game.name, "players": players, "where": where, "compile": time.perf_counter() - began}
    row |= facts(playing)
    print(row, flush=True)
    if checking:
        print("same bytes as the CPU:", check(game, start, where), flush=True)
    rows = []
    most = min(row["resident"], MOST_WARPS)
    for warps in sorted({most, max(1, most * 3 // 4)}, reverse=True):
        for waiting in (8, 16, 20, 24, 28, 30, 32) if warps == most else (32,):
            found = rate(game, start, where, warps, waiting)
            print(f"  {name} {where} warps {warps:2} waiting {waiting:2}: {found / 1e9:6.2f} G", flush=True)
            rows.append({**row, "warps": warps, "waiting": waiting, "rate": found})
    return rows


def measure_batch(name: str, players: int, checking: bool) -> list[dict[str, Any]]:
    """Measure steps of a batch of environments, with observations; choosing the actions isn't timed."""
    game, rows = load_game(name), []
    if checking:
        print("batch, same bytes as the CPU:", check_batch(game, players), flush=True)
    for matches in (65_536, 262_144, 1_048_576):
        found = batch_rates(game, players, SECONDS, matches)
        print(f"  {name} batch of {matches}: {found['decisions'] / 1e9:6.3f} G", flush=True)
        rows.append({"game": game.name, "players": players, "batch": matches, "rate": found["decisions"]})
    return rows


def check_batch(game: Any, players: int) -> bool:
    """Say whether every array of a batch has the same bytes on the GPU and the CPU, for 200 steps."""
    here, there = Batch(game, players, matches=512, seed=5), DeviceBatch(game, players, matches=512, seed=5)
    random = np.random.default_rng(1)
    for _ in range(200):
        actions = (here.masks * (1 + random.random(here.masks.shape))).argmax(1)
        here.step(actions)
        there.step(arrays().asarray(actions))
        for name in ("seats", "masks", "observations", "rewards", "ended", "decisions"):
            if getattr(here, name).tobytes() != getattr(there, name).get().tobytes():
                print(name, "differs", flush=True)
                return False
    return bool(here.states.tobytes() == there.states.tobytes())


def measure_simulation(name: str, players: int, checking: bool) -> list[dict[str, Any]]:
    """Measure seeded matches between random players, and between rule-of-thumb bots."""
    game, rows = load_game(name), []
    start = game.new_state(players)
    for bot, chosen in (("random", find_random(game)), ("basic", find_basic(game))):
        slips = [SLIPS[bot]] * players
        began = time.perf_counter()
        found, finals = play_chunk(game, chosen, slips, start, 1, 0, 256, LIMIT, keeping=True)
        print(f"  {name} {bot}: compiled in {time.perf_counter() - began:.1f} s", flush=True)
        if checking:
            keys = seeded_words(1, range(256))
            states, expected = play_matches(game, chosen, slips, start, keys, LIMIT)
            same = states.tobytes() == finals.tobytes() and (expected.decisions == found.decisions).all()
            print("  same matches as the CPU:", bool(same), flush=True)
        matches = 20_000 if game.name == "rook" and bot == "random" else 500_000
        began = time.perf_counter()
        found, _ = play_chunk(game, chosen, slips, start, 1, 0, matches, LIMIT)
        taken = time.perf_counter() - began
        row = {"matches": matches / taken, "rate": float(found.decisions.sum()) / taken}
        print(
            f"  {name} {bot}: {row['rate'] / 1e9:.3f} G decisions/s, {row['matches'] / 1e6:.3f} M matches/s", flush=True
        )
        rows.append({"game": game.name, "players": players, "simulation": bot, **row})
    return rows


def run_page(page: Path) -> None:
    """Run the programs of docs/environments.md that need a GPU, torch and JAX, and print their results."""
    for program in re.findall(r"```py\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        names: dict[str, Any] = {"__name__": "example"}
        exec(compile(program, str(page), "exec"), names)
        cuda.synchronize()
        print(program.splitlines()[0], "decisions:", int(names["batch"].decisions.sum()), flush=True)
        if "torch" in names:
            print("the same memory:", names["masks"].data_ptr() == names["batch"].masks.data.ptr, flush=True)


def main() -> None:
    """Measure the games and parts that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", default=",".join(TABLES))
    parser.add_argument("--where", default="phases,free")
    parser.add_argument("--parts", default="batch,simulation")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--page", type=Path, help="path of docs/environments.md, to run its programs for a GPU")
    arguments = parser.parse_args()
    if arguments.page:
        run_page(arguments.page)
        return
    parts: list[tuple[str, str]] = []
    for name in arguments.games.split(","):
        parts += [(name, where) for where in arguments.where.split(",") if where]
        parts += [(name, part) for part in ("batch", "simulation") if part in arguments.parts]
    rows: list[dict[str, Any]] = []
    for name, part in parts:
        game = load_game(name)
        players = TABLES.get(game.name, game.players[-1])
        try:
            if part == "batch":
                rows += measure_batch(name, players, arguments.check)
            elif part == "simulation":
                rows += measure_simulation(name, players, arguments.check)
            else:
                rows += measure(name, players, part, arguments.check)
        except Exception as error:  # continue with the next kernel: the machine is available for minutes only
            print(name, part, type(error).__name__, str(error)[-1500:], file=sys.stderr, flush=True)
        if arguments.json:
            arguments.json.write_text(json.dumps(rows, indent=1))
    for name in dict.fromkeys(row["game"] for row in rows if "where" in row):
        best = max((row for row in rows if row["game"] == name and "where" in row), key=lambda row: row["rate"])
        print(f"{name:10} {best['rate'] / 1e9:6.2f} G decisions/s: {best['where']}, {best['warps']} warps, "
              f"{best['waiting']} waiting, {best['registers']} registers")  # fmt: skip


if __name__ == "__main__":
    main()
