"""Tests of the sentences with which a report answers the designer's questions."""

from pathlib import Path

import pytest

from parlour.lab import study
from parlour.lab.reports.answers import chance_text, seats_answer
from parlour.lab.studies.figures import SeatTest
from parlour.lab.studies.results import Study
from tests.samples import alone, some_game, some_option, with_bots

GAME = some_game(3, lambda game: alone(game) and with_bots(game))
OPTION, VALUES = some_option(GAME, 3)


@pytest.fixture(scope="module")
def played() -> Study:
    return study(GAME.name, players=3, matches=30, options=GAME.short_options, seed=4)


@pytest.fixture(scope="module")
def varied() -> Study:
    return study(GAME.name, players=3, matches=30, options=GAME.short_options, vary={OPTION: VALUES}, seed=4)


def given(found: Study, *chances: float) -> Study:
    """Give the joint tests of a study these results."""
    found.__dict__["seat_tests"] = [SeatTest(number, p, 3, 30) for number, p in enumerate(chances)]
    return found


@pytest.mark.parametrize(
    ("p", "text"), [(0.6, "p = 0.6"), (0.04, "p = 0.04"), (0.004, "p = 0.004"), (0.0001, "p < 0.001"), (1.0, "p = 1.0")]
)
def test_the_p_of_a_test_is_shown_with_one_digit(p: float, text: str) -> None:
    assert chance_text(p) == text


def test_a_report_says_that_no_seat_is_favoured_if_the_joint_test_finds_nothing(played: Study) -> None:
    wins = sorted(one.found.value for one in played.all_figures if one.measure.name == "wins")
    low, high = (f"{100 * wins[place]:.1f}".removesuffix(".0") for place in (0, -1))
    expected = f"No seat is favoured: each wins {low} % to {high} % (joint test p = 0.6)."
    assert seats_answer(given(played, 0.62)) == expected


def test_a_report_names_the_seat_that_is_favoured(played: Study) -> None:
    wins = {one.key: one.found.value for one in played.all_figures if one.measure.name == "wins"}
    best = max(wins, key=lambda seat: wins[seat])
    found = seats_answer(given(played, 0.0002))
    assert found.startswith(f"Seat {best} wins ")
    assert found.endswith(" where an even share is 33.3 % (joint test p < 0.001).")


def test_the_joint_tests_of_several_variants_are_corrected_for_their_number(varied: Study) -> None:
    found = seats_answer(given(varied, 0.5, 0.04, 0.9))
    assert found.startswith("No seat is favoured: each wins ")
    assert found.endswith(" in all variants (smallest p = 0.1 of 3 joint tests, corrected for their number).")
    assert f"in 1 of 3 variants, most clearly in {OPTION}={VALUES[1]}" in seats_answer(given(varied, 0.5, 0.001, 0.9))


def test_nothing_is_said_about_seats_whose_bots_differ_or_that_have_too_few_matches() -> None:
    mixed = ["basic", "random", "random"]
    assert seats_answer(study(GAME.name, players=3, bots=mixed, matches=30, options=GAME.short_options)) == ""
    assert seats_answer(study(GAME.name, players=3, matches=5, options=GAME.short_options)) == ""


def test_the_joint_test_of_a_study_can_be_recomputed_from_its_table_of_matches(played: Study, tmp_path: Path) -> None:
    from scipy.stats import chi2

    fresh = study(GAME.name, players=3, matches=60, options=GAME.short_options, seed=4, out=tmp_path / "s")
    wins = fresh.matches.collect()["wins"].to_numpy()
    centred = wins - wins.mean(axis=1, keepdims=True)
    statistic = 2 * (centred.sum(axis=0) ** 2).sum() / (centred**2).sum()
    (row,) = fresh.seats.iter_rows(named=True)
    assert row["p"] == pytest.approx(chi2.sf(statistic, 2))
    assert (row["sides"], row["matches"]) == (3, 60)
