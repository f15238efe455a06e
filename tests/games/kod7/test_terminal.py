"""The terminal with Kod-7: its sentences, its score sheet, its rules page."""

from parlour.games import find_game
from tests.terminal.match_for_tests import played

KOD7 = find_game("kod7")


def test_a_card_that_does_not_follow_says_so() -> None:
    _, shown, _ = played(KOD7, 2, ["?!"], seed=8)
    assert "✗ ‽ has no value: choose another card." in shown


def test_t_shows_the_table_again_and_p_the_piles() -> None:
    _, shown, _ = played(KOD7, 2, ["t", "p"])
    assert shown.count("Estimating") == 2
    assert "The Dummy's pile, 10: face down" in shown
