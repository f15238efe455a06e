"""Seeded matches on the GPU in which the caller, such as a neural net, plays some seats and compiled bots the others.

The deals are the same as in `parlour.envs.cuda.simulation`. Each table plays until one of the caller's seats is to act,
writes that seat's observation, and waits for its action. A table whose match is over begins the next match.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from parlour.engine.sets import has, lowest
from parlour.envs.cuda.room import rows_as_words
from parlour.envs.cuda.rules import arrays, as_argument, cuda, device_piece, shared_kernel, to_host
from parlour.envs.cuda.shown import BLOCK, byte_rows, padded, shown_for
from parlour.envs.cuda.simulation import chance_for
from parlour.envs.encoding import PLAIN_LOOPS, find_encoding
from parlour.envs.loops import NOBODY
from parlour.game.game import Game, State
from parlour.match.seeds import HASHER, begin_key, seed_of_bots, texts_around
from parlour.match.walk import NO_END, STOP, Choose, Context, Outcomes, find_slipping, walk_for

TABLES = 65_536  # At most this many matches are played at the same time.
NONE_YET = -1  # Stands for a match number at a table that has none yet.


def _until_asked_for(game: Game, chosen: Choose) -> Any:
    """Make the function that plays on until one of the caller's seats must act."""
    choose_or_slip, chance = find_slipping(game, chosen), chance_for(game)

    @device_piece
    def dealt(state: Any, context: Context) -> bool:
        rng, hasher, saved, _, _ = context
        chance(state, rng, hasher, saved)
        return True

    @device_piece
    def choose(state: Any, seat: int, context: Context) -> int:
        rng, _, _, slips, asked = context
        return STOP if has(asked, seat) else choose_or_slip(state, seat, slips[seat], rng)

    return walk_for(game, dealt, choose, device_piece)


def _next_question_for(game: Game, chosen: Choose, copy: Any) -> Any:
    """Make the function that plays on at a table until one of the caller's seats must act."""
    actors, over, winners, walk = game.actors, game.over, game.winners, _until_asked_for(game, chosen)

    @device_piece
    def next_question(state: Any, flat: Any, at: int, rng: Any, hasher: Any, counts: Any, fresh: Any, before: Any,
                      after: Any, first: int, slips: Any, asked: int, limit: int, counter: Any,
                      outcomes: Any) -> int:  # fmt: skip
        """Return the caller's seat that must act, or NOBODY if no match is left.

        `counts` holds the number of the match and its number of decisions.
        """
        saved = cuda.local.array(4, np.uint64)
        while counts[0] < len(outcomes):
            if counts[0] == NONE_YET or over(state) or state.rounds >= limit:
                if counts[0] != NONE_YET:
                    outcomes[counts[0], 0], outcomes[counts[0], 1] = winners(state), state.rounds
                    outcomes[counts[0], 2], outcomes[counts[0], 3] = counts[1], 1 if over(state) else 0
                counts[0] = cuda.atomic.add(counter, 0, 1)
                if counts[0] < len(outcomes):
                    copy(flat, at, fresh, 0)
                    begin_key(hasher, before, first + counts[0], after)
                    seed_of_bots(hasher, rng.words)
                    counts[1] = 0
            else:
                counts[1] += walk(state, (rng, hasher, saved, slips, asked), limit, NO_END)
                seats = actors(state)
                if seats != 0 and state.rounds < limit:
                    return lowest(seats)
        return NOBODY

    return next_question


@cache
def find_asking(game: Game, players: int, chosen: Choose) -> Any:
    """Make the kernel that plays a game, with the rule `chosen` in the seats that the caller doesn't play."""
    apply, shown = game.apply, shown_for(game, players, [find_slipping(game, chosen)])
    next_question, fetch, store, show, write = (
        _next_question_for(game, chosen, shown.copy), shown.fetch, shown.store, shown.show, shown.write,
    )  # fmt: skip
    state_type, generator_type, room_words, row_bytes, words = (
        shown.state_type, shown.generator_type, shown.room_words, shown.row_bytes, shown.words,
    )  # fmt: skip

    @shared_kernel
    def go_on(fresh: Any, before: Any, after: Any, first: int, slips: Any, asked: int, limit: int, counter: Any,
              outcomes: Any, states: Any, random: Any, hashers: Any, counts: Any, seats: Any, actions: Any, masks: Any,
              rows: Any) -> None:  # fmt: skip
        """Apply the caller's action at each table, and play until the caller must act again."""
        boards = cuda.shared.array(BLOCK, state_type)
        room = cuda.shared.array(room_words, np.uint32)
        tools = cuda.local.array(1, generator_type)
        thread, table, begin = cuda.threadIdx.x, cuda.grid(1), cuda.blockIdx.x * BLOCK
        room_bytes, flat = room.view(np.int8), boards.view(np.uint64)
        fetch(flat, states, begin)
        for word in range(4):
            tools[0].words[word] = random[table, word]
        if seats[table] != NOBODY:
            apply(boards[thread], seats[table], actions[table])
            counts[table, 1] += 1
        seats[table] = next_question(
            boards[thread], flat, thread * words, tools[0], hashers[table], counts[table], fresh, before, after,
            first, slips, asked, limit, counter, outcomes,
        )  # fmt: skip
        for word in range(4):
            random[table, word] = tools[0].words[word]
        store(flat, states, begin)
        show(boards[thread], seats[table], room_bytes, thread)
        cuda.syncthreads()
        for one in range(BLOCK):
            write((room_bytes, room), one * row_bytes, rows, masks, begin + one)

    return go_on


def play_asking(
    game: Game, chosen: Choose, slips: Sequence[int], asked: Sequence[int], start: State,
    seed: int, first: int, matches: int, limit: int, answer: Callable[[Any, Any, Any], Any],
) -> Outcomes:  # fmt: skip
    """Play matches starting with number `first`; `answer(rows, masks, seats)` returns an action for every table.

    Actions are ignored at tables where `seats` is -1.
    """
    players, tables, xp = int(start.players), padded(min(TABLES, matches)), arrays()
    kernel, fresh = find_asking(game, players, chosen), rows_as_words(np.full(1, start, game.state))
    size = find_encoding(game, PLAIN_LOOPS).size(players)
    outcomes, counter = xp.zeros((matches, 4), np.int64), xp.zeros(1, np.int64)
    seats, counts = xp.full(tables, NOBODY, np.int64), xp.zeros((tables, 2), np.int64)
    counts[:, 0] = NONE_YET
    (masks, flat_masks), (rows, flat_rows) = byte_rows(tables, game.actions), byte_rows(tables, size)
    states, words = xp.zeros(tables * len(fresh), np.uint64), xp.zeros((tables, 4), np.uint64)
    texts = tuple(xp.asarray(text) for text in texts_around(seed))
    seats_asked = sum(1 << seat for seat in asked)
    before = (*map(as_argument, (xp.asarray(fresh), *texts)), first, as_argument(xp.asarray(np.array(slips, np.int64))))
    hashers = cuda.to_device(np.zeros(tables, HASHER))
    middle = (*map(as_argument, (counter, outcomes, states, words)), hashers, as_argument(counts), as_argument(seats))
    written = [tuple(map(as_argument, flat)) for flat in (flat_masks, flat_rows)]
    actions = xp.zeros(tables, np.int64)
    while True:
        kernel[tables // BLOCK, BLOCK](
            *before, seats_asked, limit, *middle, as_argument(actions), *written
        )  # fmt: skip
        if not bool((seats != NOBODY).any()):
            return Outcomes(*to_host(outcomes).T)
        actions = answer(rows, masks, seats)
