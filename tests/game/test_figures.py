"""The figures that each game keeps about its players are counted round by round."""

import random

import pytest

from parlour.game.figures import Sums, added, counted, edges_of, figures_of
from parlour.game.game import Game
from parlour.games import all_games, find_game
from parlour.match.match import Match

WITH_FIGURES = [game for game in all_games() if figures_of(game)]
every_game = pytest.mark.parametrize("game", WITH_FIGURES, ids=lambda game: game.name)


def sums_of(match: Match, chooser: random.Random) -> list[Sums]:
    """Play a whole match with random actions; return each seat's figures."""
    sums: list[Sums] = [{} for _ in range(match.players)]
    match.advance()
    while not match.over:
        rounds, seat = match.rounds, chooser.choice(match.actors)
        match.act(seat, chooser.choice(match.legal(seat)))
        if match.rounds > rounds:
            sums = [added(*pair) for pair in zip(sums, counted(match.game, match.state, match.players), strict=True)]
        match.advance()
    return sums


@every_game
def test_every_declared_figure_is_counted_in_a_whole_match(game: Game) -> None:
    match = Match(game, options=dict(game.short_options), key=b"k" * 32)
    for sums in sums_of(match, random.Random(1)):
        assert set(sums) == {figure.name for figure in figures_of(game)}
        for figure in figures_of(game):
            top, bottom = sums[figure.name]
            assert 0 <= bottom <= match.rounds
            assert not figure.share or 0 <= top <= bottom


@pytest.mark.parametrize("name", ["oh7", "kod7"])
def test_kept_promises_are_counted_as_in_the_state_of_the_game(name: str) -> None:
    match = Match(find_game(name), key=b"k" * 32, limit=5)
    sums = sums_of(match, random.Random(2))
    assert [one["promises_kept"] for one in sums] == [(int(match.state.made[seat]), 5) for seat in range(match.players)]


def test_the_lost_lives_counted_in_thirty_one_are_the_lives_that_a_player_no_longer_has() -> None:
    match = Match(find_game("thirtyone"), key=b"k" * 32)
    sums = sums_of(match, random.Random(3))
    for seat, one in enumerate(sums):
        cow = int(match.state.cows) >> seat & 1
        assert one["lives_lost"][0] == int(match.state.lives) + cow - int(match.state.lives_left[seat])


def test_every_played_hand_of_rook_is_counted_for_exactly_one_bidder() -> None:
    match = Match(find_game("rook"), key=b"k" * 32, limit=6)
    sums = sums_of(match, random.Random(4))
    played = sums[0]["auctions_won"][1]
    assert 0 < played <= match.rounds
    assert sum(one["auctions_won"][0] for one in sums) == played
    assert sum(one["bids_made"][1] for one in sums) == played
    assert [sums[seat]["points"][0] for seat in range(2)] == next(iter(match.game.standing(match.state).values()))


def test_the_figures_of_active_13_agree_with_points_and_binned_cards() -> None:
    match = Match(find_game("active13"), key=b"k" * 32)
    for seat, one in enumerate(sums_of(match, random.Random(5))):
        assert one["tricks"] == (int(match.state.scores[seat]), match.rounds)
        assert one["upgrades"] == (int(match.state.binned[seat]).bit_count(), match.rounds)


@every_game
def test_the_measured_strengths_compare_each_level_of_bots_with_the_next_weaker_level(game: Game) -> None:
    pairs = [(edge.stronger, edge.weaker) for edge in edges_of(game)]
    assert pairs == [("medium", "easy"), ("hard", "medium")]
    assert all(1 / edge.sides <= edge.wins < 1 for edge in edges_of(game))


def test_figures_with_the_same_name_are_added_up() -> None:
    assert added({"a": (1, 2)}, {"a": (3, 4), "b": (5, 6)}) == {"a": (4, 6), "b": (5, 6)}
