"""The bots `easy` and `medium` for games without rules of thumb, which search with a few random playouts.

Until the search is compiled, the bots choose any legal action.
"""

from parlour.bots.levels import SEARCHED_SLIPS, WORLDS
from parlour.bots.search import Budget, Search
from parlour.engine.rng import Rng, below, pick
from parlour.game.game import Game, State


class DefaultPlayer:
    """The bot `easy` or `medium` for a game without rules of thumb."""

    def __init__(self, game: Game, level: str) -> None:
        """Make the bot; `level` is "easy" or "medium"."""
        self.game, self.slips = game, SEARCHED_SLIPS[level]
        self.search = Search(game, Budget(worlds=WORLDS[level]))

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """Choose the best action found by a short search, or sometimes a random one."""
        if self.slips and below(rng, self.slips) == 0:
            return pick(rng, self.game.legal(state, seat))
        return self.search.choose(state, seat, rng)
