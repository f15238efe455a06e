"""Random play on the GPU, with one thread per table; a table begins the next match when one ends.

The threads of a warp execute the same instruction at the same time, so threads wait whenever only some of them have
work. To keep the tables of a warp in step, a table whose round has ended waits until enough tables want to deal. Among
the others, only the tables in the earliest phase of a round act, until all have reached the same phase.
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

WARP = 32  # The number of threads in a warp.
ALL_LANES = 0xFFFFFFFF
WAITING = 32  # How many tables of a warp begin a round together.
LAST_PHASE = 1 << 30  # A number greater than the number of any phase.


@device_piece
def _lanes(wanted: bool) -> int:
    """Count the threads of the warp for which the condition is true."""
    return cuda.popc(cuda.ballot_sync(ALL_LANES, wanted))  # type: ignore[no-any-return]


@device_piece
def _threads(wanted: bool) -> int:
    """Count the threads for which the condition is true in the simulator, where each block is one warp."""
    return cuda.syncthreads_count(wanted)  # type: ignore[no-any-return]


@device_piece
def _first(number: int) -> int:
    """Return the lowest number among all threads of the warp."""
    for distance in (16, 8, 4, 2, 1):
        number = min(number, cuda.shfl_xor_sync(ALL_LANES, number, distance))
    return number


@device_piece
def _own(number: int) -> int:
    """Return the number itself, because the simulator's threads don't share instructions."""
    return number


@device_piece
def _phase(state: Any) -> int:
    """Return the number of a match's phase."""
    return int(state.phase)


@device_piece
def _one_phase(state: Any) -> int:
    """Return the phase 0 for games without phases, and if tables needn't wait for a phase."""
    return 0


lanes = _threads if SIMULATED else _lanes
first = _own if SIMULATED else _first


def resident(kernel: Any) -> int:
    """Return how many one-warp blocks of a kernel run on the GPU at once; the kernel must have been called."""
    if SIMULATED:
        return 1
    compiled = next(iter(kernel.overloads.values()))
    function = compiled._codelibrary.get_cufunc()
    each = cuda.current_context().get_active_blocks_per_multiprocessor(function, WARP, 0)
    return int(each * cuda.get_current_device().MULTIPROCESSOR_COUNT)


@cache
def find_playing(game: Game, phased: bool = True) -> Any:
    """Make the kernel that plays a game at random; if not `phased`, tables don't wait for others in a phase.

    It doesn't use the game loop in `parlour.match.walk`, because the threads of a warp must stay in step.
    """
    actors, apply, deal, over, choose = game.actors, game.apply, game.deal, game.over, find_random(game)
    phase = _phase if phased and "phase" in (game.state.names or ()) else _one_phase
    spread, lean = spread_out(game.state), spread_out(lean_generator([game.deal, choose]))
    state_type, generator_type, words, copy = device_type(spread), device_type(lean), words_of(spread), copy_for(spread)

    @device_piece
    def play_steps(states: Any, thread: int, rng: Any, fresh: Any, steps: int, limit: int, waiting: int) -> int:
        """Make `steps` decisions at a table; return how many of its matches ended."""
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
        """Play at every table, with states and random generators in the block's shared memory."""
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
    """Return how many tables of a game the GPU can run at once."""
    playing = Playing(game, game.new_state(players), np.ones((WARP, 4), np.uint64), phased)
    playing.play(0, 1)
    return WARP * resident(playing.kernel)


class Playing:
    """Random play at many tables on a GPU."""

    def __init__(self, game: Game, start: Any, words: Any, phased: bool = True) -> None:
        """Prepare tables that play one match after another from `start`; `words` has four random words per table."""
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
        """The states of the tables after the last call of `play`."""
        return words_as_rows(self._finals.copy_to_host(), self.game.state)

    @property
    def words(self) -> Any:
        """The states of the tables' random generators after the last call of `play`."""
        return self._words.copy_to_host()

    @property
    def ended(self) -> Any:
        """How many matches ended at each table in the last call of `play`."""
        return self._ended.copy_to_host()
