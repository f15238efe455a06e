"""Tests of our games in OpenSpiel: they pass OpenSpiel's own tests, and states can be copied, stored and resampled."""

import copy
import pickle
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.engine.rng import GENERATOR, generator
from parlour.envs import openspiel
from parlour.envs._positions import CHANCE_BYTES, Settings, find_setting
from parlour.errors import ParlourError
from parlour.game.texts import Refusal
from parlour.games import GAMES, find_game
from parlour.match.fair import seeded_key
from parlour.match.walk import find_play_on, find_random
from tests.positions import TABLES
from tests.samples import alone, some_game

every_table = pytest.mark.parametrize(("name", "players"), TABLES)
every_game = pytest.mark.parametrize("name", list(GAMES))
MOST_STEPS = 120
GAME = some_game(players=4, fits=alone)


@cache
def _load(name: str, players: int, **more: Any) -> Any:
    return pyspiel.load_game("parlour_" + name, {"players": players, **more})


def _after(game: Any, seed: int, steps: int) -> Any:
    """Return a state in which a player is to act, after about `steps` random actions of players and chance."""
    rng, state = np.random.default_rng(seed), game.new_initial_state()
    while steps > 0 or state.is_chance_node():
        before = state.clone()
        state.apply_action(int(rng.choice(state.legal_actions())))
        if state.is_terminal():
            return before
        steps -= 1
    return state


@every_table
def test_openspiels_own_test_passes_for_every_game_and_number_of_players(name: str, players: int) -> None:
    pyspiel.random_sim_test(_load(name, players, episode="round"), num_sims=1, serialize=True, verbose=False)


@every_game
def test_openspiels_own_test_passes_for_whole_matches_with_perfect_recall(name: str) -> None:
    options = ";".join(f"{option}:{value}" for option, value in find_game(name).short_options.items())
    game = _load(name, find_game(name).default_players, options=options, max_rounds=3, recall=True)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@every_table
@settings(max_examples=10)
@given(seed=st.integers(0, 10**6), steps=st.integers(0, MOST_STEPS))
def test_a_player_cannot_tell_a_resampled_state_from_the_true_state(
    name: str, players: int, seed: int, steps: int
) -> None:
    for recall in (False, True):
        state = _after(_load(name, players, recall=recall), seed, steps)
        player = state.current_player()
        for _ in range(2):
            other = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.legal_actions() == state.legal_actions()
            assert other.current_player() == player
            assert other.history() == []


def test_resampled_states_differ_in_the_cards_that_the_player_cannot_see() -> None:
    state = _after(_load(GAME.name, 4), 1, 12)
    worlds = {
        state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0)).position.state.tobytes()
        for _ in range(20)
    }
    assert len(worlds) > 10


@every_table
@settings(max_examples=10)
@given(seed=st.integers(0, 10**6), steps=st.integers(0, MOST_STEPS))
def test_a_copied_state_and_a_stored_state_continue_like_the_original(
    name: str, players: int, seed: int, steps: int
) -> None:
    game = _load(name, players)
    state = _after(game, seed, steps)
    others = [state.clone(), game.deserialize_state(state.serialize())]
    for other in others:
        assert other.position.state.tobytes() == state.position.state.tobytes()
        assert other.history() == state.history()
    before = state.position.state.tobytes()
    action = others[0].legal_actions()[0]
    for other in others:
        other.apply_action(action)
    assert others[0].position.state.tobytes() == others[1].position.state.tobytes()
    assert state.position.state.tobytes() == before, "an action in a copy must not change the original"


def test_replaying_the_history_of_a_state_gives_the_same_state() -> None:
    game = _load(some_game(players=3).name, 3, recall=True)
    state, again = _after(game, 5, 60), game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert again.position.state.tobytes() == state.position.state.tobytes()
    for seat in range(3):
        assert again.information_state_string(seat) == state.information_state_string(seat)


def test_a_deal_consists_of_eight_chance_outcomes_and_depends_on_all_of_them() -> None:
    game = _load(GAME.name, 4)
    deals = set()
    for place in range(-1, CHANCE_BYTES):
        state = game.new_initial_state()
        for number in range(CHANCE_BYTES):
            assert state.is_chance_node()
            state.apply_action(1 if number == place else 0)
        assert not state.is_chance_node()
        deals.add(state.position.state.tobytes())
    assert len(deals) == CHANCE_BYTES + 1


@pytest.mark.parametrize("action", [None, 62, 1000])
def test_an_illegal_action_from_openspiel_is_refused_and_changes_nothing(action: int | None) -> None:
    state = _after(_load(GAME.name, 4), 3, 5)
    legal = state.legal_actions()
    action = next(other for other in range(GAME.actions) if other not in legal) if action is None else action
    assert action not in legal
    before, history = state.position.state.tobytes(), state.history()
    with pytest.raises(Refusal, match=f"action {action} is not allowed now"):
        state.apply_action(action)
    assert (state.position.state.tobytes(), state.history()) == (before, history)
    with pytest.raises(Refusal, match="chance cannot be 256; expected 0 to 255"):
        _load(GAME.name, 4).new_initial_state().apply_action(256)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"players": 9}, "cannot be played by 9"),
        ({"options": "tricks:3"}, "there is no option 'tricks'"),
        ({"episode": "evening"}, "an episode cannot be 'evening'"),
        ({"episode": "round", "reward": "result"}, "a round has no result"),
    ],
)
def test_invalid_game_parameters_from_openspiel_are_refused(more: dict[str, Any], message: str) -> None:
    with pytest.raises(ParlourError, match=message):
        pyspiel.load_game("parlour_" + GAME.name, more)


def test_registering_games_again_with_openspiel_changes_nothing() -> None:
    names = pyspiel.registered_names()
    assert openspiel.registered() == ["parlour_" + name for name in GAMES]
    assert pyspiel.registered_names() == names


def test_a_stored_or_copied_position_keeps_all_its_data() -> None:
    position = find_setting(Settings(GAME.name, 4, recall=True)).beginning()
    for number in range(CHANCE_BYTES):
        position.draw(number)
    for other in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
        assert other.known_to(2) == position.known_to(2)
        assert other.setting is position.setting
        assert (other.seat, other.ended) == (position.seat, position.ended)
        assert (other.base, other.until) == (position.base, position.until)


def test_fewer_points_give_higher_returns_if_the_lowest_score_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    position = find_setting(Settings(GAME.name, 4, "round")).beginning()
    ended = GAME.copy(position.state)
    states, table = np.zeros(1, GAME.state), np.zeros(1, GENERATOR)
    states[0], table[0] = ended, generator(seeded_key(1, 0))
    find_play_on(GAME, find_random(GAME))(states[0], table[0], 1, 1000)
    usual = position.returns_at(states[0])
    assert any(usual)
    lowest = replace(GAME, scoring=replace(GAME.scoring, lowest_wins=True))
    monkeypatch.setattr(position.setting, "game", lowest)
    assert position.returns_at(states[0]) == [-value for value in usual]
