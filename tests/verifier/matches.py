"""Play matches for the verifier's tests: all games, table sizes and options, with salts, boards and limits."""

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from parlour.bots import find_bot
from parlour.engine.rng import generator
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.game.options import Value
from parlour.match.fair import bots_seed, seeded_key
from parlour.match.match import Board, Match
from parlour.match.record import line

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Zoë", "bot:random"]
MOST_ROUNDS = 3
ENDINGS: list[dict[str, Any]] = [
    {"limit": MOST_ROUNDS},
    {"limit": 1},
    {"board": Board("day", "2026-11-15", 1, rounds=2)},
    {"board": Board("evening", "club-night", 3, rounds=1), "sealed": True},
]


def variants(game: Game) -> list[dict[str, Value]]:
    """Return sets of options: the defaults, a short match, and each option alone with every word or extreme value."""
    found: list[dict[str, Value]] = [{}, dict(game.short_options)]
    for option in game.options:
        values = option.words or (option.least, option.least + option.step, option.most)
        found += [{option.name: value} for value in values if value != option.default]
    return [options for options in found if _is_possible(game, options)]


def _is_possible(game: Game, options: dict[str, Value]) -> bool:
    try:
        game.new_state(None, options)
    except ParlourError:
        return False
    return True


def played(game: Game, players: int, options: dict[str, Value], seed: int, bot: str = "random", **more: Any) -> Match:
    """Play a match between bots to its end; bots that choose at the same time act in random order."""
    key, order = seeded_key(seed, players), random.Random(seed)
    salts = [seeded_key(seed, 100 + seat) if seed % 3 == 1 and seat != 1 else None for seat in range(players)]
    match = Match(game, players, options, NAMES[:players], key, salts=salts, telling=False, **more)
    choose, rng = find_bot(game, bot), generator(bots_seed(key))
    match.advance()
    while not match.over:
        seat = order.choice(match.actors)
        match.act(seat, choose(game.hidden(match.state, seat), seat, rng))
        match.advance()
    return match


def records(game: Game, players: int) -> Iterator[Any]:
    """Return a record for every set of options, cycling through the ways in which a match can end."""
    return map(json.loads, _lines(game, players))


@cache
def _lines(game: Game, players: int) -> list[str]:
    lines = []
    for seed, options in enumerate(variants(game)):
        ending = {"limit": 20} if options == game.short_options else ENDINGS[seed % len(ENDINGS)]
        lines.append(line(played(game, players, options, seed, **ending).record()))
    return lines
