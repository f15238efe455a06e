"""Measuring speed: first the commands that people type, then the compiled loop inside them and single calls."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from parlour.engine.files import whole_file
from parlour.engine.rng import GENERATOR, generator
from parlour.engine.rule import loop
from parlour.engine.sets import lowest
from parlour.envs.cuda.device import check_device
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.games import GAMES, find_game, reference_of
from parlour.lab._commands import command_rates
from parlour.match.fair import chance_generator, seeded_key
from parlour.match.walk import NO_END, find_play_on, find_random

REPEATS = 5
CALLS = 5000
MOST_SECONDS = 3600
LIMIT = 200  # A match is cut off after this many rounds.


@cache
def find_play_many(game: Game) -> Callable[..., int]:
    """Make the loop to be timed, which deals and plays random matches and returns how many decisions were made."""
    play_on = find_play_on(game, find_random(game))

    @loop
    def play_many(states: Any, generators: Any, matches: int, limit: int) -> int:
        decisions = 0
        for _ in range(matches):
            states[0] = states[1]
            decisions += play_on(states[0], generators[0], limit, NO_END)
        return decisions

    return play_many


def rates(game: Game, players: int, seconds: float, threads: int) -> dict[str, float]:
    """Measure decisions and matches per second: the median of several runs, and the best run."""
    play_many = find_play_many(game)
    threads_own = [_states_and_generators(game, players, number) for number in range(threads)]
    play_many(*threads_own[0], 1, LIMIT)
    matches = _calibrated(lambda number: play_many(*threads_own[0], number, LIMIT), seconds / REPEATS)
    decisions, found = 0, []
    with ThreadPoolExecutor(threads) as pool:
        for _ in range(REPEATS):
            start = time.perf_counter()
            decisions = sum(pool.map(lambda own: play_many(*own, matches, LIMIT), threads_own))
            found.append(decisions / (time.perf_counter() - start))
    each_match = decisions / (matches * threads)
    return {"decisions": median(found), "best": max(found), "matches": median(found) / each_match}


def _states_and_generators(game: Game, players: int, number: int) -> tuple[Any, Any]:
    states, generators = np.zeros(2, game.state), np.zeros(1, GENERATOR)
    states[1] = game.new_state(players)
    generators[0] = generator(seeded_key(1, number))
    return states, generators


def _calibrated(run: Callable[[int], object], seconds: float) -> int:
    """Find how many matches take about this many seconds."""
    matches = 1
    while True:
        start = time.perf_counter()
        run(matches)
        taken = time.perf_counter() - start
        if taken > seconds / 4:
            return max(1, round(matches * seconds / taken))
        matches *= 4


def _call_microseconds(game: Game, players: int) -> float:
    """Time a call of `legal` and a call of `apply` from Python, without the time to prepare the states."""
    state, key = game.new_state(players), seeded_key(1, 0)
    game.deal(state, chance_generator(key, 0))
    seat = lowest(game.actors(state))
    states = [game.copy(state) for _ in range(CALLS)]
    start = time.process_time()
    for one in states:
        game.apply(one, seat, int(game.legal(one, seat)).bit_length() - 1)
    return (time.process_time() - start) / CALLS * 1e6


def _start_seconds(names: list[str], cache: str | None) -> float:
    """Time how long a new process takes until the rules of these games are compiled or loaded."""
    program = "import sys; from parlour.match.walk import warm; [warm(name) for name in sys.argv[1:]]"
    environment = {**os.environ, **({"PARLOUR_CACHE": cache} if cache else {})}
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", program, *map(reference_of, names)], check=True, env=environment, timeout=600)
    return time.perf_counter() - start


def measure(names: list[str], seconds: float, say: Callable[[str], None]) -> dict[str, Any]:
    """Measure the speed of the games on the CPU; return the figures as a JSON object."""
    cores = os.cpu_count() or 1
    figures: dict[str, Any] = {"cores": cores, "commands": [], "games": []}
    for name in names:
        game = find_game(name)
        figures["commands"] += _commands(game, seconds, cores, say)
        for players in game.players:
            say(f"{game.title}, {players} players")
            one, many = rates(game, players, seconds, 1), rates(game, players, seconds, cores)
            figures["games"].append(
                {"game": name, "players": players, "state_bytes": game.state.itemsize, "one_core": one,
                 "all_cores": many, "call_microseconds": _call_microseconds(game, players)}
            )  # fmt: skip
    with tempfile.TemporaryDirectory() as cache:
        say("cold and warm start-up")
        figures["cold_start_seconds"] = _start_seconds(names, cache)
        figures["warm_start_seconds"] = _start_seconds(names, cache)
    return figures


def _commands(game: Game, seconds: float, cores: int, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Time the commands with as many matches as the compiled loop plays in this many seconds on all cores."""
    inside = rates(game, game.default_players, min(seconds, 1.0), 1)
    matches = max(1, round(inside["matches"] * seconds * cores))
    return list(command_rates(game, matches, inside["decisions"] / inside["matches"], say))


