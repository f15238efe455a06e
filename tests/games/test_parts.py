"""Optional parts of games: they are found beside the rules, and importing them is cheap."""

import subprocess
import sys

import pytest

PROGRAM = """
from numba.core.event import install_recorder

from parlour.games import all_games

with install_recorder("numba:compile") as compiled:
    for game in all_games():
        for name in ("advice", "basic", "encoding", "figures", "measures", "moments", "view", "worth"):
            game.part(name)
print(len(compiled.buffer))
"""


@pytest.mark.processes
def test_importing_the_parts_of_a_game_compiles_nothing() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "0"
