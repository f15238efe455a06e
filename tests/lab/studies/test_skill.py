"""Tests of measuring skill and chances to win."""

import numpy as np
import pytest

from parlour.game.game import Game
from parlour.games import all_games
from parlour.lab.measures.skill import CHANCE, COMEBACK, MATTERS, SETTLED, STRONGER
from parlour.lab.studies import _rollouts as rollouts
from parlour.lab.studies._batch import play_batch
from parlour.lab.studies._rollouts import _measures_of, chances, rollout_values
from parlour.lab.studies._skill import lineups, pairings, skill_values
from parlour.lab.studies.design import design
from parlour.lab.studies.figures import needed
from tests.lab.watching import BASIC, sampled
from tests.samples import alone, some_game, with_bots

ALONE = some_game(3, lambda game: alone(game) and with_bots(game))
SHORT = ALONE.short_options
DUEL = some_game(2, lambda game: alone(game) and with_bots(game))
TEAMS = [game for game in all_games() if game.teams]
pytestmark = pytest.mark.usefixtures("interpreted")


def test_all_pairs_of_levels_are_listed_with_the_weaker_level_first() -> None:
    assert pairings(("random", "easy", "medium")) == [("random", "easy"), ("random", "medium"), ("easy", "medium")]


def test_the_stronger_bot_plays_in_every_seat_in_turn() -> None:
    assert [bots for _, bots in lineups(design(ALONE.name, 3), "weak", "strong")] == [
        ["strong", "weak", "weak"], ["weak", "strong", "weak"], ["weak", "weak", "strong"],
    ]  # fmt: skip


@pytest.mark.parametrize("game", TEAMS, ids=lambda game: game.name)
def test_in_a_game_with_teams_the_stronger_bot_plays_for_a_whole_team(game: Game) -> None:
    found = dict(lineups(design(game.name), "weak", "strong"))
    assert list(found) == list(range(game.teams))
    for side, bots in found.items():
        assert [seat % game.teams for seat, bot in enumerate(bots) if bot == "strong"] == [side] * bots.count("strong")
        assert bots.count("strong") == game.default_players // game.teams


@pytest.mark.parametrize("game", [ALONE, *TEAMS], ids=lambda game: game.name)
def test_over_all_seats_two_equal_bots_win_equally_often(game: Game) -> None:
    """`medium` plays like `basic`, so over all rotations of a deal it sits on each side once and wins exactly once."""
    made = design(game.name, matches=4, levels=["basic", "medium"], skill=3, rollouts=0)
    ((top, bottom),) = skill_values(made, made.variants[0], range(4)).values()
    assert np.allclose(top, [1, 1, 1, 0])
    sides = made.found.teams or made.players
    assert np.allclose(bottom, [sides, sides, sides, 0])


def test_the_stronger_bot_wins_most_matches() -> None:
    made = design(DUEL.name, 2, matches=6, levels=["random", "medium"], skill=6, rollouts=0)
    ((top, bottom),) = skill_values(made, made.variants[0], range(6)).values()
    assert top.sum() / bottom.sum() > 0.8


def test_skill_is_measured_only_in_the_first_matches_of_a_study() -> None:
    made = design(DUEL.name, 2, matches=9, levels=["random", "medium"], skill=2, rollouts=0)
    assert skill_values(made, made.variants[0], range(2, 9)) == {}
    alone = design(DUEL.name, 2, levels=["random"], matches=2)
    assert skill_values(alone, alone.variants[0], range(2)) == {}


def test_the_skill_of_levels_is_measured_once_for_variants_that_differ_only_by_their_bots() -> None:
    made = design(DUEL.name, 2, matches=2, levels=["random", "medium"], claims=True, bots=["random", "easy"])
    assert skill_values(made, made.variants[0], range(2)) != {}
    assert skill_values(made, made.variants[1], range(2)) == {}


# --- chances to win


def test_chances_to_win_sum_to_1_and_are_certain_after_the_last_round() -> None:
    sample = sampled(ALONE, 3, BASIC, 1, **SHORT)
    found = chances(sample, range(len(sample.rounds)), 1, 200)
    assert found.shape == (len(sample.rounds), 3)
    assert np.allclose(found.sum(axis=1), 1)
    assert found[-1].tolist() == sample.win_shares[0].tolist()


@pytest.mark.parametrize("game", TEAMS, ids=lambda game: game.name)
def test_chances_to_win_are_computed_for_teams_in_a_game_with_teams(game: Game) -> None:
    sample = sampled(game, game.default_players, BASIC, 1, **game.short_options)
    found = chances(sample, range(len(sample.rounds)), 1, 200)
    assert found.shape == (len(sample.rounds), game.teams)
    assert found[-1].tolist() == sample.win_shares[0].tolist()


def test_a_match_counts_as_settled_once_the_winners_chance_stays_above_90_percent() -> None:
    found = _measures_of(np.array([0.5, 0.95, 0.6, 0.92, 1.0]), 0.25)
    assert found[SETTLED, ""] == pytest.approx(4 / 5)
    assert found[COMEBACK, ""] == 0
    assert found[CHANCE, 50] == pytest.approx((0.95 + 0.6) / 2)
    assert _measures_of(np.array([0.1, 0.05, 1.0]), 0.25)[COMEBACK, ""] == 1
    assert _measures_of(np.array([0.2, 0.5, 1.0]), 0.25)[SETTLED, ""] == 1


def test_rollouts_are_made_only_in_the_first_matches_of_a_study(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollouts, "ROLLS", 4)
    made = design(ALONE.name, 3, matches=3, rollouts=2, options=SHORT)
    sample = sampled(made.found, 3, BASIC, 3, **SHORT)
    values = rollout_values(made, sample, range(3))
    assert values[SETTLED, ""][1].tolist() == [*(sample.win_shares[:2].max(axis=1) == 1), 0], (
        "a match with a shared win must not count"
    )
    assert rollout_values(made, sample, range(2, 5)) == {}


def test_the_files_of_a_batch_include_the_measurements_of_skill_and_the_results_of_rollouts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rollouts, "ROLLS", 2)
    import io

    import polars as pl

    from parlour.lab.studies._batch import read_values

    made = design(ALONE.name, 3, matches=2, levels=["random", "medium"], options=SHORT)
    files = play_batch(made, 0)
    names = {name for name, _ in read_values(pl.read_parquet(io.BytesIO(files["measures"])))[0]}
    assert {STRONGER, SETTLED, CHANCE, COMEBACK, MATTERS} <= names


def test_the_number_of_matches_needed_to_tell_two_levels_apart_has_no_upper_bound_if_they_may_be_equal() -> None:
    from parlour.lab._ratios import Interval
    from parlour.lab.studies.figures import _needed

    far, near = _needed(Interval(0.6, 0.55, 0.65), 0.25), _needed(Interval(0.3, 0.2, 0.4), 0.25)
    assert 2 <= far.low <= far.value <= far.high < 50
    assert near.high == float("inf")
    assert needed(design(ALONE.name), []) == {}