def measure_gpu(names: list[str], seconds: float, say: Callable[[str], None]) -> dict[str, Any]:
    """Measure the speed of the games on the GPU; return the figures as a JSON object."""
    from parlour.envs.cuda import speed  # loads CUDA

    figures: dict[str, Any] = {"device": speed.device_name(), "games": []}
    for name in names:
        game = find_game(name)
        for players in game.players:
            say(f"{game.title}, {players} players")
            play, batch = speed.play_rates(game, players, seconds), speed.batch_rates(game, players, seconds)
            figures["games"].append({"game": name, "players": players, "play": play, "batch": batch})
    return figures


def bench_engine(names: list[str], seconds: float, file: Path | None, device: str = "cpu") -> None:
    """Measure the engine's speed, print the figures, and write them to `file` if one is given."""
    check_device(device)
    chosen = [find_game(name).name for name in names] or list(GAMES)
    if not 0 < seconds < MOST_SECONDS:
        raise ParlourError(f"seconds cannot be {seconds}; expected more than 0 and less than {MOST_SECONDS}")
    with whole_file(file) if file else nullcontext() as json_file:
        figures = _measured(chosen, seconds, measure if device == "cpu" else measure_gpu)
        if json_file:
            json_file.write(json.dumps(figures, indent=1) + "\n")
    if device == "cpu":
        _show(figures, chosen)
    else:
        _show_gpu(figures)


def _measured(chosen: list[str], seconds: float, measure: Callable[..., dict[str, Any]]) -> dict[str, Any]:
    with Console().status("measuring") as status:
        return measure(chosen, seconds, lambda text: status.update(f"measuring: {text}"))


def _show(figures: dict[str, Any], chosen: list[str]) -> None:
    console = Console()
    console.print(_commands_table(figures))
    title = "the compiled loop inside, deals included: millions of random decisions a second"
    table = Table(title=title, title_justify="left")
    cores = f"{figures['cores']} cores"
    for heading in ("game", "players", "one core", "best run", cores, "matches/s", "legal + apply", "bytes"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for row in figures["games"]:
        one, many = row["one_core"], row["all_cores"]
        table.add_row(
            row["game"], str(row["players"]), f"{one['decisions'] / 1e6:.1f}", f"{one['best'] / 1e6:.1f}",
            f"{many['decisions'] / 1e6:.1f}", f"{one['matches']:,.0f}", f"{row['call_microseconds']:.1f} µs",
            str(row["state_bytes"]),
        )  # fmt: skip
    console.print(table)
    console.print(
        f"start-up with all rules of {', '.join(chosen)}: cold (compiling) {figures['cold_start_seconds']:.1f} s, "
        f"warm {figures['warm_start_seconds']:.2f} s"
    )


def _commands_table(figures: dict[str, Any]) -> Table:
    table = Table(title="commands, start included: millions of random decisions a second", title_justify="left")
    for heading in ("game", "command", "matches", "seconds", "decisions", "matches/s", "cores used"):
        table.add_column(heading, justify="left" if heading in ("game", "command") else "right")
    for row in figures["commands"]:
        table.add_row(
            row["game"], row["command"], f"{row['matches']:,}", f"{row['seconds']:.2f}",
            f"{row['decisions'] / 1e6:.2f}", f"{row['matches'] / row['seconds']:,.0f}",
            f"{row['processor_seconds'] / row['seconds']:.1f}",
        )  # fmt: skip
    return table


def _show_gpu(figures: dict[str, Any]) -> None:
    table = Table(title=f"random play on {figures['device']}, deals included: millions of decisions a second",
                  title_justify="left")  # fmt: skip
    for heading in ("game", "players", "decisions", "best run", "matches/s", "with observations"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for row in figures["games"]:
        play, batch = row["play"], row["batch"]
        table.add_row(
            row["game"], str(row["players"]), f"{play['decisions'] / 1e6:,.0f}", f"{play['best'] / 1e6:,.0f}",
            f"{play['matches']:,.0f}", f"{batch['decisions'] / 1e6:,.0f}",
        )  # fmt: skip
    Console().print(table)
