"""Whole matches of compiled bots on the GPU, from the same keys as `parlour.match.walk.play_matches`: the same matches.

A thread plays one match after another. Its deals come from the key of the match, as at a table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from parlour.engine.rng import Rng
from parlour.engine.sets import lowest
from parlour.envs.cuda.playing import WAITING, WARP, find_lanes
from parlour.envs.cuda.room import (
    copy_words,
    device_type,
    lean_generator,
    rows_as_words,
    spread_out,
    words_as_rows,
    words_of,
)
from parlour.envs.cuda.rules import SIMULATED, cuda, device_rule, piece, shared_kernel
from parlour.game.game import Game, State
from parlour.match.seeds import HASHER, begin_key, seed_of_bots, seed_of_event, texts_around
from parlour.match.walk import actors, apply, choose_or_slip, deal, find_slipping, over, winners

CHUNK = 1 << 20  # matches in one call
MOST_WARPS = 32  # on a multiprocessor

# What kernels name, of one game: set by `kernel`.
STATE: Any = None
RNG: Any = None
BLOCK = WARP
WORDS = 0  # of a state
KEYS: Any = None  # the type of a hasher
lanes: Any = None
copy: Any = None


def play_chance(state: Any, rng: Any, hasher: Any, number: int, words: Any) -> None:
    """A chance event happens with the random numbers of its own; the bots' stay as they are."""
    for word in range(4):
        words[word] = rng.words[word]
    seed_of_event(hasher, number, rng.words)
    deal(state, rng)
    for word in range(4):
        rng.words[word] = words[word]


chance: Any = play_chance


def _play(fresh: Any, before: Any, after: Any, first: int, slips: Any, limit: int, waiting: int, counter: Any,
          outcomes: Any, finals: Any, keeping: bool) -> None:  # fmt: skip
    """Play matches until the counter has come to the last one; how each of them ended."""
    states = cuda.shared.array(BLOCK, STATE)
    rngs = cuda.shared.array(BLOCK, RNG)
    hashers = cuda.local.array(1, KEYS)
    words = cuda.local.array(4, np.uint64)
    place = cuda.threadIdx.x
    state, rng, hasher, flat = states[place], rngs[place], hashers[0], states.view(np.uint64)
    match, chances, made = -1, 0, 0
    running = True
    while lanes(running) > 0:
        seats = 0
        if running and match >= 0 and state.rounds < limit:
            seats = actors(state)
        if lanes(seats != 0) <= WARP - waiting and seats == 0 and running:
            if match < 0 or over(state) or state.rounds >= limit:
                if match >= 0:
                    outcomes[match, 0], outcomes[match, 1] = winners(state), state.rounds
                    outcomes[match, 2], outcomes[match, 3] = made, 1 if over(state) else 0
                    if keeping:
                        copy(finals, match * WORDS, flat, place * WORDS)
                match = cuda.atomic.add(counter, 0, 1)
                running = match < len(outcomes)
                if running:
                    copy(flat, place * WORDS, fresh, 0)
                    begin_key(hasher, before, first + match, after)
                    seed_of_bots(hasher, rng.words)
                    chances, made = 0, 0
            if running:
                chance(state, rng, hasher, chances, words)
                chances += 1
                seats = actors(state)
        if seats != 0:
            seat = lowest(seats)
            apply(state, seat, choose_or_slip(state, seat, slips[seat], rng))
            made += 1


@cache
def find_simulation(game: Game, chosen: Callable[[State, int, Rng], int]) -> Any:
    """The kernel that plays matches of a game with that player."""
    player = find_slipping(game, chosen)
    state, rng = spread_out(game.state), lean_generator([game.deal, player])
    names = {
        "STATE": device_type(state), "RNG": device_type(spread_out(rng)), "WORDS": words_of(state),
        "KEYS": device_type(HASHER), "BLOCK": WARP, "lanes": find_lanes(game),
        "choose_or_slip": device_rule(player), "lowest": device_rule(lowest),
        "begin_key": device_rule(begin_key), "seed_of_bots": device_rule(seed_of_bots),
        "seed_of_event": device_rule(seed_of_event),
    }  # fmt: skip
    names["copy"] = piece(game, copy_words, **names)
    return shared_kernel(game, _play, **names, chance=piece(game, play_chance, **names))


@dataclass(frozen=True)
class Outcomes:
    """How simulated matches ended, in their order."""

    winners: Any  # sets of seats
    rounds: Any
    decisions: Any
    over: Any  # 0: cut off by the limit of rounds


def _blocks(matches: int) -> int:
    """How many warps play so many matches: more than a multiprocessor holds at once would find nothing to do."""
    most = 1 if SIMULATED else MOST_WARPS * cuda.get_current_device().MULTIPROCESSOR_COUNT
    return min(most, -(-matches // WARP))


def play_chunk(
    game: Game, chosen: Callable[[State, int, Rng], int], slips: Sequence[int], start: State, seed: int, first: int,
    matches: int, limit: int, *, keeping: bool = False,
) -> tuple[Outcomes, Any]:  # fmt: skip
    """So many matches from that number on, and their final states if they are to be kept."""
    fresh = rows_as_words(np.full(1, start, game.state))
    before, after = texts_around(seed)
    outcomes = cuda.to_device(np.zeros((matches, 4), np.int64))
    finals = cuda.to_device(np.zeros(len(fresh) * (matches if keeping else 1), np.uint64))
    find_simulation(game, chosen)[_blocks(matches), WARP](
        cuda.to_device(fresh), cuda.to_device(before),
        cuda.to_device(after), first, cuda.to_device(np.array(slips, np.int64)), limit, WAITING,
        cuda.to_device(np.zeros(1, np.int64)), outcomes, finals, keeping,
    )  # fmt: skip
    cuda.synchronize()
    columns = outcomes.copy_to_host().T
    return Outcomes(*columns), words_as_rows(finals.copy_to_host(), game.state) if keeping else None
