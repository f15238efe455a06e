"""Check a game's rules of thumb in thousands of positions, in one compiled loop."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from parlour.bots.basic import find_basic
from parlour.engine.rng import GENERATOR, below, generator, pick
from parlour.engine.rule import PLAIN, loop
from parlour.engine.sets import has
from parlour.game.game import Game
from parlour.game.options import Value
from parlour.match.fair import seeded_key

FEW = 200  # number of positions checked in plain mode


def faults(game: Game, players: int, positions: int, options: Mapping[str, Value] | None = None) -> dict[str, int]:
    """Count the positions in which a choice is illegal, depends on hidden cards or changes the state; omit zeros."""
    states, table = np.zeros(5, game.state), np.zeros(4, GENERATOR)
    states[0] = states[3] = game.new_state(players, dict(options or {}))
    table[0] = generator(seeded_key(players, 1))
    # If the deck has equal cards, hiding cards may change a choice.
    whole = len(set(game.deck.names)) == len(game.deck.names)
    raw = states.view(np.int64).reshape(len(states), -1)
    found = _tried(game)(states, raw, table, FEW if PLAIN else positions, whole)
    return {name: number for name, number in zip(("illegal", "peeking", "changing"), found, strict=True) if number}


@cache
def _tried(game: Game) -> Any:
    """Make a loop that checks the choices in random positions.

    With `whole`, the loop also checks that hiding cards doesn't change a choice.

    In each match, all players follow the rules of thumb, all play at random, or all mix the two equally.
    """
    actors, apply, deal, hide, legal = game.actors, game.apply, game.deal, game.hide, game.legal
    over, redeal, choose = game.over, game.redeal, find_basic(game)

    @loop
    def try_choices(states: Any, raw: Any, table: Any, number: int, whole: bool) -> tuple[int, int, int]:
        state, hidden, dealt, rng = states[0], states[1], states[2], table[0]
        illegal = peeking = changing = sensible = 0
        for _ in range(number):
            while actors(state) == 0:
                if over(state):
                    states[0] = states[3]
                    sensible = below(rng, 3)
                deal(state, rng)
            seat = pick(rng, actors(state))
            states[1] = states[0]
            hide(hidden, seat)
            states[2] = states[1]
            redeal(dealt, seat, rng)
            states[4] = states[0]
            for copy in range(1, 4):
                table[copy].words[:] = rng.words
            action, blind = choose(state, seat, table[1]), choose(hidden, seat, table[2])
            choices = legal(state, seat)
            illegal += not has(choices, action) or not has(choices, blind)
            peeking += blind != choose(dealt, seat, table[3]) or (whole and blind != action)
            for word in range(raw.shape[1]):
                if raw[0, word] != raw[4, word]:
                    changing += 1
                    break
            follows = sensible == 2 or (sensible == 1 and below(rng, 2) == 0)
            apply(state, seat, blind if follows and has(choices, blind) else pick(rng, choices))
        return illegal, peeking, changing

    return try_choices
