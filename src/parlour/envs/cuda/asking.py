"""Seeded matches on the GPU in which some seats are asked: by a net, say. Compiled bots play all that lies between.

The matches are those of `parlour.envs.cuda.simulation`. Each table goes on until a seat has to be asked, shows what
that seat sees, and waits for its action; a table whose match is over takes the next one.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from parlour.engine.rng import Rng
from parlour.engine.sets import has, lowest
from parlour.envs._loops import NOBODY
from parlour.envs.cuda.batch import BLOCK, find_names
from parlour.envs.cuda.room import rows_as_words
from parlour.envs.cuda.rules import arrays, as_argument, cuda, device_rule, piece, shared_kernel, to_host
from parlour.envs.cuda.simulation import Outcomes, play_chance
from parlour.envs.encoding import PLAIN_LOOPS, find_encoding
from parlour.game.game import Game, State
from parlour.match.seeds import HASHER, begin_key, seed_of_bots, seed_of_event, texts_around
from parlour.match.walk import actors, apply, choose_or_slip, find_slipping, over, winners

TABLES = 65_536  # at which matches are played at the same time
NONE_YET = -1  # instead of the number of a match

# What kernels name, of one game: set by `kernel`.
STATE: Any = None
RNG: Any = None
ROW = 0
ROOM = 0
WORDS = 0
copy: Any = None
show: Any = None
fetch: Any = None
store: Any = None
write: Any = None
chance: Any = None


def _go_on(fresh: Any, before: Any, after: Any, first: int, slips: Any, asked: int, limit: int, counter: Any,
           outcomes: Any, states: Any, words: Any, hashers: Any, counts: Any, seats: Any, actions: Any, masks: Any,
           rows: Any) -> None:  # fmt: skip
    """The answer of the seat that was asked at each table, and everything until the next question."""
    boards = cuda.shared.array(BLOCK, STATE)
    room = cuda.shared.array(ROOM, np.int8)
    tools = cuda.local.array(1, RNG)
    place, table, begin, flat = cuda.threadIdx.x, cuda.grid(1), cuda.blockIdx.x * BLOCK, boards.view(np.uint64)
    here = min(BLOCK, len(seats) - begin)
    fetch(flat, states, begin, here)
    if place < here:
        for word in range(4):
            tools[0].words[word] = words[table, word]
        if seats[table] != NOBODY:
            apply(boards[place], seats[table], actions[table])
            counts[table, 2] += 1
        seats[table] = next_question(
            boards[place], flat, place * WORDS, tools[0], hashers[table], counts[table], fresh, before, after, first,
            slips, asked, limit, counter, outcomes,
        )  # fmt: skip
        for word in range(4):
            words[table, word] = tools[0].words[word]
    store(flat, states, begin, here)
    if place < here:
        show(boards[place], seats[table], room, place * ROW, rows.shape[1], masks.shape[1])
    write(room, rows, masks, begin, here)


def _next_question(state: Any, flat: Any, at: int, rng: Any, hasher: Any, counts: Any, fresh: Any, before: Any,
                   after: Any, first: int, slips: Any, asked: int, limit: int, counter: Any,
                   outcomes: Any) -> int:  # fmt: skip
    """Go on at a table; the seat to ask, NOBODY if no match is left. `counts`: match, chance events, decisions."""
    saved = cuda.local.array(4, np.uint64)
    while counts[0] < len(outcomes):
        if counts[0] == NONE_YET or over(state) or state.rounds >= limit:
            if counts[0] != NONE_YET:
                outcomes[counts[0], 0], outcomes[counts[0], 1] = winners(state), state.rounds
                outcomes[counts[0], 2], outcomes[counts[0], 3] = counts[2], 1 if over(state) else 0
            counts[0] = cuda.atomic.add(counter, 0, 1)
            if counts[0] < len(outcomes):
                copy(flat, at, fresh, 0)
                begin_key(hasher, before, first + counts[0], after)
                seed_of_bots(hasher, rng.words)
                counts[1], counts[2] = 0, 0
        elif actors(state) == 0:
            chance(state, rng, hasher, counts[1], saved)
            counts[1] += 1
        else:
            seat = lowest(actors(state))
            if has(asked, seat):
                return seat
            apply(state, seat, choose_or_slip(state, seat, slips[seat], rng))
            counts[2] += 1
    return NOBODY


next_question: Any = _next_question


@cache
def find_asking(game: Game, players: int, chosen: Callable[[State, int, Rng], int]) -> Any:
    """The kernel that plays a game with that player in the seats that are not asked."""
    player = find_slipping(game, chosen)
    names = find_names(game, players, [player])
    names |= {one.__name__: device_rule(one) for one in (begin_key, seed_of_bots, seed_of_event)}
    names["choose_or_slip"] = device_rule(player)
    names["chance"] = piece(game, play_chance, **names)
    names["next_question"] = piece(game, _next_question, **names)
    return shared_kernel(game, _go_on, **names)


def play_asking(
    game: Game, chosen: Callable[[State, int, Rng], int], slips: Sequence[int], asked: Sequence[int], start: State,
    seed: int, first: int, matches: int, limit: int, answer: Callable[[Any, Any, Any], Any],
) -> Outcomes:  # fmt: skip
    """Matches from that number on; `answer(rows, masks, seats)` gives an action for every table where a seat is asked.

    `seats` is -1 at the other tables.
    """
    players, tables, xp = int(start.players), min(TABLES, matches), arrays()
    kernel, fresh = find_asking(game, players, chosen), rows_as_words(np.full(1, start, game.state))
    size = find_encoding(game, PLAIN_LOOPS).size(players)
    outcomes, counter = xp.zeros((matches, 4), np.int64), xp.zeros(1, np.int64)
    seats, counts = xp.full(tables, NOBODY, np.int64), xp.zeros((tables, 3), np.int64)
    counts[:, 0] = NONE_YET
    masks, rows = xp.zeros((tables, game.actions), np.int8), xp.zeros((tables, size), np.int8)
    states, words = xp.zeros(tables * len(fresh), np.uint64), xp.zeros((tables, 4), np.uint64)
    texts = tuple(xp.asarray(text) for text in texts_around(seed))
    seats_asked = sum(1 << seat for seat in asked)
    before = (*map(as_argument, (xp.asarray(fresh), *texts)), first, as_argument(xp.asarray(np.array(slips, np.int64))))
    hashers = cuda.to_device(np.zeros(tables, HASHER))
    middle = (*map(as_argument, (counter, outcomes, states, words)), hashers, as_argument(counts), as_argument(seats))
    actions = xp.zeros(tables, np.int64)
    while True:
        kernel[-(-tables // BLOCK), BLOCK](
            *before, seats_asked, limit, *middle, *map(as_argument, (actions, masks, rows))
        )  # fmt: skip
        if not bool((seats != NOBODY).any()):
            return Outcomes(*to_host(outcomes).T)
        actions = answer(rows, masks, seats)
