"""OpenSpiel's information set Monte Carlo tree search as a bot for our tables.

    parlour arena oh7 --players 2 --bots search:100ms --among bench.peers.ismcts:make --deals 40

Run the command in the folder that contains `bench`; it needs parlour[openspiel]. The search itself is OpenSpiel's.
This module only provides what the search needs from a game: `redeal` draws possible worlds, and compiled random
playouts rate the leaves of the tree, which makes the search faster but no different.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot

from parlour.engine.rng import Rng, generator, random_bits
from parlour.engine.sets import each
from parlour.envs._positions import Position, Setting, Settings
from parlour.envs.openspiel import PREFIX, ParlourState
from parlour.errors import ParlourError
from parlour.game.game import Game, State
from parlour.match.walk import find_play_on, find_random

SIMULATIONS = 800  # simulations per choice, which take about 100 ms in the game oh7
EXPLORATION = 0.4  # as a share of a round's maximum points; this value won the most matches (docs/bots.md)
SEED_WORDS = 8


def make(game: Game) -> Callable[[State, int, Rng], int]:
    """Make the bot; `bench.peers.ismcts:make` is its name in the arena."""
    return Ismcts(game, SIMULATIONS).choose


class Ismcts:
    """A bot that chooses by OpenSpiel's search; one bot can play several seats."""

    def __init__(self, game: Game, simulations: int, exploration: float = EXPLORATION) -> None:
        """`simulations`: how many times the search goes down its tree for each choice."""
        if type(simulations) is not int or simulations < 1:
            raise ParlourError(f"the simulations cannot be {simulations!r}; expected a whole number above 0")
        self.game, self.simulations, self.exploration = game, simulations, exploration

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """Choose the action that the search visits most; the search uses only what the seat may know."""
        legal = list(each(self.game.legal(state, seat)))
        if len(legal) == 1:
            return legal[0]
        root = self._root(state, seat)
        words = np.array([random_bits(rng) for _ in range(SEED_WORDS)], np.uint32)
        numbers = np.random.RandomState(words)
        bot = self._bot(root, numbers)
        bot.set_resampler(lambda asked, player: asked.resampled(player, numbers.bytes(SEED_WORDS * 4)))
        return int(bot.step(root))

    def _root(self, state: State, seat: int) -> ParlourState:
        """Convert the hidden state into an OpenSpiel position; other seats that choose at the same time act later."""
        episode = "match" if self.game.carries_over else "round"
        settings = Settings(self.game.name, int(state.players), episode, "score", options=self._options(state))
        loaded = pyspiel.load_game(PREFIX + self.game.name, settings.parameters())
        setting: Setting = loaded.setting
        return ParlourState(loaded, setting, Position(setting, self.game.hidden(state, seat), seat))

    def _options(self, state: State) -> str:
        return ";".join(f"{name}:{value}" for name, value in self.game.options_of(state).items())

    def _bot(self, root: ParlourState, numbers: np.random.RandomState) -> Any:
        setting = root.position.setting
        return ISMCTSBot(
            game=root.get_game(),
            evaluator=PlayOuts(setting, numbers),
            uct_c=self.exploration * setting.game.gain_bound(setting.start),
            max_simulations=self.simulations,
            random_state=numbers,
            allow_inconsistent_action_sets=False,
        )


class PlayOuts:
    """An evaluator that rates a position by one random playout, like OpenSpiel's own evaluator, but compiled."""

    def __init__(self, setting: Setting, numbers: np.random.RandomState) -> None:
        """Use the bot's random generator for the playouts."""
        self._states: npt.NDArray[np.void] = np.zeros(1, setting.game.state)
        self._state, self._rng = self._states[0], generator(numbers.bytes(32))
        self._play = find_play_on(setting.game, find_random(setting.game))

    def evaluate(self, state: ParlourState) -> list[float]:
        """Play the episode to the end with random actions; return the total rewards of all seats."""
        position = state.position
        self._states[0] = position.state
        left = position.setting.plan.max_decisions - position.decisions
        self._play(self._state, self._rng, position.until, left)
        return position.returns_at(self._state)

    def prior(self, state: ParlourState) -> list[tuple[int, float]]:
        """Give every legal action the same prior probability."""
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]
