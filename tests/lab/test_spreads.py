"""Tests of spreads: quantiles of counted values, and their intervals, which need no assumption about the values."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.lab._spreads import PARTS, Counts

TRIES = 1500
values = st.lists(st.integers(-500, 500).map(lambda value: value / 10), min_size=1, max_size=60)


@given(values, values)
def test_adding_the_counts_of_two_batches_counts_all_their_values(first: list[float], second: list[float]) -> None:
    both, whole = Counts.of(np.array(first)) + Counts.of(np.array(second)), Counts.of(np.array(first + second))
    assert both.values.tolist() == whole.values.tolist()
    assert both.numbers.tolist() == whole.numbers.tolist()


@given(values)
def test_a_quantile_is_the_smallest_value_that_this_part_of_the_values_does_not_exceed(found: list[float]) -> None:
    counts = Counts.of(np.array(found))
    for part in PARTS:
        expected = min(one for one in found if sum(other <= one for other in found) >= part * len(found) - 1e-9)
        assert counts.quantile(part).value == expected


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("matches", [60, 400])
def test_the_interval_of_a_quantile_contains_the_true_quantile_95_times_out_of_100(part: float, matches: int) -> None:
    rng = np.random.default_rng(matches)
    true, held = -math.log(1 - part), 0  # The quantile of an exponential distribution.
    for _ in range(TRIES):
        found = Counts.of(1000 * rng.exponential(size=matches)).quantile(part)
        held += found.low <= 1000 * true <= found.high
    assert 0.94 < held / TRIES < 0.985


def test_the_ends_of_few_values_have_no_interval() -> None:
    counts = Counts.of(np.arange(25.0))
    assert not counts.quantile(0.1).known
    assert counts.quantile(0.5).known
    assert not Counts.of(np.arange(19.0)).quantile(0.5).known
    assert math.isnan(Counts().quantile(0.5).value)
