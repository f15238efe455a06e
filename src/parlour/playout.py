"""Whole matches in one compiled call: what simulation, the laboratory and search are made of.

A loop over a game's rules is written once here and compiled for each game.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.cards import lowest
from parlour.game import Game, State
from parlour.rng import Rng, pick
from parlour.rule import rule

RULES = ("start", "deal", "actors", "legal", "apply", "over")


def for_game(game: Game, function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a loop with the rules of one game in the place of the names in RULES."""
    scope = {**function.__globals__, **{name: getattr(game, name) for name in RULES}}
    copied = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    copied.__qualname__ = f"{function.__name__}_{game.name}"  # the compiled cache tells games apart by this name
    copied.__module__ = function.__module__
    return rule(copied)
