"""At a table with others, only the learner's seat and its partner's are the learner's."""

import numpy as np
import pytest

from parlour.envs.learners import EVERY_SEAT, NO_SEAT, learners


@pytest.mark.parametrize("teams", [0, 2])
def test_at_tables_with_others_only_the_learners_own_choices_are_learned_from(teams: int) -> None:
    seats, mine = np.array([0, 1, 2, 3]), np.array([2, EVERY_SEAT, 0, NO_SEAT])
    assert learners(seats, mine, teams).tolist() == [teams == 2, True, teams == 2, False]
