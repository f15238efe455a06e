"""`easy` and `medium` for a game without rules of thumb: short searches, played out by random choices.

Until the search is compiled they choose any legal action.
"""

from parlour.bots.levels import SEARCHED_SLIPS, WORLDS
from parlour.bots.search import Budget, Search
from parlour.engine.rng import Rng, below, pick
from parlour.game.game import Game, State


class DefaultPlayer:
    """A player of one of these levels."""

    def __init__(self, game: Game, level: str) -> None:
        """`level`: easy or medium."""
        self.game, self.slips = game, SEARCHED_SLIPS[level]
        self.search = Search(game, Budget(worlds=WORLDS[level]))

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """The best action found in a few worlds, or a slip."""
        if self.slips and below(rng, self.slips) == 0:
            return pick(rng, self.game.legal(state, seat))
        return self.search.choose(state, seat, rng)
