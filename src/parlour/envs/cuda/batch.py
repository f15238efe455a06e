"""Stepping many matches on a GPU, like `parlour.envs.batch.Batch` but with arrays that never leave the GPU.

`torch.from_dlpack` and `jax.dlpack.from_dlpack` can use the arrays without a copy.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from parlour.envs.batch import EpisodePlan, check_matches, match_words
from parlour.envs.cuda.device import check_gpu
from parlour.envs.cuda.room import rows_as_words, words_as_rows
from parlour.envs.cuda.rules import SIMULATED, Launches, arrays, as_argument, cuda, to_host
from parlour.envs.cuda.shown import BLOCK, byte_rows, padded
from parlour.envs.cuda.steps import DUE, WRONG, find_deal, find_step, find_wrong
from parlour.envs.encoding import PLAIN_LOOPS, find_encoding
from parlour.envs.loops import RESTART
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.game.texts import Refusal, Text, say

__all__ = ["DeviceBatch"]

MOST_BLOCKS = 8  # The maximum number of blocks per multiprocessor that deal.


class DeviceBatch:
    """A batch of matches of one game that are stepped together on a GPU; a match restarts as soon as it ends.

    All arrays stay on the GPU and are written in place.
    """

    def __init__(
        self,
        game: Game,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        matches: int = 65_536,
        seed: int = 0,
        plan: EpisodePlan | None = None,
        *,
        restart: bool = True,
        observing: bool = True,
    ) -> None:
        """Allocate the matches and deal the cards; if `observing` is false, no observations are written."""
        check_matches(matches)
        check_gpu()
        self.game, self.plan = game, plan or EpisodePlan()
        self.encoding = find_encoding(game, PLAIN_LOOPS)
        self.start = game.new_state(players, options)
        self.players, self.matches = int(self.start.players), matches
        self.actions, self.size = game.actions, self.encoding.size(self.players)
        self._step = find_step(game, self.players, observing)
        self._deal = find_deal(game, self.players, observing)
        most = 1 if SIMULATED else MOST_BLOCKS * cuda.get_current_device().MULTIPROCESSOR_COUNT
        self._grid, self._launches = (padded(matches) // BLOCK, BLOCK), Launches(self._launch)
        self._dealers = min(self._grid[0], most), BLOCK
        self._make_room(observing, restart)
        self.reset(seed)

    def _make_room(self, observing: bool, restart: bool) -> None:
        """Allocate all arrays on the GPU."""
        matches, xp, fresh = self.matches, arrays(), rows_as_words(np.full(1, self.start, self.game.state))
        self.seats = xp.zeros(matches, np.int64)  # The seat to act, or -1 if the match is over.
        self.masks, masks = byte_rows(matches, self.actions)
        self.observations, rows = byte_rows(matches, self.size if observing else 0)
        self.rewards = xp.zeros((matches, self.players), np.float32)
        self.ended = xp.zeros(matches, np.int8)  # RUNNING, TERMINATED or TRUNCATED since the last step.
        self.decisions = xp.zeros(matches, np.int64)  # Decisions in each episode so far.
        self._states = xp.zeros(padded(matches) * len(fresh), np.uint64)
        self._finals = xp.zeros(matches * len(fresh), np.uint64)
        self._words = xp.zeros((matches, 4), np.uint64)
        self._given, self._due, self._notes = (xp.zeros(size, np.int64) for size in (matches, matches, 2))
        plan = cuda.to_device(self.plan.record(self.game, restart=restart))
        known = xp.zeros((matches, self.players), np.int64)
        states, known, due, notes, seats, decisions, ended, rewards, given = map(as_argument, (
            self._states, known, self._due, self._notes, self.seats, self.decisions, self.ended, self.rewards,
            self._given,
        ))  # fmt: skip
        fresh, words, finals = map(as_argument, (xp.asarray(fresh), self._words, self._finals))
        rows, masks = (tuple(map(as_argument, flat)) for flat in (rows, masks))
        self._checking = as_argument(self.masks), given, notes
        self._stepping = (states, known, seats, masks, plan, decisions, given, rewards, ended, rows, due, notes)
        self._dealing = (states, fresh, words, known, seats, masks, plan, decisions, ended, finals, rows, due, notes)

    def reset(self, seed: int | None = None) -> None:
        """Restart all matches; without a seed, their random number generators continue."""
        if seed is not None:
            words = b"".join(match_words(seed, match) for match in range(self.matches))
            self._words[:] = arrays().asarray(np.frombuffer(words, "<u8").reshape(self.matches, 4))
        self.rewards[:], self.ended[:] = 0, RESTART
        self._due[:], self._notes[DUE] = arrays().arange(self.matches), self.matches
        self._deal[self._dealers](*self._dealing)

    def step(self, actions: Any) -> None:
        """Act in every match; if one of the actions is illegal, raise a Refusal and change nothing.

        `actions` is an array of int64 on the GPU, from any library that supports DLPack.
        """
        self._given[:] = self._checked(actions)
        self._launches()
        wrong = int(self._notes[WRONG])
        if wrong:
            self._notes[WRONG] = 0
            raise Refusal(self._why_not(self._given, self.matches - wrong))

    def _launch(self, stream: Any) -> None:
        """Launch the kernels of a step."""
        find_wrong[(*self._grid, stream)](*self._checking)
        self._step[(*self._grid, stream)](*self._stepping)
        self._deal[(*self._dealers, stream)](*self._dealing)

    def _checked(self, actions: Any) -> Any:
        """Check that the actions are an int64 array on the GPU with one entry per match; return it as an array."""
        expected = f"expected int64 on the GPU of the shape ({self.matches},)"
        try:
            chosen = arrays().from_dlpack(actions)
        except (AttributeError, BufferError, RuntimeError, TypeError, ValueError) as error:
            raise ParlourError(f"the actions are of the type {type(actions).__name__}; {expected}: {error}") from None
        if chosen.dtype != np.int64 or chosen.shape != (self.matches,):
            raise ParlourError(f"the actions are {chosen.dtype} of the shape {chosen.shape}; {expected}")
        return chosen

    def _why_not(self, actions: Any, match: int) -> Text:
        allowed = ", ".join(str(action) for action in arrays().flatnonzero(self.masks[match]))
        if not allowed:
            return say("match {match} is over; reset begins another", match=match)
        template = "action {action} is not allowed in match {match}; expected one of {allowed}"
        return say(template, action=int(actions[match]), match=match, allowed=allowed)

    @property
    def states(self) -> Any:
        """The states of all matches, copied from the GPU."""
        return words_as_rows(to_host(self._states), self.game.state)[: self.matches]

    @property
    def final_states(self) -> Any:
        """The final states of ended episodes, copied from the GPU."""
        return words_as_rows(to_host(self._finals), self.game.state)
