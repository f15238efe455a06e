"""Secret choices that everybody makes at once."""

import numpy as np

from parlour.game.cards import HIDDEN, NO_CARD
from parlour.games.kit._choosing import hide_choices, undecided


def test_those_who_have_not_chosen_are_undecided() -> None:
    assert undecided(np.array([NO_CARD, 5, HIDDEN, NO_CARD], np.int8), 3) == 0b001


def test_the_cards_of_others_are_hidden_but_not_whether_they_have_chosen() -> None:
    choice = np.array([3, 5, NO_CARD], np.int8)
    hide_choices(choice, 3, 0)
    assert choice.tolist() == [3, HIDDEN, NO_CARD]
    hide_choices(choice, 3, -1)
    assert choice.tolist() == [HIDDEN, HIDDEN, NO_CARD]
