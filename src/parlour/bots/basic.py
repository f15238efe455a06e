"""The bot `basic`, which plays by the rules of thumb in a game's file basic.py.

The file defines `choose(state, seat, rng)`, which is compiled and looks only at what the seat may know. So `choose`
makes the same choice with and without the hidden cards, and can play both at tables and inside rollouts. A game can
also define two more functions. `choose_from(state, seat, allowed, rng)` chooses an action of a set of legal actions,
for studies that forbid some actions. `believe(state, seat, rng)` says how likely a possible deal is, given what the
other seats did.
"""

from collections.abc import Callable
from functools import cache

from parlour.bots.levels import SLIPS
from parlour.engine.rng import Rng
from parlour.engine.rule import cache_on_disk, rule
from parlour.game.game import Game, State
from parlour.match.walk import find_random, find_slipping

SIMPLE = {name: SLIPS[name] for name in ("basic", "random")}  # The compiled bots in games without rules of thumb.


def has_basic(game: Game) -> bool:
    """Say whether a game has rules of thumb."""
    return hasattr(game.part("basic"), "choose")


def compiled_bots(game: Game) -> dict[str, int]:
    """Return the bots that can play inside compiled loops, and how often each makes a random choice."""
    return SLIPS if has_basic(game) else SIMPLE


@cache
def find_basic(game: Game) -> Callable[[State, int, Rng], int]:
    """Return a game's compiled rules of thumb, or a random choice if it has none."""
    found: Callable[[State, int, Rng], int] = (
        cache_on_disk(game.part("basic").choose) if has_basic(game) else find_random(game)
    )  # fmt: skip
    return found


@cache
def find_choose_from(game: Game) -> Callable[[State, int, int, Rng], int] | None:
    """Return a game's compiled rules of thumb for a choice among some legal actions; None if it has none."""
    found: Callable[[State, int, int, Rng], int] | None = getattr(game.part("basic"), "choose_from", None)
    return None if found is None else cache_on_disk(found)


def find_compiled(game: Game) -> Callable[[State, int, int, Rng], int]:
    """Return the compiled rule that plays all `compiled_bots`; it takes (state, seat, slips, random generator)."""
    return find_slipping(game, find_basic(game))


@cache
def find_belief(game: Game) -> Callable[[State, int, Rng], float]:
    """Return a game's compiled `believe`, or the default, which makes all possible deals equally likely."""
    found: Callable[[State, int, Rng], float] = cache_on_disk(getattr(game.part("basic"), "believe", believe))
    return found


@rule
def believe(state: State, seat: int, rng: Rng) -> float:
    """Return 1, so that all possible deals count as equally likely."""
    return 1.0
