"""Measure RLCard's card games: the game alone, and its environment, which also returns observations.

`python -m bench.peers.measure_rlcard GAME NUMBER` is the program that a user would write to make NUMBER random
decisions.

RLCard's `env.run` also records every player's trajectory. We don't need trajectories, so neither loop uses `env.run`.
"""

import random
import sys
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import rlcard

from bench.peers.timing import COMMANDS, Row, command_rates, one_core, progress, rates, report, row

WHO = "RLCard"
COMMANDED = "leduc-holdem"  # The fastest game of RLCard.
# How to get the legal actions from a game and its last state, for each game.
GAMES: dict[str, Callable[[Any, Any], list[Any]]] = {
    "leduc-holdem": lambda game, state: game.get_legal_actions(),
    "limit-holdem": lambda game, state: game.get_legal_actions(),
    "uno": lambda game, state: game.get_legal_actions(),
    "bridge": lambda game, state: game.judger.get_legal_actions(),
    "gin-rummy": lambda game, state: game.judge.get_legal_actions(),
    "mahjong": lambda game, state: game.get_legal_actions(state),
    "doudizhu": lambda game, state: state["actions"],
}


def game_alone(env: Any, actions: Callable[[Any, Any], list[Any]]) -> Callable[[], int]:
    """Make a function that plays one game without observations or numbered actions and counts its decisions."""
    game, draw = env.game, random.Random(1).random

    def run() -> int:
        state, _ = game.init_game()
        decisions = 0
        while not game.is_over():
            legal = actions(game, state)
            state, _ = game.step(legal[int(draw() * len(legal))])
            decisions += 1
        return decisions

    return run


def play_decisions(name: str, wanted: int) -> None:
    """Play random games until this number of decisions has been made."""
    run = game_alone(rlcard.make(name, config={"seed": 1}), GAMES[name])
    while wanted > 0:
        wanted -= run()


def command(name: str) -> Row:
    """Measure `python -m bench.peers.measure_rlcard`, start included; the longer command would take minutes."""
    label, wanted = next(iter(COMMANDS.items()))
    found = command_rates(wanted, "-m", "bench.peers.measure_rlcard", name, str(round(wanted)))
    return row("command", WHO, name, f"{label}, its game, Python loop", "decisions", found)


def environment(env: Any) -> list[float]:
    """Measure the environment as an agent uses it: every step returns an observation with the legal actions."""
    game, draw = env.game, random.Random(1).random

    def run() -> int:
        state, _ = env.reset()
        decisions = 0
        while not game.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(draw() * len(legal))])
            decisions += 1
        return decisions

    return rates(run)


def main() -> None:
    one_core()
    rows: list[Row] = []
    for name, actions in GAMES.items():
        progress(f"RLCard: {name}")
        env = rlcard.make(name, config={"seed": 1})
        rows += [
            row("play", WHO, name, "its game, Python loop", "decisions", rates(game_alone(env, actions))),
            row("vector", WHO, name, "its environment, one at a time", "decisions", environment(env)),
        ]
    rows.append(command(COMMANDED))
    report(rows, {"rlcard": version("rlcard")})


if __name__ == "__main__":
    if len(sys.argv) == 3:
        play_decisions(sys.argv[1], int(sys.argv[2]))
    else:
        main()
