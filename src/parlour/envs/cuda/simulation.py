"""Playing whole matches of compiled bots on the GPU, the same matches that `parlour.match.walk.play_matches` plays.

A thread plays one match after another; the key of each match determines its deals, as at a table. To keep the matches
of a warp in step, a match whose round has ended waits until enough matches want to deal. Among the others, only the
matches in the earliest phase of a round act, until all have reached the same phase.
"""

from collections.abc import Sequence
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
from parlour.envs.cuda.rules import (
    SIMULATED,
    arrays,
    as_argument,
    cuda,
    device_piece,
    kernel,
    shared_kernel,
    to_host,
)
from parlour.envs.cuda.warp import LAST_PHASE, WARP, first, lanes, phase_of
from parlour.game.game import Game, State
from parlour.match.seeds import BITS, HASHER, KEY_WORDS, begin_key, seed_of_bots, seed_of_event, texts_around
from parlour.match.totals import Sum, Totals
from parlour.match.walk import Choose, Outcomes, find_slipping

CHUNK = 1 << 22  # The maximum number of matches per call of the kernel, for which the GPU needs half a gigabyte.
MOST_WARPS = 32  # The maximum number of warps that play on a multiprocessor.
BLOCK = 128  # Threads per block that prepare matches or add up their outcomes.
BLOCKS = 1  # Blocks per multiprocessor that add up outcomes.
WAITING = 28  # How many matches of a warp begin a round together.
NONE_YET = -1  # Stands for a match number of a thread that has none yet.

# Positions in the array of sums. The squares have two entries: the sums of their low and of their high halves.
OVER, ROUNDS, SQUARE_ROUNDS, DECISIONS, SQUARE_DECISIONS, WINNERS = 0, 1, 2, 4, 5, 7
HALF = 32  # The number of bits of a half.
HASHER_TYPE = device_type(HASHER)


@kernel
def prepare(before: Any, number: int, after: Any, pads: Any, words: Any) -> None:
    """Hash the keys of matches from this number on, and compute the words of the bots' random generators."""
    match = cuda.grid(1)
    if match < len(pads):
        hashers = cuda.local.array(1, HASHER_TYPE)
        hasher = hashers[0]
        begin_key(hasher, before, number + match, after)
        seed_of_bots(hasher, words[match])
        for word in range(KEY_WORDS):
            pads[match, word], pads[match, KEY_WORDS + word] = hasher.inner[word], hasher.outer[word]


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


def _begin_for(spread: np.dtype[Any]) -> Any:
    """Make the function that begins a match with its keys."""
    words, copy = words_of(spread), copy_for(spread)

    @device_piece
    def begin(flat: Any, thread: int, rng: Any, hasher: Any, fresh: Any, pads: Any, random: Any, match: int) -> None:
        copy(flat, thread * words, fresh, 0)
        hasher.event = 0
        for word in range(KEY_WORDS):
            hasher.inner[word], hasher.outer[word] = pads[match, word], pads[match, KEY_WORDS + word]
        for word in range(4):
            rng.words[word] = random[match, word]

    return begin


def _end_for(game: Game, spread: np.dtype[Any]) -> Any:
    """Make the function that writes the outcome of a match, and its final state if there is room for it."""
    winners, over, words, copy = game.winners, game.over, words_of(spread), copy_for(spread)

    @device_piece
    def end(state: Any, flat: Any, thread: int, match: int, made: int, outcomes: Any, finals: Any) -> None:
        outcomes[match, 0], outcomes[match, 1] = winners(state), state.rounds
        outcomes[match, 2], outcomes[match, 3] = made, 1 if over(state) else 0
        if len(finals) > 1:
            copy(finals, match * words, flat, thread * words)

    return end


@cache
def find_simulation(game: Game, chosen: Choose) -> Any:
    """Make the kernel that plays matches of a game, with the rule `chosen` in all seats.

    It doesn't use the game loop in `parlour.match.walk`, because the threads of a warp must stay in step.
    """
    actors, apply, over, phase = game.actors, game.apply, game.over, phase_of(game)
    choose_or_slip, chance = find_slipping(game, chosen), chance_for(game)
    spread = spread_out(game.state)
    state_type = device_type(spread)
    generator_type = device_type(lean_generator([game.deal, choose_or_slip]))
    begin, end = _begin_for(spread), _end_for(game, spread)

    @shared_kernel
    def play(fresh: Any, pads: Any, random: Any, slips: Any, limit: int, waiting: int, counter: Any, outcomes: Any,
             finals: Any) -> None:  # fmt: skip
        """Play matches until none is left, and write the outcome of each."""
        states = cuda.shared.array(WARP, state_type)
        rngs = cuda.local.array(1, generator_type)
        hashers = cuda.local.array(1, HASHER_TYPE)
        saved = cuda.local.array(4, np.uint64)
        thread = cuda.threadIdx.x
        state, rng, hasher, flat = states[thread], rngs[0], hashers[0], states.view(np.uint64)
        match, made, begun, matches = NONE_YET, 0, 0, len(outcomes)
        while lanes(match < matches) > 0:
            seats = actors(state) if match != NONE_YET and match < matches and state.rounds == begun else 0
            if lanes(seats != 0) <= WARP - waiting and seats == 0 and match < matches:
                if match == NONE_YET or over(state) or state.rounds >= limit:
                    if match != NONE_YET:
                        end(state, flat, thread, match, made, outcomes, finals)
                    match, made = cuda.atomic.add(counter, 0, 1), 0
                    if match < matches:
                        begin(flat, thread, rng, hasher, fresh, pads, random, match)
                if match < matches:
                    if actors(state) == 0:
                        chance(state, rng, hasher, saved)
                    seats, begun = actors(state), state.rounds
            now = phase(state) if seats != 0 else LAST_PHASE
            if first(now) == now and seats != 0:
                seat = lowest(seats)
                apply(state, seat, choose_or_slip(state, seat, slips[seat], rng))
                made += 1

    return play


