"""Tests of batches of matches on a GPU, in CUDA's simulator."""

import pytest

from parlour.engine.rule import PLAIN
from tests.envs.cuda.simulator import every_game, run_in_simulator

pytestmark = [pytest.mark.skipif(PLAIN, reason="a comparison with compiled rules"), pytest.mark.every(4)]


@pytest.mark.processes
@every_game(-3, -2)
def test_a_batch_on_a_gpu_has_the_same_arrays_as_a_batch_on_the_cpu(game: str) -> None:
    run_in_simulator("batch_program", game)
