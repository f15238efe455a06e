"""`easy` and `medium` for a game without rules of thumb: short searches with random playouts.

Until the search is compiled, they choose any legal action.
"""

from parlour.bots.levels import SEARCHED_SLIPS, WORLDS
from parlour.bots.search import Budget, Search
from parlour.engine.rng import Rng, below, pick
from parlour.game.game import Game, State


class DefaultPlayer:
    """A player of either level."""

    def __init__(self, game: Game, level: str) -> None:
        """Make a player; `level`: easy or medium."""
        self.game, self.slips = game, SEARCHED_SLIPS[level]
        self.search = Search(game, Budget(worlds=WORLDS[level]))

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """Choose the best action found in a few worlds, or slip."""
        if self.slips and below(rng, self.slips) == 0:
            return pick(rng, self.game.legal(state, seat))
        return self.search.choose(state, seat, rng)
