"""Tests of movements: every pair plays every board, and meets the other pairs as evenly as possible."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.club.groups import plan
from parlour.club.movement import Round, movement, movement_with_bots
from parlour.errors import ParlourError

evenings = st.tuples(st.integers(1, 5), st.integers(2, 6), st.integers(1, 10))  # numbers of tables, sides and rounds


def meetings(rounds: tuple[Round, ...], units: int) -> list[int]:
    """Count how often every two pairs have met."""
    met = Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))
    return [met[pair] for pair in combinations(range(units), 2)]


@given(evenings)
def test_every_pair_plays_every_board_once_and_all_tables_are_full(evening: tuple[int, int, int]) -> None:
    tables, sides, rounds = evening
    found = movement(tables * sides, sides, rounds)
    assert len(found) == rounds
    for one in found:
        assert sorted(unit for table in one for unit in table) == list(range(tables * sides))
        assert {len(table) for table in one} == {sides}


@given(st.integers(1, 12), st.integers(1, 30))
def test_with_two_pairs_at_a_table_no_two_pairs_meet_again_until_all_have_met(tables: int, rounds: int) -> None:
    met = meetings(movement(2 * tables, 2, rounds), 2 * tables)
    assert max(met) - min(met) <= 1


@given(evenings)
def test_every_pair_sits_on_every_side_about_equally_often(evening: tuple[int, int, int]) -> None:
    tables, sides, rounds = evening
    sat = Counter(
        (unit, side)
        for one in movement(tables * sides, sides, rounds)
        for table in one
        for side, unit in enumerate(table)
    )
    counts = [sat[unit, side] for unit in range(tables * sides) for side in range(sides)]
    assert max(counts) - min(counts) <= 2


@given(evenings)
def test_a_movement_depends_only_on_the_numbers_of_pairs_and_sides_and_rounds(evening: tuple[int, int, int]) -> None:
    tables, sides, rounds = evening
    again = movement.__wrapped__(tables * sides, sides, rounds)
    assert again == movement(tables * sides, sides, rounds)


@given(st.integers(1, 5), st.integers(3, 6), st.integers(1, 9))
def test_a_longer_evening_begins_with_the_rounds_of_a_shorter_evening(tables: int, sides: int, rounds: int) -> None:
    assert movement(tables * sides, sides, rounds + 1)[:rounds] == movement(tables * sides, sides, rounds)


def test_eight_players_at_two_tables_of_four_meet_each_other_three_times_in_seven_rounds() -> None:
    assert set(meetings(movement(8, 4, 7), 8)) == {3}


def test_at_a_single_table_every_player_sits_in_every_seat() -> None:
    for sides in range(2, 7):
        rounds = movement(sides, sides, sides)
        assert all({tables[0].index(unit) for tables in rounds} == set(range(sides)) for unit in range(sides))


@pytest.mark.parametrize(("units", "sides", "rounds"), [(7, 2, 3), (2, 4, 3), (0, 2, 1), (4, 1, 1), (4, 2, 0)])
def test_a_movement_with_impossible_numbers_is_refused(units: int, sides: int, rounds: int) -> None:
    with pytest.raises(ParlourError, match="expected"):
        movement(units, sides, rounds)


@st.composite
def groups(draw: st.DrawFn) -> tuple[int, int, int, int, int]:
    """Generate the numbers of full units, half units, sides, tables and rounds."""
    full, half, sides = draw(st.integers(0, 10)), draw(st.integers(0, 6)), draw(st.integers(2, 6))
    return full, half, sides, plan(full, half, sides).tables, draw(st.integers(1, 8))


@given(groups())
def test_with_bots_every_pair_plays_every_board_once_and_all_tables_are_full(
    group: tuple[int, int, int, int, int],
) -> None:
    *_, sides, tables, rounds = group
    found = movement_with_bots(*group)
    assert len(found) == rounds
    for one in found:
        assert sorted(unit for table in one for unit in table) == list(range(tables * sides))
        assert {len(table) for table in one} == {sides}


@given(groups())
def test_with_bots_a_longer_evening_begins_with_the_rounds_of_a_shorter_evening(
    group: tuple[int, int, int, int, int],
) -> None:
    *numbers, rounds = group
    assert movement_with_bots(*numbers, rounds + 1)[:rounds] == movement_with_bots(*group)


@pytest.mark.parametrize("people", [2, 3])
def test_a_few_people_take_every_side_equally_often_and_always_hold_the_same_cards(people: int) -> None:
    sat: Counter[tuple[int, int]] = Counter()
    for tables in movement_with_bots(people, 0, 4, people, 8):
        sides = [table.index(unit) for unit in range(people) for table in tables if unit in table]
        assert len(set(sides)) == 1
        sat.update(enumerate(sides))
    assert set(sat.values()) == {2}


def test_four_people_in_a_game_for_four_share_cards_with_everybody_equally_often() -> None:
    shared: Counter[tuple[int, int]] = Counter()
    for tables in movement_with_bots(4, 0, 4, 2, 6):
        side = {unit: table.index(unit) for table in tables for unit in table}
        shared.update(pair for pair in combinations(range(4), 2) if side[pair[0]] == side[pair[1]])
    assert [shared[pair] for pair in combinations(range(4), 2)] == [2] * 6


def test_five_people_meet_each_other_about_equally_often() -> None:
    met = Counter(
        pair
        for tables in movement_with_bots(5, 0, 4, 3, 10)
        for table in tables
        for pair in combinations(sorted(unit for unit in table if unit < 5), 2)
    )
    counts = [met[pair] for pair in combinations(range(5), 2)]
    assert min(counts) > 0
    assert max(counts) - min(counts) <= 3
