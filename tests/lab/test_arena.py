"""The arena measures honestly: the same deals, every rotation, nothing for equal bots."""

import pytest

from parlour.bots.search import Budget
from parlour.games import find_game
from parlour.lab.arena import MIXED, Contest, rows, run


def _contest(name: str, players: int, *bots: str, deals: int = 6) -> Contest:
    return Contest(find_game(name), players, bots, deals, seed=3, budget=Budget(worlds=8), max_rounds=20)


@pytest.mark.parametrize(("name", "players"), [("oh7", 4), ("kod7", 3), ("rook", 4), ("active13", 2), ("thirtyone", 4)])
def test_identical_deterministic_bots_give_exactly_zero(name: str, players: int) -> None:
    (score,) = run(_contest(name, players, "basic", deals=3), threads=2).scores
    assert score.points.mean == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(("name", "players"), [("oh7", 4), ("kod7", 4), ("rook", 4), ("active13", 2), ("thirtyone", 4)])
def test_rules_of_thumb_beat_chance_clearly(name: str, players: int) -> None:
    """A bot that gets clearly weaker fails here: the whole interval lies above zero."""
    results = run(_contest(name, players, "basic", "random", deals=12), threads=2)
    scores = {score.bot: score for score in results.scores if score.others != MIXED}
    assert scores["basic"].points.mean - scores["basic"].points.margin > 0
    assert scores["basic"].wins.mean > scores["random"].wins.mean


def test_the_figures_are_the_same_for_any_number_of_threads() -> None:
    contest = _contest("oh7", 3, "search:8", "basic", deals=2)
    timed = ("median_milliseconds", "p99_milliseconds")
    figures = [
        [{name: value for name, value in row.items() if name not in timed} for row in rows(run(contest, threads))]
        for threads in (1, 2)
    ]
    assert figures[0] == figures[1]
