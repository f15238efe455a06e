"""Luck and skill, chances to win, choices that matter."""

import numpy as np
import pytest

from parlour.games import find_game
from parlour.lab.measures.skill import CHANCE, CLEAR, COMEBACK, SETTLED, STRONGER
from parlour.lab.studies import rollouts
from parlour.lab.studies.batch import play_batch
from parlour.lab.studies.design import design
from parlour.lab.studies.figures import needed
from parlour.lab.studies.rollouts import _told, chances, matter_values, rollout_values
from parlour.lab.studies.skill import lineups, pairings, skill_values
from tests.lab.watching import sampled

pytestmark = pytest.mark.usefixtures("interpreted")


def test_every_two_levels_are_paired_the_weaker_first() -> None:
    assert pairings(("random", "easy", "medium")) == [("random", "easy"), ("random", "medium"), ("easy", "medium")]


def test_the_stronger_bot_sits_in_every_seat_and_in_rook_a_team_does() -> None:
    assert [bots for _, bots in lineups(design("oh7", 3), "weak", "strong")] == [
        ["strong", "weak", "weak"], ["weak", "strong", "weak"], ["weak", "weak", "strong"],
    ]  # fmt: skip
    assert [bots for _, bots in lineups(design("rook"), "weak", "strong")] == [
        ["strong", "weak", "strong", "weak"], ["weak", "strong", "weak", "strong"],
    ]  # fmt: skip


@pytest.mark.parametrize("game", ["oh7", "rook"])
def test_equal_bots_win_an_even_part_over_all_seats(game: str) -> None:
    """Basic and medium are the same player: every deal is won once over all rotations."""
    made = design(game, matches=4, levels=["basic", "medium"], skill=3, rollouts=0)
    ((top, bottom),) = skill_values(made, range(4)).values()
    assert np.allclose(top, [1, 1, 1, 0])
    sides = made.found.teams or made.players
    assert np.allclose(bottom, [sides, sides, sides, 0])


def test_the_better_bot_wins_more_and_fewer_matches_show_it() -> None:
    made = design("active13", matches=6, levels=["random", "medium"], skill=6, rollouts=0)
    ((top, bottom),) = skill_values(made, range(6)).values()
    assert top.sum() / bottom.sum() > 0.8


def test_skill_is_measured_only_for_the_first_matches() -> None:
    made = design("active13", matches=9, levels=["random", "medium"], skill=2, rollouts=0)
    assert skill_values(made, range(2, 9)) == {}
    assert skill_values(design("active13", levels=["random"], matches=2), range(2)) == {}


# --- chances to win


def test_chances_are_parts_of_one_and_a_finished_match_is_certain() -> None:
    sample = sampled(find_game("oh7"), 3, matches=1, min_rounds=2)
    found = chances(sample, range(len(sample.rounds)), 1, 200)
    assert found.shape == (len(sample.rounds), 3)
    assert np.allclose(found.sum(axis=1), 1)
    assert found[-1].tolist() == sample.win_shares[0].tolist()


def test_teams_share_their_chances() -> None:
    sample = sampled(find_game("rook"), 4, matches=1, target=100)
    found = chances(sample, range(len(sample.rounds)), 1, 200)
    assert found.shape == (len(sample.rounds), 2)
    assert found[-1].tolist() == sample.win_shares[0].tolist()


def test_a_match_is_settled_when_the_winner_is_sure_for_good() -> None:
    told = _told(np.array([0.5, 0.95, 0.6, 0.92, 1.0]), 0.25)
    assert told[SETTLED, ""] == pytest.approx(4 / 5)
    assert told[COMEBACK, ""] == 0
    assert told[CHANCE, 50] == pytest.approx((0.95 + 0.6) / 2)
    assert _told(np.array([0.1, 0.05, 1.0]), 0.25)[COMEBACK, ""] == 1
    assert _told(np.array([0.2, 0.5, 1.0]), 0.25)[SETTLED, ""] == 1


def test_rollouts_are_made_for_the_first_matches_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollouts, "ROLLS", 4)
    made = design("oh7", 3, matches=3, rollouts=2, options={"min_rounds": 2})
    sample = sampled(made.found, 3, matches=3, min_rounds=2)
    values = rollout_values(made, sample, range(3))
    assert values[SETTLED, ""][1].tolist() == [1, 1, 0]
    assert rollout_values(made, sample, range(2, 5)) == {}


def test_choices_are_weighed_in_the_first_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollouts, "ASKED", 4)
    made = design("oh7", 3, matches=3, rollouts=2, options={"min_rounds": 1})
    ((top, bottom),) = matter_values(made, made.variants[0], range(3)).values()
    assert (bottom[:2] > 0).all()
    assert bottom[2] == 0
    assert 0 < top.sum() < bottom.sum()
    assert matter_values(made, made.variants[0], range(2, 3)) == {}


def test_a_batch_holds_skill_and_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollouts, "ROLLS", 2)
    import io

    import polars as pl

    from parlour.lab.studies.batch import read_values

    made = design("oh7", 3, matches=2, levels=["random", "medium"], options={"min_rounds": 1})
    files = play_batch(made, 0)
    names = {name for name, _ in read_values(pl.read_parquet(io.BytesIO(files["measures"])))[0]}
    assert {STRONGER, SETTLED, CHANCE, COMEBACK, CLEAR} <= names


def test_no_number_of_matches_tells_levels_apart_that_may_be_equal() -> None:
    from parlour.lab.ratios import Interval
    from parlour.lab.studies.figures import _needed

    far, near = _needed(Interval(0.6, 0.55, 0.65), 0.25), _needed(Interval(0.3, 0.2, 0.4), 0.25)
    assert 2 <= far.low <= far.value <= far.high < 50
    assert near.high == float("inf")
    assert needed(design("oh7"), []) == {}
