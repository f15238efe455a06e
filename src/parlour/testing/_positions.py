"""Positions of any game, reached by random play from a seed, on which the properties are checked."""

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

MOST_MOVES = 400  # into a match; most games have had several rounds by then
MOST_CHANCES = 1000  # in a row, with nobody to act in between


@contextmanager
def named(position: Position, seat: int | None = None, action: int | None = None) -> Iterator[None]:
    """Add the position, the seat and the action to any error inside."""
    try:
        yield
    except Broken:
        raise
    except Exception as error:
        raise Broken(described(error, position.game), position, seat, action) from error


# --- random play


def started(game: Game, players: int, seed: int, options: dict[str, Value] | None = None, **more: Any) -> Match:
    """Start and deal a match with the seats and cards of the seed."""
    match = Match(game, players, options, key=seeded_key(seed, 0), telling=False, **more)
    match.advance()
    return match


def played(
    game: Game, players: int, seed: int, moves: int, options: dict[str, Value] | None = None
) -> Position:  # fmt: skip
    """Play `moves` random actions; return the position, or the last one with somebody to act."""
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
    """Yield every position of one random match; an error in a rule names its position."""
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
    """Make a random move and the chances that follow it; return False if the match is then over."""
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
    """Play a match of random players for `moves` actions, with a record of every event."""
    match, rng = started(game, players, seed), generator(bots_seed(seeded_key(seed, 0)))
    for made, _ in enumerate(match.turns()):
        if made == moves:
            break
        seat = match.actors[pick(rng, (1 << len(match.actors)) - 1)]
        match.act(seat, pick(rng, match.game.legal(match.state, seat)))
    return match


# --- options


def some_options(game: Game, rng: random.Random) -> dict[str, Value]:
    """Choose values for some options of a game, favouring the ends of their ranges; nothing if they don't fit."""
    chosen: dict[str, Value] = {}
    for option in game.options:
        if rng.random() < 0.5:
            most, least = option.most // option.step, -(-option.least // option.step)
            number = rng.choice((least, most, rng.randint(least, most))) * option.step
            chosen[option.name] = rng.choice(option.words) if option.words else number
    try:
        game.new_state(options=chosen)
    except OptionError:
        return {}  # refused: the options don't fit together
    except ParlourError as error:
        raise Broken(f"a match with the options {chosen} cannot be started: {error}") from error
    return chosen
