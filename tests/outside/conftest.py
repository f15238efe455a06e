"""Games from outside are known for one test only."""

from collections.abc import Iterator

import pytest

from parlour.games import GAMES, PATHS


@pytest.fixture(autouse=True)
def _forgotten_afterwards() -> Iterator[None]:
    """Whatever a test loads is unknown to the next one."""
    games, paths = dict(GAMES), dict(PATHS)
    yield
    for known, before in ((GAMES, games), (PATHS, paths)):
        known.clear()
        known.update(before)
