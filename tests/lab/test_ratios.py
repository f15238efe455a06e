"""Tests of figures over matches: their intervals, and intervals of differences, which are narrower on equal deals."""

import math

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare, friedmanchisquare

from parlour.lab._ratios import (
    LEAST_MATCHES,
    Interval,
    Pairs,
    Sums,
    chance_of_uneven,
    difference,
    matches_to_tell,
)
from parlour.lab.statistics import Mean, share_interval

TRIES = 1500
FEWEST, MOST = 0.95 - 4 * 0.0056, 0.95 + 4 * 0.0056  # 95 % plus or minus four standard errors
Floats = npt.NDArray[np.float64]
small = st.lists(st.tuples(st.integers(-50, 50), st.integers(1, 9)), min_size=1, max_size=40)


def arrays(pairs: list[tuple[int, int]]) -> tuple[Floats, Floats]:
    return np.array([top for top, _ in pairs], float), np.array([bottom for _, bottom in pairs], float)


@given(small, small)
def test_adding_the_sums_of_two_batches_gives_the_sums_of_all_their_matches(
    first: list[tuple[int, int]], second: list[tuple[int, int]]
) -> None:
    assert Sums.of(*arrays(first)) + Sums.of(*arrays(second)) == Sums.of(*arrays(first + second))


@given(st.lists(st.floats(-1e3, 1e3), min_size=LEAST_MATCHES, max_size=60))
def test_a_figure_whose_denominators_are_all_1_has_the_value_and_interval_of_a_mean(values: list[float]) -> None:
    mean = Mean()
    for value in values:
        mean.add(value)
    found = Sums.of(np.array(values), np.ones(len(values))).interval(share=False)
    assert found.value == pytest.approx(mean.mean, abs=1e-9)
    assert found.high - found.value == pytest.approx(mean.margin, rel=1e-6, abs=1e-4)


def test_the_interval_of_a_share_of_independent_trials_is_wilsons_interval() -> None:
    won = np.zeros(400)
    won[:90] = 1
    found = Sums.of(won, np.ones(400)).interval(share=True)
    assert (found.low, found.high) == pytest.approx(share_interval(0.225, 399), rel=1e-6)


def clustered(rng: np.random.Generator, matches: int) -> tuple[Floats, Floats]:
    """Make matches of different lengths whose rounds resemble each other; the true share is 0.3."""
    rounds = rng.integers(5, 12, matches).astype(float)
    chance = rng.beta(3, 7, matches)
    return rng.binomial(rounds.astype(int), chance).astype(float), rounds


@pytest.mark.parametrize("matches", [LEAST_MATCHES, 50, 300])
def test_the_interval_of_a_share_over_rounds_contains_the_true_share_95_times_out_of_100(matches: int) -> None:
    rng = np.random.default_rng(matches)
    found = [Sums.of(*clustered(rng, matches)).interval(share=True) for _ in range(TRIES)]
    assert FEWEST - 0.01 < sum(one.low <= 0.3 <= one.high for one in found) / TRIES < MOST


def test_counting_rounds_as_independent_trials_makes_the_interval_too_narrow() -> None:
    """For this reason, the laboratory treats matches as samples rather than rounds."""
    rng = np.random.default_rng(5)
    held = 0
    for _ in range(TRIES):
        top, bottom = clustered(rng, 100)
        low, high = share_interval(top.sum() / bottom.sum(), bottom.sum())
        held += low <= 0.3 <= high
    assert held / TRIES < 0.9


@pytest.mark.parametrize("matches", [LEAST_MATCHES, 200])
def test_the_interval_of_a_ratio_of_sums_contains_the_true_ratio_95_times_out_of_100(matches: int) -> None:
    rng = np.random.default_rng(matches)
    held = 0
    for _ in range(TRIES):
        rounds = rng.integers(7, 12, matches).astype(float)
        found = Sums.of(rng.normal(2.5 * rounds, 4.0), rounds).interval(share=False)
        held += found.low <= 2.5 <= found.high
    assert FEWEST - 0.012 < held / TRIES < MOST


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_share_of_0_or_1_still_has_an_interval(share: float) -> None:
    found = Sums.of(np.full(100, share), np.ones(100)).interval(share=True)
    assert found.value == share
    assert 0.03 < found.high - found.low < 0.05


def test_a_figure_from_too_few_matches_has_no_interval() -> None:
    found = Sums.of(np.ones(LEAST_MATCHES - 1), np.ones(LEAST_MATCHES - 1)).interval(share=False)
    assert found.value == 1
    assert not found.known


def test_matches_whose_denominator_is_zero_do_not_narrow_the_interval() -> None:
    bottom = np.zeros(1000)
    bottom[: LEAST_MATCHES - 1] = 1
    assert not Sums.of(bottom, bottom).interval(share=False).known
    assert math.isnan(Sums.of(np.zeros(50), np.zeros(50)).value)


# --- differences


def two_variants(rng: np.random.Generator, matches: int, common: float) -> tuple[Floats, Floats, Floats]:
    """Make two variants' scores on the same deals (the second gains 0.5 more per round), and numbers of rounds."""
    luck, rounds = rng.normal(0, common, matches), rng.integers(7, 10, matches).astype(float)
    one = rounds * (3 + luck + rng.normal(0, 1, matches))
    other = rounds * (3.5 + luck + rng.normal(0, 1, matches))
    return one, other, rounds


