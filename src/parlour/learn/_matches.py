"""Step many matches at once to train a net; each step yields gains, and observations for the seats to act.

`Matches` runs on the CPU; `parlour.learn._cuda_matches` does the same on a GPU. Seats that aren't the learner's are
played by rules of thumb, or at random in games without rules of thumb.
"""

from functools import cache
from typing import Any

import numpy as np

from parlour.bots.basic import find_basic
from parlour.engine.rng import GENERATOR, generator
from parlour.engine.rule import loop
from parlour.envs.batch import Batch, EpisodePlan
from parlour.envs.learners import EVERY_SEAT, learners
from parlour.game.game import Game
from parlour.match.walk import results_of


class Matches:
    """Matches on the CPU; each match restarts when it ends."""

    can_wait = False  # Whether matches can wait for each other after a round.

    def __init__(self, game: Game, players: int, count: int, seed: int) -> None:
        """Deal the matches."""
        self.game, self.players, self.count = game, players, count
        plan = EpisodePlan(episode="match", reward="score")
        self.batch = Batch(game, players, None, count, seed, plan)
        self.size, self.actions = self.batch.size, game.actions
        self.mine = np.arange(count) % players  # The learner's seat, EVERY_SEAT or NO_SEAT.
        self._generators = np.zeros(count, GENERATOR)
        for match in range(count):
            self._generators[match] = generator(np.random.default_rng([seed, match]).bytes(32))
        self._rounds = self.batch.states["rounds"].copy()
        self.results = np.zeros((count, players), np.float32)

    @property
    def rows(self) -> Any:
        """The observation of the seat to act, for each match."""
        return self.batch.observations

    @property
    def masks(self) -> Any:
        """The legal actions of the seat to act, with a byte per action, for each match."""
        return self.batch.masks

    @property
    def seats(self) -> Any:
        """The seat to act, for each match."""
        return self.batch.seats

    def release(self) -> None:
        """Do nothing, because matches on the CPU never wait."""

    def step(self, actions: Any) -> None:
        """Act in every match, and update gains, results and ends of rounds."""
        self.batch.step(np.asarray(actions, np.int64))
        self.gains = self.batch.rewards
        self.ended = self.batch.ended != 0
        rounds = self.batch.states["rounds"]
        self.round_over = self.ended | (rounds != self._rounds)
        self._rounds = rounds.copy()
        self.results[:] = 0
        if self.ended.any():
            _, won = results_of(self.game, self.batch.final_states[self.ended], self.players)
            shares = (won[:, None] >> np.arange(self.players)) & 1
            total = shares.sum(1, keepdims=True)
            self.results[self.ended] = np.where(total > 0, shares * self.players / np.maximum(total, 1) - 1.0, 0.0)

    @property
    def learns(self) -> Any:
        """Whether the seat to act is the learner's or its partner's, for each match."""
        return learners(self.seats, self.mine, self.game.teams)

    def others(self, actions: Any) -> Any:
        """Replace the actions of seats other than the learner's and its partner's by choices of the rules of thumb."""
        chosen = np.array(actions, np.int64)
        _find_others(self.game)(self.batch.states, self.seats, self.mine, self.game.teams, self._generators, chosen)
        return chosen


@cache
def _find_others(game: Game) -> Any:
    choose = find_basic(game)

    @loop
    def others(states: Any, seats: Any, mine: Any, teams: int, generators: Any, actions: Any) -> None:
        """Let the rules of thumb choose for every seat other than the learner's and its partner's."""
        for match in range(len(states)):
            seat, own = seats[match], mine[match]
            if own != EVERY_SEAT and seat != own and not (teams > 0 and own >= 0 and seat % teams == own % teams):
                actions[match] = choose(states[match], seat, generators[match])

    return others
