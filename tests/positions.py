"""Positions of any game, reached by random play from a seed: what the properties are checked on."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st

from parlour.cards import each
from parlour.fair import bots_seed, seeded_key
from parlour.game import Game, State
from parlour.games import GAMES, find_game
from parlour.match import Match
from parlour.options import Value
from parlour.playout import actors, apply, deal, for_game, legal, over
from parlour.rng import GENERATOR, generator, pick

TABLES = [(name, players) for name in GAMES for players in find_game(name).players]
MOST_STEPS = 400


@dataclass(frozen=True)
class Position:
    """A match in the middle, with somebody to act."""

    match: Match

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def onlookers(self) -> range:
        return range(-1, self.match.players)


def _play_some(states: Any, table: Any, steps: int) -> None:
    """Random actions; simultaneous choices come in any order. Stops before the match would be over."""
    state, rng = states[0], table[0]
    for _ in range(steps):
        states[1] = state
        seat = pick(rng, actors(state))
        apply(state, seat, pick(rng, legal(state, seat)))
        while actors(state) == 0:
            if over(state):
                states[0] = states[1]
                return
            deal(state, rng)


@cache
def _player(name: str) -> Callable[..., None]:
    return for_game(find_game(name), _play_some)


def played(name: str, players: int, seed: int, steps: int, options: dict[str, Value] | None = None) -> Position:
    """The position after so many random actions, or the last one with somebody to act."""
    key = seeded_key(seed, 0)
    match = Match(find_game(name), players, options, key=key, telling=False)
    match.advance()
    states, table = np.zeros(2, match.game.state), np.zeros(1, GENERATOR)
    states[0], table[0] = match.state, generator(bots_seed(key))
    _player(name)(states, table, steps)
    match.set_state(states[0])
    return Position(match)


def played_match(name: str, players: int, seed: int, steps: int) -> Match:
    """The same by a match that records every event."""
    key = seeded_key(seed, 0)
    match, rng = Match(find_game(name), players, key=key, telling=False), generator(bots_seed(key))
    match.advance()
    for _ in range(steps):
        seat = match.actors[pick(rng, (1 << len(match.actors)) - 1)]
        match.act(seat, pick(rng, match.game.legal(match.state, seat)))
        if match.over:
            break
        match.advance()
    return match


def option_values(game: Game) -> st.SearchStrategy[dict[str, Value]]:
    """Values for some of the options of a game, whatever they may be."""
    choices = {
        option.name: st.sampled_from(option.words) if option.words else st.integers(option.least, option.most)
        for option in game.options
    }
    return st.fixed_dictionaries({}, optional=choices)


def positions(name: str, players: int) -> st.SearchStrategy[Position]:
    """Positions of a game: early, late, in any phase."""
    return st.builds(
        lambda seed, steps: played(name, players, seed, steps),
        st.integers(0, 10**6),
        st.integers(0, MOST_STEPS),
    )


def illegal_actions(position: Position, seat: int) -> list[int]:
    """Every action number that the seat may not choose now."""
    allowed = set(each(position.game.legal(position.state, seat)))
    return [action for action in range(63) if action not in allowed]
