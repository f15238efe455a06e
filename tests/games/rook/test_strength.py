"""How strong the search is at this game: the quick version of the table of strength in docs/bots.md."""

import pytest

from parlour.bots.search import Budget
from parlour.games.rook import GAME
from parlour.lab.arena import Contest, run

pytestmark = [pytest.mark.slow, pytest.mark.every(3)]


def test_the_search_beats_the_rules_of_thumb() -> None:
    """A search that gets clearly weaker fails here."""
    contest = Contest(GAME, 4, ("search:40", "basic"), 6, seed=8, budget=Budget())
    score = run(contest, threads=2).scores[0]
    assert score.points.mean > 0
    assert score.wins.mean > 1 / contest.sides
