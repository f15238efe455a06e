"""Whole matches in one compiled call: what simulation, the laboratory and search are made of.

A loop over the rules of a game is written once, here, and compiled for each game.
"""

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.cards import lowest
from parlour.fair import bots_seed, chance_generator, chance_seed, seeded_key
from parlour.game import Game, State
from parlour.games import find_game
from parlour.rng import GENERATOR, generator, pick
from parlour.rule import PLAIN, keep, rule

States = npt.NDArray[np.void]  # one record a match
Words = npt.NDArray[np.uint64]

SEEDS = 16  # chance events for which seeds are made at once
LOOP_RULES = ("deal", "actors", "legal", "apply", "over", "redeal")
deal = actors = legal = apply = over = None  # the rules of a game take the place of these names in `for_game`


def for_game(game: Game, loop: Callable[..., Any], **more: Any) -> Callable[..., Any]:
    """The loop with the rules of one game, and more of its own, in the place of the names it uses; compiled."""
    scope = {**loop.__globals__, **{name: getattr(game, name) for name in LOOP_RULES}, **more}
    made = FunctionType(loop.__code__, scope, loop.__name__, loop.__defaults__)
    made.__qualname__ = f"{loop.__name__}_{game.name}"  # the compiled cache tells the games apart by this name
    made.__module__ = loop.__module__
    return made if PLAIN else keep(rule(made))


def _play_on(states: Any, players: Any, table: Any, seeds: Any, used: Any, decisions: Any, limit: int) -> None:
    """Play every match until it is over, cut off by the limit of rounds, or out of seeds."""
    rng = table[0]
    for match in range(len(states)):
        state = states[match]
        chooser = players[match]
        chances = used[match]
        moves = 0
        while state.rounds < limit:
            seats = actors(state)  # type: ignore[misc]
            if seats == 0:
                if over(state) or chances == seeds.shape[1]:  # type: ignore[misc]
                    break
                for word in range(4):
                    rng.words[word] = seeds[match, chances, word]
                chances += 1
                deal(state, rng)  # type: ignore[misc]
            else:
                seat = lowest(seats)
                apply(state, seat, pick(chooser, legal(state, seat)))  # type: ignore[misc]
                moves += 1
        used[match] = chances
        decisions[match] += moves


@cache
def _player(game: Game) -> Callable[..., Any]:
    return for_game(game, _play_on)


def play_random(game: Game, start: State, keys: list[bytes], limit: int) -> tuple[States, npt.NDArray[np.int64]]:
    """Matches of random bots from their keys: the final states, and how many decisions were made in each."""
    states: States = np.full(len(keys), start, game.state)
    choosers = np.zeros(len(keys), GENERATOR)
    decisions = np.zeros(len(keys), np.int64)
    for match, key in enumerate(keys):
        choosers[match] = generator(bots_seed(key))
    running, first = np.arange(len(keys)), 0
    while len(running):
        part, chosen, made = states[running], choosers[running], decisions[running]
        seeds = _seeds([keys[match] for match in running], first)
        _player(game)(part, chosen, np.zeros(1, GENERATOR), seeds, np.zeros(len(running), np.int64), made, limit)
        states[running], choosers[running], decisions[running] = part, chosen, made
        unfinished = [not game.over(state) and state.rounds < limit for state in part]
        running, first = running[unfinished], first + SEEDS
    return states, decisions


def _seeds(keys: list[bytes], first: int) -> Words:
    """The seeds of the next chance events of every match."""
    data = b"".join(chance_seed(key, number) for key in keys for number in range(first, first + SEEDS))
    return np.frombuffer(data, dtype="<u8").reshape(len(keys), SEEDS, 4)


def warm(name: str) -> None:
    """Compile, or load, all that is compiled of a game."""
    game = find_game(name)
    warm_rules(game)
    play_random(game, game.new_state(), [seeded_key(0, 0)], 1)


def warm_rules(game: Game) -> None:
    """Compile, or load, the rules of a game."""
    key, state = seeded_key(0, 0), game.new_state()
    game.deal(state, chance_generator(key, 0))
    seat = lowest(game.actors(state))
    hidden = game.hidden(state, seat)
    game.redeal(hidden, seat, chance_generator(key, 1))
    game.apply(state, seat, lowest(game.legal(state, seat)))
    game.winners(state)
    game.over(state)