@pytest.mark.parametrize("common", [0.0, 3.0])
@pytest.mark.parametrize("paired", [True, False])
def test_the_interval_of_a_difference_contains_the_true_value_95_times_out_of_100(common: float, paired: bool) -> None:
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(TRIES):
        one, other, rounds = two_variants(rng, 60, common)
        pairs = Pairs.of((one, rounds), (other, rounds)) if paired else None
        found = difference(Sums.of(one, rounds), Sums.of(other, rounds), pairs)
        held += found.low <= 0.5 <= found.high
    expected = MOST if paired or not common else 1.01  # With common luck but no pairs, the interval is too wide.
    assert FEWEST - 0.012 < held / TRIES < expected


def test_playing_the_same_deals_narrows_the_interval_of_a_difference() -> None:
    one, other, rounds = two_variants(np.random.default_rng(1), 500, 3.0)
    sums = Sums.of(one, rounds), Sums.of(other, rounds)
    sharp, blunt = difference(*sums, Pairs.of((one, rounds), (other, rounds))), difference(*sums)
    assert sharp.value == blunt.value
    assert (sharp.high - sharp.low) < 0.4 * (blunt.high - blunt.low)


def test_a_variant_does_not_differ_from_itself() -> None:
    top, bottom = clustered(np.random.default_rng(1), 100)
    sums = Sums.of(top, bottom)
    found = difference(sums, sums, Pairs.of((top, bottom), (top, bottom)))
    assert found.value == 0
    assert found == (0, 0, 0)


def test_a_difference_between_too_few_matches_has_no_interval() -> None:
    sums = Sums.of(np.ones(3), np.ones(3))
    assert difference(sums, sums) == pytest.approx(Interval(0.0), nan_ok=True)


# --- how many matches


@pytest.mark.parametrize(("share", "even"), [(0.6, 0.5), (0.4, 0.25), (0.9, 0.5)])
def test_the_computed_number_of_matches_tells_two_levels_apart_4_times_out_of_5(share: float, even: float) -> None:
    number = int(matches_to_tell(share, even))
    wins = np.random.default_rng(2).binomial(number, share, 4000)
    error = math.sqrt(even * (1 - even) / number)
    assert 0.74 < (abs(wins / number - even) > 1.96 * error).mean() < 0.93


def test_infinitely_many_matches_are_needed_to_tell_equal_levels_apart() -> None:
    assert matches_to_tell(0.25, 0.25) == math.inf
    assert matches_to_tell(math.nan, 0.25) == math.inf


# --- the joint test of all sides


def victories(rng: np.random.Generator, chances: list[float], matches: int, shared: float) -> list[Sums]:
    """Play matches that one side wins with its chance, or that it shares with the next side in `shared` of them."""
    sides = len(chances)
    winners, shares = rng.choice(sides, matches, p=chances), np.zeros((matches, sides))
    both = rng.random(matches) < shared
    shares[np.arange(matches), winners] = np.where(both, 0.5, 1.0)
    shares[np.arange(matches), (winners + 1) % sides] += np.where(both, 0.5, 0.0)
    return [Sums.of(shares[:, side], np.ones(matches)) for side in range(sides)]


@pytest.mark.parametrize("shared", [0.0, 0.3])
@pytest.mark.parametrize("matches", [40, 400])
@pytest.mark.parametrize("sides", [2, 3, 4, 6])
def test_the_joint_test_of_equal_sides_is_below_5_percent_in_about_5_of_100_studies(
    sides: int, matches: int, shared: float
) -> None:
    """Its four intervals would together name a favoured seat in about 18 of 100 studies of four equal seats."""
    rng = np.random.default_rng(100 * sides + matches)
    found = [chance_of_uneven(victories(rng, [1 / sides] * sides, matches, shared)) for _ in range(TRIES)]
    assert 0.05 - 4 * 0.0056 < sum(one < 0.05 for one in found) / TRIES < 0.05 + 4 * 0.0056


def test_the_joint_test_finds_a_favoured_seat() -> None:
    rng = np.random.default_rng(5)
    assert chance_of_uneven(victories(rng, [0.31, 0.23, 0.23, 0.23], 2000, 0.05)) < 0.001


def test_the_joint_test_is_pearsons_test_without_shared_victories_and_friedmans_with_them() -> None:
    rng = np.random.default_rng(8)
    sole = victories(rng, [0.4, 0.35, 0.25], 90, 0.0)
    assert chance_of_uneven(sole) == pytest.approx(chisquare([one.top for one in sole]).pvalue)
    shares = np.array([[1, 0, 0], [0.5, 0.5, 0], [0, 0.5, 0.5], [0.5, 0, 0.5], [0.5, 0.5, 0]] * 6, float)
    found = chance_of_uneven([Sums.of(shares[:, side], np.ones(30)) for side in range(3)])
    blocks = shares[shares.max(axis=1) < 1]
    assert chance_of_uneven([Sums.of(blocks[:, side], np.ones(24)) for side in range(3)]) == pytest.approx(
        friedmanchisquare(*blocks.T).pvalue
    )
    assert 0 < found < 1


def test_matches_that_were_cut_off_do_not_count_in_the_joint_test() -> None:
    won, ended = np.array([1.0, 0.0] * 20 + [0.0] * 9), np.array([1.0] * 40 + [0.0] * 9)
    assert chance_of_uneven([Sums.of(won, ended), Sums.of(ended - won, ended)]) == 1
    few = [Sums.of(side[25:], ended[25:]) for side in (won, ended - won)]
    assert math.isnan(chance_of_uneven(few))
