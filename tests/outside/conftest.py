"""Games from outside are known for one test only."""

from collections.abc import Iterator

import pytest

from parlour.games import GAMES, PATHS


@pytest.fixture(autouse=True)
def _forgotten_afterwards() -> Iterator[None]:
    """Forget the games that a test has loaded."""
    games, paths = set(GAMES), set(PATHS)
    yield
    for name in GAMES.keys() - games:
        del GAMES[name]
    for name in PATHS.keys() - paths:
        del PATHS[name]
