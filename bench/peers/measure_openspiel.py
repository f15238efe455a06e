"""OpenSpiel's card games: a Python loop, whole games in C++, playouts in C++, ISMCTS in C++."""

import random
from importlib.metadata import version
from typing import Any

import pyspiel

from bench.peers.timing import Row, progress, rates, report, row

WHO = "OpenSpiel"
GAMES = ("hearts", "spades", "oh_hell", "euchre", "skat")
GAMES_A_RUN = 20
ROLLOUTS = 50
SIMULATIONS = 500


def _dealt(game: Any) -> Any:
    """The first position in which somebody can act."""
    state, rng = game.new_initial_state(), random.Random(1)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def _decisions(state: Any, after: int = 0) -> int:
    return sum(1 for event in state.full_history()[after:] if event.player >= 0)


def python_loop(game: Any) -> list[float]:
    rng = random.Random(1)

    def run() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return rates(run)


def whole_games(game: Any) -> list[float]:
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]
    seeds = random.Random(1)

    def run() -> int:
        decisions = 0
        for _ in range(GAMES_A_RUN):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, seeds.randrange(1 << 30))
            decisions += _decisions(state)
        return decisions

    return rates(run)


def playouts(game: Any) -> list[float]:
    """Random playouts inside of MCTS, the only way to them from Python."""
    root = _dealt(game)
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]
    lengths = []
    for seed in range(200):
        state = root.clone()
        pyspiel.evaluate_bots(state, bots, seed)
        lengths.append(_decisions(state, len(root.full_history())))
    mean = sum(lengths) / len(lengths)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1), 2.0, 10, 1000, False, 1, False)

    def run() -> int:
        bot.step(root)
        return round(10 * ROLLOUTS * mean)

    return rates(run)


def observed_loop(game: Any) -> list[float]:
    """Mask, step and tensor by calls from Python: what an environment needs for every decision."""
    rng = random.Random(1)
    tensor = "observation_tensor" if game.get_type().provides_observation_tensor else "information_state_tensor"

    def run() -> int:
        state, decisions = _dealt(game), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
                continue
            getattr(state, tensor)(state.current_player())
            state.legal_actions_mask()
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
        return decisions

    return rates(run)


def ismcts(game: Any) -> list[float] | None:
    """None where the game lacks what the search needs."""
    root = _dealt(game)
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
    rows: list[Row] = []
    for name in GAMES:
        progress(f"OpenSpiel: {name}")
        game = pyspiel.load_game(name)
        rows += [
            row("play", WHO, name, "C++ whole games (evaluate_bots)", "decisions", whole_games(game)),
            row("play", WHO, name, "C++ playouts (inside MCTS)", "decisions", playouts(game)),
            row("play", WHO, name, "Python loop", "decisions", python_loop(game)),
            row("vector", WHO, name, "Python loop, with tensors and masks", "decisions", observed_loop(game)),
        ]
        simulations = ismcts(game)
        rows += [row("search", WHO, name, "C++ ISMCTS", "simulations", simulations)] if simulations else []
    report(rows, {"open_spiel": version("open_spiel")})


if __name__ == "__main__":
    main()
