"""Random play on a GPU, in CUDA's simulator."""

import pytest

from parlour.rule import PLAIN
from tests.cuda.simulator import EVERY_GAME, game_name, run_in_simulator

pytestmark = pytest.mark.skipif(PLAIN, reason="compares with compiled rules")


@pytest.mark.parametrize("game", EVERY_GAME, ids=game_name)
def test_random_play_on_a_gpu_comes_to_the_same_bytes_as_on_this_machine(game: str) -> None:
    run_in_simulator("playing_program", game)
