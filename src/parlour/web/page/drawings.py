"""The drawings that a game provides for suits and faces that the page can't draw itself."""

import sys
from functools import cache
from pathlib import Path

from parlour.game.game import Game


@cache
def drawings(game: Game) -> dict[str, str]:
    """Return the SVG documents in the game's folder `drawings`, by name; a game in a single file has no drawings.

    A suit's drawing is 100 × 100 units, a face's drawing 100 × 140. Drawings use the colour `currentColor`.
    """
    home = sys.modules[game.module]
    if not hasattr(home, "__path__"):
        return {}
    found = sorted((Path(home.__file__ or "").parent / "drawings").glob("*.svg"))
    return {path.stem: path.read_text(encoding="utf-8") for path in found}
