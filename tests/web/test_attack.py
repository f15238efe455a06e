"""A short version of the floods: how the server behaves, not how fast it is."""

import asyncio

import pytest

from tests.web.attack import FLOODS, run


@pytest.mark.parametrize("name", list(FLOODS))
def test_a_match_goes_on_and_memory_stays_while_the_server_is_flooded(name: str) -> None:
    (noticed,) = asyncio.run(run([name], seconds=3.0, plain=True))
    assert noticed.before
    assert noticed.during, "moves are stored during the flood"
    assert noticed.after
    assert noticed.grown < 40_000_000
    assert not {status for status in noticed.statuses if isinstance(status, int) and status >= 500}
