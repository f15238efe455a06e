"""A match played in one compiled call ends as in step-by-step play, whatever other matches the call plays."""

from itertools import product

import pytest

from parlour.engine.rng import generator, pick
from parlour.engine.sets import lowest
from parlour.game.game import State
from parlour.games import GAMES, all_games, find_game
from parlour.match.fair import bots_seed, chance_generator, seeded_key
from parlour.match.walk import NO_END, STOP, find_play_on, find_random, play_random, results_of, walk_for
from tests.samples import some_game

KEYS = [seeded_key(9, number) for number in range(6)]
every_game = pytest.mark.parametrize("name", list(GAMES))


def step_by_step(name: str, key: bytes, limit: int) -> tuple[State, int]:
    """Play a match with one call for each step; return the final state and the number of decisions."""
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
    return state, decisions


@every_game
def test_a_match_played_in_one_compiled_call_ends_as_it_does_when_played_step_by_step(name: str) -> None:
    game = find_game(name)
    states, outcomes = play_random(game, game.new_state(), KEYS[:2], 4)
    for key, state, made in zip(KEYS[:2], states, outcomes.decisions, strict=True):
        expected, counted = step_by_step(name, key, 4)
        assert state.tobytes() == expected.tobytes()
        assert made == counted


@every_game
def test_matches_in_one_compiled_call_do_not_depend_on_each_other(name: str) -> None:
    game = find_game(name)
    together, outcomes = play_random(game, game.new_state(), KEYS, 3)
    for number in (0, 4):
        alone, made = play_random(game, game.new_state(), [KEYS[number]], 3)
        assert alone[0].tobytes() == together[number].tobytes()
        assert made.decisions[0] == outcomes.decisions[number]


def test_playing_matches_in_a_compiled_call_does_not_change_their_starting_state() -> None:
    game = some_game()
    start = game.new_state()
    before = start.tobytes()
    play_random(game, start, KEYS[:1], 2)
    assert start.tobytes() == before


def test_a_match_in_a_compiled_call_ends_by_the_rules_or_at_the_limit_of_rounds() -> None:
    """C6."""
    ended: set[bool] = set()
    for name, limit in product(GAMES, (1, 4)):
        game = find_game(name)
        states, found = play_random(game, game.new_state(options=game.short_options), KEYS, limit)
        for state, ends, won, rounds in zip(states, found.over, found.winners, found.rounds, strict=True):
            over = bool(game.over(state))
            assert (over, game.winners(state), state.rounds) == (ends, won, rounds)
            assert 1 <= state.rounds <= limit
            assert over or state.rounds == limit
            assert bool(game.winners(state)) == over
            ended.add(over)
    assert ended == {True, False}


def test_a_compiled_call_without_keys_plays_no_matches() -> None:
    game = some_game()
    states, outcomes = play_random(game, game.new_state(), [], 5)
    assert len(states) == len(outcomes.decisions) == 0


def test_a_compiled_loop_has_a_different_name_for_each_game() -> None:
    """Compiled code is identified by its name, so loops for two games must have different names."""
    one, other = (find_play_on(game, find_random(game)) for game in (some_game(), all_games()[-1]))
    again = find_play_on.__wrapped__(some_game(), find_random(some_game()))
    assert one.__name__ == other.__name__ == "walk"
    assert one.__qualname__ == again.__qualname__ != other.__qualname__


def test_a_walk_stops_when_a_choice_or_a_deal_asks_it_to_and_can_go_on_later() -> None:
    game = some_game()

    def chance(state: State, allowed: list[int]) -> bool:
        if allowed[0]:
            game.deal(state, chance_generator(KEYS[0], 0))
        return bool(allowed[0])

    def choose(state: State, seat: int, allowed: list[int]) -> int:
        return lowest(game.legal(state, seat)) if allowed[1] else STOP

    walk = walk_for(game, chance, choose, compile=lambda function: function)
    state = game.new_state()
    assert walk(state, [0, 1], NO_END, 5) == 0
    assert game.actors(state) == 0
    assert walk(state, [1, 0], NO_END, 5) == 0
    assert game.actors(state) != 0
    assert walk(state, [0, 1], NO_END, 2) == 2


@every_game
def test_points_and_winners_computed_for_many_states_at_once_agree_with_those_of_each_state(name: str) -> None:
    game = find_game(name)
    states, _ = play_random(game, game.new_state(options=game.short_options), KEYS, 4)
    standings, won = results_of(game, states, game.default_players)
    assert standings.tolist() == [next(iter(game.standing(state).values())) for state in states]
    assert won.tolist() == [game.winners(state) for state in states]


@every_game
def test_playing_on_from_a_state_stops_at_the_limit_of_rounds_or_of_decisions(name: str) -> None:
    game = find_game(name)
    run = find_play_on(game, find_random(game))
    state, rng = game.new_state(), generator(bots_seed(KEYS[0]))
    assert run(state, rng, 1000, 3) == 3
    assert state.rounds == 0
    run(state, rng, 2, NO_END)
    assert game.over(state) or state.rounds == 2
    assert run(state, rng, 2, NO_END) == 0
