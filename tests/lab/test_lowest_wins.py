"""Tests that measures prefer lower scores in games in which the lowest score wins."""

import numpy as np
import pytest

from parlour.game.game import Game
from parlour.games import all_games
from parlour.lab.measures import measured
from parlour.lab.measures.tension import leaders
from parlour.lab.sample import Sample
from tests.lab.watching import figure, sampled
from tests.lowest import lowest_wins
from tests.samples import alone, some_game

pytestmark = pytest.mark.usefixtures("interpreted")
GAMES = [game for game in all_games() if not game.scoring.lowest_wins]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def low(game: Game) -> Sample:
    """Play matches of random bots in a copy of a game that is changed so that the lowest score wins."""
    return sampled(lowest_wins(game), game.default_players, ["random"], 3, **game.short_options)


@every_game
def test_the_winner_leads_after_the_last_round_even_if_the_lowest_score_wins(game: Game) -> None:
    sample = low(game)
    assert sample.finished.all()
    last = sample.scores[sample.last_rounds]
    for place, scores in zip(np.flatnonzero(sample.last_rounds), last, strict=True):
        winners = np.flatnonzero(scores == scores.min())
        assert leaders(sample)[place] == (winners[0] if len(winners) == 1 else -1)
    assert figure(sample, "score by place", 1) == pytest.approx(last.min(axis=1).mean())
    assert figure(sample, "score by place", sample.side_count) == pytest.approx(last.max(axis=1).mean())
    best, second = np.sort(last, axis=1)[:, 0], np.sort(last, axis=1)[:, 1]
    assert figure(sample, "margin") == pytest.approx((second - best).mean())


@every_game
def test_the_best_and_worst_scores_are_swapped_if_the_lowest_score_wins(game: Game) -> None:
    sample = low(game)
    usual = Sample(game, game.default_players, sample.watched)
    assert (sample.scores == usual.scores).all()
    assert (sample.gains == usual.gains).all()
    for number in range(1, 4):
        if ("best score", number) in measured(sample):
            assert figure(sample, "best score", number) == figure(usual, "worst score", number)
            assert figure(sample, "worst score", number) == figure(usual, "best score", number)
    for name in ("gain of the dealer", "gain of the side that begins a round"):
        if (name, "") in measured(sample):
            assert figure(sample, name) == pytest.approx(-figure(usual, name))


def test_a_winner_who_had_the_lowest_score_at_half_time_was_leading_then_if_the_lowest_score_wins() -> None:
    """A side that never scores always has the lowest score, which is the best score here."""
    game = some_game(3, alone)
    sample = sampled(lowest_wins(game), 3, ["random"], 1)
    rounds = len(sample.rounds)
    sample.__dict__["scores"] = np.column_stack([np.zeros(rounds), np.arange(rounds) + 1, 2 * np.arange(rounds) + 2])
    sample.__dict__["win_shares"] = np.array([[1.0, 0.0, 0.0]])
    assert figure(sample, "winner led at half-time") == 1
    assert figure(sample, "winner was last at half-time") == 0
    assert figure(sample, "largest deficit of the winner") == 0
    assert figure(sample, "lead changes") == 0
