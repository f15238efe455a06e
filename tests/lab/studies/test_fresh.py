"""Tests that a game without rules of thumb has all measures, because bots that search take their place."""

from pathlib import Path

import numpy as np
import pytest

from parlour.bots.basic import has_basic
from parlour.engine.rule import plain_calls
from parlour.lab import study
from parlour.lab.measures import measures_of
from parlour.lab.measures.skill import (
    CHANCE,
    COMEBACK,
    KINGMAKING,
    MATTERS,
    RANDOM_COSTS,
    SECOND_COSTS,
    SETTLED,
    STRONGER,
)
from parlour.lab.reports.gaps import gap_list, gap_text, gaps
from parlour.lab.sample import Sample
from parlour.lab.studies import _choices as choices
from parlour.lab.studies import _rollouts as rollouts
from parlour.lab.studies.design import STAND_IN
from parlour.lab.studies.results import Study
from tests.lab.outside import roll_call
from tests.lab.watching import watched
from tests.outside.games import rollcall

pytestmark = pytest.mark.usefixtures("interpreted", "registered")
FILE = str(rollcall())
GAME = roll_call()
SEARCHED = (STRONGER, CHANCE, SETTLED, COMEBACK, MATTERS, RANDOM_COSTS, SECOND_COSTS)


@pytest.fixture
def fresh(tmp_path_factory: pytest.TempPathFactory, registered: None) -> Study:
    """Study a game without rules of thumb, with small searches."""
    with pytest.MonkeyPatch.context() as patch, plain_calls():
        patch.setattr(rollouts, "SEARCHED_ROLLS", 2)
        patch.setattr(choices, "WORLDS", 16)
        patch.setattr(choices, "ASKED", 3)
        return study(FILE, matches=3, skill=2, rollouts=2, out=tmp_path_factory.mktemp("fresh") / "s")


def test_bots_that_search_play_a_game_without_rules_of_thumb(fresh: Study) -> None:
    assert not has_basic(GAME)
    assert {bot for variant in fresh.design.variants for bot in variant.bots} == {STAND_IN}


def test_a_game_without_rules_of_thumb_has_every_measure_of_skill_and_of_chances(fresh: Study) -> None:
    found = {one.measure.name for one in fresh.all_figures}
    assert set(SEARCHED) <= found
    assert KINGMAKING not in found


def test_what_could_not_be_measured_is_named_with_its_reason(fresh: Study) -> None:
    found = {one.measure.name for one in fresh.all_figures}
    missing = {measure.name: reason for measure, reason in gaps(fresh)}
    assert missing.keys() == measures_of(GAME).keys() - found
    assert "rules of thumb" in missing[KINGMAKING] or "two sides" in missing[KINGMAKING]
    assert missing["gain of the dealer"] == "the game's state has no field `dealer`"
    text, section = gap_text(fresh), "".join(gap_list(fresh))
    for name, reason in missing.items():
        assert name in text
        assert name in section
        assert reason in text


def test_parts_of_a_study_that_were_not_asked_for_are_named(tmp_path: Path) -> None:
    without = study(FILE, bots=["random"], matches=2, skill=0, rollouts=0, out=tmp_path)
    missing = {measure.name: reason for measure, reason in gaps(without)}
    assert missing[STRONGER] == "it needs --skill with two or more --levels"
    assert missing[SETTLED] == "it needs --rollouts"


def test_chances_from_searched_rollouts_sum_to_1_and_are_certain_after_the_last_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rollouts, "SEARCHED_ROLLS", 3)
    sample = Sample(GAME, GAME.default_players, watched(GAME, GAME.default_players, ["random"], 1))
    found = rollouts.chances(sample, range(len(sample.rounds)), 1, 200)
    assert np.allclose(found.sum(axis=1), 1)
    assert found[-1].tolist() == sample.win_shares[0].tolist()
