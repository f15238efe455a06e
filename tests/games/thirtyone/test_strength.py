"""A quick test of how well the search bot plays Thirty-one; docs/bots.md has the full table of strengths."""

import pytest

from parlour.bots.search import Budget
from parlour.games.thirtyone import GAME
from parlour.lab.arena import Contest, run

pytestmark = [pytest.mark.slow, pytest.mark.every(3)]


@pytest.mark.parametrize(
    ("players", "worlds", "deals"), [(2, 60, 40), pytest.param(*(4, 150, 40), marks=pytest.mark.extensive)]
)
def test_the_search_bot_beats_the_rules_of_thumb(players: int, worlds: int, deals: int) -> None:
    """This test fails if the search bot becomes clearly weaker."""
    contest = Contest(GAME, players, (f"search:{worlds}", "basic"), deals, seed=8, budget=Budget())
    score = run(contest, threads=2).scores[0]
    assert score.points.mean > 0
    assert score.wins.mean > 1 / contest.sides
