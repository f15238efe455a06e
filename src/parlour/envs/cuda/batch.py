"""Stepping many matches on a GPU, like `parlour.envs.batch.Batch` but with arrays that never leave the GPU.

`torch.from_dlpack` and `jax.dlpack.from_dlpack` can use the arrays without a copy.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from parlour.engine.sets import lowest
from parlour.envs._plain_writers import spread
from parlour.envs.batch import EpisodePlan, check_matches, match_words
from parlour.envs.cuda.device import check_gpu
from parlour.envs.cuda.room import (
    copy_for,
    device_type,
    lean_generator,
    rows_as_words,
    spread_out,
    words_as_rows,
    words_of,
)
from parlour.envs.cuda.rules import arrays, as_argument, cuda, device_piece, device_rule, kernel, shared_kernel, to_host
from parlour.envs.encoding import PLAIN_LOOPS, find_encoding
from parlour.envs.loops import NOBODY, RESTART, RUNNING, chance_for, has_ended_for, restart_for, reward_for
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.game.texts import Refusal, Text, say

__all__ = ["DeviceBatch"]

WORD = 4  # A bank of shared memory is this many bytes wide.
BLOCK = 32  # Threads per block; the block's states and observations are in shared memory.
BEYOND = 64  # Encodings write up to this many bytes beyond the end of a row.
NOTHING_WRONG = 1 << 62


@kernel
def find_wrong(masks: Any, actions: Any, wrong: Any) -> None:
    """Store in `wrong` the number of the first match whose action is illegal."""
    match = cuda.grid(1)
    if match < len(actions):
        action = actions[match]
        if action < 0 or action >= masks.shape[1] or masks[match, action] == 0:
            cuda.atomic.min(wrong, 0, match)


@dataclass(frozen=True)
class Shown:
    """Functions for kernels that write observations and masks, with the sizes that they need."""

    state_type: Any
    generator_type: Any
    words: int  # The number of words in a state.
    row_bytes: int  # The distance between two rows in shared memory.
    room_bytes: int  # The size of all rows of a block.
    copy: Any
    fetch: Any
    store: Any
    show: Any
    write: Any


def shown_for(game: Game, players: int, rules: Sequence[Any] = ()) -> Shown:
    """Make the functions that write observations; the random generator supports dealing and the given rules."""
    size, board = find_encoding(game, PLAIN_LOOPS).size(players), spread_out(game.state)
    row_bytes = WORD * (-(-(size + game.actions + BEYOND) // WORD) | 1)
    return Shown(
        device_type(board), device_type(lean_generator([game.deal, *rules])), words_of(board), row_bytes,
        BLOCK * row_bytes, copy_for(board), _fetch_for(board), _store_for(board), _show_for(game),
        _write_for(row_bytes),
    )  # fmt: skip


def _fetch_for(board: np.dtype[Any]) -> Any:
    """Make the function that copies a block's states into shared memory; adjacent threads copy adjacent words."""
    words = words_of(board)

    @device_piece
    def fetch(flat: Any, states: Any, first: int, here: int) -> None:
        for word in range(cuda.threadIdx.x, here * words, BLOCK):
            flat[word] = states[first * words + word]
        cuda.syncthreads()

    return fetch


def _store_for(board: np.dtype[Any]) -> Any:
    """Make the function that copies a block's states back from shared memory."""
    words = words_of(board)

    @device_piece
    def store(flat: Any, states: Any, first: int, here: int) -> None:
        cuda.syncthreads()
        for word in range(cuda.threadIdx.x, here * words, BLOCK):
            states[first * words + word] = flat[word]
        cuda.syncthreads()

    return store


def _write_for(row_bytes: int) -> Any:
    """Make the function that copies a block's observations and masks out of shared memory."""

    @device_piece
    def write(room: Any, rows: Any, masks: Any, first: int, here: int) -> None:
        size, width = rows.shape[1], masks.shape[1]
        cuda.syncthreads()
        for one in range(here):
            for byte in range(cuda.threadIdx.x, size, BLOCK):
                rows[first + one, byte] = room[one * row_bytes + byte]
            for action in range(cuda.threadIdx.x, width, BLOCK):
                masks[first + one, action] = room[one * row_bytes + size + action]

    return write


def _show_for(game: Game) -> Any:
    """Make the function that writes a seat's observation and mask; it wipes hidden fields of the state, a copy."""
    legal, encoding, spread_mask = game.legal, find_encoding(game, PLAIN_LOOPS), device_rule(spread)
    hide, encode = device_rule(encoding.wipe), device_rule(encoding.encode)

    @device_piece
    def show(state: Any, seat: int, room: Any, at: int, size: int, actions: int) -> None:
        choices = 0
        if seat != NOBODY:
            hide(state, seat)
            choices = legal(state, seat)
            if size:
                encode(state, seat, room, at)
        else:
            for byte in range(size):
                room[at + byte] = 0
        spread_mask(room, at + size, choices, actions)

    return show


