"""Tests of the worth of positions: the default, and worth that a game defines itself."""

from dataclasses import replace

import pytest

from parlour.bots.search import Budget, Search
from parlour.bots.worth import default_worth, find_worth
from parlour.engine.rng import generator
from parlour.engine.sets import has
from parlour.game.game import Game
from parlour.games import all_games
from parlour.match.fair import seeded_key
from parlour.match.walk import play_random
from tests.lowest import lowest_wins
from tests.positions import played
from tests.samples import alone, sampled, some_game

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
BARE = "tests.bare"  # This package has none of a game's optional modules.


def without_parts(game: Game) -> Game:
    return replace(game, module=BARE)


@every_game
def test_a_game_can_define_what_its_positions_are_worth(game: Game) -> None:
    own = game.part("worth")
    assert find_worth(game) is (getattr(own, "WORTH", None) or default_worth(game))
    assert find_worth(without_parts(game)) is default_worth(without_parts(game))


@every_game
def test_by_default_a_position_is_worth_the_points_above_the_mean_of_the_other_sides(game: Game) -> None:
    worth = default_worth(without_parts(game))
    sides = game.teams or game.default_players
    for seed in range(5):
        state = played(game.name, game.default_players, seed, 60).state
        points = [int(game.points(state, side)) for side in range(sides)]
        for seat in range(game.default_players):
            own = points[seat % sides]
            assert worth.value(state, seat) == pytest.approx(own - (sum(points) - own) / (sides - 1))


@every_game
def test_by_default_a_finished_match_is_worth_the_most_to_a_winner(game: Game) -> None:
    bare = without_parts(game)
    start = game.new_state(options=game.short_options)
    states, _ = play_random(game, start, [seeded_key(4, number) for number in range(4)], 30)
    ended = [state for state in states if game.over(state)]
    assert ended or game.teams, "no match of random players ended"
    for state in ended:
        values = [default_worth(bare).value(state, seat) for seat in range(state.players)]
        best = [seat for seat, value in enumerate(values) if value == max(values)]
        assert all(has(int(game.winners(state)), seat) for seat in best)
        for seat in range(state.players):
            assert default_worth(bare).goal(start, state, seat) == has(int(game.winners(state)), seat)


def test_a_position_with_fewer_points_is_worth_more_if_the_lowest_score_wins() -> None:
    game = some_game(3, alone)
    flipped = lowest_wins(game)
    for seed in range(5):
        state = played(game.name, 3, seed, 60).state
        values = [default_worth(without_parts(game)).value(state, seat) for seat in range(3)]
        assert [find_worth(flipped).value(state, seat) for seat in range(3)] == pytest.approx([-one for one in values])


def test_the_goal_of_a_round_is_to_gain_more_points_than_the_average_player() -> None:
    game = some_game(3, lambda game: alone(game) and not game.carries_over)
    worth = default_worth(without_parts(game))
    start = game.new_state(3)
    (state,), _ = play_random(game, start, [seeded_key(3, 3)], 1)
    points = [int(game.points(state, seat)) - int(game.points(start, seat)) for seat in range(3)]
    assert not game.over(state)
    assert str(worth.goal_of(start)) == "do better than the others in this round"
    for seat in range(3):
        assert worth.goal(start, state, seat) == (3 * points[seat] > sum(points))


@pytest.mark.parametrize("game", sampled(all_games()), ids=lambda game: game.name)
def test_the_search_plays_a_game_without_optional_parts(game: Game) -> None:
    bare = without_parts(game)
    search = Search(bare, Budget(worlds=8))
    for seed in range(3):
        position = played(game.name, game.default_players, seed, 11 * seed)
        seat = position.match.actors[0]
        hidden = game.hidden(position.state, seat)
        assert search.choose(hidden, seat, generator(seeded_key(seed, 1))) in position.match.legal(seat)
    assert search.decisions > 0
