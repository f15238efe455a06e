"""Study: all actions of a position are tried, and the better ones become likelier."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from parlour.bots.nets.net import new_net
from parlour.learn._practice import Aim, Practice
from parlour.learn._study import Study
from parlour.learn.training import CHECKPOINT, CPU, CURVE, ROUND, WHOLE_MATCH, Training
from tests.samples import some_game

ACTIONS, KINDS, PLAYERS = 3, 4, 2
WORTH = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1]])  # of each action, in each kind of position
ALLOWED = np.array([[1, 1, 1], [1, 1, 0], [0, 1, 1], [1, 1, 0]])


class Guessing:
    """Tables of a game of one choice: each row shows the kind of a position; luck counts ten times as much."""

    def __init__(self, tables: int, seed: int, length: int = 1) -> None:
        """`length`: rounds of a match; without end at 0."""
        self.tables, self.players, self.size, self.actions, self.can_wait = tables, PLAYERS, KINDS, ACTIONS, True
        self.game, self.length = SimpleNamespace(teams=0, deck=SimpleNamespace(names=())), length
        self.random = np.random.default_rng(seed)
        self.resting, self.mine = np.zeros(tables, np.int8), np.zeros(tables, np.int64)
        self.seats, self.kinds = np.zeros(tables, np.int64), self.random.integers(KINDS, size=tables)
        self.luck, self.rounds = self.random.normal(0, 10, tables), np.zeros(tables, np.int64)
        self.gains = self.results = np.zeros((tables, PLAYERS))
        self.round_over = self.ended = np.zeros(tables, np.int8)

    @property
    def rows(self) -> Any:
        return np.eye(KINDS, dtype=np.int8)[self.kinds]

    @property
    def masks(self) -> Any:
        return ALLOWED[self.kinds]

    @property
    def learns(self) -> Any:
        return np.ones(self.tables, bool)

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
        self.gains = np.zeros((self.tables, PLAYERS))
        self.gains[:, 0] = np.where(awake, WORTH[self.kinds, actions] + self.luck, 0)
        self.rounds += awake
        self.round_over = awake.astype(np.int8)
        self.ended = (awake & (self.length > 0) & (self.rounds >= self.length)).astype(np.int8)
        self.results = np.zeros((self.tables, PLAYERS))
        self.kinds = np.where(awake, self.random.integers(KINDS, size=self.tables), self.kinds)
        self.luck = np.where(awake, self.random.normal(0, 10, self.tables), self.luck)


def study_of(aim: Aim, branches: int = 256) -> Study:
    net = new_net(KINDS, ACTIONS, 8, 1, 3)
    practice = Practice(net, Guessing(64, 1), 8, aim, np, 1)
    practice.unit = 1.0
    return Study(practice, Guessing(branches, 2))


def shares(study: Study) -> Any:
    logits = study.practice.average.forward(np.eye(KINDS, dtype=np.int8))[1]
    powers = np.where(ALLOWED > 0, np.exp(logits), 0)
    return powers / powers.sum(1, keepdims=True)


@pytest.mark.parametrize("aim", [ROUND, WHOLE_MATCH], ids=["round", "match"])
def test_the_better_action_becomes_likelier_however_large_the_luck_of_the_deal(aim: Aim) -> None:
    study = study_of(aim)
    for _ in range(300):
        study.lesson(0.003, 0.0)
    found = shares(study)
    assert min(found[0, 0], found[1, 1], found[2, 2], found[3, 0]) > 0.9


def test_only_as_many_positions_are_asked_as_their_actions_have_tables() -> None:
    study = study_of(ROUND, branches=10)
    places, actions, owners = study._questions()
    assert 0 < len(actions) <= 10
    assert [int(ALLOWED[study.tables.kinds[place]].sum()) for place in places] == np.bincount(owners).tolist()
    assert ALLOWED[study.tables.kinds[places[owners]], actions].all()


def test_a_position_whose_worth_is_not_seen_in_time_teaches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    study = study_of(ROUND)
    before = study.practice.net.numbers.copy()
    monkeypatch.setattr("parlour.learn._study.LONGEST", 0)
    study.lesson(0.01, 0.0)
    assert study.unfinished > 0
    assert np.array_equal(study.practice.net.numbers, before)


def test_a_training_studies_for_its_part_of_the_time_and_keeps_the_strongest_net(tmp_path: Path) -> None:
    study = study_of(ROUND)
    practice, told = study.practice, list[str]()
    size = replace(CPU, measuring=2)
    training = Training(some_game(), 4, 0.5, tmp_path, "cpu", size, study=0.5)
    training.begin(practice.net)
    training._study(practice, Guessing(64, 4), Guessing(64, 5), 0.0, told.append, np)
    (point,) = [json.loads(line) for line in (tmp_path / CURVE).read_text(encoding="utf-8").splitlines()]
    assert point["decisions"] == practice.decisions > 0
    assert training.most == point["points"]
    assert np.array_equal(training.best.numbers, practice.average.numbers)
    assert (tmp_path / CHECKPOINT).is_file()
    assert "same world" in told[0]
