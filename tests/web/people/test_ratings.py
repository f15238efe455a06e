"""A server's ratings: which matches are rated, how ratings change, and where the levels of bots begin."""

import math
from itertools import pairwise

import pytest

from parlour.game.figures import Edge
from parlour.game.game import Game
from parlour.games import all_games
from parlour.web.people.ratings import (
    ANCHORED,
    MEAN,
    SCATTER,
    Rated,
    Rating,
    anchors,
    can_rate,
    difference,
    first_rating,
    learned,
)
from tests.samples import some_game

ANN, BEN, MEDIUM, HARD = Rated("ann", None, 1), Rated("ben", None, 2), Rated(None, "medium", 2), Rated(None, "hard", 1)
NOBODY = Rated(None, None, 1)
GAME = some_game(4, lambda game: not game.teams)
TEAMS = some_game(4, lambda game: game.teams == 2)


def start(game: Game, seats: list[Rated]) -> dict[str, Rating]:
    return {str(seat.player): first_rating(game, str(seat.player)) for seat in seats}


def test_a_match_is_not_rated_if_a_person_is_unknown_or_sits_twice_or_if_all_players_are_equal_bots() -> None:
    assert can_rate([ANN, BEN, MEDIUM, MEDIUM])
    assert not can_rate([ANN, BEN, NOBODY])
    assert not can_rate([ANN, ANN, MEDIUM])
    assert not can_rate([MEDIUM, MEDIUM])


def test_the_winners_rating_rises_the_losers_rating_falls_and_both_become_more_certain() -> None:
    seats = [ANN, BEN]
    before = start(GAME, seats)
    after = learned(GAME, seats, before)
    assert after["ann"].mu > before["ann"].mu
    assert after["ben"].mu < before["ben"].mu
    assert all(after[name].sigma < before[name].sigma for name in before)
    assert after["ann"].matches == 1


def test_a_tie_between_equal_players_keeps_their_ratings_equal() -> None:
    after = learned(GAME, [ANN, Rated("ben", None, 1)], start(GAME, [ANN, BEN]))
    assert after["ann"].mu == pytest.approx(after["ben"].mu)


def test_bots_of_one_level_are_rated_as_one_player() -> None:
    seats = [ANN, MEDIUM, Rated(None, "medium", 3), Rated(None, "medium", 4)]
    after = learned(GAME, seats, start(GAME, seats))
    assert sorted(after) == ["ann", "medium"]
    assert after["medium"].matches == 1


def test_the_ratings_of_partners_rise_and_fall_together() -> None:
    seats = [ANN, BEN, Rated("cleo", None, 1), Rated("dan", None, 2)]
    before = start(TEAMS, seats)
    after = learned(TEAMS, seats, before)
    assert after["ann"].mu == after["cleo"].mu > MEAN > after["ben"].mu == after["dan"].mu


@pytest.mark.parametrize("game", [game for game in all_games() if anchors(game)], ids=lambda game: game.name)
def test_the_first_ratings_of_bot_levels_are_in_order_of_strength_and_more_certain_than_those_of_new_players(
    game: Game,
) -> None:
    found = [anchors(game)[level] for level in ("easy", "medium", "hard")]
    assert all(one.mu < other.mu for one, other in pairwise(found))
    assert found[1].mu == MEAN
    assert all(one.sigma == ANCHORED < first_rating(game, "ann").sigma for one in found)


@pytest.mark.parametrize("edge", [Edge("a", "b", 0.6, 4), Edge("a", "b", 0.9, 2, members=2), Edge("a", "b", 0.5, 2)])
def test_the_first_ratings_of_bots_predict_how_often_they_won_in_the_arena(edge: Edge) -> None:
    spread = math.sqrt(edge.sides * (edge.members * ANCHORED**2 + SCATTER**2))
    ahead = math.exp(edge.members * difference(edge) / spread)
    assert ahead / (ahead + edge.sides - 1) == pytest.approx(edge.wins)
