"""Pgx's card games: many at once, compiled by XLA for the processor."""

import time
from importlib.metadata import version

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

from bench.peers.timing import Row, progress, report, row, timed_rates

GAMES = ("kuhn_poker", "leduc_holdem", "sparrow_mahjong")
MATCHES = 4096


def play(name: str) -> Row:
    env = pgx.make(name)
    begin, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(auto_reset(env.step, env.init)))

    @jax.jit
    def choose(key: jax.Array, mask: jax.Array) -> jax.Array:
        return jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf), axis=1)

    key = jax.random.PRNGKey(1)
    kept = {"key": key, "state": begin(jax.random.split(key, MATCHES))}

    def run() -> tuple[int, float]:
        kept["key"], one, two = jax.random.split(kept["key"], 3)
        actions = choose(one, kept["state"].legal_action_mask).block_until_ready()
        keys = jax.random.split(two, MATCHES).block_until_ready()
        start = time.process_time()
        kept["state"] = jax.block_until_ready(step(kept["state"], actions, keys))
        return MATCHES, time.process_time() - start

    return row("vector", "Pgx", name, f"{MATCHES} at once, with observations", "decisions", timed_rates(run))


def main() -> None:
    rows = []
    for name in GAMES:
        progress(f"Pgx: {name}")
        rows.append(play(name))
    report(rows, {name: version(name) for name in ("pgx", "jax")})


if __name__ == "__main__":
    main()
