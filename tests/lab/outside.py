"""Hearts and Roll Call for tests of the laboratory, registered only while a test runs."""

from functools import cache

import pytest

from parlour.game.game import Game
from parlour.games import GAMES, PATHS, all_games
from parlour.games.outside import load_file
from tests.outside.games import HEARTS, rollcall


@cache
def hearts() -> Game:
    """Load Hearts."""
    return load_file(HEARTS)


@cache
def roll_call() -> Game:
    """Load Roll Call, which has no rules of thumb."""
    return load_file(rollcall())


def with_hearts() -> list[Game]:
    """List our games and Hearts."""
    return [*all_games(), hearts()]


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register both games, so that a study finds them by their names."""
    for game, path in ((hearts(), HEARTS), (roll_call(), rollcall())):
        monkeypatch.setitem(GAMES, game.name, game.module)
        monkeypatch.setitem(PATHS, game.name, path)
