"""Tests of self-play: a choice is judged by the gain until the seat's next choice, and by the value of that choice."""

from typing import Any

import numpy as np
import pytest

from parlour.bots.nets.net import new_net
from parlour.engine.rule import PLAIN
from parlour.envs.learners import EVERY_SEAT, NO_SEAT
from parlour.learn._matches import Matches
from parlour.learn._practice import Aim, Practice, choose, invite, measure
from tests.samples import some_game

pytestmark = pytest.mark.skipif(PLAIN, reason="training needs compiled rules")


class Made:
    """A replacement for matches, with values that tests set directly."""

    count, actions, size, players, can_wait = 1, 2, 3, 2, False


def judged(seats: list[int], rewards: list[list[float]], keep: list[float], values: list[float], aim: Aim) -> Any:
    practice = Practice(new_net(3, 2, 4, 1, 0), Made(), len(seats), aim, np, 0)
    practice.make_room()
    practice._seats[:, 0], practice._keep[:, 0], practice._values[:, 0] = seats, keep, values
    practice._rewards[:, 0] = rewards
    better, known = practice.advantages()
    return better[:, 0], known[:, 0]


def test_the_end_of_a_round_judges_all_choices_in_the_round() -> None:
    better, known = judged(
        [0, 1, 0, 1], [[0, 0], [0, 0], [0, 0], [3, -3]], [1, 1, 1, 0], [0.5, 0.25, 1.0, 0.0], Aim(1, 0, 0, 1)
    )
    assert known.all()
    assert better.tolist() == [2.5, -3.25, 2.0, -3.0]


def test_a_choice_is_judged_only_by_the_estimated_value_of_the_seats_next_choice_if_lambda_is_0() -> None:
    better, known = judged(
        [0, 1, 0, 1], [[0, 0], [0, 0], [0, 0], [3, -3]], [1, 1, 1, 0], [0.5, 0.25, 1.0, 0.0], Aim(1, 0, 0, 0)
    )
    assert known.all()
    assert better.tolist() == [0.5, -0.25, 2.0, -3.0]


def test_a_seats_last_choice_is_not_judged_until_the_round_has_ended() -> None:
    _, known = judged([0, 1, 0, 1], [[0, 0]] * 4, [1, 1, 1, 1], [0.0] * 4, Aim(1, 0, 1, 1))
    assert known.tolist() == [True, True, False, False]
    _, known = judged([0, 1, 0, 1], [[0, 0]] * 4, [1, 1, 0, 1], [0.0] * 4, Aim(1, 0, 0, 1))
    assert known.tolist() == [True, True, True, False], "the end of a round must judge all choices before it"


def test_the_points_of_later_rounds_are_weighted_as_the_aim_says() -> None:
    rewards = [[1.0, -1.0], [4.0, -4.0]]
    for onward, expected in ((0.0, 1.0), (0.5, 3.0), (1.0, 5.0)):
        better, _ = judged([0, 0], rewards, [onward, 0], [0.0, 0.0], Aim(1, 0, onward, 1))
        assert better[0] == expected


@pytest.mark.slow
def test_a_net_that_has_practised_for_a_fixed_number_of_updates_beats_its_untrained_self() -> None:
    game = some_game()
    players = game.default_players
    matches, rivals = Matches(game, players, 128, 1), Matches(game, players, 256, 2)
    net = new_net(matches.size, matches.actions, 64, 1, 0)
    practice = Practice(net, matches, 48, Aim(1, 0, 0, 1), np, 0)
    practice.warm_up()
    before = measure(net, rivals, 150, np)
    for _ in range(25):
        practice.play()
        practice.learn(2e-3, 0.01, 1024)
    after = measure(net, rivals, 150, np)
    assert after.points - after.points_doubt > before.points + before.points_doubt
    assert practice.decisions > 10_000


@pytest.mark.slow
def test_a_net_that_practises_imitating_the_rules_of_thumb_agrees_with_them_more_and_more_often() -> None:
    game = some_game()
    players = game.default_players
    matches, others = Matches(game, players, 128, 1), Matches(game, players, 256, 2)
    others.mine[:] = NO_SEAT
    practice = Practice(new_net(matches.size, matches.actions, 64, 1, 0), matches, 48, Aim(1, 0, 0, 1), np, 0)
    practice.warm_up()

    def alike() -> float:
        choice = others.masks.sum(1) > 1
        own = choose(practice.net, others, np)[0]
        return float((own == others.others(own))[choice].mean())

    before = alike()
    practice.watching = True
    for _ in range(15):
        practice.play()
        practice.learn(2e-3, 0.0, 1024)
    assert alike() > before + 0.1


def test_rules_of_thumb_take_part_in_the_given_fraction_of_the_matches() -> None:
    game = some_game()
    matches = Matches(game, game.default_players, 40, 1)
    invite(matches, 0.6, np)
    assert (matches.mine == EVERY_SEAT).sum() == 16
    assert set(matches.mine[:24].tolist()) == set(range(game.default_players))
