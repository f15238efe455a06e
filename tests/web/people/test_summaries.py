"""A summary of matches agrees with a full count, for any number of matches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.web.people.summaries import MOST_GROUPS, Ended, Summary, count

KEPT = st.tuples(st.integers(0, 8).map(float), st.integers(0, 8).map(float))


def summed(matches: list[Ended]) -> Summary:
    """Make a summary of these matches."""
    found = Summary()
    for match in matches:
        count(found, match)
    return found


@given(st.lists(st.tuples(st.integers(1, 4), KEPT), max_size=400))
def test_a_summary_groups_matches_in_order_and_all_groups_but_the_last_have_the_same_size(
    ends: list[tuple[int, tuple[float, float]]],
) -> None:
    matches = [
        Ended("ann", float(number), place == 1, place, {"kept": kept}) for number, (place, kept) in enumerate(ends)
    ]
    found = summed(matches)
    assert found.matches == len(matches) == sum(group.matches for group in found.groups)
    assert (found.wins, found.places) == (sum(one.won for one in matches), sum(one.place for one in matches))
    assert len(found.groups) <= MOST_GROUPS
    assert len(matches) <= MOST_GROUPS or len(found.groups) > MOST_GROUPS // 2
    assert all(group.matches == found.size for group in found.groups[:-1])
    first = 0
    for group in found.groups:
        own = matches[first : first + group.matches]
        assert group.finished == own[-1].finished
        assert group.facts["kept"] == tuple(map(sum, zip(*(one.facts["kept"] for one in own), strict=True)))
        first += group.matches


@pytest.mark.parametrize(
    ("won", "expected"),
    [("", (0, 0)), ("w", (1, 1)), ("l", (-1, 0)), ("wwl", (-1, 2)), ("llww", (2, 2)), ("wwwlwl", (-1, 3))],
)
def test_a_streak_counts_consecutive_wins_or_consecutive_losses(won: str, expected: tuple[int, int]) -> None:
    found = summed([Ended("ann", 1.0, one == "w", 1, {}) for one in won])
    assert (found.streak, found.longest) == expected
