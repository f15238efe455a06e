"""Measure Parlour itself: random play, environments, calls from Python, and search."""

import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import numpy as np

from bench.peers.ismcts import Ismcts
from bench.peers.loops import agent_loop
from bench.peers.timing import COMMANDS, Row, command_rates, one_core, progress, rates, report, row, timed_rates
from parlour.bots.search import Budget, Search
from parlour.engine.rng import GENERATOR, Rng, generator
from parlour.engine.rule import hot_piece, loop
from parlour.engine.sets import lowest
from parlour.envs.batch import Batch, Observer
from parlour.envs.pettingzoo import env as pettingzoo_env
from parlour.game.game import Game, State
from parlour.games import all_games
from parlour.lab.bench import LIMIT, find_play_many
from parlour.match.fair import seeded_key
from parlour.match.walk import NO_END, find_random, play_random, walk_for

WHO = "Parlour"
# For some of our games: the most similar game in OpenSpiel.
RELATIVES = {"kod7": "oh_hell", "oh7": "oh_hell", "rook": "spades"}
MATCHES, SAMPLE = 4096, 1000
SIMULATIONS = 200
DEALS = 8  # number of dealt positions from which playouts start, one after another
PLAYOUTS = 200  # how many playouts start from each position


def beside_relative(game: Game, found: Row) -> Row:
    """Add to a row of the result the OpenSpiel game that it is compared with."""
    return {**found, "relative": RELATIVES.get(game.name, "")}


def whole_games(game: Game) -> Row:
    states, generators = np.zeros(2, game.state), np.zeros(1, GENERATOR)
    states[1], generators[0] = game.new_state(), generator(seeded_key(1, 0))
    play = find_play_many(game)
    found = rates(lambda: int(play(states, generators, 50, LIMIT)))
    return beside_relative(game, row("play", WHO, game.name, "compiled, whole matches", "decisions", found))


def commands(game: Game) -> list[Row]:
    """Measure `parlour simulate`, start included, for matches of a known mean length."""
    mean = decisions_each(game)
    return [
        beside_relative(
            game,
            row(
                "command", WHO, game.name, f"{label}, parlour simulate", "decisions",
                command_rates(
                    wanted, "-m", "parlour.cli", "simulate", game.name, "--seed", "1",
                    "--games", str(round(wanted / mean)),
                ),
            ),
        )
        for label, wanted in COMMANDS.items()
    ]  # fmt: skip


def decisions_each(game: Game) -> float:
    """Find the mean number of decisions of a random match."""
    keys = [seeded_key(1, number) for number in range(SAMPLE)]
    return float(np.mean(play_random(game, game.new_state(), keys, LIMIT)[1].decisions))


def play_from_for(game: Game) -> Callable[[Any, Any, int], int]:
    """Make a loop of random playouts from each of the dealt states to the next chance event or the end.

    The last state is scratch space: every playout first copies its starting position there.
    """
    choose = find_random(game)

    @hot_piece
    def stop(state: State, rng: Rng) -> bool:
        return False

    walk = walk_for(game, stop, choose)

    @loop
    def play_from(states: Any, generators: Any, playouts: int) -> int:
        last, decisions = len(states) - 1, 0
        for number in range(playouts * last):
            states[last] = states[number % last]
            decisions += walk(states[last], generators[0], NO_END, NO_END)
        return decisions

    return play_from


def from_dealt(game: Game) -> Row:
    states, generators = np.zeros(DEALS + 1, game.state), np.zeros(1, GENERATOR)
    for number in range(DEALS):
        state = game.new_state()
        game.deal(state, generator(seeded_key(1, number)))
        states[number] = state
    generators[0] = generator(seeded_key(2, 0))
    play = play_from_for(game)
    found = rates(lambda: int(play(states, generators, PLAYOUTS)))
    return beside_relative(game, row("dealt", WHO, game.name, "compiled, to the next deal", "decisions", found))


def vector(game: Game) -> Row:
    batch, rng = Batch(game, matches=MATCHES), np.random.default_rng(1)

    def run() -> tuple[int, float]:
        actions = (batch.masks * (1 + rng.random(batch.masks.shape, np.float32))).argmax(1)
        start = time.process_time()
        batch.step(actions)
        return MATCHES, time.process_time() - start

    return row("vector", WHO, game.name, f"{MATCHES} at once, one call a step", "decisions", timed_rates(run))


def one_at_a_time(game: Game) -> Row:
    found = rates(agent_loop(pettingzoo_env(game.name)))
    return row("pettingzoo", WHO, game.name, "env, without wrappers", "decisions", found)


def calls(game: Game) -> list[Row]:
    """Measure single calls of the compiled rules from Python."""
    observer, state = Observer(game), game.new_state()
    game.deal(state, generator(seeded_key(1, 0)))
    seat = lowest(game.actors(state))
    action = lowest(game.legal(state, seat))
    states = [game.copy(state) for _ in range(2000)]

    def mask() -> int:
        for one in states:
            game.legal(one, seat)
        return len(states)

    def observe() -> int:
        for one in states:
            observer.observe(one, seat)
        return len(states)

    def step() -> tuple[int, float]:
        fresh = [game.copy(state) for _ in range(2000)]
        start = time.process_time()
        for one in fresh:
            game.apply(one, seat, action)
        return len(fresh), time.process_time() - start

    return [
        row("calls", WHO, game.name, "mask", "calls", rates(mask)),
        row("calls", WHO, game.name, "step", "calls", timed_rates(step)),
        row("calls", WHO, game.name, "observe", "calls", rates(observe)),
    ]


def search(game: Game) -> list[Row]:
    """Measure playouts a second of `search`, and simulations a second of OpenSpiel's Python ISMCTS on our game."""
    state = game.new_state()
    game.deal(state, generator(seeded_key(1, 0)))
    seat, rng = lowest(game.actors(state)), generator(seeded_key(2, 0))
    hidden = game.hidden(state, seat)
    ours, theirs = Search(game, Budget(worlds=64)), Ismcts(game, SIMULATIONS)

    def our_run() -> int:
        return sum(weighed.worlds for weighed in ours.weigh(hidden, seat, rng))

    def their_run() -> int:
        theirs.choose(hidden, seat, rng)
        return SIMULATIONS

    return [
        row("search", WHO, game.name, "search, playouts by rules of thumb", "simulations", rates(our_run)),
        row(
            "search",
            "OpenSpiel",
            f"{game.name} (Parlour)",
            "Python ISMCTS on our game",
            "simulations",
            rates(their_run),
        ),
    ]


def main() -> None:
    one_core()
    rows = []
    for game in all_games():
        progress(f"Parlour: {game.name}")
        rows += [
            *commands(game),
            whole_games(game),
            from_dealt(game),
            vector(game),
            one_at_a_time(game),
            *calls(game),
            *search(game),
        ]
    report(rows, {"parlour": version("parlour"), "numba": version("numba"), "numpy": version("numpy")})


if __name__ == "__main__":
    main()
