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
from parlour.envs.cuda.rules import (
    SIMULATED,
    Launches,
    arrays,
    as_argument,
    cuda,
    device_piece,
    device_rule,
    kernel,
    shared_kernel,
    to_host,
)
from parlour.envs.encoding import PLAIN_LOOPS, find_encoding
from parlour.envs.loops import NOBODY, RESTART, RUNNING, chance_for, has_ended_for, restart_for, reward_for
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.game.texts import Refusal, Text, say

__all__ = ["DeviceBatch"]

BLOCK = 32  # Threads per block; the block's states and observations are in shared memory.
WORD = 4  # A bank of shared memory is this many bytes wide.
MANY = 16  # How many words a thread reads before it waits for the first.
_ONE, _BLOCK, _WORD, _BYTE, _HIGH, _LOW = (np.uint64(number) for number in (1, BLOCK, WORD, 8, 32, 0xFFFFFFFF))
BEYOND = 64  # Encodings write up to this many bytes beyond the end of a row.
MOST_BLOCKS = 8  # The most blocks per multiprocessor that deal.
WRONG, DUE = range(2)  # What `notes` contains: one illegal action, and how many matches are due for a deal or an end.


@kernel
def find_wrong(masks: Any, actions: Any, notes: Any) -> None:
    """Note the first match whose action is illegal, counted from the last match; the note stays 0 if all are legal."""
    match = cuda.grid(1)
    if match == 0:
        notes[DUE] = 0
    if match < len(actions):
        action = actions[match]
        if action < 0 or action >= masks.shape[1] or masks[match, action] == 0:
            cuda.atomic.max(notes, WRONG, len(actions) - match)


