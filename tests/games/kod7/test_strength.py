"""A quick check of the search bot's strength in Kod-7; docs/bots.md has the full table."""

import pytest

from parlour.bots.search import Budget
from parlour.games.kod7 import GAME
from parlour.lab.arena import Contest, run

pytestmark = [pytest.mark.slow, pytest.mark.every(3)]


@pytest.mark.parametrize(
    ("players", "worlds", "deals"), [(3, 60, 5), pytest.param(*(4, 60, 10), marks=pytest.mark.extensive)]
)
def test_the_search_bot_beats_the_rules_of_thumb(players: int, worlds: int, deals: int) -> None:
    """This test fails after a change that makes the search bot clearly weaker."""
    contest = Contest(GAME, players, (f"search:{worlds}", "basic"), deals, seed=8, budget=Budget())
    score = run(contest, threads=2).scores[0]
    assert score.points.mean > 0
    assert score.wins.mean > 1 / contest.sides
