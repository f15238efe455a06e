"""Short floods of requests, which test how the server behaves, not how fast it is."""

import asyncio

import pytest

from tests.web.attack import FLOODS, run

pytestmark = [pytest.mark.processes, pytest.mark.every(3)]


def test_while_the_server_is_flooded_a_match_continues_and_memory_stays_bounded() -> None:
    for noticed in asyncio.run(run(list(FLOODS), seconds=0.6, plain=True)):
        assert all(noticed.before)
        assert all(noticed.during), "moves must be stored even during the flood"
        assert all(noticed.after)
        assert noticed.grown < 60_000_000, noticed.flood
        assert not [status for status in noticed.statuses if status.startswith("5")], noticed.flood
