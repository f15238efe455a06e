"""Tests that 95 % intervals of means and shares contain the true value about 95 times out of 100."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2, t

from parlour.lab.statistics import Z95, Mean, chi_square_tail, share_interval, student
from parlour.match.totals import Sum

values = st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=50)


def gathered(numbers: list[float]) -> Mean:
    mean = Mean()
    for number in numbers:
        mean.add(number)
    return mean


@given(values)
def test_a_running_mean_and_deviation_agree_with_numpy(numbers: list[float]) -> None:
    mean = gathered(numbers)
    assert mean.count == len(numbers)
    assert mean.mean == pytest.approx(np.mean(numbers), rel=1e-9, abs=1e-6)
    assert mean.deviation == pytest.approx(np.std(numbers, ddof=1), rel=1e-9, abs=1e-6)


@given(st.lists(st.lists(st.integers(0, 10**6), max_size=20), min_size=1, max_size=5))
def test_sums_of_values_give_the_same_mean_and_deviation_as_the_values(parts: list[list[int]]) -> None:
    sums = Mean()
    for part in parts:
        sums.add_sum(len(part), Sum(sum(part), sum(one * one for one in part)))
    mean = gathered([one for part in parts for one in part])
    assert sums.count == mean.count
    assert sums.mean == pytest.approx(mean.mean, rel=1e-9)
    assert sums.squares == pytest.approx(mean.squares, rel=1e-9, abs=1e-3)


def test_a_small_deviation_of_large_numbers_is_computed_exactly() -> None:
    numbers = [1e9 + value for value in (4.0, 7.0, 13.0, 16.0)]
    assert gathered(numbers).deviation == pytest.approx(math.sqrt(30))


def test_a_mean_of_fewer_than_two_values_has_no_interval() -> None:
    assert math.isnan(Mean().margin)
    assert math.isnan(gathered([3.0]).margin)
    assert math.isnan(gathered([3.0]).deviation)


@pytest.mark.parametrize("degrees", [1, 2, 3, 5, 10, 30, 1000])
def test_the_margin_for_few_values_follows_students_distribution(degrees: int) -> None:
    assert student(degrees) == pytest.approx(t.ppf(0.975, degrees), rel=0.01)
    assert student(degrees) > Z95


@pytest.mark.parametrize("size", [2, 3, 5, 20, 200])
def test_the_interval_of_a_mean_contains_the_true_mean_95_times_out_of_100(size: int) -> None:
    samples = np.random.default_rng(size).normal(3.0, 2.0, (2000, size))
    means = [gathered(sample.tolist()) for sample in samples]
    held = sum(abs(mean.mean - 3.0) <= mean.margin for mean in means) / len(means)
    assert 0.935 < held < 0.965  # within three standard errors of 95 % for 2000 trials


@pytest.mark.parametrize("share", [0.02, 0.1, 0.25, 0.5, 0.9])
@pytest.mark.parametrize("size", [20, 100, 1000])
def test_the_interval_of_a_share_contains_the_true_share_about_95_times_out_of_100(share: float, size: int) -> None:
    """Counts are whole numbers, so no interval can be right exactly 95 % of the time; Wilson's comes close."""
    wins = np.arange(size + 1)
    chances = np.array([math.comb(size, int(won)) * share**won * (1 - share) ** (size - won) for won in wins])
    held = 0.0
    for won, chance in zip(wins, chances, strict=True):
        low, high = share_interval(won / size, size)
        held += chance if low <= share <= high else 0.0
    assert 0.92 < held < 0.995


@given(st.integers(1, 10**6), st.data())
def test_the_interval_of_a_share_contains_the_share_and_lies_between_0_and_1(count: int, data: st.DataObject) -> None:
    share = data.draw(st.integers(0, count)) / count
    low, high = share_interval(share, count)
    assert 0 <= low <= share + 1e-12
    assert share - 1e-12 <= high <= 1
    assert low < high


def test_wilsons_interval_agrees_with_a_published_example() -> None:
    """For 1 success in 10 trials, Brown, Cai and DasGupta give the interval from 0.018 to 0.404."""
    assert share_interval(0.1, 10) == pytest.approx((0.0179, 0.4042), abs=5e-5)


def test_a_share_of_no_trials_has_no_interval() -> None:
    assert all(math.isnan(end) for end in share_interval(0.0, 0))


@pytest.mark.parametrize("degrees", [*range(1, 9), 19, 20])
def test_the_tail_of_the_chi_squared_distribution_agrees_with_scipy(degrees: int) -> None:
    for value in (0.0, 0.1, 1.0, 3.84, 12.0, 60.0):
        assert chi_square_tail(value, degrees) == pytest.approx(chi2.sf(value, degrees), rel=1e-9)
