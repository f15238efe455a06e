"""Make positions of any registered game, and Hypothesis strategies for them, so that tests can check properties."""

import random

from hypothesis import strategies as st

from parlour import testing
from parlour.bots.basic import find_compiled
from parlour.engine.rng import generator, pick
from parlour.game.options import Value
from parlour.games import GAMES, find_game
from parlour.match.fair import bots_seed, seeded_key
from parlour.match.match import Match
from parlour.match.walk import ALWAYS
from parlour.testing._positions import MOST_MOVES, some_options

Position = testing.Position
MOST_STEPS = MOST_MOVES
TABLES = [(name, players) for name in GAMES for players in find_game(name).players]


def played(name: str, players: int, seed: int, steps: int, options: dict[str, Value] | None = None) -> Position:
    """Make the position after `steps` random actions, or the last position in which a seat can act."""
    return testing.played(find_game(name), players, seed, steps, options)


def played_match(name: str, players: int, seed: int, steps: int) -> Match:
    """Make a match that records every event, and play `steps` random actions."""
    return testing.played_match(find_game(name), players, seed, steps)


def sensible(name: str, players: int, seed: int, steps: int) -> Position:
    """Make a position with random options, reached with rules of thumb, random actions, or an equal mix of both."""
    game, rng = find_game(name), generator(bots_seed(seeded_key(seed, 0)))
    match = testing.played(game, players, seed, 0, some_options(game, random.Random(f"{name} {seed}"))).match
    choose, slips = find_compiled(game), (0, 2, ALWAYS)[seed % 3]
    for made in range(steps):
        before, seat = game.copy(match.state), match.actors[pick(rng, (1 << len(match.actors)) - 1)]
        match.act(seat, int(choose(game.hidden(match.state, seat), seat, slips, rng)))
        if not match.over:
            match.advance()
        if match.over:
            match.set_state(before)
            return Position(match, seed, made)
    return Position(match, seed, steps)


def positions(name: str, players: int) -> st.SearchStrategy[Position]:
    """Generate positions of a game: early, late, in any phase."""
    return st.builds(
        lambda seed, steps: played(name, players, seed, steps),
        st.integers(0, 10**6),
        st.integers(0, MOST_STEPS),
    )
