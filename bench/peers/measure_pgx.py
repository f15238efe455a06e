"""Measure Pgx's card games: many games at once, compiled by XLA for the CPU or a GPU, in the fastest of several ways.

The program runs on the device that JAX chooses: `JAX_PLATFORMS=cuda python -m bench.peers.measure_pgx` measures a GPU.

It briefly tries every way of running a game and measures the fastest. The ways differ in the batch's size and in the
calls: either every step is one call, and choosing the actions isn't timed, or one call makes many steps in a compiled
loop, which also has to choose the actions.

`python -m bench.peers.measure_pgx GAME NUMBER` is the program that a user would write to make NUMBER random decisions.
"""

import sys
import time
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

from bench.peers.timing import COMMANDS, Row, command_rates, one_core, progress, report, row, timed_rates

GAMES = ("kuhn_poker", "leduc_holdem", "sparrow_mahjong")
MATCHES = {"cpu": (4096, 32768, 131072), "gpu": (65536, 262144, 1048576)}
COMMANDED = ("kuhn_poker", 32768)  # the fastest game of Pgx, and how many matches of it the program plays at once
STEPS = 32  # number of steps in one compiled loop
DEVICE = jax.default_backend()
# with a GPU, the CPU only waits, so its CPU time says nothing
clock = time.process_time if DEVICE == "cpu" else time.perf_counter

Run = Callable[[], tuple[int, float]]


def _choose(key: jax.Array, mask: jax.Array) -> jax.Array:
    """Choose a random legal action for every match."""
    return jnp.argmax(mask * (1 + jax.random.uniform(key, mask.shape)), axis=1)


def _started(env: Any, matches: int) -> dict[str, Any]:
    key = jax.random.PRNGKey(1)
    return {"key": key, "state": jax.jit(jax.vmap(env.init))(jax.random.split(key, matches))}


def single_steps(env: Any, matches: int) -> Run:
    """Make one call for each step; choosing actions and splitting keys isn't timed."""
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)), donate_argnums=0)
    choose, kept = jax.jit(_choose), _started(env, matches)

    def run() -> tuple[int, float]:
        kept["key"], one, two = jax.random.split(kept["key"], 3)
        actions = choose(one, kept["state"].legal_action_mask).block_until_ready()
        keys = jax.random.split(two, matches).block_until_ready()
        start = clock()
        kept["state"] = jax.block_until_ready(step(kept["state"], actions, keys))
        return matches, clock() - start

    return run


def compiled_loop(env: Any, matches: int) -> Run:
    """Make many steps in one call, which includes choosing actions and splitting keys."""
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(state: Any, key: jax.Array) -> tuple[Any, None]:
        first, second = jax.random.split(key)
        return step(state, _choose(first, state.legal_action_mask), jax.random.split(second, matches)), None

    @partial(jax.jit, donate_argnums=0)
    def many(state: Any, key: jax.Array) -> Any:
        return jax.lax.scan(one, state, jax.random.split(key, STEPS))[0]

    kept = _started(env, matches)

    def run() -> tuple[int, float]:
        kept["key"], key = jax.random.split(kept["key"])
        start = clock()
        kept["state"] = jax.block_until_ready(many(kept["state"], key))
        return matches * STEPS, clock() - start

    return run


def play(name: str) -> Row:
    """Find the fastest way of running the games, and measure it."""
    env = pgx.make(name)
    ways = {
        f"{matches} at once, {how}": make(env, matches)
        for matches in MATCHES[DEVICE]
        for how, make in (("one call a step", single_steps), (f"{STEPS} steps a call", compiled_loop))
    }
    tried = {how: timed_rates(run, repeats=1)[0] for how, run in ways.items()}
    how = max(tried, key=lambda way: tried[way])
    return row("vector", "Pgx", name, how, "decisions", timed_rates(ways[how]))


def play_decisions(name: str, wanted: int) -> None:
    """Make this number of random decisions in compiled loops of many steps; the loop is compiled first."""
    run, done = compiled_loop(pgx.make(name), COMMANDED[1]), 0
    while done < wanted:
        done += run()[0]


def commands(name: str) -> list[Row]:
    """Measure `python -m bench.peers.measure_pgx`, start and compilation included."""
    return [
        row(
            "command", "Pgx", name, f"{label}, {COMMANDED[1]} at once, {STEPS} steps a call", "decisions",
            command_rates(wanted, "-m", "bench.peers.measure_pgx", name, str(round(wanted))),
        )
        for label, wanted in COMMANDS.items()
    ]  # fmt: skip


def main() -> None:
    if DEVICE == "cpu":
        one_core()
    rows = []
    for name in GAMES:
        progress(f"Pgx: {name}")
        rows.append(play(name))
    rows += commands(COMMANDED[0]) if DEVICE == "cpu" else []
    report(rows, {name: version(name) for name in ("pgx", "jax")})


if __name__ == "__main__":
    if len(sys.argv) == 3:
        play_decisions(sys.argv[1], int(sys.argv[2]))
    else:
        main()
