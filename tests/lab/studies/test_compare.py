"""Tests of comparing two studies."""

from dataclasses import replace
from pathlib import Path

import pytest

from parlour.errors import ParlourError
from parlour.lab import study
from parlour.lab.studies.compare import compare
from parlour.lab.studies.design import design
from parlour.lab.studies.results import Study, run_study
from tests.samples import some_game, some_option, with_bots

GAME = some_game(fits=with_bots)
SHORT = GAME.short_options
OPTION, (LOW, HIGH) = some_option(GAME)


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


def test_studies_of_two_different_games_cannot_be_compared(tmp_path: Path) -> None:
    other = some_game(fits=lambda game: with_bots(game) and game != GAME)
    first = study(GAME.name, matches=2, options=SHORT)
    second = study(other.name, matches=2, options=other.short_options)
    with pytest.raises(ParlourError, match="expected two studies of one game"):
        compare(first, second)
