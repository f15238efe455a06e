"""The games. A game is a folder here with its rules page, `rules.md`, or a single file; each makes its `GAME`.

A folder without a rules page holds what several games share.
"""

from importlib import import_module
from pathlib import Path

from parlour.errors import ParlourError
from parlour.game import Game

HOME = Path(__file__).parent


def _names() -> list[str]:
    folders = [page.parent.name for page in HOME.glob("*/rules.md")]
    return sorted(folders + [file.stem for file in HOME.glob("*.py") if file.stem != "__init__"])


GAMES = {name: f"parlour.games.{name}" for name in _names()}  # name: the module with its GAME


def find_game(name: str) -> Game:
    """The game of that name; only its own rules are loaded."""
    if name not in GAMES:
        raise ParlourError(f"there is no game {name!r}; expected one of {', '.join(GAMES)}")
    game: Game = import_module(GAMES[name]).GAME
    return game


def all_games() -> list[Game]:
    """Every game, in the order of their names."""
    return [find_game(name) for name in GAMES]
