"""Writing observations and masks on a GPU: a block's threads write rows in shared memory, and then copy them together.

Copies between shared memory and the GPU's memory are fast if adjacent threads copy adjacent words, and if a thread has
read many words before it waits for the first. Unsigned indices need no check for negative values.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.envs._plain_writers import spread
from parlour.envs.cuda.room import copy_for, device_type, lean_generator, spread_out, words_of
from parlour.envs.cuda.rules import arrays, cuda, device_piece, device_rule
from parlour.envs.encoding import PLAIN_LOOPS, find_encoding
from parlour.envs.loops import NOBODY
from parlour.game.game import Game

BLOCK = 32  # Threads per block; the block's states and observations are in shared memory.
WORD = 4  # A bank of shared memory is this many bytes wide.
MANY = 16  # How many words a thread reads before it waits for the first.
BEYOND = 64  # Encodings write up to this many bytes beyond the end of a row.
_ONE, _BLOCK, _WORD, _BYTE, _HIGH, _LOW = (np.uint64(number) for number in (1, BLOCK, WORD, 8, 32, 0xFFFFFFFF))


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
    """Make the functions that write observations. Their generator has the fields that `deal` and `rules` use."""
    size, board = find_encoding(game, PLAIN_LOOPS).size(players) if observing else 0, spread_out(game.state)
    row_words = -(-(size + max(game.actions, BEYOND)) // WORD) | 1
    return Shown(
        device_type(board), device_type(lean_generator([game.deal, *rules])), words_of(board), WORD * row_words,
        BLOCK * row_words + 1, copy_for(board), _fetch_for(board), _store_for(board),
        _show_for(game, players, size, WORD * row_words), _write_for(size, game.actions),
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


def _show_for(game: Game, players: int, size: int, row_bytes: int) -> Any:
    """Make the function that writes a seat's observation and mask; it wipes hidden fields of the state, a copy."""
    legal, encoding, spread_mask, actions = (
        game.legal, find_encoding(game, PLAIN_LOOPS), device_rule(spread), game.actions,
    )  # fmt: skip
    hide, encode = device_rule(encoding.wipe), device_rule(encoding.encode)

    @device_piece
    def show(state: Any, seat: int, room: Any, thread: int) -> None:
        choices, at = 0, (thread & (BLOCK - 1)) * row_bytes  # the compiler knows that this isn't negative
        if seat != NOBODY:
            hide(state, seat)
            choices = legal(state, seat)
            state.players = players  # the same number, as a constant that the compiler knows
            if size:
                encode(state, seat, room, at)
        else:
            for byte in range(size):
                room[at + byte] = 0
        spread_mask(room, at + size, choices, actions)

    return show
