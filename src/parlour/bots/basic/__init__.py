"""`basic`: rules of thumb that a good player would recognise, one short file a game.

Each file has a compiled `choose(state, seat, rng)` that looks only at what the seat may know, so that it
chooses the same in a hidden state and in a whole one: it plays at tables and inside rollouts.
"""

from functools import cache
from importlib import import_module
from typing import Any

from parlour.game import Game, State
from parlour.games import GAMES
from parlour.rng import Rng
from parlour.rule import keep, rule

PLAYERS = {name: f"parlour.bots.basic.{name}" for name in GAMES}


@cache
def find_basic(game: Game) -> Any:
    """The rules of thumb of a game, compiled and kept on disk."""
    return keep(import_module(PLAYERS[game.name]).choose)


@cache
def find_belief(game: Game) -> Any:
    """How likely a world is by what the others did in it; for a game that says nothing of it every world is."""
    return keep(getattr(import_module(PLAYERS[game.name]), "believe", anything))


@rule
def anything(state: State, seat: int, rng: Rng) -> float:
    """Every world is as likely."""
    return 1.0
