"""Tests of dealing hands, and of redealing them so that they fit what is known."""

from collections import Counter
from itertools import combinations

import numpy as np
from scipy.stats import chisquare

from parlour.engine.rng import generator, shuffle
from parlour.engine.sets import bit, first
from parlour.games.kit._hands import deal_hands, fill_hands
from parlour.games.kit.fitting import REST

LOW, HIGH = 0b0000_1111, 0b1111_0000  # two suits of four cards each


def test_every_player_gets_a_full_hand_and_no_card_is_dealt_twice() -> None:
    rng, hands = generator(bytes(range(32))), np.zeros(4, np.int64)
    shuffle(rng, first(52))
    deal_hands(rng, hands, 3, 5)
    assert [int(hand).bit_count() for hand in hands] == [5, 5, 5, 0]
    assert int(hands[0] | hands[1] | hands[2]).bit_count() == 15
    assert rng.left == 37


def test_all_ways_to_complete_the_hands_that_fit_what_is_known_are_equally_likely() -> None:
    """Seat 0's only card is known; seat 1 holds card 4 and another card; seat 2 holds two cards of the high suit."""
    rng, counts = generator(bytes(range(32))), Counter[tuple[int, int, int]]()
    unseen = first(8) & ~bit(0) & ~bit(4)
    possible = {
        (bit(4) | bit(one), bit(two) | bit(three), unseen & ~(bit(one) | bit(two) | bit(three)))
        for two, three in combinations((5, 6, 7), 2)
        for one in {1, 2, 3, 5, 6, 7} - {two, three}
    }
    for _ in range(3000):
        hands = np.array([bit(0), bit(4), 0], np.int64)
        rng.rooms[:3] = (1, 2, 2)
        fill_hands(rng, hands, 3, unseen, np.array([0, 0, 0b01]), (LOW, HIGH))
        counts[int(hands[1]), int(hands[2]), int(rng.given[REST])] += 1
        assert hands[0] == bit(0)
    assert set(counts) == possible
    assert chisquare(list(counts.values())).pvalue > 0.001
