"""A function's fingerprint changes if and only if something that the function depends on changes."""

import os
import subprocess
import sys
from typing import Any

import pytest

from parlour.engine._fingerprint import fingerprint
from parlour.game.game import RULES
from parlour.games import all_games

SOURCE = '''
"""Rules of a made-up game."""
import numpy as np
from parlour.engine.sets import bit
from parlour.engine.rule import hot_rule, rule

SUIT = (0b11111, 0b1111100000)
TABLE = np.array([1, 2, 3])

@hot_rule
def worth(card: int) -> int:
    """What a card is worth."""
    return 2 * card

@rule
def legal(hand: int, card: int) -> int:
    # any card of the suit
    return hand & SUIT[0] & bit(worth(card)) + TABLE[1]

def tell(card: int) -> str:
    return f"plays {card}"
'''


def made(source: str) -> Any:
    space: dict[str, Any] = {"__name__": "made"}
    exec(compile(source, "<made>", "exec"), space)
    return space["legal"]


def test_functions_with_the_same_source_have_the_same_fingerprint() -> None:
    assert fingerprint(made(SOURCE)) == fingerprint(made(SOURCE))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("hand & SUIT[0]", "hand & SUIT[1]"),  # The function itself changes.
        ("0b1111100000)", "0b1111000000)"),  # A constant that the function names changes.
        ("2 * card", "3 * card"),  # A rule that the function calls changes.
        ("[1, 2, 3]", "[1, 2, 4]"),  # An array that the function reads changes.
        ("bit(worth(card))", "bit(card)"),  # removes one call
        ("@hot_rule\ndef worth", "@rule\ndef worth"),  # A rule is compiled in a different way.
    ],
)
def test_changing_anything_that_a_function_depends_on_changes_its_fingerprint(before: str, after: str) -> None:
    assert before in SOURCE
    assert fingerprint(made(SOURCE.replace(before, after))) != fingerprint(made(SOURCE))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# any card of the suit", "# another comment\n    # of two lines"),
        ("What a card is worth", "The worth of a card"),  # documentation
        ('f"plays {card}"', 'f"shows {card}"'),  # A sentence that players read changes.
        ('"""Rules of a made-up game."""', ""),
    ],
)
def test_changing_a_comment_or_a_docstring_or_a_sentence_for_people_keeps_the_fingerprint(
    before: str, after: str
) -> None:
    assert before in SOURCE
    if "plays" in before and not hasattr(made(SOURCE), "py_func"):
        pytest.skip("plain mode")
    assert fingerprint(made(SOURCE.replace(before, after))) == fingerprint(made(SOURCE))


PRINT_ALL = """
from parlour.club.compilation import search_loops
from parlour.envs.loops import find_loops
from parlour.engine._fingerprint import fingerprint
from parlour.game.game import RULES
from parlour.games import all_games
for game in all_games():
    loops = find_loops(game)
    print(*(fingerprint(getattr(game, name)) for name in RULES))
    print(*map(fingerprint, (loops.step, loops.observe)))
    print(*map(fingerprint, search_loops(game)))
"""


FIRST_PLAY = """
from parlour.envs.batch import Batch
from parlour.games import all_games
Batch(all_games()[0], matches=2, seed=1)
"""


@pytest.mark.processes
def test_rules_and_environments_and_searches_have_the_same_fingerprints_in_every_process() -> None:
    """If fingerprints differed, every process would compile again; even compiling other games must not change them."""
    first, second = (
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for program, seed in ((PRINT_ALL, "1"), (FIRST_PLAY + PRINT_ALL, "2"))
    )
    assert first == second
    for_each = [len(RULES), 2] * len(all_games())
    assert [len(line.split()) for place, line in enumerate(first.splitlines()) if place % 3 < 2] == for_each
