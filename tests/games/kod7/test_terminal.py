"""Tests of Kod-7 in the terminal: its messages and its commands."""

from parlour.games import find_game
from tests.terminal.match_for_tests import played

KOD7 = find_game("kod7")


def test_a_card_that_a_player_may_not_choose_is_refused_with_the_reason() -> None:
    _, shown, _ = played(KOD7, 2, ["?!"], seed=8)
    assert "✗ ‽ has no value: choose another card." in shown


def test_the_command_t_shows_the_table_again_and_p_shows_the_piles() -> None:
    _, shown, _ = played(KOD7, 2, ["t", "p"])
    assert shown.count("Estimating") == 2
    assert "The Dummy's pile, 10: face down" in shown
