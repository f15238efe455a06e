"""Tests of comparing two studies."""

from dataclasses import replace
from pathlib import Path

import pytest

from parlour.errors import ParlourError
from parlour.lab import study
from parlour.lab.measures.skill import SETTLED, STRONGER
from parlour.lab.studies.compare import compare
from parlour.lab.studies.design import design
from parlour.lab.studies.results import Study, run_study
from tests.samples import some_game, some_option, with_bots

GAME = some_game(fits=with_bots)
SHORT = GAME.short_options
OPTION, (LOW, HIGH, HIGHER) = some_option(GAME, 3)


def with_option(value: object, folder: Path, batch: int = 25, **more: object) -> Study:
    made = design(GAME.name, matches=60, options={**SHORT, OPTION: value}, skill=0, rollouts=0, **more)  # type: ignore[arg-type]
    return run_study(replace(made, batch=batch), folder)


def test_studies_on_the_same_deals_are_compared_match_by_match(tmp_path: Path) -> None:
    """Comparing two studies gives the same as two variants in one study, even if the batches differ in size."""
    found = compare(with_option(LOW, tmp_path / "a"), with_option(HIGH, tmp_path / "b", batch=40))
    together = study(GAME.name, matches=60, options=SHORT, vary={OPTION: [LOW, HIGH]})
    assert found.paired
    expected = {(one.measure.name, one.key): one.found for one in together.all_differences}
    for one in found.rows:
        if (one.measure.name, one.key) in expected:
            assert one.above == pytest.approx(expected[one.measure.name, one.key], nan_ok=True, abs=1e-9)
    assert len(found.rows) > 50


def test_studies_on_different_deals_are_compared_as_independent_samples(tmp_path: Path) -> None:
    found = compare(with_option(LOW, tmp_path / "a"), with_option(LOW, tmp_path / "b", seed=9))
    assert not found.paired
    rounds = next(one for one in found.rows if one.measure.name == "rounds")
    assert rounds.above.value == pytest.approx(rounds.other.value - rounds.one.value)
    assert rounds.above.high > rounds.above.low


# --- studies of several variants


def varied(values: list[int], folder: Path, **more: object) -> Study:
    made = design(GAME.name, matches=30, options=SHORT, vary={OPTION: values}, **{"skill": 0, "rollouts": 0, **more})  # type: ignore[arg-type]
    return run_study(made, folder)


def test_studies_of_several_variants_are_compared_variant_by_variant_with_equal_options(tmp_path: Path) -> None:
    first, second = varied([LOW, HIGH], tmp_path / "a"), varied([HIGH, HIGHER], tmp_path / "b", bots=["random"])
    found = compare(first, second)
    assert found.variants == [(1, 0)]
    assert found.unmatched == ([f"{OPTION}={LOW}"], [f"{OPTION}={HIGHER}"])
    rounds = next(one for one in found.rows if one.measure.name == "rounds")
    assert rounds.one.value == value(first, f"{OPTION}={HIGH}", "rounds")
    assert rounds.other.value == value(second, f"{OPTION}={HIGH}", "rounds")


def value(found: Study, variant: str, measure: str) -> float:
    return float(found.figures.filter(variant=variant, measure=measure)["value"].item())


def test_every_variant_that_two_studies_have_in_common_is_compared(tmp_path: Path) -> None:
    found = compare(varied([LOW, HIGH], tmp_path / "a"), varied([HIGH, LOW], tmp_path / "b", seed=5))
    assert found.variants == [(0, 1), (1, 0)]
    assert {one.variants for one in found.rows} == set(found.variants)
    assert found.unmatched == ([], [])


def test_a_study_with_variants_can_be_compared_with_a_study_without_any(tmp_path: Path) -> None:
    found = compare(varied([LOW, HIGH], tmp_path / "a"), with_option(LOW, tmp_path / "b"))
    assert found.variants == [(0, 0)]
    assert len(found.rows) > 50


def test_measures_that_only_one_of_two_studies_has_are_listed(tmp_path: Path) -> None:
    first, second = varied([LOW, HIGH], tmp_path / "a", rollouts=3), varied([LOW, HIGH], tmp_path / "b", skill=3)
    found = compare(first, second)
    assert SETTLED in found.lonely[0]
    assert found.lonely[1] == [STRONGER]
    assert not {one.measure.name for one in found.rows} & {SETTLED, STRONGER}


def test_two_studies_without_a_common_variant_are_refused(tmp_path: Path) -> None:
    first, second = varied([LOW, HIGH], tmp_path / "a"), with_option(HIGHER, tmp_path / "b")
    with pytest.raises(ParlourError, match=r"have no variant in common: .*; expected variants with the same options"):
        compare(first, second)


def test_studies_with_several_lineups_of_bots_are_compared_lineup_by_lineup(tmp_path: Path) -> None:
    levels = [design(GAME.name, matches=25, bots=bots, options=SHORT, claims=True, skill=0, rollouts=0)
              for bots in (["random", "easy"], ["easy", "basic"])]  # fmt: skip
    found = compare(run_study(levels[0], tmp_path / "a"), run_study(levels[1], tmp_path / "b"))
    assert found.variants == [(1, 0)]
    with pytest.raises(ParlourError, match="expected variants with the same options and the same bots"):
        compare(found.first, varied([LOW, HIGH], tmp_path / "c"))


def test_studies_of_two_different_games_cannot_be_compared(tmp_path: Path) -> None:
    other = some_game(fits=lambda game: with_bots(game) and game != GAME)
    first = study(GAME.name, matches=2, options=SHORT)
    second = study(other.name, matches=2, options=other.short_options)
    with pytest.raises(ParlourError, match="expected two studies of one game"):
        compare(first, second)
