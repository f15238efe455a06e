"""Tests that the measures of Rook agree with score sheets and records."""

from itertools import pairwise
from typing import Any

import pytest

from parlour.games.rook import GAME
from parlour.lab.measures import claims_of, measured
from parlour.lab.sample import Sample
from parlour.match.match import Match
from tests.lab.watching import BASIC, figure, replayed, sampled

pytestmark = pytest.mark.usefixtures("interpreted")


def test_in_rook_the_measured_share_of_bids_made_agrees_with_the_score_sheet() -> None:
    sample = sampled(GAME, 4, BASIC, 4)
    made = played = 0
    for bid, bidder, gains in zip(sample.field("bid"), sample.round_states["bidder"], sample.gains, strict=True):
        played += bid > 0
        made += bid > 0 and gains[bidder % 2] != -bid
    assert figure(sample, "bids made") == pytest.approx(made / played)
    assert figure(sample, "all points") == 1
    assert sum(
        figure(sample, "bids won", key) for name, key in measured(sample) if name == "bids won"
    ) == pytest.approx(1)


def test_the_measures_of_rook_count_hands_that_are_thrown_in() -> None:
    sample = sampled(GAME, 4, ["random"], 2, min_bid=200)
    thrown = [list(event["scores"]) for match in _tables(sample, min_bid=200) for event in _round_events(match)]
    unchanged = sum(before == after for before, after in pairwise([[0, 0], *thrown]))
    top, _ = measured(sample)["thrown in", ""]
    assert 0 < top.sum() <= unchanged


def _tables(sample: Sample, **options: object) -> list[Match]:
    return [list(replayed(GAME, 4, sample, number, **options))[-1][0] for number in range(sample.size)]


def _round_events(match: Match) -> list[dict[str, Any]]:
    return [event for event in match.events if "round" in event]


def test_the_tested_claims_of_rook_include_a_claim_about_the_lowest_bid() -> None:
    assert any("minimum bid is 70" in claim.says for claim in claims_of(GAME))
