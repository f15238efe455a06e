"""Games for tests that hold for any game: chosen by what the test needs, never by name.

So a test of the terminal or the server goes on working when a game is added or taken away.
"""

from collections.abc import Callable, Collection
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from parlour.fair import seeded_key
from parlour.game import Game
from parlour.games import HOME, all_games
from parlour.match import Match
from parlour.options import OptionError


def has_page(game: Game) -> bool:
    """The game has a folder with a rules page, as all of ours have: only then pages and golden files are asked for."""
    return (HOME / game.name / "rules.md").is_file()


def with_pages() -> list[str]:
    """The names of the games that have a folder with a rules page."""
    return [game.name for game in all_games() if has_page(game)]


def some_game(players: int | None = None, fits: Callable[[Game], bool] = lambda game: True) -> Game:
    """The first game that so many can play and that fits what the test needs, such as `lambda game: game.teams`."""
    for game in sorted(all_games(), key=lambda game: not has_page(game)):  # so that a new file changes no other test
        if (players is None or players in game.players) and fits(game):
            return game
    raise LookupError(f"no game fits what this test needs: {players or 'any number of'} players")


def sampled(values: Collection[Any], kept: int = 1, first: int = 0) -> list[ParameterSet]:
    """The parameters of a test that holds for all of them alike: `make test` takes so many, `make test-all` all.

    `first`: the place of the first one that is kept, counted round and round: tests that begin at different places
    have different games, so that together they have all.
    """
    places = [(place - first) % len(values) for place in range(len(values))]
    return [
        pytest.param(value, marks=() if place < kept else pytest.mark.extensive)
        for place, value in zip(places, values, strict=True)
    ]


def some_option(game: Game, number: int = 2) -> tuple[str, list[int]]:
    """An option to vary beside a short match, and so many values for it, the default first."""
    for option in game.options:
        if option.words or option.name in game.short_options:
            continue
        values = [int(option.default) + option.step * place for place in range(number)]
        with suppress(OptionError):
            for value in values:
                game.new_state(options={**game.short_options, option.name: value})
            return option.name, values
    raise LookupError(f"{game.title} has no option with {number} values to vary")


def alone(game: Game) -> bool:
    """Everybody plays for themselves."""
    return not game.teams


def with_bots(game: Game) -> bool:
    """The game has rules of thumb."""
    return game.part("basic") is not None


@cache
def _first_actors(game: Game) -> tuple[int, int]:
    """How many seats act after the first deal, and how many players there are."""
    match = Match(game, key=seeded_key(0, 0), telling=False)
    match.advance()
    return len(match.actors), match.players


def together(game: Game) -> bool:
    """All seats choose at the same time after the first deal."""
    acting, players = _first_actors(game)
    return acting == players


def in_turn(game: Game) -> bool:
    """One seat after the other acts, from the first deal on."""
    return _first_actors(game)[0] == 1
