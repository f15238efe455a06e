"""The set functions agree with Python's big integers."""

from hypothesis import given
from hypothesis import strategies as st

from parlour.engine.sets import count, highest, lowest

masks = st.integers(0, 2**63 - 1) | st.sets(st.integers(0, 62)).map(lambda bits: sum(1 << bit for bit in bits))


@given(masks)
def test_the_size_of_a_set_is_the_number_of_its_bits_that_are_one(mask: int) -> None:
    assert count(mask) == bin(mask).count("1")


@given(masks.filter(bool))
def test_the_lowest_and_highest_members_of_a_set_are_its_lowest_and_highest_set_bits(mask: int) -> None:
    digits = bin(mask)[2:]
    assert lowest(mask) == len(digits) - 1 - digits.rindex("1")
    assert highest(mask) == len(digits) - 1


def test_the_empty_set_has_no_lowest_and_no_highest_member() -> None:
    assert (count(0), lowest(0), highest(0)) == (0, 64, -1)


def test_the_only_member_of_a_set_is_both_its_lowest_and_its_highest_member() -> None:
    for bit in range(63):
        assert lowest(1 << bit) == highest(1 << bit) == bit
