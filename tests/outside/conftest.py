"""Unload the external games that a test has loaded."""

from collections.abc import Iterator

import pytest

from parlour.games import GAMES, PATHS


@pytest.fixture(autouse=True)
def _forgotten_afterwards() -> Iterator[None]:
    """After each test, forget the games that it has loaded."""
    games, paths = set(GAMES), set(PATHS)
    yield
    for name in GAMES.keys() - games:
        del GAMES[name]
    for name in PATHS.keys() - paths:
        del PATHS[name]
