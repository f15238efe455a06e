"""Tests that measures of promises agree with the score sheet in Oh 7 ? and Kod-7."""

import numpy as np
import pytest

from parlour.game.game import Game
from parlour.games import all_games
from parlour.lab.measures import claims_of
from tests.lab.watching import figure, sampled, sheets

FAMILY = [game for game in all_games() if "forbidden_sum" in (game.state.names or ())]


pytestmark = pytest.mark.usefixtures("interpreted")


@pytest.mark.parametrize("game", FAMILY, ids=lambda game: game.name)
@pytest.mark.parametrize("players", [2, 4])
def test_measures_of_promises_kept_and_of_the_basket_agree_with_the_score_sheet(game: Game, players: int) -> None:
    sample = sampled(game, players)
    rows = sheets(game, players, sample, sample.size)
    cells = [cell for row in rows for cell in row.cells]
    assert figure(sample, "promises kept") == pytest.approx(np.mean([cell.bid == cell.won for cell in cells]))
    missed = [abs((cell.bid or 0) - (cell.won or 0)) for cell in cells]
    assert figure(sample, "basket") == pytest.approx(sum(missed) / len(rows))
    ones = [cell.won == 1 for cell in cells if cell.bid == 1]
    assert figure(sample, "kept by promise", 1) == pytest.approx(np.mean(ones))
    fails = [any(cell.bid != cell.won for cell in row.cells) for row in rows]
    assert figure(sample, "somebody fails") == pytest.approx(np.mean(fails))


@pytest.mark.parametrize("game", FAMILY, ids=lambda game: game.name)
def test_the_best_known_claims_of_the_rule_books_are_checked_by_studies(game: Game) -> None:
    says = [claim.says for claim in claims_of(game)]
    assert any("7 to 9 rounds" in text for text in says)
    assert any("negative score" in text for text in says)
    assert any("cannot equal 7" in text for text in says)
