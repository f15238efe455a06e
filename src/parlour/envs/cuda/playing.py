"""Random play on the GPU: one thread per table, which begins the next match when one ends.

The threads of a warp execute one instruction at a time: when only some of them do something, the others wait. So the
tables of a warp keep in step. A table whose round has ended waits until enough others want to deal, too; among the
others, only those in the earliest phase of a round move, until all have reached the same phase.
"""

from functools import cache
from typing import Any

import numpy as np

from parlour.engine.sets import lowest
from parlour.envs.cuda.room import (
    copy_for,
    device_type,
    lean_generator,
    rows_as_words,
    spread_out,
    words_as_rows,
    words_of,
)
from parlour.envs.cuda.rules import SIMULATED, cuda, device_piece, shared_kernel
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.match.walk import find_random

WARP = 32  # threads that share their instructions
ALL_LANES = 0xFFFFFFFF
WAITING = 32  # tables of a warp that begin a round together
LAST_PHASE = 1 << 30  # after all others


@device_piece
def _lanes(wanted: bool) -> int:
    """Count the tables of the warp that want this."""
    return cuda.popc(cuda.ballot_sync(ALL_LANES, wanted))  # type: ignore[no-any-return]


@device_piece
def _threads(wanted: bool) -> int:
    """Do the same in the simulator, where a block is a warp."""
    return cuda.syncthreads_count(wanted)  # type: ignore[no-any-return]


@device_piece
def _first(number: int) -> int:
    """Find the lowest of the numbers of all tables of the warp."""
    for distance in (16, 8, 4, 2, 1):
        number = min(number, cuda.shfl_xor_sync(ALL_LANES, number, distance))
    return number


@device_piece
def _own(number: int) -> int:
    """Return the number itself: the simulator's threads don't share instructions."""
    return number


@device_piece
def _phase(state: Any) -> int:
    """Find the phase of a match, as its game numbers them."""
    return int(state.phase)


@device_piece
def _one_phase(state: Any) -> int:
    """Return the same phase always: for a game without phases, and for tables that move in any phase."""
    return 0


lanes = _threads if SIMULATED else _lanes
first = _own if SIMULATED else _first


def resident(kernel: Any) -> int:
    """Count the one-warp blocks of a kernel that the GPU holds at once; the kernel must have been called."""
    if SIMULATED:
        return 1
    compiled = next(iter(kernel.overloads.values()))
    function = compiled._codelibrary.get_cufunc()
    each = cuda.current_context().get_active_blocks_per_multiprocessor(function, WARP, 0)
    return int(each * cuda.get_current_device().MULTIPROCESSOR_COUNT)


@cache
def find_playing(game: Game, phased: bool = True) -> Any:
    """Make the kernel that plays a game at random; not `phased`: the tables of a warp move in any phase.

    It has its own walk, because the threads of a warp have to walk together.
    """
    actors, apply, deal, over, choose = game.actors, game.apply, game.deal, game.over, find_random(game)
    phase = _phase if phased and "phase" in (game.state.names or ()) else _one_phase
    spread, lean = spread_out(game.state), spread_out(lean_generator([game.deal, choose]))
    state_type, generator_type, words, copy = device_type(spread), device_type(lean), words_of(spread), copy_for(spread)

    @device_piece
    def play_steps(states: Any, thread: int, rng: Any, fresh: Any, steps: int, limit: int, waiting: int) -> int:
        """Make `steps` decisions at a table; return how many matches ended."""
        state, flat = states[thread], states.view(np.uint64)
        copy(flat, thread * words, fresh, 0)
        made, ended, begun = 0, 0, state.rounds
        while lanes(made < steps) > 0:
            seats = actors(state) if made < steps and state.rounds == begun else 0
            if lanes(seats != 0) <= WARP - waiting and seats == 0 and made < steps:
                if over(state) or state.rounds >= limit:
                    copy(flat, thread * words, fresh, 0)
                    ended += 1
                if actors(state) == 0:
                    deal(state, rng)
                seats, begun = actors(state), state.rounds
            now = phase(state) if seats != 0 else LAST_PHASE
            if first(now) == now and seats != 0:
                seat = lowest(seats)
                apply(state, seat, choose(state, seat, rng))
                made += 1
        return ended

    @shared_kernel
    def play(fresh: Any, random: Any, finals: Any, ended: Any, steps: int, limit: int, waiting: int) -> None:
        """Play at every table; states and generators are in the memory that the threads of a block share."""
        states = cuda.shared.array(WARP, state_type)
        rngs = cuda.shared.array(WARP, generator_type)
        thread, table = cuda.threadIdx.x, cuda.grid(1)
        for word in range(4):
            rngs[thread].words[word] = random[table, word]
        ended[table] = play_steps(states, thread, rngs[thread], fresh, steps, limit, waiting)
        copy(finals, table * words, states.view(np.uint64), thread * words)
        for word in range(4):
            random[table, word] = rngs[thread].words[word]

    return play


def resident_tables(game: Game, players: int, phased: bool = True) -> int:
    """Count the tables of a game that the GPU holds at once."""
    playing = Playing(game, game.new_state(players), np.ones((WARP, 4), np.uint64), phased)
    playing.play(0, 1)
    return WARP * resident(playing.kernel)


class Playing:
    """Random players at many tables of a GPU."""

    def __init__(self, game: Game, start: Any, words: Any, phased: bool = True) -> None:
        """`words`: four random words for each table; a table plays one match after another from `start`."""
        tables = len(words)
        if tables % WARP:
            raise ParlourError(f"there cannot be {tables} tables; expected a multiple of {WARP}")
        self.game, self.tables = game, tables
        self.kernel = find_playing(game, phased)
        fresh = rows_as_words(np.full(1, start, game.state))
        self._fresh = cuda.to_device(fresh)
        self._words = cuda.to_device(np.ascontiguousarray(words))
        self._finals = cuda.to_device(np.zeros(tables * len(fresh), np.uint64))
        self._ended = cuda.to_device(np.zeros(tables, np.int64))

    def play(self, steps: int, limit: int, waiting: int = WAITING) -> None:
        """Make `steps` decisions at every table; a match is cut off after `limit` rounds."""
        self.kernel[self.tables // WARP, WARP](
            self._fresh, self._words, self._finals, self._ended, steps, limit, waiting
        )  # fmt: skip
        cuda.synchronize()

    @property
    def states(self) -> Any:
        """The states of the tables after the last call."""
        return words_as_rows(self._finals.copy_to_host(), self.game.state)

    @property
    def words(self) -> Any:
        """The random words of the tables after the last call."""
        return self._words.copy_to_host()

    @property
    def ended(self) -> Any:
        """How many matches have ended at each table."""
        return self._ended.copy_to_host()
