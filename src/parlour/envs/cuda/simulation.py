"""Playing whole matches of compiled bots on the GPU, the same ones that `parlour.match.walk.play_matches` plays.

A thread plays one match after another. The key of each match determines its deals, as at a table.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from parlour.engine.sets import lowest
from parlour.envs.cuda.playing import WAITING, WARP, lanes
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
from parlour.game.game import Game, State
from parlour.match.seeds import HASHER, begin_key, seed_of_bots, seed_of_event, texts_around
from parlour.match.walk import Choose, Outcomes, find_slipping

CHUNK = 1 << 20  # The number of matches per call of the kernel.
MOST_WARPS = 32  # The number of warps that run on a multiprocessor.


def chance_for(game: Game) -> Any:
    """Make the function that deals with a seed of its own, and leaves the bots' random generator unchanged."""
    deal = game.deal

    @device_piece
    def chance(state: Any, rng: Any, hasher: Any, words: Any) -> None:
        for word in range(4):
            words[word] = rng.words[word]
        seed_of_event(hasher, hasher.event, rng.words)
        hasher.event += 1
        deal(state, rng)
        for word in range(4):
            rng.words[word] = words[word]

    return chance


@cache
def find_simulation(game: Game, chosen: Choose) -> Any:  # noqa: C901 - one loop, compiled as a whole
    """Make the kernel that plays matches of a game, with the rule `chosen` in all seats.

    It doesn't use the game loop in `parlour.match.walk`, because the threads of a warp must stay in step.
    """
    actors, apply, over, winners = game.actors, game.apply, game.over, game.winners
    choose_or_slip, chance = find_slipping(game, chosen), chance_for(game)
    spread, lean = spread_out(game.state), spread_out(lean_generator([game.deal, choose_or_slip]))
    state_type, generator_type, hasher_type = device_type(spread), device_type(lean), device_type(HASHER)
    words, copy = words_of(spread), copy_for(spread)

    @shared_kernel
    def play(fresh: Any, before: Any, after: Any, first: int, slips: Any, limit: int, waiting: int, counter: Any,
             outcomes: Any, finals: Any, keeping: bool) -> None:  # fmt: skip
        """Play matches until none is left, and write the outcome of each."""
        states = cuda.shared.array(WARP, state_type)
        rngs = cuda.shared.array(WARP, generator_type)
        hashers = cuda.local.array(1, hasher_type)
        saved = cuda.local.array(4, np.uint64)
        thread = cuda.threadIdx.x
        state, rng, hasher, flat = states[thread], rngs[thread], hashers[0], states.view(np.uint64)
        match, made = -1, 0
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
                            copy(finals, match * words, flat, thread * words)
                    match = cuda.atomic.add(counter, 0, 1)
                    running = match < len(outcomes)
                    if running:
                        copy(flat, thread * words, fresh, 0)
                        begin_key(hasher, before, first + match, after)
                        seed_of_bots(hasher, rng.words)
                        made = 0
                if running:
                    chance(state, rng, hasher, saved)
                    seats = actors(state)
            if seats != 0:
                seat = lowest(seats)
                apply(state, seat, choose_or_slip(state, seat, slips[seat], rng))
                made += 1

    return play


def _blocks(matches: int) -> int:
    """Compute how many one-warp blocks play the matches; there are no more than the GPU runs at once."""
    most = 1 if SIMULATED else MOST_WARPS * cuda.get_current_device().MULTIPROCESSOR_COUNT
    return min(most, -(-matches // WARP))


def play_chunk(
    game: Game, chosen: Choose, slips: Sequence[int], start: State, seed: int, first: int,
    matches: int, limit: int, *, keeping: bool = False,
) -> tuple[Outcomes, Any]:  # fmt: skip
    """Play matches starting with number `first`; with `keeping`, also return their final states."""
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
