"""A position of a match: what every property is checked on."""

import random
from dataclasses import dataclass

from parlour.engine.rng import Rng
from parlour.game.game import SPECTATOR, Game, State
from parlour.match.fair import chance_generator, seeded_key
from parlour.match.match import Match


@dataclass(frozen=True)
class Position:
    """A match in the middle, with somebody to act: the one after so many moves from a seed."""

    match: Match
    seed: int = 0
    moves: int = 0

    @property
    def game(self) -> Game:
        """The game."""
        return self.match.game

    @property
    def state(self) -> State:
        """Where the match stands."""
        return self.match.state

    @property
    def players(self) -> int:
        """How many play."""
        return self.match.players

    @property
    def onlookers(self) -> range:
        """Everybody who looks at the table: the seats, and before them a spectator."""
        return range(SPECTATOR, self.match.players)

    def random(self, purpose: str = "") -> random.Random:
        """Numbers for further choices: the same for the same position and purpose."""
        return random.Random(f"{purpose} {self.players} {self.seed} {self.moves}")

    def world(self, onlooker: int, number: int = 0) -> State:
        """A match that the onlooker could take for this one: hidden, and dealt again."""
        world = self.game.hidden(self.state, onlooker)
        self.game.redeal(world, onlooker, redealer(self.seed, onlooker, number))
        return world

    def __str__(self) -> str:
        """How to get there."""
        options = {
            name: value
            for name, value in self.game.options_of(self.state).items()
            if value != self.game.option(name).default
        }
        chosen = f", options {options}" if options else ""
        return f"{self.players} players{chosen}, seed {self.seed}, after {self.moves} moves"


def redealer(seed: int, onlooker: int, number: int = 0) -> Rng:
    """A generator for `redeal`."""
    return chance_generator(seeded_key(seed, 1), 8 * number + onlooker + 1)
