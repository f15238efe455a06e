"""Whole matches in one compiled call: the same as step by step, whatever is played at once."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from parlour.engine.rng import generator, pick
from parlour.engine.sets import lowest
from parlour.game.game import State
from parlour.games import GAMES, all_games, find_game
from parlour.match.fair import bots_seed, chance_generator, seeded_key
from parlour.match.walk import (
    NO_END,
    SEEDS,
    UnboundLoopError,
    actors,
    bound,
    find_play_on,
    find_random,
    for_game,
    play_on,
    play_random,
    results_of,
)
from tests.samples import some_game

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
    """Some match has more chance events than seeds are made at once."""
    for name in GAMES:
        game, limit = find_game(name), 2 * SEEDS
        states, decisions = play_random(game, game.new_state(), KEYS[:2], limit)
        steps = [step_by_step(name, key, limit) for key in KEYS[:2]]
        assert [state.tobytes() for state in states] == [expected.tobytes() for expected, _, _ in steps]
        assert list(decisions) == [counted for _, counted, _ in steps]
        if all(chances > SEEDS for _, _, chances in steps):
            return
    pytest.fail("no game has matches long enough")


@every_game
def test_matches_do_not_depend_on_what_is_played_beside_them(name: str) -> None:
    game = find_game(name)
    together, counted = play_random(game, game.new_state(), KEYS, 3)
    for number in (0, 4):
        alone, made = play_random(game, game.new_state(), [KEYS[number]], 3)
        assert alone[0].tobytes() == together[number].tobytes()
        assert made[0] == counted[number]


def test_the_start_is_left_as_it_was() -> None:
    game = some_game()
    start = game.new_state()
    before = start.tobytes()
    play_random(game, start, KEYS[:1], 2)
    assert start.tobytes() == before


def test_a_match_ends_by_the_rules_or_at_the_limit_of_rounds() -> None:
    """C6."""
    ended: set[bool] = set()
    for name, limit in product(GAMES, (1, 4)):
        game = find_game(name)
        states, _ = play_random(game, game.new_state(options=game.short_options), KEYS, limit)
        for state in states:
            over = bool(game.over(state))
            assert 1 <= state.rounds <= limit
            assert over or state.rounds == limit
            assert bool(game.winners(state)) == over
            ended.add(over)
    assert ended == {True, False}


def test_no_matches_are_no_matches() -> None:
    game = some_game()
    states, decisions = play_random(game, game.new_state(), [], 5)
    assert len(states) == len(decisions) == 0


def _seats_to_act(states: Any, found: Any) -> None:
    for number in range(len(states)):
        found[number] = actors(states[number])


@every_game
def test_a_loop_gets_the_rules_of_its_game(name: str) -> None:
    game, found = find_game(name), np.zeros(1, np.int64)
    states = np.full(1, game.new_state(), game.state)
    game.deal(states[0], chance_generator(KEYS[0], 0))
    loop = for_game(game, _seats_to_act)
    loop(states, found)
    assert found[0] == game.actors(states[0]) != 0
    assert loop.__name__ == "_seats_to_act"


def test_a_loop_without_the_rules_of_a_game_says_so() -> None:
    with pytest.raises(UnboundLoopError, match="actors stands for the rule of a game; expected"):
        _seats_to_act([some_game().new_state()], [0])


def test_a_loop_is_kept_under_another_name_for_whatever_it_is_bound_to() -> None:
    """The compiled cache knows a function by its name: two bindings of one loop must not be taken for each other."""
    game, other = some_game(), all_games()[-1]
    loops = [bound(game, play_on), bound(other, play_on), bound(game, play_on, choose=game.legal)]
    assert len({loop.__qualname__ for loop in loops}) == 3
    assert bound(game, play_on).__qualname__ == loops[0].__qualname__


@every_game
def test_points_and_winners_of_many_states_are_those_of_each(name: str) -> None:
    game = find_game(name)
    states, _ = play_random(game, game.new_state(options=game.short_options), KEYS, 4)
    standings, won = results_of(game, states, game.default_players)
    assert standings.tolist() == [next(iter(game.standing(state).values())) for state in states]
    assert won.tolist() == [game.winners(state) for state in states]


@every_game
def test_playing_on_from_a_state_ends_at_each_of_its_limits(name: str) -> None:
    game = find_game(name)
    run = find_play_on(game, find_random(game))
    state, rng = game.new_state(), generator(bots_seed(KEYS[0]))
    assert run(state, rng, 1000, 3) == 3
    assert state.rounds == 0
    run(state, rng, 2, NO_END)
    assert game.over(state) or state.rounds == 2
    assert run(state, rng, 2, NO_END) == 0
