"""Timing commands: every figure is measured in a separate process that does the work."""

from subprocess import CalledProcessError

import pytest

from parlour.errors import ParlourError
from parlour.lab._commands import command_rates, timed
from parlour.lab.bench import bench_engine
from tests.samples import some_game

GAME = some_game(2, lambda game: game.writes_quickly)


@pytest.mark.processes
def test_the_timing_of_a_command_includes_its_start_and_all_requested_matches() -> None:
    simulated, recorded, verified = command_rates(GAME, matches=60, decisions_each=100.0)
    assert [row["command"] for row in (simulated, recorded, verified)] == ["simulate", "simulate --records", "verify"]
    assert simulated["matches"] == 60
    assert recorded["matches"] == verified["matches"]
    for row in (simulated, recorded, verified):
        assert row["seconds"] > 0.05  # Starting Python alone takes longer.
        assert row["decisions"] == pytest.approx(row["matches"] * 100.0 / row["seconds"])


@pytest.mark.processes
def test_a_command_that_fails_is_not_timed() -> None:
    with pytest.raises(CalledProcessError, match="exit status 2"):
        timed("simulate", "nothing")


def test_an_impossible_number_of_seconds_is_refused() -> None:
    with pytest.raises(ParlourError, match="seconds cannot be 0"):
        bench_engine([GAME.name], 0, None)
