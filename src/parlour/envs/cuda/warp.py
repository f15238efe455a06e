"""Keeping the threads of a warp in step: they execute the same instruction at the same time, or wait for each other.

In the simulator, each block is one warp, and its threads don't share instructions.
"""

from typing import Any

from parlour.envs.cuda.rules import SIMULATED, cuda, device_piece
from parlour.game.game import Game

WARP = 32  # The number of threads in a warp.
ALL_LANES = 0xFFFFFFFF
LAST_PHASE = 1 << 30  # A number greater than the number of any phase.


@device_piece
def _lanes(wanted: bool) -> int:
    """Count the threads of the warp for which the condition is true."""
    return cuda.popc(cuda.ballot_sync(ALL_LANES, wanted))  # type: ignore[no-any-return]


@device_piece
def _threads(wanted: bool) -> int:
    """Count the threads for which the condition is true in the simulator."""
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
    """Return the phase 0 for games without phases."""
    return 0


lanes = _threads if SIMULATED else _lanes
first = _own if SIMULATED else _first


def phase_of(game: Game) -> Any:
    """Return the function that returns the number of a match's phase."""
    return _phase if "phase" in (game.state.names or ()) else _one_phase
