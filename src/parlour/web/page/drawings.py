"""The drawings that a game brings along, for suits and faces that the page has no shape for."""

import sys
from functools import cache
from pathlib import Path

from parlour.game.game import Game


@cache
def drawings(game: Game) -> dict[str, str]:
    """The SVG documents in the folder `drawings` of the game, by name; a game that is one file has none.

    A drawing of a suit is 100 wide and 100 high, that of a face 100 wide and 140 high. Its ink is `currentColor`.
    """
    home = sys.modules[game.module]
    if not hasattr(home, "__path__"):
        return {}
    found = sorted((Path(home.__file__ or "").parent / "drawings").glob("*.svg"))
    return {path.stem: path.read_text(encoding="utf-8") for path in found}
