"""Choose a game for a test by what the test needs, never by name.

As a result, tests of the terminal or the server keep working when a game is added or removed.
"""

import os
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from parlour.game.game import Game
from parlour.game.options import OptionError
from parlour.games import HOME, all_games
from parlour.match.fair import seeded_key
from parlour.match.match import Match


def has_page(game: Game) -> bool:
    """Return whether the game has a folder with a rules page; only such games need pages and golden files."""
    return (HOME / game.name / "rules.md").is_file()


def with_pages() -> list[str]:
    """List the names of the games that have a folder with a rules page."""
    return [game.name for game in all_games() if has_page(game)]


def some_game(players: int | None = None, fits: Callable[[Game], bool] = lambda game: True) -> Game:
    """Find the first game for this number of players that `fits`, such as `lambda game: game.teams`, accepts."""
    # Games in a single file come last, so that adding such a game changes no test's game.
    for game in sorted(all_games(), key=lambda game: not has_page(game)):
        if (players is None or players in game.players) and fits(game):
            return game
    raise LookupError(f"no game fits what this test needs: {players or 'any number of'} players")


DAY = "PARLOUR_SAMPLE"  # the environment variable with the date that chooses the sample
os.environ.setdefault(DAY, datetime.now(UTC).date().isoformat())  # processes that tests start inherit this date


def sample_of(number: int, kept: int = 1, first: int = 0) -> set[int]:
    """Return the indices of today's sample; every day, the sample begins one index later."""
    day = date.fromisoformat(os.environ[DAY]).toordinal()
    return {(day + first + one) % number for one in range(min(kept, number))}


def sampled(values: Collection[Any], kept: int = 1, first: int = 0) -> list[ParameterSet]:
    """Return parameters for a test that holds for all values: `make test` tests only a few, `make test-all` all.

    Every day, the sample begins one value later. `first` is an additional offset: tests with different offsets get
    different games, so that together they cover more games.
    """
    today = sample_of(len(values), kept, first)
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)), marks=() if place in today else pytest.mark.extensive
        )
        for place, value in enumerate(values)
    ]


def some_option(game: Game, number: int = 2) -> tuple[str, list[int]]:
    """Find an option that can be varied in a short match, and `number` of its values, beginning with the default."""
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
    """Return whether the game has no teams."""
    return not game.teams


def with_bots(game: Game) -> bool:
    """Return whether the game has rules of thumb, which its bots need."""
    return game.part("basic") is not None


@cache
def _first_actors(game: Game) -> tuple[int, int]:
    """Return the number of seats that can act after the first deal, and the number of players."""
    match = Match(game, key=seeded_key(0, 0), telling=False)
    match.advance()
    return len(match.actors), match.players


def together(game: Game) -> bool:
    """Return whether all seats choose at the same time after the first deal."""
    acting, players = _first_actors(game)
    return acting == players


def in_turn(game: Game) -> bool:
    """Return whether seats act one after the other from the first deal on."""
    return _first_actors(game)[0] == 1
