"""Tests that the measures of Oh 7 ? agree with what happens at the table."""

import pytest

from parlour.games.oh7 import GAME
from parlour.lab.measures import measured
from tests.lab.watching import BASIC, replayed, sampled

pytestmark = pytest.mark.usefixtures("interpreted")


def test_the_first_leader_that_a_study_measures_is_the_seat_that_plays_the_first_card() -> None:
    sample = sampled(GAME, 3, BASIC, 2)
    leaders, rounds = [], 0
    for number in range(2):
        for match, row in replayed(GAME, 3, sample, number):
            if row is not None and match.game.phase(match.state) == "play" and match.state.played == 0:
                leaders.append(int(row["seat"]))
        rounds += match.rounds
    assert sample.first_in("play").tolist() == leaders
    assert len(leaders) == rounds


def test_rounds_that_were_dealt_again_are_counted() -> None:
    sample = sampled(GAME, 4, BASIC, 6, attempts=1)
    again = 0
    for number in range(6):
        *_, (match, _) = replayed(GAME, 4, sample, number, attempts=1)
        again += match.chances - match.rounds
    top, _ = measured(sample)["dealt again", ""]
    assert (sample.rounds["chances"] - 1).sum() == again > 0
    assert 0 < top.sum() <= again


def test_the_dummy_is_measured_only_with_two_players() -> None:
    assert ("the Dummy wins what it wants", "") in measured(sampled(GAME, 2, BASIC, 1))
    assert ("the Dummy wins what it wants", "") not in measured(sampled(GAME, 3, BASIC, 1))
