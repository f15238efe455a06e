"""A position in a match, on which properties are checked."""

import random
from dataclasses import dataclass

from parlour.engine.rng import Rng
from parlour.game.game import SPECTATOR, Game, State
from parlour.match.fair import chance_generator, seeded_key
from parlour.match.match import Match


@dataclass(frozen=True)
class Position:
    """A match in progress in which some seat is to act, described by its seed and its number of moves."""

    match: Match
    seed: int = 0
    moves: int = 0

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.match.game

    @property
    def state(self) -> State:
        """The state of the match."""
        return self.match.state

    @property
    def players(self) -> int:
        """The number of players."""
        return self.match.players

    @property
    def viewers(self) -> range:
        """All viewers of the table: a spectator, then the seats."""
        return range(SPECTATOR, self.match.players)

    def random(self, purpose: str = "") -> random.Random:
        """Make a random generator that depends only on the position and the purpose."""
        return random.Random(f"{purpose} {self.players} {self.seed} {self.moves}")

    def world(self, viewer: int, number: int = 0) -> State:
        """Redeal the cards that the viewer can't see; return the new state."""
        world = self.game.hidden(self.state, viewer)
        self.game.redeal(world, viewer, redealer(self.seed, viewer, number))
        return world

    def __str__(self) -> str:
        """Describe how to reach the position."""
        options = {
            name: value
            for name, value in self.game.options_of(self.state).items()
            if value != self.game.option(name).default
        }
        chosen = f", options {options}" if options else ""
        return f"{self.players} players{chosen}, seed {self.seed}, after {self.moves} moves"


def redealer(seed: int, viewer: int, number: int = 0) -> Rng:
    """Make a random generator for `redeal`."""
    return chance_generator(seeded_key(seed, 1), 8 * number + viewer + 1)
