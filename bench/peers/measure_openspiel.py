"""Measure OpenSpiel's card games: whole games in C++, playouts in C++, a Python loop, observations, and ISMCTS in C++.

`python -m bench.peers.measure_openspiel GAME NUMBER` is the program that a user would write to play random games: it
plays NUMBER games and ends.

Decisions are counted outside the timed part, since reading a game's history from Python costs more than playing it.
"""

import random
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from itertools import cycle
from typing import Any

import pyspiel
from open_spiel.python.observation import make_observation

from bench.peers.timing import COMMANDS, Row, command_rates, one_core, progress, rates, report, row, timed_rates

WHO = "OpenSpiel"
GAMES = ("hearts", "spades", "oh_hell", "euchre", "skat")
GAMES_A_RUN = 200
DEALS = 8  # number of dealt positions from which playouts start, one after another
COMMANDED = ("oh_hell", "spades")  # the games that our commands are compared with
LENGTHS = 200  # how many playouts estimate the mean length of a game from a position
ROLLOUTS = 200
EXPANSIONS = 10
SIMULATIONS = 500


def _dealt(game: Any, rng: random.Random) -> Any:
    """Make a position in which the first player can act."""
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])
    return state


def _decisions(state: Any) -> int:
    return sum(1 for event in state.full_history() if event.player >= 0)


def _random_bots(game: Any) -> list[Any]:
    return [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]


def whole_games(game: Any) -> list[float]:
    """Measure whole games by `evaluate_bots`; counting the decisions of the final states isn't timed."""
    bots, seeds = _random_bots(game), random.Random(1)

    def run() -> tuple[int, float]:
        chosen, states = [seeds.randrange(1 << 30) for _ in range(GAMES_A_RUN)], []
        start = time.process_time()
        for seed in chosen:
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, seed)
            states.append(state)
        spent = time.process_time() - start
        return sum(map(_decisions, states)), spent

    return timed_rates(run)


def play_games(name: str, number: int) -> None:
    """Play whole random games without counting anything: the fastest way to use OpenSpiel from Python."""
    game = pyspiel.load_game(name)
    bots = _random_bots(game)
    for seed in range(number):
        pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)


def commands(name: str) -> list[Row]:
    """Measure `python -m bench.peers.measure_openspiel`, start included, for games of a known mean length."""
    game = pyspiel.load_game(name)
    mean = _mean_length(game.new_initial_state(), _random_bots(game))
    return [
        row(
            "command", WHO, name, f"{label}, C++, evaluate_bots", "decisions",
            command_rates(wanted, "-m", "bench.peers.measure_openspiel", name, str(round(wanted / mean))),
        )
        for label, wanted in COMMANDS.items()
    ]  # fmt: skip


def _mean_length(root: Any, bots: list[Any]) -> float:
    """Find the mean number of decisions from a position to the end of the game."""
    total = 0
    for seed in range(LENGTHS):
        state = root.clone()
        pyspiel.evaluate_bots(state, bots, seed)
        total += _decisions(state)
    return total / LENGTHS - _decisions(root)


def playouts(game: Any) -> list[float]:
    """Measure random playouts from dealt positions inside MCTS, the only way to run them from Python.

    The decisions of each playout are counted from the root of the search tree, though most playouts begin a decision or
    two below it; this favours OpenSpiel.
    """
    rng, bots = random.Random(1), _random_bots(game)
    roots = [_dealt(game, rng) for _ in range(DEALS)]
    work = cycle([(root, round(EXPANSIONS * ROLLOUTS * _mean_length(root, bots))) for root in roots])
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, EXPANSIONS, 1000, False, 1, False)

    def run() -> int:
        decisions = 0
        for _ in range(DEALS):
            root, length = next(work)
            bot.step(root)
            decisions += length
        return decisions

    return rates(run)


def _loop(game: Any, look: Callable[[Any, int], object] | None) -> list[float]:
    """Measure games played one at a time from Python, with as few calls as the interface allows."""
    chance, terminal = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
    draw = random.Random(1).random
    _check_uniform(game)

    def run() -> int:
        state, decisions = game.new_initial_state(), 0
        while (player := state.current_player()) != terminal:
            if player != chance:
                decisions += 1
                if look is not None:
                    look(state, player)
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
        return decisions

    return rates(run)


def _check_uniform(game: Any) -> None:
    """Check that all chance outcomes are equally likely, because the loop draws them uniformly."""
    state, rng = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.is_chance_node() and len({round(weight, 9) for _, weight in state.chance_outcomes()}) > 1:
            raise ValueError(f"the chance of {game.get_type().short_name} is not uniform; draw it by its weights")
        state.apply_action(rng.choice(legal))


def python_loop(game: Any) -> list[float]:
    return _loop(game, None)


def observed_loop(game: Any) -> list[float]:
    """Play one game at a time and read the player's tensor at each step with `make_observation`, the fastest way."""
    kind = game.get_type()
    wanted = None if kind.provides_observation_tensor else pyspiel.IIGObservationType(perfect_recall=True)
    return _loop(game, make_observation(game, wanted).set_from)


def ismcts(game: Any) -> list[float] | None:
    """Measure ISMCTS simulations per second; return None if the game lacks what ISMCTS needs."""
    root = _dealt(game, random.Random(1))
    bot = pyspiel.ISMCTSBot(
        seed=1,
        evaluator=pyspiel.RandomRolloutEvaluator(1, 1),
        uct_c=2.0,
        max_simulations=SIMULATIONS,
        max_world_samples=-1,
        final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        use_observation_string=False,
        allow_inconsistent_action_sets=True,
    )
    try:
        bot.step(root)
    except pyspiel.SpielError:
        return None

    def run() -> int:
        bot.step(root)
        return SIMULATIONS

    return rates(run)


def main() -> None:
    one_core()
    rows: list[Row] = []
    for name in GAMES:
        progress(f"OpenSpiel: {name}")
        game = pyspiel.load_game(name)
        rows += [
            row("play", WHO, name, "C++, evaluate_bots", "decisions", whole_games(game)),
            row("play", WHO, name, "Python loop", "decisions", python_loop(game)),
            row("dealt", WHO, name, "C++, playouts inside MCTS", "decisions", playouts(game)),
            row("vector", WHO, name, "one at a time, Python loop", "decisions", observed_loop(game)),
        ]
        simulations = ismcts(game)
        rows += [row("search", WHO, name, "C++ ISMCTS", "simulations", simulations)] if simulations else []
        rows += commands(name) if name in COMMANDED else []
    report(rows, {"open_spiel": version("open_spiel")})


if __name__ == "__main__":
    if len(sys.argv) == 3:
        play_games(sys.argv[1], int(sys.argv[2]))
    else:
        main()