def _advance_for(game: Game, words: int, copy: Any) -> Any:
    """Make the function that acts in a match or restarts it, and then deals if a deal is due."""
    actors, apply = game.actors, game.apply
    chance, reward = chance_for(game, device_piece), reward_for(game, device_piece)
    restart, has_ended = restart_for(game, device_piece), has_ended_for(game, device_piece)

    @device_piece
    def advance(state: Any, flat: Any, at: int, rng: Any, fresh: Any, random: Any, known: Any, seats: Any, plan: Any,
                decisions: Any, action: int, rewards: Any, ended: Any, finals: Any, match: int) -> None:  # fmt: skip
        end = RUNNING
        for side in range(rewards.shape[1]):
            rewards[match, side] = 0.0
        if action != RESTART:
            rounds = state.rounds
            apply(state, seats[match], action)
            decisions[match] += 1
            if state.rounds != rounds:
                reward(state, rewards, known, match, plan)
            end = has_ended(state, decisions[match], plan)
        ended[match] = end
        if end != RUNNING:
            copy(finals, match * words, flat, at)
        if action == RESTART or (end != RUNNING and plan.restart):
            copy(flat, at, fresh, 0)
            restart(state, known, match)
            decisions[match], end = 0, RUNNING
        seats[match] = NOBODY
        if end == RUNNING:
            acting = actors(state)
            if acting == 0:
                acting = chance(state, rng, random, match)
            seats[match] = lowest(acting)

    return advance


@cache
def find_step(game: Game, players: int) -> Any:
    """Make the kernel that acts in every match and writes the next seat's observation and mask."""
    shown = shown_for(game, players)
    fetch, store, show, write, words = shown.fetch, shown.store, shown.show, shown.write, shown.words
    state_type, generator_type = shown.state_type, shown.generator_type
    row_bytes, room_bytes, advance = shown.row_bytes, shown.room_bytes, _advance_for(game, shown.words, shown.copy)

    @shared_kernel
    def step(states: Any, fresh: Any, random: Any, known: Any, seats: Any, masks: Any, plans: Any, decisions: Any,
             actions: Any, rewards: Any, ended: Any, finals: Any, rows: Any, wrong: Any) -> None:  # fmt: skip
        boards = cuda.shared.array(BLOCK, state_type)
        room = cuda.shared.array(room_bytes, np.int8)
        tools = cuda.local.array(1, generator_type)
        thread, match, first, flat = cuda.threadIdx.x, cuda.grid(1), cuda.blockIdx.x * BLOCK, boards.view(np.uint64)
        here = min(BLOCK, len(seats) - first)
        if wrong[0] == NOTHING_WRONG:
            fetch(flat, states, first, here)
            if thread < here:
                advance(boards[thread], flat, thread * words, tools[0], fresh, random, known, seats, plans[0],
                                decisions, actions[match], rewards, ended, finals, match)  # fmt: skip
            store(flat, states, first, here)
            if thread < here:
                show(boards[thread], seats[match], room, thread * row_bytes, rows.shape[1], masks.shape[1])
            write(room, rows, masks, first, here)

    return step


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
        self._step = find_step(game, self.players)
        self._grid = (-(-matches // BLOCK), BLOCK)
        self._make_room(observing, restart)
        self.reset(seed)

    def _make_room(self, observing: bool, restart: bool) -> None:
        """Allocate all arrays on the GPU."""
        matches, xp, fresh = self.matches, arrays(), rows_as_words(np.full(1, self.start, self.game.state))
        self.seats = xp.zeros(matches, np.int64)  # The seat to act, or -1 if the match is over.
        self.masks = xp.zeros((matches, self.actions), np.int8)
        self.observations = xp.zeros((matches, self.size if observing else 0), np.int8)
        self.rewards = xp.zeros((matches, self.players), np.float32)
        self.ended = xp.zeros(matches, np.int8)  # RUNNING, TERMINATED or TRUNCATED since the last step.
        self.decisions = xp.zeros(matches, np.int64)  # Decisions in each episode so far.
        self._states = xp.zeros(matches * len(fresh), np.uint64)
        self._finals = xp.zeros(matches * len(fresh), np.uint64)
        self._fresh = xp.asarray(fresh)
        self._plan = cuda.to_device(self.plan.record(self.game, restart=restart))
        self._known = xp.zeros((matches, self.players), np.int64)
        self._words = xp.zeros((matches, 4), np.uint64)
        self._wrong = xp.zeros(1, np.int64)
        before = (self._states, self._fresh, self._words, self._known, self.seats, self.masks)
        after = (self.rewards, self.ended, self._finals, self.observations, self._wrong)
        self._before = (*map(as_argument, before), self._plan, as_argument(self.decisions))
        self._after = tuple(map(as_argument, after))

    def reset(self, seed: int | None = None) -> None:
        """Restart all matches; without a seed, their random number generators continue."""
        if seed is not None:
            words = b"".join(match_words(seed, match) for match in range(self.matches))
            self._words[:] = arrays().asarray(np.frombuffer(words, "<u8").reshape(self.matches, 4))
        self._wrong[:] = NOTHING_WRONG
        self._run(arrays().full(self.matches, RESTART, np.int64))

    def step(self, actions: Any) -> None:
        """Act in every match; if one of the actions is illegal, raise a Refusal and change nothing.

        `actions` is an array of int64 on the GPU, from any library that supports DLPack.
        """
        chosen = self._checked(actions)
        self._wrong[:] = NOTHING_WRONG
        find_wrong[self._grid](as_argument(self.masks), as_argument(chosen), as_argument(self._wrong))
        self._run(chosen)
        wrong = int(self._wrong[0])
        if wrong != NOTHING_WRONG:
            raise Refusal(self._why_not(chosen, wrong))

    def _run(self, actions: Any) -> None:
        self._step[self._grid](*self._before, as_argument(actions), *self._after)

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
        return words_as_rows(to_host(self._states), self.game.state)

    @property
    def final_states(self) -> Any:
        """The final states of ended episodes, copied from the GPU."""
        return words_as_rows(to_host(self._finals), self.game.state)
