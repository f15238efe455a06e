"""Tests that the share of choices that matter is a property of the game, and not of the number of sampled deals."""

import math
from itertools import permutations

import numpy as np
import pytest

from parlour.lab._ratios import Sums
from parlour.lab.measures.skill import ENOUGH, MATTERS
from parlour.lab.sample import Floats
from parlour.lab.studies import _choices as choices
from parlour.lab.studies._choices import BLUR, advantage, matter_values, share_that_matters
from parlour.lab.studies.design import design
from tests.samples import alone, some_game, with_bots

GAME = some_game(4, lambda game: alone(game) and with_bots(game))
SIZES = (64, 256, 1024)
CHOICES = 1500


def _worlds(rng: np.random.Generator, true: Floats, worlds: int) -> Floats:
    """Draw values with these means; in every world, all actions share a part of the luck. Its total deviation is 1."""
    shared = rng.normal(0, math.sqrt(0.7), (worlds, 1))
    return np.asarray(true + shared + rng.normal(0, math.sqrt(0.3), (worlds, len(true))))


def _true_choices(rng: np.random.Generator) -> list[Floats]:
    """Make choices with two to seven actions; in half of them, all actions are equally good."""
    return [rng.normal(0, (number % 2) * rng.uniform(0, 0.6), rng.integers(2, 8)) for number in range(CHOICES)]


def _true_share(true: Floats) -> float:
    best = true.argmax()
    above = float(true[best] - np.delete(true, best).mean())
    return (1 + math.erf((above - ENOUGH) / BLUR / math.sqrt(2))) / 2


@pytest.mark.parametrize("worlds", SIZES)
def test_the_estimated_share_of_choices_that_matter_is_the_true_share_for_any_number_of_worlds(worlds: int) -> None:
    rng = np.random.default_rng(5)
    true = _true_choices(rng)
    above = np.array([share_that_matters(_worlds(rng, one, worlds)) - _true_share(one) for one in true])
    assert abs(above.mean()) < 3 * above.std() / math.sqrt(CHOICES) + 0.006
    assert above.std() > 0


def test_a_choice_between_equal_actions_does_not_seem_to_matter_if_it_is_weighed_in_few_worlds() -> None:
    rng = np.random.default_rng(1)
    above = np.array([advantage(_worlds(rng, np.zeros(6), 16)).mean() for _ in range(CHOICES)])
    assert abs(above.mean()) < 3 * above.std() / math.sqrt(CHOICES)


def test_a_choice_without_any_luck_matters_fully_if_one_action_is_better() -> None:
    assert share_that_matters(np.tile([0.0, 1.0, 0.0], (64, 1))) == 1
    assert share_that_matters(np.tile([1.0, 1.0, 1.0], (64, 1))) < 0.05


def _measured(worlds: int, monkeypatch: pytest.MonkeyPatch) -> tuple[Floats, Floats]:
    monkeypatch.setattr(choices, "WORLDS", worlds)
    made = design(GAME.name, 4, matches=60, rollouts=60, skill=0)
    return matter_values(made, made.variants[0], range(60), threads=2)[MATTERS, ""]


def test_a_game_has_the_same_share_of_choices_that_matter_with_64_256_and_1024_worlds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Counting clear differences would give 48, 68 and 79 % of the same choices."""
    shares = [Sums.of(*_measured(worlds, monkeypatch)).interval(share=True) for worlds in SIZES]
    for one, other in permutations(shares, 2):
        assert one.low < other.value < one.high
        assert abs(one.value - other.value) < 0.04


def test_choices_are_weighed_only_in_the_first_matches_of_a_study(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choices, "ASKED", 4)
    monkeypatch.setattr(choices, "WORLDS", 16)
    made = design(GAME.name, 4, matches=3, rollouts=2, options=GAME.short_options)
    top, bottom = matter_values(made, made.variants[0], range(3))[MATTERS, ""]
    assert (bottom[:2] > 0).all()
    assert bottom[2] == 0
    assert 0 < top.sum() < bottom.sum()
    assert matter_values(made, made.variants[0], range(2, 3)) == {}
