"""Check single properties of games in files, which is faster than running `parlour check`.

The program reads lines with the path of a file and the name of a property. For each line read, it writes a line that
says whether the property holds, with the output of `parlour check`. It keeps running because starting it takes longer
than a check.
"""

import io
import json
import sys
from contextlib import redirect_stdout

from parlour.game.game import _part
from parlour.games import GAMES, PATHS, load_game
from parlour.terminal.check import Checks, _agreed
from parlour.terminal.console import open_console
from parlour.testing import PROPERTIES
from parlour.testing.runner import AGREEMENT, RANDOM_PLAY

SECONDS = 20.0  # The time limit in seconds, for rules that never return.
FOR_COMPILED = 300.0


def check(path: str, name: str) -> tuple[bool, str]:
    """Check a property of the game in a file; return whether it holds, and the output."""
    with redirect_stdout(io.StringIO()) as said:
        game = load_game(path)
        try:
            checks = Checks(game, SECONDS, open_console())
            found = {one.name: checks._checker(one, float("inf")) for one in PROPERTIES}
            found |= {RANDOM_PLAY: checks._play, AGREEMENT: lambda: _agreed(game, FOR_COMPILED)}
            checks._check(name, found[name], FOR_COMPILED if name == AGREEMENT else SECONDS)
        finally:
            del GAMES[game.name], PATHS[game.name]
            _part.cache_clear()  # The next game's module will have the same name.
    return checks.wrong == 0, said.getvalue()


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(check(*json.loads(line))), flush=True)
