"""A quick test of how well the search bot plays Active 13; docs/bots.md has the full table of strengths."""

import pytest

from parlour.bots.search import Budget
from parlour.games.active13 import GAME
from parlour.lab.arena import Contest, run

pytestmark = [pytest.mark.slow, pytest.mark.every(3)]


def test_the_search_bot_beats_the_rules_of_thumb() -> None:
    """This test fails if the search bot becomes clearly weaker."""
    contest = Contest(GAME, 2, ("search:60", "basic"), 24, seed=8, budget=Budget())
    score = run(contest, threads=2).scores[0]
    assert score.points.mean > 0
    assert score.wins.mean > 1 / contest.sides
