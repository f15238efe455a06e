"""Making positions of any game by random play from a seed, for checking properties."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from parlour.engine.rng import Rng, generator, pick
from parlour.errors import ParlourError
from parlour.game.game import Game, State
from parlour.game.options import OptionError, Value
from parlour.match.fair import bots_seed, seeded_key
from parlour.match.match import Match
from parlour.testing._position import Position
from parlour.testing.broken import Broken, described

MOST_MOVES = 400  # In this many moves, most games have several rounds.
MOST_CHANCES = 1000  # The maximum number of deals in a row without an action in between.


@contextmanager
def named(position: Position, seat: int | None = None, action: int | None = None) -> Iterator[None]:
    """Add the position, the seat and the action to errors that are raised inside."""
    try:
        yield
    except Broken:
        raise
    except Exception as error:
        raise Broken(described(error, position.game), position, seat, action) from error


# --- random play


def started(game: Game, players: int, seed: int, options: dict[str, Value] | None = None, **more: Any) -> Match:
    """Start a match with the key that the seed determines, and deal."""
    match = Match(game, players, options, key=seeded_key(seed, 0), telling=False, **more)
    match.advance()
    return match


def played(
    game: Game, players: int, seed: int, moves: int, options: dict[str, Value] | None = None
) -> Position:  # fmt: skip
    """Play `moves` random actions, or fewer if the match ends; return the last position in which a seat can act."""
    match = started(game, players, seed, options)
    rng, made = generator(bots_seed(seeded_key(seed, 0))), 0
    while made < moves:
        state = game.copy(match.state)
        if not _moved(Position(match, seed, made), state, rng):
            break
        match.set_state(state)
        made += 1
    return Position(match, seed, made)


def walked(
    game: Game, players: int, seed: int, most: int = MOST_MOVES, options: dict[str, Value] | None = None
) -> Iterator[Position]:
    """Yield every position of a random match; errors in a rule name their position."""
    match = started(game, players, seed, options)
    state, rng = game.copy(match.state), generator(bots_seed(seeded_key(seed, 0)))
    for moves in range(most):
        match = Match(game, players, options, key=seeded_key(seed, 0), telling=False)
        match.set_state(state)
        position = Position(match, seed, moves)
        if not match.actors:
            raise Broken("nobody can act, no chance is pending, and the match is not over", position)
        yield position
        if not _moved(position, state, rng):
            return


def _moved(position: Position, state: State, rng: Rng) -> bool:
    """Make a random move and deal if necessary; return False if the match is over."""
    game = position.game
    seat = pick(rng, game.actors(state))
    choices = game.legal(state, seat)
    if not choices:
        raise Broken(f"seat {seat} is one of the actors but has no legal action", position, seat)
    action = pick(rng, choices)
    with named(position, seat, action):
        game.apply(state, seat, action)
        for _ in range(MOST_CHANCES):
            if game.actors(state):
                return True
            if game.over(state):
                return False
            game.deal(state, rng)
    raise Broken(f"after {MOST_CHANCES} deals in a row nobody can act yet", position, seat, action)


def played_match(game: Game, players: int, seed: int, moves: int) -> Match:
    """Play `moves` random actions of a match and record all events."""
    match, rng = started(game, players, seed), generator(bots_seed(seeded_key(seed, 0)))
    for made, _ in enumerate(match.turns()):
        if made == moves:
            break
        seat = match.actors[pick(rng, (1 << len(match.actors)) - 1)]
        match.act(seat, pick(rng, match.game.legal(match.state, seat)))
    return match


# --- options


def some_options(game: Game, rng: random.Random) -> dict[str, Value]:
    """Choose random values, often extreme values, for some options; return none if they don't fit together."""
    chosen: dict[str, Value] = {}
    for option in game.options:
        if rng.random() < 0.5:
            most, least = option.most // option.step, -(-option.least // option.step)
            number = rng.choice((least, most, rng.randint(least, most))) * option.step
            chosen[option.name] = rng.choice(option.words) if option.words else number
    try:
        game.new_state(options=chosen)
    except OptionError:
        return {}  # These values don't fit together.
    except ParlourError as error:
        raise Broken(f"a match with the options {chosen} cannot be started: {error}") from error
    return chosen
