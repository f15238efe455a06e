"""Tests of choosing several cards one after another: there is only one way to choose a given set of cards."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from parlour.engine.rng import generator
from parlour.engine.sets import bit, each
from parlour.games.kit._picking import draw_picks, next_picks

HANDS = st.sets(st.integers(0, 62), min_size=1, max_size=9)


def _choices(hand: int, picked: int, number: int) -> list[int]:
    """Return all sets of cards that can be chosen from this hand, once for each way to choose them."""
    if picked.bit_count() == number:
        return [picked]
    return [
        choice
        for card in each(next_picks(hand, picked, number))
        for choice in _choices(hand, picked | bit(card), number)
    ]


@given(cards=HANDS, data=st.data())
def test_each_set_of_cards_can_be_picked_in_exactly_one_way_without_dead_ends(
    cards: set[int], data: st.DataObject
) -> None:
    number = data.draw(st.integers(1, min(len(cards), 4)))
    found = _choices(sum(bit(card) for card in cards), 0, number)
    assert sorted(found) == sorted(sum(bit(card) for card in choice) for choice in combinations(cards, number))


def test_redealing_chooses_uniformly_among_all_picks_that_can_be_completed() -> None:
    hand, rng = 0b1011_0110_1, generator(bytes(range(32)))
    counts = Counter(draw_picks(rng, hand, 2, 3) for _ in range(3000))
    # Picks come in ascending order, so the highest card can't be the first or second of three.
    members = list(each(hand))[:-1]
    assert set(counts) == {bit(one) | bit(two) for one, two in combinations(members, 2)}
    assert chisquare(list(counts.values())).pvalue > 0.001


def test_redealing_draws_no_picks_if_the_seat_has_made_none() -> None:
    assert draw_picks(generator(bytes(range(32))), 0b1111, 0, 3) == 0
