"""Tests of which seats belong to the learner at a table with other players."""

import numpy as np
import pytest

from parlour.envs.learners import EVERY_SEAT, NO_SEAT, learners


@pytest.mark.parametrize("teams", [0, 2])
def test_at_a_table_with_other_players_only_the_learners_seat_and_its_partners_belong_to_the_learner(
    teams: int,
) -> None:
    seats, mine = np.array([0, 1, 2, 3]), np.array([2, EVERY_SEAT, 0, NO_SEAT])
    assert learners(seats, mine, teams).tolist() == [teams == 2, True, teams == 2, False]
