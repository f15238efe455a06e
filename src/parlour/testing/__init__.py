"""Properties that every game must have, which you can check on a game of your own.

    import pytest
    from parlour.games import load_game
    from parlour.testing import properties

    @pytest.mark.parametrize("check", properties(load_game("./hearts.py")), ids=str)
    def test_hearts(check):
        check()

A check that fails says what is wrong and in which position: the number of players, the seed, the moves, the seat, the
action and the whole state. The command `parlour check ./hearts.py` checks the same properties in a terminal, without a
test runner.
"""

from parlour.testing._position import Position
from parlour.testing._positions import played, played_match, walked
from parlour.testing.broken import Broken
from parlour.testing.runner import PROPERTIES, Check, Property, check_game, properties

__all__ = [
    "PROPERTIES", "Broken", "Check", "Position", "Property", "check_game", "played", "played_match", "properties",
    "walked",
]  # fmt: skip
