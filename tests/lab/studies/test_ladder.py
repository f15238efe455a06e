"""Tests of the ladder of players: the longer thinking is measured in every seat, beside the line of equals."""

import math

import numpy as np
import pytest

from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.lab._ratios import Sums
from parlour.lab.studies import ladder
from parlour.lab.studies.ladder import Rung, climb, rungs
from parlour.lab.studies.tuning import Candidate
from tests.samples import alone, some_game, with_bots

GAME = some_game(3, lambda game: alone(game) and with_bots(game))
TEAMS = some_game(fits=lambda game: bool(game.teams) and with_bots(game))


def _setting(game: Game, players: int) -> Candidate:
    return Candidate({}, players, game.short_options, ())


@pytest.mark.parametrize(("game", "players"), [(GAME, 3), (TEAMS, TEAMS.default_players)])
def test_a_player_among_equals_wins_the_share_of_equals_and_gains_nothing(
    game: Game, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "LEAST_DEALS", 3)
    (rung,) = climb(game, [_setting(game, players)], [("basic", "basic")], 3, threads=2)
    assert rung.wins.mean == pytest.approx(1 / (game.teams or players))
    assert rung.points.value == pytest.approx(0)
    assert rung.rounds.value > 10**6


def test_a_much_stronger_player_wins_more_than_equals_and_soon_leads() -> None:
    (rung,) = climb(GAME, [_setting(GAME, 3)], [("random", "basic")], 20, threads=2)
    assert rung.wins.mean - rung.wins.margin > 1 / 3
    assert rung.points.low > 0
    assert rung.rounds.low <= rung.rounds.value <= rung.rounds.high < 50


def test_the_number_of_rounds_until_a_player_leads_is_the_number_in_which_luck_is_outweighed_in_three_of_four_cases(
) -> None:  # fmt: skip
    rng = np.random.default_rng(4)
    rounds = rng.normal(0.5, 2.0, (400, 20))
    rung = Rung(_setting(GAME, 3), "weak", "strong", 3)
    for match in rounds:
        rung.gains += Sums.of(np.array([match.sum()]), np.array([20.0]))
        rung.squares += float(match @ match)
    needed = math.ceil(rung.rounds.value)
    led = rng.normal(0.5, 2.0, (4000, needed)).sum(axis=1) > 0
    assert led.mean() == pytest.approx(0.75, abs=0.03)


def test_a_ladder_is_read_as_pairs_of_neighbours() -> None:
    assert rungs("8, 16,32") == [("search:8", "search:16"), ("search:16", "search:32")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8", "ladder '8' is no list of numbers of worlds"),
        ("8,x", "ladder '8,x' is no list of numbers of worlds"),
        ("0,8", "ladder '0,8' is no list of numbers of worlds"),
        ("16,8", "ladder '16,8' doesn't rise"),
    ],
)
def test_a_ladder_that_does_not_rise_is_refused(text: str, message: str) -> None:
    with pytest.raises(ParlourError) as refused:
        rungs(text)
    assert str(refused.value).startswith(message)
