"""Tests of kingmaking and of the costs of bad choices, recomputed from what was recorded, without compiled loops."""

import math
from functools import cache
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

from parlour.bots.search import Search
from parlour.engine.rng import generator
from parlour.engine.sets import each
from parlour.game.game import Game
from parlour.lab._replay import position
from parlour.lab.measures.skill import KINGMAKING, RANDOM_COSTS, SECOND_COSTS
from parlour.lab.sample import Sample
from parlour.lab.studies import _choices as choices
from parlour.lab.studies import _kingmaking as kingmakers
from parlour.lab.studies import _rollouts as rollouts
from parlour.lab.studies._choices import matter_values
from parlour.lab.studies._kingmaking import candidates, kingmaking, shifted, tried
from parlour.lab.studies._regrets import regret_of
from parlour.lab.studies._rollouts import rollout_values
from parlour.lab.studies.design import design
from parlour.match.fair import seeded_key
from tests.lab.outside import with_hearts
from tests.lab.watching import SEED, replayed, sampled

GAMES = with_hearts()
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
crowded = pytest.mark.parametrize(
    "game", [game for game in GAMES if (game.teams or game.default_players) > 2], ids=lambda game: game.name
)
pytestmark = pytest.mark.usefixtures("interpreted", "registered")


@cache
def played(game: Game) -> Sample:
    return sampled(game, game.default_players, ["random"], 2, **game.short_options)


# --- returning to a position


