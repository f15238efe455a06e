"""Tests of the charts in reports."""

import re

import pytest

from parlour.lab._ratios import Interval
from parlour.lab.measures import Key, Measure
from parlour.lab.measures.skill import elsewhere
from parlour.lab.reports._charts import MOST_NAMED, MOST_SERIES, chart_of, standing_alone
from parlour.lab.studies.design import design
from parlour.lab.studies.figures import Figure
from tests.samples import some_game, with_bots

GAME = some_game(fits=with_bots)
DESIGN = design(GAME.name)
MANY = [MOST_SERIES + 1, 8, 20, MOST_NAMED + 1, 100]


def figures(measure: Measure, keys: list[Key], variants: int) -> list[Figure]:
    return [Figure(variant, measure, key, Interval(0.4 + 0.001 * variant, 0.39, 0.53), 90)
            for variant in range(variants) for key in keys]  # fmt: skip


def colours(chart: str) -> set[str]:
    return set(re.findall(r"stroke: var\(--((?:series|ramp)-\d+)\)", chart))


@pytest.mark.parametrize("variants", MANY)
@pytest.mark.parametrize(("by", "keys"), [("seat", [0, 1, 2]), ("round", [1, 2, 3]), ("phase", ["bid", "play"])])
def test_a_chart_shows_every_variant_however_many_there_are(by: str, keys: list[Key], variants: int) -> None:
    names = [f"target={number}, all_pass=redeal" for number in range(variants)]
    chart = chart_of(DESIGN, figures(Measure("wins", "fairness", "Wins.", elsewhere, by=by), keys, variants), names)
    assert len(re.findall(r"<path [^>]*stroke-width: 1.8", chart)) >= variants
    named = names if variants <= MOST_NAMED else [names[0], f"{names[-1]} (and {variants - 2} in between)"]
    assert all(f">{name}<" in chart for name in named)
    assert len(colours(chart)) == min(variants, 24)


def test_up_to_six_variants_have_bars_of_distinct_colours() -> None:
    wins = Measure("wins", "fairness", "Wins.", elsewhere, by="seat")
    chart = chart_of(DESIGN, figures(wins, [0, 1], MOST_SERIES), [f"target={number}" for number in range(MOST_SERIES)])
    assert set(re.findall(r"fill: var\(--(series-\d)\)", chart)) == {
        f"series-{number}" for number in range(MOST_SERIES)
    }


def test_a_chart_of_many_variants_still_has_light_and_dark_colours_in_a_file_of_its_own() -> None:
    wins = Measure("wins", "fairness", "Wins.", elsewhere, by="seat")
    chart = standing_alone(chart_of(DESIGN, figures(wins, [0, 1], 9), [str(number) for number in range(9)]))
    for name in colours(chart):
        assert len(re.findall(rf"--{name}: #[0-9a-f]{{6}};", chart)) == 2
