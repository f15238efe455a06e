"""Games for tests that hold for any game: chosen by what the test needs, never by name.

So a test of the terminal or the server goes on working when a game is added or taken away.
"""

from collections.abc import Callable

from parlour.game import Game
from parlour.games import all_games


def some_game(players: int | None = None, fits: Callable[[Game], bool] = lambda game: True) -> Game:
    """The first game that so many can play and that fits what the test needs, such as `lambda game: game.teams`."""
    for game in all_games():
        if (players is None or players in game.players) and fits(game):
            return game
    raise LookupError(f"no game fits what this test needs: {players or 'any number of'} players")


def alone(game: Game) -> bool:
    """Everybody plays for themselves."""
    return not game.teams


def with_bots(game: Game) -> bool:
    """The game has rules of thumb."""
    return game.part("basic") is not None
