"""OpenSpiel's tree search plays at our tables: it's found by name, and the same seed gives the same legal action."""

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

from bench.peers.ismcts import SIMULATIONS, Ismcts, PlayOuts
from parlour.bots import find_bot
from parlour.engine.rng import generator
from parlour.errors import ParlourError
from parlour.games import GAMES, find_game
from parlour.match.fair import seeded_key
from tests.pages import page
from tests.positions import played
from tests.samples import some_game

NAME = "bench.peers.ismcts:make"


@pytest.mark.parametrize("name", list(GAMES))
def test_openspiels_search_chooses_a_legal_action_and_the_same_action_for_the_same_seed(name: str) -> None:
    position = played(name, find_game(name).default_players, 4, 9)
    bot = Ismcts(position.game, 12).choose
    for seat in position.match.actors:
        hidden = position.game.hidden(position.state, seat)
        before = hidden.tobytes()
        actions = [bot(hidden, seat, generator(seeded_key(1, seat))) for _ in range(2)]
        assert actions[0] == actions[1]
        assert actions[0] in position.match.legal(seat)
        assert hidden.tobytes() == before


def test_the_arena_finds_openspiels_search_by_the_name_given_in_docs_bots() -> None:
    text = page("docs/bots.md")
    assert f"--among {NAME} " in text
    assert f"with {SIMULATIONS} simulations" in text
    game = some_game(players=2)
    position = played(game.name, 2, 4, 9)
    seat = position.match.actors[0]
    hidden = game.hidden(position.state, seat)
    rngs = [generator(seeded_key(1, 1)) for _ in range(2)]
    assert find_bot(game, NAME)(hidden, seat, rngs[0]) == Ismcts(game, SIMULATIONS).choose(hidden, seat, rngs[1])


def test_our_playouts_and_openspiels_playouts_have_the_same_mean_result() -> None:
    """The two means differ by at most four standard errors."""
    state = after_the_deal(
        pyspiel.load_game("parlour_" + some_game(players=2).name, {"players": 2, "episode": "round"})
    )
    numbers, games = np.random.RandomState(1), 400
    ours = PlayOuts(state.position.setting, numbers)
    theirs = mcts.RandomRolloutEvaluator(1, numbers)
    values = [np.array([evaluator.evaluate(state)[0] for _ in range(games)]) for evaluator in (ours, theirs)]
    error = np.hypot(*(value.std() / np.sqrt(games) for value in values))
    assert abs(values[0].mean() - values[1].mean()) < 4 * error


def after_the_deal(game: Any) -> Any:
    """Make a state in which a seat can act, a few random actions after the first deal."""
    rng, state, steps = np.random.default_rng(1), game.new_initial_state(), 0
    while steps < 3 or state.is_chance_node():
        steps += not state.is_chance_node()
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


@pytest.mark.parametrize("simulations", [0, -5, 1.5])
def test_a_search_with_an_invalid_number_of_simulations_is_refused(simulations: int) -> None:
    with pytest.raises(ParlourError, match="expected a whole number above 0"):
        Ismcts(some_game(), simulations)
