"""Returning to a position of a recorded match: its deals follow from its key, and its actions are in its rows."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from parlour.engine.rng import GENERATOR
from parlour.engine.rule import hot_piece, loop
from parlour.game.game import Game, State
from parlour.lab.sample import Sample
from parlour.match.seeds import HASHER, seeded_words, set_key
from parlour.match.walk import NO_END, STOP, Context, find_dealing, walk_for


@cache
def replayer(game: Game) -> Callable[..., int]:
    """Make the loop that plays given actions, and stops before the next decision; it returns how many it played."""
    deal_by_key = find_dealing(game)

    @hot_piece
    def chance(state: State, context: Context) -> bool:
        return deal_by_key(state, context[0], context[1])

    @hot_piece
    def choose(state: State, seat: int, context: Context) -> int:
        actions, at = context[2], context[3]
        if at[0] == len(actions):
            return STOP
        at[0] += 1
        return int(actions[at[0] - 1])

    walk = walk_for(game, chance, choose)

    @loop
    def replay(states: Any, key: Any, tools: Any, hashers: Any, actions: Any, at: Any) -> int:
        set_key(hashers[0], key)
        return walk(states[0], (tools[0], hashers[0], actions, at), NO_END, NO_END)

    return replay


def position(sample: Sample, seed: int, number: int, row: int) -> State:
    """Return the state just before a recorded decision, of which `row` is the index, in the match of this number."""
    game, rows = sample.game, sample.decisions
    first = int(np.searchsorted(rows["match"], rows["match"][row]))
    actions = rows["action"][first:row].astype(np.int64)
    states, key = sample.fresh, seeded_words(seed, range(number, number + 1))[0]
    tools, hashers, at = np.zeros(1, GENERATOR), np.zeros(1, HASHER), np.zeros(1, np.int64)
    replayer(game)(states, key, tools, hashers, actions, at)
    state: State = states[0]
    return state
