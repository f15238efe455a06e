"""A copy of the template of a game with two planted faults: a card that is always best, and a card that is never.

Both cards count for each card that stays in the player's hand, so it matters when they're played. The best card gains
points, and the dead card loses points.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.game.game import Game
from parlour.games import GAMES, PATHS, kit, load_game
from parlour.terminal import template

TEMPLATE = Path(template.__file__).with_name("mygame.py")
BEST, DEAD = "AS", "QH"
SCORED = """    state.hands[seat] &= ~bit(card)
    state.scores[seat] += PLANTED * count(state.hands[seat]) * ((card == BEST) - (card == DEAD))
"""
BOT = '''
PLANTED = 10
BEST, DEAD = {best}, {dead}


@rule
def choose(state: State, seat: int, rng: Rng) -> int:
    """Choose by rules of thumb."""
    return choose_from(state, seat, legal(state, seat), rng)


@rule
def choose_from(state: State, seat: int, allowed: int, rng: Rng) -> int:
    """Play the best card at once, the dead card as late as possible, and otherwise any card."""
    if has(allowed, BEST):
        return BEST
    others = allowed & ~bit(DEAD)
    return pick(rng, others if others else allowed)


TABLE = kit.Table('''


@pytest.fixture
def planted(tmp_path: Path) -> Iterator[Game]:
    """Write the game into a folder and load it; forget it after the test."""
    path = tmp_path / "planted.py"
    path.write_text(_text(), encoding="utf-8")
    try:
        yield load_game(str(path))
    finally:
        GAMES.pop("planted", None)
        PATHS.pop("planted", None)


def _text() -> str:
    names = kit.pack().names
    text = TEMPLATE.read_text(encoding="utf-8").replace('name="mygame"', 'name="planted"')
    for old, new in (
        ("    state.hands[seat] &= ~bit(card)\n", SCORED),
        ('"points in the match so far", 0, 500', '"points in the match so far", -500, 500'),
        ("one_card, one_seat, rule, shuffle,", "one_card, one_seat, pick, rule, shuffle,"),
        ("\nTABLE = kit.Table(", BOT.format(best=names.index(BEST), dead=names.index(DEAD))),
    ):
        assert old in text
        text = text.replace(old, new)
    return text
