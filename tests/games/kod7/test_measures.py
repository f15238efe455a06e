"""Test that the measures of Kod-7 agree with the score sheet."""

import numpy as np
import pytest

from parlour.games.kod7 import GAME
from tests.lab.watching import BASIC, figure, sampled, sheets

pytestmark = pytest.mark.usefixtures("interpreted")


def test_promises_kept_are_counted_by_the_kind_of_card_that_was_shown() -> None:
    sample = sampled(GAME, 4, BASIC, 2)
    kept: dict[str, list[bool]] = {}
    for row, cards in zip(sheets(GAME, 4, sample, 2), sample.field("cards"), strict=True):
        for cell, card in zip(row.cells, cards, strict=True):
            kept.setdefault(GAME.deck.name(int(card))[-1], []).append(cell.bid == cell.won)
    for suit, values in kept.items():
        assert figure(sample, "kept by kind of card", suit) == pytest.approx(np.mean(values))
    assert "*" in kept
