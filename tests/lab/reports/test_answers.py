"""Tests of the sentences with which a report answers the designer's questions."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from parlour.game.game import Game
from parlour.game.options import Option, OptionError
from parlour.games import all_games
from parlour.lab import study
from parlour.lab._ratios import Interval
from parlour.lab.measures import Measure, claims_of
from parlour.lab.measures.skill import elsewhere
from parlour.lab.reports.answers import (
    answers,
    chance_text,
    length_answer,
    most_changed,
    most_telling,
    seats_answer,
    skill_answer,
    warnings,
)
from parlour.lab.reports.report import report
from parlour.lab.reports.steps import next_steps
from parlour.lab.reports.wording import percent
from parlour.lab.studies.design import Design
from parlour.lab.studies.figures import Difference, SeatTest
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
    ("p", "text"), [(0.6, "p = 0.6"), (0.04, "p = 0.04"), (0.004, "p = 0.004"), (0.0001, "p < 0.001"), (1.0, "p = 1")]
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


# --- what was varied, length, skill, tension, claims


@pytest.fixture(scope="module")
def reacting() -> Study:
    """Play a study of an option to which the bots react, with skill."""
    made = next(varied_options(ignored=False)).design
    (name,) = made.varied
    values = made.varied[name]
    return study(made.game, matches=60, vary={name: values}, options=made.settings, seed=2, skill=60)


def test_a_report_begins_with_what_the_varied_option_changes_most(reacting: Study) -> None:
    first = answers(reacting)[0]
    (option,) = reacting.design.varied
    changed = most_changed([one for one in reacting.all_differences if one.key == ""])
    assert re.match(rf"Changing {option} (changes most|makes only small differences, the largest in): ", first)
    assert changed[0].measure.name in first
    assert all(f" with {name}" in first for name in reacting.variant_names)


def test_the_largest_difference_of_each_figure_comes_first_in_standard_deviations_of_a_match() -> None:
    found = [
        Difference(variant, Measure(name, "game", "It is.", elsewhere), "", Interval(above, above - 1, above + 1),
                   Interval(above), spread)
        for variant, name, above, spread in (
            (1, "margin", 3.0, 10.0), (2, "margin", 5.0, 10.0), (1, "gain", -4.0, 2.0), (2, "gain", 0.5, 2.0),
            (1, "rounds", 9.0, 1.0), (1, "minutes", 8.0, 1.0),
        )
    ]  # fmt: skip
    largest = most_changed(found)
    assert [(one.measure.name, one.variant) for one in largest] == [("rounds", 1), ("gain", 1), ("margin", 2)]
    assert [one.large for one in largest] == [True, True, True]
    assert [one.large for one in found if one.measure.name == "margin"] == [False, True]
    assert not found[3].clear


def test_a_report_says_between_which_lengths_most_matches_are(played: Study) -> None:
    minutes = np.sort(played.matches.collect()["minutes"].to_numpy())
    low, high = (f"{end:.0f}" for end in np.quantile(minutes, [0.1, 0.9], method="nearest"))
    rounds = played.matches.collect()["rounds"].mean()
    found = re.fullmatch(
        r"A match takes (\d+) minutes \(80 % of matches between (\d+) and (\d+)\) and ([\d.]+) rounds\.",
        length_answer(played),
    )
    assert found
    assert found[1] == f"{minutes.mean():.0f}"
    assert (found[2], found[3]) == (low, high)
    assert float(found[4]) == pytest.approx(rounds, abs=0.05)


def test_a_report_says_whether_better_players_win_more_than_by_luck(reacting: Study) -> None:
    found = reacting.figure(reacting.design.base, "stronger wins", "medium over easy")
    assert found
    even = 1 / reacting.design.players
    start = "Better players win: " if found.found.low > even else "Better players don't clearly win more: "
    assert skill_answer(reacting).startswith(f"{start}medium wins {100 * found.found.value:.0f}")
    assert skill_answer(reacting).endswith(f"where luck alone would give {percent(even)}.")
    assert any(skill_answer(reacting)[:30].casefold() in one.casefold() for one in answers(reacting))


def test_a_report_counts_the_claims_of_the_source_by_their_verdicts() -> None:
    game = some_game(fits=lambda game: with_bots(game) and bool(claims_of(game)))
    made = study(game.name, matches=30, options=game.short_options, claims=True)
    verdicts = [{one.verdict for one in made.all_claims if one.claim.name == name}
                for name in {one.claim.name for one in made.all_claims}]  # fmt: skip
    confirmed, refuted = verdicts.count({"confirmed"}), verdicts.count({"refuted"})
    (answer,) = answers(made)
    assert answer.startswith(f"Claims of the source: {confirmed} confirmed by all bots, {refuted} refuted by all, ")
    assert f" {len(verdicts) - confirmed - refuted} open " in answer


def test_a_report_draws_at_most_six_figures_over_the_varied_option_and_skill_is_among_them(reacting: Study) -> None:
    drawn = most_telling(reacting)
    assert 3 <= len(drawn) <= 6
    assert len(set(drawn)) == len(drawn)
    assert ("stronger wins", "medium over easy") in drawn


def test_a_report_suggests_stronger_players_if_the_bots_ignore_the_varied_option() -> None:
    made = next(varied_options(ignored=True))
    assert next_steps(made)[0].startswith(f"Let players react to {next(iter(made.design.varied))}: ")
    assert len(next_steps(made)) <= 5


# --- warnings


def other_value(game: Game, option: Option) -> int | None:
    """Find a value beside the one in the rules that can be played."""
    for value in (int(option.default) + option.step, int(option.default) - option.step):
        with suppress(OptionError):
            game.new_state(options={**game.short_options, option.name: value})
            return value
    return None


def varied_options(ignored: bool) -> Iterator[Study]:
    """Play a study of each numeric option that the rules of thumb of its game ignore, or of each of the others."""
    for game in filter(with_bots, all_games()):
        for option in game.options:
            if option.words or option.name in game.short_options or (value := other_value(game, option)) is None:
                continue
            vary = {option.name: [value, option.default]}
            made = study(game.name, matches=20, vary=vary, options=game.short_options)
            if (made.figures.filter(measure="same play")["value"].item() == 1) == ignored:
                yield made


def test_bots_that_ignore_the_varied_option_are_named_in_a_warning() -> None:
    made = next(varied_options(ignored=True))
    other, base = made.variant_names
    assert warnings(made) == [
        f"The bots play the same in {other} as in {base}: these differences come from the rules alone (scoring, or "
        "when a match ends), not from how players would adapt."
    ]
    assert f"<th>{other}<small>same play</small>" in report(made)


def test_bots_that_react_to_the_varied_option_cause_no_warning() -> None:
    made = next(varied_options(ignored=False))
    assert warnings(made) == []
    assert "same play</small>" not in report(made)


def test_a_level_that_is_not_the_same_player_in_all_variants_is_named_in_a_warning(
    varied: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = {"medium": {0: "a net", 1: "a short search", 2: "a net"}}
    monkeypatch.setattr(Design, "changing_bots", kinds)
    names = [f"{OPTION}={value}" for value in VALUES]
    varied.__dict__["same_players"] = []
    assert warnings(varied) == [
        f"medium is not the same player in all variants: a net in {names[0]} and {names[2]}, "
        f"a short search in {names[1]}."
    ]
