"""Tests of finding the sides with the most and the fewest points."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from parlour.engine.sets import each
from parlour.games.kit.scores import fewest, most


@given(scores=st.lists(st.integers(-500, 500), min_size=1, max_size=6), more=st.integers(0, 2))
def test_the_functions_most_and_fewest_find_all_sides_with_the_best_score_and_no_other_sides(
    scores: list[int], more: int
) -> None:
    """Entries for seats beyond the number of players don't count."""
    field = np.array(scores + [1000] * more + [-1000] * more, np.int32)
    assert list(each(most(field, len(scores)))) == [side for side, n in enumerate(scores) if n == max(scores)]
    assert list(each(fewest(field, len(scores)))) == [side for side, n in enumerate(scores) if n == min(scores)]