@cache
def find_adding(players: int) -> Any:
    """Make the kernel that adds up outcomes, and counts how many matches each set of seats won."""
    places = WINNERS + (1 << players)

    @kernel
    def add_up(outcomes: Any, sums: Any) -> None:
        own = cuda.local.array(places, np.int64)
        for place in range(places):
            own[place] = 0
        for match in range(cuda.grid(1), len(outcomes), cuda.gridsize(1)):
            rounds, decisions = outcomes[match, 1], outcomes[match, 2]
            own[OVER] += outcomes[match, 3]
            own[ROUNDS] += rounds
            own[SQUARE_ROUNDS] += rounds * rounds & BITS
            own[SQUARE_ROUNDS + 1] += rounds * rounds >> HALF
            own[DECISIONS] += decisions
            own[SQUARE_DECISIONS] += decisions * decisions & BITS
            own[SQUARE_DECISIONS + 1] += decisions * decisions >> HALF
            own[WINNERS + outcomes[match, 0]] += 1
        for place in range(places):
            if own[place] != 0:
                cuda.atomic.add(sums, place, own[place])

    return add_up


def _blocks(most: int, needed: int) -> int:
    """Return how many blocks run: as many as are needed, but no more than `most` per multiprocessor."""
    return min(needed, 1 if SIMULATED else most * cuda.get_current_device().MULTIPROCESSOR_COUNT)


def _play(
    game: Game, chosen: Choose, slips: Sequence[int], start: State, seed: int, number: int, matches: int, limit: int,
    finals: Any, waiting: int,
) -> Any:  # fmt: skip
    """Play matches starting with this number on the GPU; return their outcomes there, and fill `finals`."""
    xp = arrays()
    fresh, counter = xp.asarray(rows_as_words(np.full(1, start, game.state))), xp.zeros(1, np.int64)
    before, after = (as_argument(xp.asarray(text)) for text in texts_around(seed))
    outcomes, pads = xp.empty((matches, 4), np.int64), xp.empty((matches, 2 * KEY_WORDS), np.uint32)
    words = xp.empty((matches, 4), np.uint64)
    chances = as_argument(pads), as_argument(words)
    prepare[-(-matches // BLOCK), BLOCK](before, number, after, *chances)
    find_simulation(game, chosen)[_blocks(MOST_WARPS, -(-matches // WARP)), WARP](
        as_argument(fresh), *chances, as_argument(xp.asarray(np.array(slips, np.int64))), limit, waiting,
        *map(as_argument, (counter, outcomes, finals)),
    )  # fmt: skip
    return outcomes


def play_chunk(
    game: Game, chosen: Choose, slips: Sequence[int], start: State, seed: int, number: int, matches: int, limit: int,
    waiting: int = WAITING,
) -> tuple[Any, Outcomes]:  # fmt: skip
    """Play matches starting with this number; return their final states and outcomes."""
    finals = arrays().empty(matches * words_of(spread_out(game.state)), np.uint64)
    outcomes = _play(game, chosen, slips, start, seed, number, matches, limit, finals, waiting)
    return words_as_rows(to_host(finals), game.state), Outcomes(*to_host(outcomes).T)


def play_totals(
    game: Game, chosen: Choose, slips: Sequence[int], start: State, seed: int, number: int, matches: int, limit: int,
    waiting: int = WAITING,
) -> Totals:  # fmt: skip
    """Play matches starting with this number, and add up their outcomes."""
    none = arrays().empty(1, np.uint64)
    outcomes = _play(game, chosen, slips, start, seed, number, matches, limit, none, waiting)
    return totals_of(outcomes, int(start.players))


def totals_of(outcomes: Any, players: int) -> Totals:
    """Add up outcomes on the GPU."""
    sums, blocks = arrays().zeros(WINNERS + (1 << players), np.int64), _blocks(BLOCKS, -(-len(outcomes) // BLOCK))
    find_adding(players)[blocks, BLOCK](as_argument(outcomes), as_argument(sums))
    found = to_host(sums).tolist()
    return Totals(
        len(outcomes), found[OVER], _sum(found, ROUNDS, SQUARE_ROUNDS), _sum(found, DECISIONS, SQUARE_DECISIONS),
        found[WINNERS:],
    )  # fmt: skip


def _sum(found: list[int], total: int, squares: int) -> Sum:
    return Sum(found[total], found[squares] + (found[squares + 1] << HALF))
