"""Tests that training writes a net that can play, and continues where it was interrupted."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from parlour.bots.nets.net import new_net
from parlour.bots.nets.player import load_player
from parlour.engine.rule import PLAIN
from parlour.errors import ParlourError
from parlour.learn._practice import Aim, Practice
from parlour.learn.training import CHECKPOINT, CURVE, ROUND, WHOLE_MATCH, Size, Training, aim_of
from tests.learn.test_practice import Made
from tests.samples import some_game

pytestmark = pytest.mark.skipif(PLAIN, reason="training needs compiled rules")
TINY = Size(tables=32, steps=24, width=24, batch=256, measuring=20)


def trained(folder: Path, seconds: float, size: Size = TINY) -> tuple[Path, list[str]]:
    game = some_game()
    messages: list[str] = []
    path = Training(game, game.default_players, seconds, folder, "cpu", size).run(messages.append)
    return path, messages


@pytest.mark.processes
def test_training_writes_a_net_that_fits_its_game_and_a_file_with_measurements(tmp_path: Path) -> None:
    path, messages = trained(tmp_path, 1.0)
    game = some_game()
    player = load_player(game, game.default_players, path)
    assert len(player.net.biases[0]) == TINY.width
    assert messages[-1].endswith("of matches")
    curve = [json.loads(line) for line in (tmp_path / CURVE).read_text().splitlines()]
    assert curve[-1]["decisions"] > 0
    assert path.stat().st_size < 2_000_000


@pytest.mark.processes
def test_training_continues_where_it_was_interrupted(tmp_path: Path) -> None:
    trained(tmp_path, 1.0)
    with np.load(tmp_path / CHECKPOINT) as found:
        before = int(found["numbers"][1])
    trained(tmp_path, 1.5)
    with np.load(tmp_path / CHECKPOINT) as found:
        seconds, decisions = found["numbers"][:2]
    assert seconds >= 1.2
    assert decisions >= before > 0


@pytest.mark.parametrize("aim", [ROUND, WHOLE_MATCH])
def test_training_keeps_its_strongest_net_rather_than_its_last_net(tmp_path: Path, aim: Aim) -> None:
    game = some_game()
    net = new_net(3, 2, 4, 1, 0)
    practice = Practice(net, Made(), 8, aim, np, 0)
    training = Training(game, game.default_players, 1.0, tmp_path, "cpu", TINY)
    training.begin(net)
    name, other = ("matches", "points") if aim.match else ("points", "matches")
    for number, value in enumerate([0.1, 0.3, 0.2]):
        practice.average.numbers[:] = number
        training.compare(practice, {name: value, other: -value})
    assert (training.best.numbers == 1).all()


@pytest.mark.processes
def test_training_in_a_folder_with_a_net_of_another_size_is_refused(tmp_path: Path) -> None:
    trained(tmp_path, 0.5)
    with pytest.raises(ParlourError, match="another shape"):
        trained(tmp_path, 1.0, replace(TINY, width=48))


def test_a_game_is_learned_over_whole_matches_if_its_rounds_affect_later_rounds_or_cost_lives() -> None:
    from parlour.games import all_games

    for game in all_games():
        assert (aim_of(game).onward == 1) == (game.carries_over or game.scoring.lives)
