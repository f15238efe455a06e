"""Tests of random play on a GPU, in CUDA's simulator."""

import pytest

from parlour.engine.rule import PLAIN
from tests.envs.cuda.simulator import every_game, run_in_simulator

pytestmark = [pytest.mark.skipif(PLAIN, reason="a comparison with compiled rules"), pytest.mark.every(4)]


@pytest.mark.processes
@every_game(-3)
def test_random_play_on_a_gpu_gives_the_same_states_as_on_the_cpu(game: str) -> None:
    run_in_simulator("playing_program", game)
