"""Tests of secret choices that all seats make at the same time."""

import numpy as np

from parlour.game.cards import HIDDEN, NO_CARD
from parlour.games.kit._choosing import hide_choices, undecided


def test_seats_that_have_not_chosen_yet_are_undecided() -> None:
    assert undecided(np.array([NO_CARD, 5, HIDDEN, NO_CARD], np.int8), 3) == 0b001


def test_a_seat_can_see_that_others_have_chosen_but_not_which_cards() -> None:
    choice = np.array([3, 5, NO_CARD], np.int8)
    hide_choices(choice, 3, 0)
    assert choice.tolist() == [3, HIDDEN, NO_CARD]
    hide_choices(choice, 3, -1)
    assert choice.tolist() == [HIDDEN, HIDDEN, NO_CARD]
