"""Of all deals that fit, listed by brute force, every deal comes up equally often, and no other deal does."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from parlour.engine.rng import Rng, generator
from parlour.games.kit.fitting import PLACES, REST, clear, deal_fitting

LEAST_P = 1e-4  # the seeds are fixed, so the tests always give the same results
DEALS_EACH = 30  # each deal is expected to come up this many times

Rooms = dict[int, int]  # for each place, its number of cards
Groups = list[tuple[set[int], set[int]]]  # for each group, its cards and the places that can hold them
Deal = tuple[tuple[int, ...], ...]  # for each place that has room, the cards dealt to it


def all_deals(rooms: Rooms, groups: Groups, unknown: list[int]) -> Iterator[Deal]:
    """Try all deals; yield every deal that fits."""

    def fits(card: int, place: int) -> bool:
        return all(place in takers for cards, takers in groups if card in cards)

    def fill(places: list[int], left: list[int]) -> Iterator[Deal]:
        if not places:
            yield ()
            return
        for hand in combinations([card for card in left if fits(card, places[0])], rooms[places[0]]):
            for others in fill(places[1:], [card for card in left if card not in hand]):
                yield (hand, *others)

    return fill(sorted(rooms), sorted(unknown))


def mask(numbers: set[int]) -> int:
    return sum(1 << number for number in numbers)


def lay_out(rng: Rng, rooms: Rooms, groups: Groups) -> None:
    clear(rng)
    for place, room in rooms.items():
        rng.rooms[place] = room
    for number, (cards, takers) in enumerate(groups):
        rng.groups[number], rng.takers[number] = mask(cards), mask(takers)


def dealt(rng: Rng, rooms: Rooms, unknown: list[int]) -> Deal:
    deal_fitting(rng, mask(set(unknown)))
    assert all(rng.given[place] == 0 for place in range(PLACES) if place not in rooms)
    return tuple(tuple(card for card in unknown if int(rng.given[place]) >> card & 1) for place in sorted(rooms))


ALL = set(range(PLACES))
CASES: dict[str, tuple[Rooms, Groups, list[int]]] = {
    "no groups": ({0: 2, 1: 2, REST: 1}, [], [0, 1, 2, 3, 4]),
    "a group that can be in any place": ({0: 2, 1: 2, REST: 1}, [({0, 1}, ALL)], [0, 1, 2, 3, 4]),
    "one group": ({0: 2, 1: 2, REST: 2}, [({0, 1}, {0, REST})], [0, 1, 2, 3, 4, 5]),
    "nested takers": (
        {0: 2, 1: 2, 2: 1, REST: 1},
        [({0, 1}, {0, 1, REST}), ({2}, {0, REST}), ({3}, {0})],
        [0, 1, 2, 3, 4, 5],
    ),
    "overlapping takers": (
        {0: 2, 1: 2, 2: 2},
        [({0, 1}, {0, 1}), ({2, 3}, {1, 2})],
        [0, 1, 2, 3, 4, 5],
    ),
    "three groups with overlapping takers": (
        {0: 2, 1: 2, 2: 2},
        [({0, 1}, {0, 1}), ({2, 3}, {1, 2}), ({4, 5}, {0, 2})],
        [0, 1, 2, 3, 4, 5],
    ),
    "disjoint takers": (
        {0: 2, 1: 1, 2: 2, 3: 1},
        [({0, 1}, {0, 1}), ({2, 3}, {2, 3})],
        [0, 1, 2, 3, 4, 5],
    ),
    "two groups with the same takers": (
        {0: 2, 1: 2, REST: 1},
        [({0, 1}, {0, REST}), ({2}, {0, REST})],
        [0, 1, 2, 3, 4],
    ),
    "a group that can only be set aside": (
        {0: 2, 1: 2, REST: 2},
        [({0, 1}, {0, REST}), ({5}, {REST})],
        [0, 1, 2, 3, 4, 5],
    ),
    "groups that exactly fill their places": (
        {0: 2, 1: 1, REST: 2},
        [({0, 1, 2}, {0, 1}), ({3}, {1, REST})],
        [0, 1, 2, 3, 4],
    ),
    "one place has no room and cards have high numbers": (
        {0: 1, 1: 0, 5: 2, REST: 1},
        [({40, 50}, {1, 5, REST})],
        [3, 40, 50, 61],
    ),
    "some cards of a group are known already": (
        {0: 1, 1: 1, REST: 1},
        [({0, 1, 9, 10}, {0, REST}), ({2, 11}, {1, REST})],
        [0, 2, 4],
    ),
}


@pytest.mark.parametrize("case", list(CASES))
def test_all_deals_that_fit_are_equally_likely_and_no_other_deals_come_up(case: str) -> None:
    rooms, groups, unknown = CASES[case]
    counts = Counter(dict.fromkeys(all_deals(rooms, groups, unknown), 0))
    expected = len(counts)
    assert expected > 1
    rng = generator(case.encode().ljust(32)[:32])
    lay_out(rng, rooms, groups)
    for _ in range(DEALS_EACH * expected):
        counts[dealt(rng, rooms, unknown)] += 1
    assert len(counts) == expected, "a deal that does not fit came up"
    assert chisquare(list(counts.values())).pvalue > LEAST_P


def test_the_only_deal_that_fits_is_always_found() -> None:
    rooms, groups = {0: 1, 1: 1, 2: 1}, [({0}, {0, 1}), ({1}, {1, 2}), ({2}, {2})]
    rng = generator(bytes(32))
    lay_out(rng, rooms, groups)
    assert {dealt(rng, rooms, [0, 1, 2]) for _ in range(20)} == {((0,), (1,), (2,))}


@given(st.data())
def test_a_deal_fits_any_possible_knowledge_about_which_places_lack_which_suits(data: st.DataObject) -> None:
    """Draw a true deal; then reveal, for some places, suits that they lack in this deal."""
    size = data.draw(st.integers(1, 5))
    cards = data.draw(st.permutations(range(4 * size)))
    hands = {place: set(cards[number * size :][:size]) for number, place in enumerate((0, 1, 2, REST))}
    suits = [{card for card in cards if card % 4 == suit} for suit in range(4)]
    groups = [
        (suit, ALL - {place for place in range(3) if not hands[place] & suit and data.draw(st.booleans())})
        for suit in suits
    ]
    rng = generator(data.draw(st.binary(min_size=32, max_size=32)))
    rooms = dict.fromkeys(hands, size)
    lay_out(rng, rooms, groups)
    for place, hand in zip(sorted(rooms), dealt(rng, rooms, sorted(cards)), strict=True):
        assert len(hand) == size
        assert all(place in takers for suit, takers in groups for card in hand if card in suit)


def test_the_function_clear_empties_all_rooms_and_groups_and_takers() -> None:
    rng = generator(bytes(32))
    lay_out(rng, {0: 3, REST: 2}, [({1, 2}, {0})])
    clear(rng)
    assert not rng.rooms.any()
    assert not rng.groups.any()
    assert not rng.takers.any()
