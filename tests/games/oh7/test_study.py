"""Tests of a study of Oh 7 ? that varies the bonus: its variants play the same deals, so differences are precise."""

import polars as pl
import pytest

from parlour.lab import study
from parlour.lab.studies.results import Study


@pytest.fixture(scope="module")
def bonus() -> Study:
    """Return a study of three variants that play the same deals."""
    return study("oh7", matches=300, vary={"made_bonus": [2, 1, 4]}, seed=3)


def test_the_share_of_promises_kept_agrees_with_the_table_of_rounds(bonus: Study) -> None:
    rounds = bonus.rounds.filter(pl.col("variant") == 0).collect()
    kept = (rounds["bids"].explode() == rounds["won"].explode()).mean()
    figures = bonus.figures.filter(variant="made_bonus=2")
    assert figures.filter(measure="promises kept")["value"].item() == pytest.approx(kept)
    assert set(bonus.decisions.collect()["phase"].unique()) == {"bet", "play"}


def test_the_intervals_of_differences_are_narrower_if_variants_play_the_same_deals(bonus: Study) -> None:
    """The bonus doesn't change the cards, so the variants' figures differ far less than in independent matches."""
    by_name = {one.measure.name: one for one in bonus.all_differences if one.variant == 1 and one.key == ""}
    for name in ("promises kept", "rounds", "basket"):
        sharp, blunt = by_name[name].found, by_name[name].alone
        assert sharp.high - sharp.low < 0.5 * (blunt.high - blunt.low)
        assert sharp.low <= 0.0 <= sharp.high or abs(sharp.value) < blunt.high - blunt.low
    margin = by_name["points from the basket"].found
    assert margin.low > 0.05  # with a smaller bonus, the basket has a larger share of the points


def test_all_variants_of_a_study_play_the_same_first_deal(bonus: Study) -> None:
    first = bonus.rounds.filter(pl.col("round") == 1).collect()
    cards = [first.filter(variant=variant)["cards"].to_list() for variant in range(3)]
    assert cards[0] == cards[1] == cards[2]
