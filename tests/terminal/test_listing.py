"""The summary of a simulation shows wins by seat, or by team in games with partners."""

import numpy as np
import pytest

from parlour.game.game import Game
from parlour.games import all_games
from parlour.lab.simulation import Summary
from parlour.match.walk import Outcomes
from parlour.terminal.listing import show_summary
from tests.samples import alone, some_game

ALONE = some_game(3, alone)


def _summary(game: Game, players: int, *winners: int) -> Summary:
    summary = Summary(game, players, len(winners), wins=[0.0] * players)
    rows = np.array([(mask, 9, 100, mask != 0) for mask in winners], np.int64)
    summary.add(Outcomes(*rows.T))
    return summary


@pytest.mark.parametrize("game", [game for game in all_games() if game.teams == 2 and 4 in game.players])
def test_the_summary_of_a_simulation_has_one_line_per_team(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    show_summary(_summary(game, 4, 0b0101, 0b0101, 0b0101, 0b1010), None)
    shown = capsys.readouterr().out
    assert "wins of seats 0 and 2 │ 75.0%" in " ".join(shown.split())
    assert "wins of seats 1 and 3 │ 25.0%" in " ".join(shown.split())


def test_the_summary_of_a_simulation_without_teams_has_one_line_per_seat(capsys: pytest.CaptureFixture[str]) -> None:
    show_summary(_summary(ALONE, 3, 0b001, 0b011), None)
    shown = " ".join(capsys.readouterr().out.split())
    assert "wins of seat 0 │ 75.0%" in shown
    assert "wins of seat 1 │ 25.0%" in shown
    assert "wins of seat 2 │ 0.0%" in shown


def test_the_summary_of_a_simulation_counts_matches_that_were_cut_off_separately(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """C6."""
    show_summary(_summary(ALONE, 3, 0b001, 0), None)
    shown = " ".join(capsys.readouterr().out.split())
    assert "1 of 2 matches were cut off" in shown
    assert "wins of seat 0 │ 100.0%" in shown
