"""`basic`: rules of thumb that a good player would recognise, in the file basic.py of a game.

The file has a compiled `choose(state, seat, rng)` that looks only at what the seat may know, so it makes the same
choice in a hidden state and in a whole one: it plays at tables and inside rollouts. A game can also say how likely a
world is, judging by what the others did in it: `believe(state, seat, rng)`.
"""

from collections.abc import Callable
from functools import cache

from parlour.bots.levels import SLIPS
from parlour.engine.rng import Rng
from parlour.engine.rule import cache_on_disk, rule
from parlour.game.game import Game, State
from parlour.match.walk import find_random, find_slipping

SIMPLE = {name: SLIPS[name] for name in ("basic", "random")}  # the compiled bots of a game without rules of thumb


def has_basic(game: Game) -> bool:
    """Return whether a game has rules of thumb."""
    return hasattr(game.part("basic"), "choose")


def compiled_bots(game: Game) -> dict[str, int]:
    """Return the bots that can play inside compiled loops, and how often each slips."""
    return SLIPS if has_basic(game) else SIMPLE


@cache
def find_basic(game: Game) -> Callable[[State, int, Rng], int]:
    """Find the rules of thumb of a game, compiled and kept on disk; without any, a random choice."""
    found: Callable[[State, int, Rng], int] = (
        cache_on_disk(game.part("basic").choose) if has_basic(game) else find_random(game)
    )  # fmt: skip
    return found


def find_compiled(game: Game) -> Callable[[State, int, int, Rng], int]:
    """Find the compiled choice of the `compiled_bots`: `(state, seat, slips, generator) -> action`."""
    return find_slipping(game, find_basic(game))


@cache
def find_belief(game: Game) -> Callable[[State, int, Rng], float]:
    """Find a game's `believe`: how likely a world is, judging by what the others did in it; by default 1."""
    found: Callable[[State, int, Rng], float] = cache_on_disk(getattr(game.part("basic"), "believe", believe))
    return found


@rule
def believe(state: State, seat: int, rng: Rng) -> float:
    """Return 1: all worlds are equally likely."""
    return 1.0
