"""`basic`: rules of thumb that a good player would recognise, in the file basic.py of a game.

It has a compiled `choose(state, seat, rng)` that looks only at what the seat may know, so that it chooses the same in
a hidden state and in a whole one: it plays at tables and inside rollouts. A game may also say how likely a world is,
by what the others did in it: `believe(state, seat, rng)`.
"""

from functools import cache
from typing import Any

from parlour.game import Game, State
from parlour.playout import for_game
from parlour.rng import Rng, pick
from parlour.rule import keep, rule

legal = None  # the rule of a game takes the place of this name in `for_game`


def has_basic(game: Game) -> bool:
    """Whether a game has rules of thumb."""
    return hasattr(game.part("basic"), "choose")


@cache
def find_basic(game: Game) -> Any:
    """The rules of thumb of a game, compiled and kept on disk; where there are none, any legal action."""
    return keep(game.part("basic").choose) if has_basic(game) else for_game(game, _choose_any)


def _choose_any(state: State, seat: int, rng: Rng) -> int:
    return pick(rng, legal(state, seat))  # type: ignore[misc]


@cache
def find_belief(game: Game) -> Any:
    """How likely a world is by what the others did in it; for a game that says nothing of it every world is."""
    return keep(getattr(game.part("basic"), "believe", anything))


@rule
def anything(state: State, seat: int, rng: Rng) -> float:
    """Every world is as likely."""
    return 1.0
