"""Choosing several cards one after another: every choice can be made in only one way."""

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
    """Return every choice that the picks lead to."""
    if picked.bit_count() == number:
        return [picked]
    return [
        choice
        for card in each(next_picks(hand, picked, number))
        for choice in _choices(hand, picked | bit(card), number)
    ]


@given(cards=HANDS, data=st.data())
def test_the_picks_lead_to_every_choice_exactly_once_and_never_get_stuck(cards: set[int], data: st.DataObject) -> None:
    number = data.draw(st.integers(1, min(len(cards), 4)))
    found = _choices(sum(bit(card) for card in cards), 0, number)
    assert sorted(found) == sorted(sum(bit(card) for card in choice) for choice in combinations(cards, number))


def test_drawn_picks_are_uniform_over_those_that_can_be_completed() -> None:
    hand, rng = 0b1011_0110_1, generator(bytes(range(32)))
    counts = Counter(draw_picks(rng, hand, 2, 3) for _ in range(3000))
    members = list(each(hand))[:-1]  # the highest card cannot be the second of three picks
    assert set(counts) == {bit(one) | bit(two) for one, two in combinations(members, 2)}
    assert chisquare(list(counts.values())).pvalue > 0.001


def test_no_picks_are_drawn_where_none_were_made() -> None:
    assert draw_picks(generator(bytes(range(32))), 0b1111, 0, 3) == 0
