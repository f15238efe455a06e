"""The games: one line each."""

from importlib import import_module

from parlour.errors import ParlourError
from parlour.game import Game

GAMES = {  # name: where its Game is
    "oh7": "parlour.games.oh7:OH7",
    "kod7": "parlour.games.kod7:KOD7",
    "rook": "parlour.games.rook:ROOK",
    "active13": "parlour.games.active13:ACTIVE13",
    "thirtyone": "parlour.games.thirtyone:THIRTYONE",
}


def find_game(name: str) -> Game:
    """The game of that name; only its own rules are loaded."""
    if name not in GAMES:
        raise ParlourError(f"there is no game {name!r}; expected one of {', '.join(GAMES)}")
    module, _, attribute = GAMES[name].partition(":")
    game: Game = getattr(import_module(module), attribute)
    return game


def all_games() -> list[Game]:
    """Every game, in the order of the list."""
    return [find_game(name) for name in GAMES]
