"""Tests of groups: how many tables an evening needs so that people hold the same cards as other people."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.club.groups import Group, Plan, division, plan
from parlour.errors import ParlourError


@given(st.integers(2, 48), st.integers(2, 6))
def test_people_share_all_hands_at_the_smallest_number_of_tables(people: int, sides: int) -> None:
    found = plan(people, 0, sides)
    assert found.unshared == 0
    assert found.tables <= max(3, -(-people // sides))


@given(st.integers(0, 12), st.integers(0, 12), st.integers(2, 4))
def test_a_division_has_every_unit_once_and_no_group_is_larger_than_the_number_of_tables(
    full: int, half: int, sides: int
) -> None:
    tables = plan(full, half, sides).tables
    groups = division(full, half, sides, tables).groups
    assert (sum(one.full for one in groups), sum(one.half for one in groups)) == (full, half)
    assert len(groups) <= sides
    assert all(1 <= one.units <= tables for one in groups)


@given(st.integers(0, 12), st.integers(0, 12), st.integers(2, 4))
def test_additional_tables_never_leave_fewer_hands_unshared_than_the_plan(full: int, half: int, sides: int) -> None:
    found = plan(full, half, sides)
    for tables in range(found.tables, found.tables + 4):
        assert division(full, half, sides, tables).unshared >= found.unshared


def test_a_pair_without_another_pair_gets_a_second_table_with_bots() -> None:
    assert plan(1, 0, 2) == Plan(2, 2)


def test_a_pair_does_not_share_all_its_hands_with_people_whose_partners_are_bots() -> None:
    assert division(2, 2, 2, 2).groups == (Group(0, 2), Group(2, 0))
    assert plan(1, 2, 2).unshared == 1


def test_units_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ParlourError, match="5 units do not fit at 2 tables of 2; expected more tables"):
        division(5, 0, 2, 2)
