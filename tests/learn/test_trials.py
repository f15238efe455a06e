"""Tests of training that tries all actions in a position: better actions become more likely."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from parlour.bots.nets.net import new_net
from parlour.learn._practice import Aim, Practice
from parlour.learn._trials import ActionTrials
from parlour.learn.training import CHECKPOINT, CPU, CURVE, ROUND, WHOLE_MATCH, Training
from tests.samples import some_game

ACTIONS, KINDS, PLAYERS = 3, 4, 2
WORTH = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1]])  # points for each action in each kind of position
ALLOWED = np.array([[1, 1, 1], [1, 1, 0], [0, 1, 1], [1, 1, 0]])


class Guessing:
    """Matches of an invented game with one choice per round, in which luck matters ten times as much as the choice."""

    def __init__(self, count: int, seed: int, length: int = 1) -> None:
        """Make `count` matches of `length` rounds each, or endless matches if `length` is 0."""
        self.count, self.players, self.size, self.actions, self.can_wait = count, PLAYERS, KINDS, ACTIONS, True
        self.game, self.length = SimpleNamespace(teams=0, deck=SimpleNamespace(names=())), length
        self.random = np.random.default_rng(seed)
        self.resting, self.mine = np.zeros(count, np.int8), np.zeros(count, np.int64)
        self.seats, self.kinds = np.zeros(count, np.int64), self.random.integers(KINDS, size=count)
        self.luck, self.rounds = self.random.normal(0, 10, count), np.zeros(count, np.int64)
        self.gains = self.results = np.zeros((count, PLAYERS))
        self.round_over = self.ended = np.zeros(count, np.int8)

    @property
    def rows(self) -> Any:
        return np.eye(KINDS, dtype=np.int8)[self.kinds]

    @property
    def masks(self) -> Any:
        return ALLOWED[self.kinds]

    @property
    def learns(self) -> Any:
        return np.ones(self.count, bool)

    def others(self, actions: Any) -> Any:
        return actions

    def release(self) -> None:
        self.resting[:] = 0

    def become(self, others: "Guessing", sources: Any) -> None:
        number = len(sources)
        self.kinds[:number], self.luck[:number] = others.kinds[sources], others.luck[sources]
        self.resting[:] = 1
        self.resting[:number] = 0

    def step(self, actions: Any) -> None:
        awake = self.resting == 0
        assert ALLOWED[self.kinds[awake], np.asarray(actions)[awake]].all()
        self.gains = np.zeros((self.count, PLAYERS))
        self.gains[:, 0] = np.where(awake, WORTH[self.kinds, actions] + self.luck, 0)
        self.rounds += awake
        self.round_over = awake.astype(np.int8)
        self.ended = (awake & (self.length > 0) & (self.rounds >= self.length)).astype(np.int8)
        self.results = np.zeros((self.count, PLAYERS))
        self.kinds = np.where(awake, self.random.integers(KINDS, size=self.count), self.kinds)
        self.luck = np.where(awake, self.random.normal(0, 10, self.count), self.luck)


def trials_of(aim: Aim, branches: int = 256) -> ActionTrials:
    net = new_net(KINDS, ACTIONS, 8, 1, 3)
    practice = Practice(net, Guessing(64, 1), 8, aim, np, 1)
    practice.unit = 1.0
    return ActionTrials(practice, Guessing(branches, 2))


def shares(trials: ActionTrials) -> Any:
    logits = trials.practice.average.forward(np.eye(KINDS, dtype=np.int8))[1]
    powers = np.where(ALLOWED > 0, np.exp(logits), 0)
    return powers / powers.sum(1, keepdims=True)


@pytest.mark.parametrize("aim", [ROUND, WHOLE_MATCH], ids=["round", "match"])
def test_the_better_action_becomes_more_likely_even_if_luck_matters_more(aim: Aim) -> None:
    trials = trials_of(aim)
    for _ in range(300):
        trials.lesson(0.003, 0.0)
    found = shares(trials)
    assert min(found[0, 0], found[1, 1], found[2, 2], found[3, 0]) > 0.9


def test_positions_are_tried_only_while_there_are_enough_branches_for_all_their_actions() -> None:
    trials = trials_of(ROUND, branches=10)
    indices, actions, positions = trials._questions()
    assert 0 < len(actions) <= 10
    assert [int(ALLOWED[trials.matches.kinds[index]].sum()) for index in indices] == np.bincount(positions).tolist()
    assert ALLOWED[trials.matches.kinds[indices[positions]], actions].all()


def test_a_position_whose_result_is_not_known_in_time_has_no_effect_on_the_net(monkeypatch: pytest.MonkeyPatch) -> None:
    trials = trials_of(ROUND)
    before = trials.practice.net.numbers.copy()
    monkeypatch.setattr("parlour.learn._trials.LONGEST", 0)
    trials.lesson(0.01, 0.0)
    assert trials.unfinished > 0
    assert np.array_equal(trials.practice.net.numbers, before)


def test_training_tries_all_actions_in_the_last_part_of_its_time_and_keeps_the_strongest_net(tmp_path: Path) -> None:
    trials = trials_of(ROUND)
    practice, messages = trials.practice, list[str]()
    size = replace(CPU, measuring=2)
    training = Training(some_game(), 4, 0.5, tmp_path, "cpu", size, study=0.5)
    training.begin(practice.net)
    training._try_actions(practice, Guessing(64, 4), Guessing(64, 5), 0.0, messages.append, np)
    (point,) = [json.loads(line) for line in (tmp_path / CURVE).read_text(encoding="utf-8").splitlines()]
    assert point["decisions"] == practice.decisions > 0
    assert training.most == point["points"]
    assert np.array_equal(training.best.numbers, practice.average.numbers)
    assert (tmp_path / CHECKPOINT).is_file()
    assert "same cards" in messages[0]