@every_game
def test_every_position_of_a_recorded_match_can_be_reached_again(game: Game) -> None:
    sample = played(game)
    rows = np.flatnonzero(sample.decisions["match"] == 1)
    chosen = {*rows[:3], *rows[:: len(rows) // 6 + 1]}
    tables = replayed(game, game.default_players, sample, 1, **game.short_options)
    for row, (match, _) in zip(rows, tables, strict=False):
        if row in chosen:
            assert position(sample, SEED, 1, int(row)).tobytes() == match.state.tobytes()


# --- kingmaking


@every_game
def test_the_choices_of_hopeless_sides_are_those_of_seats_with_a_small_chance_before_the_round(game: Game) -> None:
    sample = played(game)
    count = int(sample.rounds_played[1])
    chances = np.random.default_rng(1).choice([0.02, 0.3], (count, sample.side_count))
    expected = [
        row
        for row, one in enumerate(sample.decisions)
        if one["match"] == 1 and one["round"] > 1 and one["choices"] > 1
        and chances[one["round"] - 2, one["seat"] % sample.side_count] < 0.05
    ]  # fmt: skip
    assert candidates(sample, 1, chances).tolist() == expected


@crowded
def test_a_hopeless_sides_actions_are_tried_in_the_same_deals_to_the_end_of_the_match(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kingmakers, "WORLDS", 3)
    sample = played(game)
    row = int(np.flatnonzero(sample.decisions["choices"] > 1)[-1])
    match, seat = int(sample.decisions["match"][row]), int(sample.decisions["seat"][row])
    state = position(sample, SEED, match, row)
    found = tried(sample, state, seat, generator(seeded_key(1, 1)), 200)
    actions = list(each(game.legal(state, seat)))
    assert found.shape == (3, len(actions), sample.side_count)
    assert np.allclose(found.sum(axis=2), 1)
    again = tried(sample, state, seat, generator(seeded_key(1, 1)), 200)
    assert (found == again).all()


def slow_shift(wins: list[list[list[float]]], own: int, parts: int) -> tuple[float, float]:
    """Compute how far a choice changes another side's chance, with plain loops."""
    worlds, actions, sides = len(wins), len(wins[0]), len(wins[0][0])
    differences = []
    for world in range(worlds):
        elsewhere = [other for other in range(worlds) if other * parts // worlds != world * parts // worlds]
        best = (-1.0, 0, 0, 0)
        for side in (side for side in range(sides) if side != own):
            means = [fmean(wins[other][action][side] for other in elsewhere) for action in range(actions)]
            most, least = means.index(max(means)), means.index(min(means))
            if max(means) - min(means) > best[0] + 1e-12:
                best = (max(means) - min(means), side, most, least)
        _, side, most, least = best
        differences.append(wins[world][most][side] - wins[world][least][side])
    return fmean(differences), stdev(differences) / math.sqrt(worlds)


def test_the_shift_of_a_choice_is_measured_in_other_deals_than_those_that_chose_its_actions() -> None:
    rng = np.random.default_rng(4)
    for _ in range(5):
        wins = rng.dirichlet(np.ones(4), (32, 3))
        assert shifted(wins, 2) == pytest.approx(slow_shift(wins.tolist(), 2, kingmakers.PARTS))


def test_a_choice_that_decides_who_wins_makes_a_king_and_a_choice_without_effect_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = next(game for game in GAMES if not game.teams and game.default_players > 2)
    sample = played(game)
    chances = np.full((int(sample.rounds_played[0]), sample.side_count), 0.01)
    for effect, expected in ((True, 1.0), (False, 0.0)):

        def planted(sample: Sample, state: object, seat: int, *_: object, effect: bool = effect) -> np.ndarray:
            wins = np.zeros((32, 2, sample.side_count))
            wins[:, 0, (seat + 1) % sample.side_count] = 1
            wins[:, 1, (seat + (2 if effect else 1)) % sample.side_count] = 1
            return wins

        monkeypatch.setattr(kingmakers, "tried", planted)
        assert kingmaking(sample, 0, chances, SEED, 0, 200) == pytest.approx(expected, abs=1e-3)
    assert kingmaking(sample, 0, np.full_like(chances, 0.3), SEED, 0, 200) is None


def test_luck_alone_makes_no_king() -> None:
    """Winners are drawn without regard to the action; the measured shift is zero on average, not the largest luck."""
    rng = np.random.default_rng(8)
    found = [shifted(np.eye(4)[rng.integers(0, 4, (kingmakers.WORLDS, 6))], 0)[0] for _ in range(200)]
    assert abs(fmean(found)) < 3 * stdev(found) / math.sqrt(len(found))


def test_every_match_with_a_hopeless_side_counts_once_among_the_kingmakers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollouts, "ROLLS", 2)
    monkeypatch.setattr(kingmakers, "WORLDS", 16)
    monkeypatch.setattr(kingmakers, "EVERY", 1)
    game = next(game for game in GAMES if not game.teams and game.default_players > 2)
    made = design(game.name, matches=2, rollouts=2, skill=0, seed=SEED, bots=["random"], options=game.short_options)
    sample = played(game)
    noted: list[float | None] = []

    def noting(*given: Any) -> float | None:
        noted.append(kingmaking(*given))
        return noted[-1]

    monkeypatch.setattr(rollouts, "kingmaking", noting)
    values = rollout_values(made, sample, range(2))
    expected = [one for one in noted if one is not None]
    if expected:
        top, bottom = values[KINGMAKING, ""]
        assert (top.sum(), bottom.sum()) == (pytest.approx(sum(expected)), len(expected))
    else:
        assert (KINGMAKING, "") not in values


# --- what bad choices cost


@every_game
def test_the_costs_of_bad_choices_equal_those_that_plain_loops_compute_from_recorded_values(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choices, "WORLDS", 16)
    seen: list[tuple[str, list[list[float]]]] = []
    original = Search.try_all

    def noting(self: Search, state: Any, *rest: Any) -> tuple[list[int], Any]:
        actions, values = original(self, state, *rest)
        seen.append((game.phases[int(state.phase)], values.tolist()))
        return actions, values

    monkeypatch.setattr(Search, "try_all", noting)
    made = design(game.name, matches=1, rollouts=1, skill=0, seed=SEED, bots=["random"], options=game.short_options)
    values = matter_values(made, made.variants[0], range(1))
    assert seen
    for phase in {phase for phase, _ in seen}:
        slow = [slow_regret(one) for its, one in seen if its == phase]
        for name, index in ((RANDOM_COSTS, 0), (SECOND_COSTS, 1)):
            top, bottom = values[name, phase]
            assert top.sum() == pytest.approx(sum(one[index] for one in slow))
            assert bottom.sum() == pytest.approx(sum(one[2] for one in slow))


def slow_regret(values: list[list[float]]) -> tuple[float, float, float]:
    worlds, actions = len(values), range(len(values[0]))
    random, second = [], []
    for world in range(worlds):
        part = world * choices.PARTS // worlds
        elsewhere = [one for place, one in enumerate(values) if place * choices.PARTS // worlds != part]
        ranked = sorted(actions, key=lambda action: -fmean(one[action] for one in elsewhere))
        own = values[world]
        random.append(own[ranked[0]] - fmean(own))
        second.append(own[ranked[0]] - own[ranked[1]])
    luck = math.sqrt(fmean(stdev(one[action] for one in values) ** 2 for action in actions))
    return fmean(random), fmean(second), luck


def test_actions_that_are_equally_good_cost_nothing_on_average() -> None:
    rng = np.random.default_rng(2)
    found = [regret_of(rng.normal(0, 3, (64, 5)), 16) for _ in range(300)]
    for costs in ([one.random for one in found], [one.second for one in found]):
        assert abs(fmean(costs)) < 3 * stdev(costs) / math.sqrt(len(costs))
    assert fmean(one.luck for one in found) == pytest.approx(3, rel=0.05)
