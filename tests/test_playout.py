"""Whole matches in one compiled call: the same as step by step, whatever is played at once."""

import numpy as np
import pytest

from parlour.cards import lowest
from parlour.fair import bots_seed, chance_generator, seeded_key
from parlour.game import State
from parlour.games import GAMES, find_game
from parlour.playout import SEEDS, for_game, play_random
from parlour.rng import generator, pick

KEYS = [seeded_key(9, number) for number in range(6)]
every_game = pytest.mark.parametrize("name", list(GAMES))


def step_by_step(name: str, key: bytes, limit: int) -> tuple[State, int, int]:
    """The same match with a call for each step: the state, and how many decisions and chance events it took."""
    game = find_game(name)
    state, rng, decisions, chances = game.new_state(), generator(bots_seed(key)), 0, 0
    while state.rounds < limit and not game.over(state):
        if not game.actors(state):
            game.deal(state, chance_generator(key, chances))
            chances += 1
        else:
            seat = lowest(game.actors(state))
            game.apply(state, seat, pick(rng, game.legal(state, seat)))
            decisions += 1
    return state, decisions, chances


@every_game
def test_a_match_is_the_same_as_step_by_step(name: str) -> None:
    game = find_game(name)
    states, decisions = play_random(game, game.new_state(), KEYS[:2], 4)
    for key, state, made in zip(KEYS[:2], states, decisions, strict=True):
        expected, counted, _ = step_by_step(name, key, 4)
        assert state.tobytes() == expected.tobytes()
        assert made == counted


def test_a_match_goes_on_when_the_first_seeds_are_used_up() -> None:
    """More rounds than seeds are made at once."""
    limit, game = SEEDS + 5, find_game("oh7")
    start = game.new_state(3, {"min_rounds": 100})
    states, decisions = play_random(game, start, KEYS[:3], limit)
    assert [int(state.rounds) for state in states] == [limit] * 3
    assert all(made >= limit * 3 * 7 for made in decisions), "everybody plays seven cards a round"
    deals = {state.hands.tobytes() + state.scores.tobytes() for state in states}
    assert len(deals) == 3


@every_game
def test_matches_do_not_depend_on_what_is_played_beside_them(name: str) -> None:
    game = find_game(name)
    together, counted = play_random(game, game.new_state(), KEYS, 3)
    for number in (0, 4):
        alone, made = play_random(game, game.new_state(), [KEYS[number]], 3)
        assert alone[0].tobytes() == together[number].tobytes()
        assert made[0] == counted[number]


def test_the_start_is_left_as_it_was() -> None:
    game = find_game("kod7")
    start = game.new_state(2)
    before = start.tobytes()
    play_random(game, start, KEYS[:1], 2)
    assert start.tobytes() == before


def test_a_match_ends_by_the_rules_or_at_the_limit_of_rounds() -> None:
    """C6."""
    game = find_game("oh7")
    states, _ = play_random(game, game.new_state(2, {"min_rounds": 2}), [seeded_key(9, n) for n in range(30)], 4)
    ended = [bool(game.over(state)) for state in states]
    assert {True, False} == set(ended)
    for state, over in zip(states, ended, strict=True):
        assert 2 <= state.rounds <= 4
        assert over or state.rounds == 4
        assert bool(game.winners(state)) == over


def test_no_matches_are_no_matches() -> None:
    game = find_game("oh7")
    states, decisions = play_random(game, game.new_state(), [], 5)
    assert len(states) == len(decisions) == 0


def _seats_to_act(states: object, found: object) -> None:
    for number in range(len(states)):  # type: ignore[arg-type]
        found[number] = actors(states[number])  # type: ignore[name-defined, index]  # noqa: F821


def test_a_loop_gets_the_rules_of_its_game() -> None:
    for name, players in (("oh7", 3), ("thirtyone", 3)):
        game, found = find_game(name), np.zeros(1, np.int64)
        states = np.full(1, game.new_state(players), game.state)
        game.deal(states[0], chance_generator(KEYS[0], 0))
        loop = for_game(game, _seats_to_act)
        loop(states, found)
        assert found[0] == game.actors(states[0]) != 0
        assert loop.__name__ == "_seats_to_act"
