"""Tests of the estimated chance to win in Active 13: the chances sum to one, and points or better cards raise them."""

import pytest

from parlour.games.active13.worth import chance_to_win
from tests.games.active13.at_table import ANN, BEN, Table

LOW = "2S 3S 4S 5S 6S"


@pytest.mark.parametrize("scores", ["0 0", "12 20", "39 3"])
def test_the_chances_of_both_players_to_win_add_up_to_one(scores: str) -> None:
    state = Table(LOW, "2H 3H AC KC 9D", scores=scores).state
    assert chance_to_win(state, ANN) + chance_to_win(state, BEN) == pytest.approx(1.0)


@pytest.mark.parametrize("target", [10, 40, 400])
def test_being_ahead_in_points_raises_the_chance_to_win_in_a_match_of_any_length(target: int) -> None:
    behind, ahead = (Table(LOW, LOW, scores=scores, target=target).state for scores in ("2 5", "5 2"))
    assert chance_to_win(ahead, ANN) > chance_to_win(behind, ANN)


def test_a_high_heart_is_worth_more_than_a_low_plain_card() -> None:
    plain, heart = (Table(cards, LOW).state for cards in ("2S 3S 4S 5S 6S", "2S 3S 4S 5S AH"))
    assert chance_to_win(heart, ANN) > chance_to_win(plain, ANN)