def padded(rows: int) -> int:
    """Return how many rows whole blocks have: kernels don't check where the arrays end."""
    return -(-rows // BLOCK) * BLOCK


def byte_rows(rows: int, size: int) -> tuple[Any, tuple[Any, Any]]:
    """Allocate rows of bytes on the GPU; also return them flat, as bytes and as words, for `Shown.write`."""
    flat = arrays().zeros(padded(rows) * max(size, 1), np.int8)
    return flat[: rows * size].reshape(rows, size), (flat, flat.view(np.uint32))


@dataclass(frozen=True)
class Shown:
    """Functions for kernels that write observations and masks, with the sizes that they need."""

    state_type: Any
    generator_type: Any
    words: int  # The number of words in a state.
    row_bytes: int  # The distance between two rows in shared memory.
    room_words: int  # The size of all rows of a block.
    copy: Any
    fetch: Any
    store: Any
    show: Any
    write: Any


def shown_for(game: Game, players: int, rules: Sequence[Any] = (), *, observing: bool = True) -> Shown:
    """Make the functions that write observations; the random generator supports dealing and the given rules."""
    size, board = find_encoding(game, PLAIN_LOOPS).size(players) if observing else 0, spread_out(game.state)
    row_words = -(-(size + max(game.actions, BEYOND)) // WORD) | 1
    return Shown(
        device_type(board), device_type(lean_generator([game.deal, *rules])), words_of(board), WORD * row_words,
        BLOCK * row_words + 1, copy_for(board), _fetch_for(board), _store_for(board), _show_for(game, players, size),
        _write_for(size, game.actions),
    )  # fmt: skip


def _fetch_for(board: np.dtype[Any]) -> Any:
    """Make the function that copies a block's states into shared memory; adjacent threads copy adjacent words."""
    words, copy_words = words_of(board), _copy_words_for(board)

    @device_piece
    def fetch(flat: Any, states: Any, first: int) -> None:
        copy_words(flat, 0, states, first * words)
        cuda.syncthreads()

    return fetch


def _store_for(board: np.dtype[Any]) -> Any:
    """Make the function that copies a block's states back from shared memory."""
    words, copy_words = words_of(board), _copy_words_for(board)

    @device_piece
    def store(flat: Any, states: Any, first: int) -> None:
        cuda.syncthreads()
        copy_words(states, first * words, flat, 0)
        cuda.syncthreads()

    return store


def _copy_words_for(board: np.dtype[Any]) -> Any:
    """Make the function that copies a block's states; each thread reads many words at once before it writes any."""
    words = words_of(board)
    many = min(MANY, words)
    steps, last = -(-words // many), words - many

    @device_piece
    def copy_words(target: Any, at: int, source: Any, begin: int) -> None:
        for step in range(steps):  # The last step copies some words again.
            place = min(step * many, last) * BLOCK + cuda.threadIdx.x
            there, here = np.uint64(at + place), np.uint64(begin + place)
            for _ in range(many):
                target[there] = source[here]
                there += _BLOCK
                here += _BLOCK

    return copy_words


def _write_for(size: int, actions: int) -> Any:
    """Make the function that copies an observation and a mask out of shared memory."""
    write_row, write_mask = _copy_bytes_for(size), _copy_bytes_for(actions)

    @device_piece
    def write(room: Any, at: int, rows: Any, masks: Any, match: int) -> None:
        write_row(room, at, rows, match)
        write_mask(room, at + size, masks, match)

    return write


def _copy_bytes_for(size: int) -> Any:
    """Make the function in which a block's threads copy a row of bytes, four at a time."""
    steps, length = -(-size // (WORD * BLOCK)), np.uint64(size)

    @device_piece
    def copy_bytes(room: Any, at: int, rows: Any, row: int) -> None:
        (here, here_words), (there, there_words) = room, rows
        thread, start, begin = np.uint64(cuda.threadIdx.x), np.uint64(at), np.uint64(row * size)
        head = min((_WORD - begin % _WORD) % _WORD, length)  # how many bytes come before the row's first whole word
        whole = (length - head) // _WORD
        for step in range(steps):
            word = np.uint64(step) * _BLOCK + thread
            if word < whole:
                place = start + head + _WORD * word
                both = np.uint64(here_words[place // _WORD]) | np.uint64(here_words[place // _WORD + _ONE]) << _HIGH
                there_words[(begin + head) // _WORD + word] = np.uint32(both >> _BYTE * (place % _WORD) & _LOW)
        if thread < head:
            there[begin + thread] = here[start + thread]
        rest = head + _WORD * whole + thread
        if rest < length:
            there[begin + rest] = here[start + rest]

    return copy_bytes


def _show_for(game: Game, players: int, size: int) -> Any:
    """Make the function that writes a seat's observation and mask; it wipes hidden fields of the state, a copy."""
    legal, encoding, spread_mask, actions = (
        game.legal, find_encoding(game, PLAIN_LOOPS), device_rule(spread), game.actions,
    )  # fmt: skip
    hide, encode = device_rule(encoding.wipe), device_rule(encoding.encode)

    @device_piece
    def show(state: Any, seat: int, room: Any, at: int) -> None:
        choices = 0
        if seat != NOBODY:
            hide(state, seat)
            choices = legal(state, seat)
            state.players = players  # the same number, but one that the compiler knows
            if size:
                encode(state, seat, room, at)
        else:
            for byte in range(size):
                room[at + byte] = 0
        spread_mask(room, at + size, choices, actions)

    return show


def _move_for(game: Game) -> Any:
    """Make the function that acts in a match; it returns the next seat, or NOBODY before a deal and after an end."""
    actors, apply = game.actors, game.apply
    reward, has_ended = reward_for(game, device_piece), has_ended_for(game, device_piece)

    @device_piece
    def move(state: Any, known: Any, seat: int, plan: Any, decisions: Any, action: int, rewards: Any, ended: Any,
             match: int) -> int:  # fmt: skip
        for side in range(rewards.shape[1]):
            rewards[match, side] = 0.0
        rounds = state.rounds
        apply(state, seat, action)
        decisions[match] += 1
        if state.rounds != rounds:
            reward(state, rewards, known, match, plan)
        ended[match] = has_ended(state, decisions[match], plan)
        acting = actors(state) if ended[match] == RUNNING else 0
        return lowest(acting) if acting != 0 else NOBODY

    return move


@cache
def find_step(game: Game, players: int, observing: bool) -> Any:
    """Make the kernel that acts in every match, and writes the next seat's observation and mask.

    It leaves matches that are due for a deal or have ended to the other kernel, in which all threads deal.
    """
    shown, move = shown_for(game, players, observing=observing), _move_for(game)
    fetch, store, show, write = shown.fetch, shown.store, shown.show, shown.write
    state_type, row_bytes, room_words = shown.state_type, shown.row_bytes, shown.room_words

    @shared_kernel
    def step(states: Any, known: Any, seats: Any, masks: Any, plans: Any, decisions: Any, actions: Any, rewards: Any,
             ended: Any, rows: Any, due: Any, notes: Any) -> None:  # fmt: skip
        boards = cuda.shared.array(BLOCK, state_type)
        room = cuda.shared.array(room_words, np.uint32)
        room_bytes, flat = room.view(np.int8), boards.view(np.uint64)
        thread, match, first = cuda.threadIdx.x, cuda.grid(1), cuda.blockIdx.x * BLOCK
        if notes[WRONG] == 0:
            fetch(flat, states, first)
            seat = NOBODY
            if match < len(actions):
                seat = move(
                    boards[thread], known, seats[match], plans[0], decisions, actions[match], rewards, ended, match
                )
                seats[match] = seat
                if seat == NOBODY:
                    due[cuda.atomic.add(notes, DUE, 1)] = match
            store(flat, states, first)
            if seat != NOBODY:
                show(boards[thread], seat, room_bytes, (thread & (BLOCK - 1)) * row_bytes)
            cuda.syncthreads()
            for one in range(BLOCK):
                write((room_bytes, room), one * row_bytes, rows, masks, first + one)

    return step


def _go_on_for(game: Game, words: int, copy: Any) -> Any:
    """Make the function that keeps a match's end, restarts it if the plan says so, and deals."""
    actors, chance, restart = game.actors, chance_for(game, device_piece), restart_for(game, device_piece)

    @device_piece
    def go_on(state: Any, flat: Any, at: int, rng: Any, fresh: Any, random: Any, known: Any, plan: Any, decisions: Any,
              ended: Any, finals: Any, match: int) -> int:  # fmt: skip
        end = ended[match]
        if end == RESTART:
            ended[match] = RUNNING
        elif end != RUNNING:
            copy(finals, match * words, flat, at)
        if end == RESTART or (end != RUNNING and plan.restart):
            copy(flat, at, fresh, 0)
            restart(state, known, match)
            decisions[match], end = 0, RUNNING
        if end != RUNNING:
            return NOBODY
        acting = actors(state)
        return lowest(acting if acting != 0 else chance(state, rng, random, match))

    return go_on


@cache
def find_deal(game: Game, players: int, observing: bool) -> Any:
    """Make the kernel that deals in the matches that are due, and writes their observations and masks."""
    shown = shown_for(game, players, observing=observing)
    show, write, words = shown.show, shown.write, shown.words
    state_type, row_bytes, room_words = shown.state_type, shown.row_bytes, shown.room_words
    generator_type, go_on = shown.generator_type, _go_on_for(game, shown.words, shown.copy)

    @shared_kernel
    def deal(states: Any, fresh: Any, random: Any, known: Any, seats: Any, masks: Any, plans: Any, decisions: Any,
             ended: Any, finals: Any, rows: Any, due: Any, notes: Any) -> None:  # fmt: skip
        boards = cuda.shared.array(BLOCK, state_type)
        room = cuda.shared.array(room_words, np.uint32)
        tools = cuda.local.array(1, generator_type)
        room_bytes, flat = room.view(np.int8), boards.view(np.uint64)
        thread = cuda.threadIdx.x
        for begin in range(cuda.blockIdx.x * BLOCK, notes[DUE], cuda.gridDim.x * BLOCK):
            here = min(BLOCK, notes[DUE] - begin)
            for one in range(here):
                for word in range(thread, words, BLOCK):
                    flat[one * words + word] = states[due[begin + one] * words + word]
            cuda.syncthreads()
            seat = NOBODY
            if thread < here:
                match = due[begin + thread]
                seat = go_on(boards[thread], flat, thread * words, tools[0], fresh, random, known, plans[0], decisions,
                             ended, finals, match)  # fmt: skip
                seats[match] = seat
            cuda.syncthreads()
            for one in range(here):
                for word in range(thread, words, BLOCK):
                    states[due[begin + one] * words + word] = flat[one * words + word]
            cuda.syncthreads()
            if thread < here:
                show(boards[thread], seat, room_bytes, (thread & (BLOCK - 1)) * row_bytes)
            cuda.syncthreads()
            for one in range(here):
                write((room_bytes, room), one * row_bytes, rows, masks, due[begin + one])
            cuda.syncthreads()

    return deal


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
