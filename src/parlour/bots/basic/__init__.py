"""`basic`: rules of thumb that a good player would recognise, one short file a game.

Each file has a compiled `choose(state, seat, rng)` that looks only at what the seat may know, so that it
chooses the same in a hidden state and in a whole one: it plays at tables and inside rollouts.
"""

from functools import cache
from importlib import import_module
from typing import Any

from parlour.game import Game
from parlour.games import GAMES
from parlour.rule import keep

PLAYERS = {name: f"parlour.bots.basic.{name}" for name in GAMES}


@cache
def find_basic(game: Game) -> Any:
    """The rules of thumb of a game, compiled and kept on disk."""
    return keep(import_module(PLAYERS[game.name]).choose)
