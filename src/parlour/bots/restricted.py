"""What a bot does if a study forbids its choice: it takes the best of the allowed actions.

A random choice is replaced by a random allowed action. Rules of thumb that have `choose_from` choose among the allowed
actions. A bot that searches searches again. For every other bot a search in FALLBACK worlds chooses, which may be
better than what the bot itself would do.
"""

from collections.abc import Callable

from parlour.bots import find_bot
from parlour.bots.basic import compiled_bots, find_choose_from
from parlour.bots.levels import SLIPS
from parlour.bots.search import Budget, Search
from parlour.engine.rng import Rng
from parlour.game.game import Game, State
from parlour.match.walk import ALWAYS

FALLBACK = 32  # The number of worlds of the search for bots that can't choose from a set.


def find_alternative(game: Game, name: str) -> Callable[[State, int, int, Rng], int]:
    """Make the function that replaces a forbidden choice of a bot that can't do so in a compiled loop.

    The function takes (hidden state, seat, allowed actions, random generator).
    """
    own = _own_search(game, name)
    return (own or Search(game, Budget(worlds=FALLBACK))).choose_from


def _own_search(game: Game, name: str) -> Search | None:
    if name in compiled_bots(game):
        return None
    player = getattr(find_bot(game, name), "__self__", None)
    return player if isinstance(player, Search) else None


def is_compiled(game: Game, name: str) -> bool:
    """Say whether the bot with this name replaces its forbidden choices without a search."""
    return name in compiled_bots(game) and (SLIPS[name] == ALWAYS or find_choose_from(game) is not None)


def alternative_text(game: Game, name: str) -> str:
    """Say what the bot with this name does if its choice is forbidden."""
    if name in compiled_bots(game):
        if SLIPS[name] == ALWAYS:
            return "another allowed action, at random"
        if find_choose_from(game):
            return "the allowed action that its rules of thumb like best"
    elif _own_search(game, name):
        return "the allowed action that its search finds best"
    return f"the allowed action that a search in {FALLBACK} worlds finds best"
