"""A small net learns from a large one how to choose, and from the true hands where cards lie."""

from typing import Any

import numpy as np
import pytest

from parlour.bots.nets.net import Net, new_net
from parlour.engine.rule import PLAIN
from parlour.game.game import Game
from parlour.games import all_games
from parlour.learn._tables import Tables
from parlour.learn._teaching import holders, taught
from tests.samples import some_game

pytestmark = pytest.mark.skipif(PLAIN, reason="nets learn from compiled rules")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_card_of_another_hand_lies_at_the_place_of_that_seat(game: Game) -> None:
    tables = Tables(game, game.default_players, 8, 3)
    random = np.random.default_rng(1)
    for _ in range(60):
        tables.step(np.array([random.choice(np.flatnonzero(mask)) for mask in tables.masks]))
        places = holders(tables, np)
        for table, state in enumerate(tables.batch.states):
            seat = int(tables.seats[table])
            for place in range(1, tables.players):
                hand = int(state["hands"][(seat + place) % tables.players])
                assert [int(one > 0) for one in places[table, :, place]] == [
                    hand >> card & 1 for card in range(places.shape[1])
                ]
        assert np.allclose(places.sum(2), 1)


def test_a_pupil_learns_nothing_where_no_seat_has_a_choice() -> None:
    class Forced(Tables):
        @property
        def masks(self) -> Any:
            found = np.zeros_like(self.batch.masks)
            found[np.arange(self.tables), self.batch.masks.argmax(1)] = 1
            return found

    game = some_game()
    tables = Forced(game, game.default_players, 4, 1)
    pupil = taught(new_net(tables.size, tables.actions, 8, 1, 5), tables, 8, 1, 3, 32, np, 2)
    blank = new_net(tables.size, tables.actions, 8, 1, 2, pupil.biases[-1].size)
    assert np.array_equal(pupil.numbers, blank.numbers)


@pytest.mark.slow
def test_a_pupil_comes_to_choose_like_its_teacher_and_knows_more_about_hands_than_chance() -> None:
    game = some_game()
    tables = Tables(game, game.default_players, 128, 1)
    teacher = new_net(tables.size, tables.actions, 24, 1, 5)
    teacher.numbers *= 3  # a teacher with opinions
    pupil = taught(teacher, tables, 24, 1, 250, 32, np, 2)
    blank = new_net(tables.size, tables.actions, 24, 1, 2, pupil.biases[-1].size)
    rows, allowed, where = tables.rows.copy(), tables.masks > 0, holders(tables, np)

    def shares(net: Net) -> Any:
        logits = np.where(allowed, net.forward(rows)[1], -1e9)
        found = np.exp(logits - logits.max(1, keepdims=True))
        return found / found.sum(1, keepdims=True)

    def surprise(net: Net) -> float:
        lies = net.holders(net.forward(rows)[0]).reshape(where.shape)
        logs = lies - lies.max(2, keepdims=True)
        logs = logs - np.log(np.exp(logs).sum(2, keepdims=True))
        return float(-(where * logs).sum(2).mean())

    apart = np.abs(shares(pupil) - shares(teacher)).sum(1).mean()
    assert apart < np.abs(shares(blank) - shares(teacher)).sum(1).mean() / 2
    assert surprise(pupil) < surprise(blank) / 1.5
