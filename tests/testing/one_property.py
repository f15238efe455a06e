"""Check one property of a game in a file, and say so as `parlour check` does: a mistake is found sooner."""

import sys

from parlour.games import load_game
from parlour.terminal.check import Checks
from parlour.terminal.console import open_console
from parlour.testing import PROPERTIES
from parlour.testing.runner import RANDOM_PLAY

SECONDS = 20.0  # for a rule that does not return; all else is looked at for as long as it takes


def main(path: str, name: str) -> int:
    """The exit status: 1 if the property is broken."""
    checks = Checks(load_game(path), SECONDS, open_console())
    found = {one.name: checks._checker(one, float("inf")) for one in PROPERTIES}
    checks._check(name, found.get(name, checks._play), SECONDS)
    return int(checks.wrong > 0)


if __name__ == "__main__":
    assert sys.argv[2] == RANDOM_PLAY or sys.argv[2] in [one.name for one in PROPERTIES]
    sys.exit(main(*sys.argv[1:]))
