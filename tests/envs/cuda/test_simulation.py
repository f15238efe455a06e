"""Tests of simulated matches on a GPU, in CUDA's simulator."""

import pytest

from parlour.engine.rule import PLAIN
from tests.envs.cuda.simulator import every_game, run_in_simulator

pytestmark = [pytest.mark.skipif(PLAIN, reason="a comparison with compiled rules"), pytest.mark.every(4)]


@pytest.mark.processes
@every_game(-3, -2)
def test_the_matches_of_a_seed_are_the_same_on_a_gpu_and_on_the_cpu(game: str) -> None:
    run_in_simulator("simulation_program", game)
