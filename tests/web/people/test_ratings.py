"""A server's ratings: which matches are rated, how ratings change, and the initial ratings of bots."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest

from parlour.game.figures import Edge
from parlour.game.game import Game
from parlour.games import all_games
from parlour.web.people.ratings import (
    ANCHORED,
    FEW,
    MEAN,
    SCATTER,
    Rated,
    Rating,
    anchors,
    difference,
    first_rating,
    learned,
    limited,
)
from tests.samples import some_game

ANN, BEN, MEDIUM = Rated("ann", None, 1), Rated("ben", None, 2, 1), Rated(None, "medium", 2, 1)
KNOWN = {"ann": Rating(30.0, 2.0, FEW), "ben": Rating(24.0, 2.0, FEW)}
GAME = some_game(4, lambda game: not game.teams)
TEAMS = some_game(4, lambda game: game.teams == 2)


def start(game: Game, seats: list[Rated]) -> dict[str, Rating]:
    return {seat.player: first_rating(game, seat.player) for seat in seats}


def after_limits(seats: list[Rated], before: dict[str, Rating], game: Game = GAME) -> dict[str, Rating]:
    """Return the ratings that a match changes if these were the ratings when it started."""
    seats = [seat if seat.level else replace(seat, start=before[seat.player]) for seat in seats]
    return limited(game, seats, before, learned(game, seats, before))


def test_the_winners_rating_rises_the_losers_rating_falls_and_both_become_more_certain() -> None:
    seats = [ANN, BEN]
    before = start(GAME, seats)
    after = learned(GAME, seats, before)
    assert after["ann"].mu > before["ann"].mu
    assert after["ben"].mu < before["ben"].mu
    assert all(after[name].sigma < before[name].sigma for name in before)
    assert after["ann"].matches == 1


def test_a_tie_between_equal_players_keeps_their_ratings_equal() -> None:
    after = learned(GAME, [ANN, replace(BEN, place=1)], start(GAME, [ANN, BEN]))
    assert after["ann"].mu == pytest.approx(after["ben"].mu)


def test_bots_of_one_level_are_rated_as_one_player() -> None:
    seats = [ANN, MEDIUM, Rated(None, "medium", 3, 2), Rated(None, "medium", 4, 3)]
    after = learned(GAME, seats, start(GAME, seats))
    assert sorted(after) == ["ann", "medium"]
    assert after["medium"].matches == 1


def test_the_ratings_of_partners_rise_and_fall_together() -> None:
    seats = [ANN, BEN, Rated("cleo", None, 1, 2), Rated("dan", None, 2, 3)]
    before = start(TEAMS, seats)
    after = learned(TEAMS, seats, before)
    assert after["ann"].mu == after["cleo"].mu > MEAN > after["ben"].mu == after["dan"].mu


def test_between_people_who_are_not_new_the_whole_result_counts() -> None:
    seats = [ANN, BEN]
    assert after_limits(seats, KNOWN) == learned(GAME, seats, KNOWN)


@pytest.mark.parametrize("places", [(1, 2), (2, 1)])
def test_a_match_against_a_new_person_changes_nobodys_rating_but_that_persons(places: tuple[int, int]) -> None:
    seats = [replace(ANN, place=places[0]), replace(BEN, place=places[1])]
    before = {**KNOWN, "ben": replace(KNOWN["ben"], matches=FEW - 1)}
    assert after_limits(seats, before) == {"ben": learned(GAME, seats, before)["ben"]}


def test_nobody_rises_above_the_first_rating_by_winning_against_one_new_person_after_another() -> None:
    ann = first_rating(GAME, "ann")
    for number in range(3 * FEW):
        before = {"ann": ann, "ben": first_rating(GAME, "ben")}
        after = after_limits([ANN, BEN], before)
        assert after["ben"].mu < MEAN
        ann = after.get("ann", ann)
        assert (ann.mu, ann.matches) == (MEAN, min(number + 1, FEW))


def test_a_new_person_learns_their_strength_from_bots_and_from_people_who_are_not_new() -> None:
    for seats in ([ANN, MEDIUM], [ANN, BEN]):
        before = {**start(GAME, seats), **{name: KNOWN[name] for name in ("ben",) if BEN in seats}}
        assert after_limits(seats, before)["ann"] == learned(GAME, seats, before)["ann"]


def test_a_new_partner_does_not_limit_what_a_match_changes() -> None:
    seats = [ANN, BEN, Rated("cleo", None, 1, 2), Rated("dan", None, 2, 3)]
    before = {**KNOWN, "cleo": first_rating(TEAMS, "cleo"), "dan": replace(KNOWN["ben"])}
    after = after_limits(seats, before, TEAMS)
    assert sorted(after) == ["ann", "cleo"], "their opponents played against a new person, but they did not"


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
