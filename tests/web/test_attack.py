"""Short floods of requests, which test how the server behaves, not how fast it is."""

import asyncio
from collections import Counter

import pytest

from tests.web.attack import Noticed, run
from tests.web.floods import FLOODS

pytestmark = [pytest.mark.processes, pytest.mark.every(4)]


def test_while_the_server_is_flooded_a_match_continues_and_memory_stays_bounded() -> None:
    found = {noticed.flood: noticed for noticed in asyncio.run(run(list(FLOODS), seconds=0.6, plain=True))}
    for noticed in found.values():
        assert all(noticed.before)
        assert all(noticed.during), "moves must be stored even during the flood"
        assert all(noticed.after)
        assert noticed.grown < 60_000_000, noticed.flood
        assert not [status for status in noticed.statuses if status.startswith("5")], noticed.flood
    assert set(found["pictures"].statuses) <= {"404", "429"}, "the server must not draw pictures"
    assert found["phrases"].statuses["phrases"]
    assert not found["phrases"].statuses["too many phrases"]
    assert all(found[name].statuses["201"] for name in ("abandoned", "losses", "evenings"))
    assert found["tries"].statuses["200"]


def test_a_player_who_is_slowed_down_too_much_by_a_flood_is_reported() -> None:
    calm, slow, late = [[0.002] * 100], [[0.005] * 100], [[0.002] * 98 + [0.009] * 2]

    def exceeded(during: list[list[float]], after: list[list[float]]) -> list[str]:
        return Noticed("tables", calm, during, after, 0, Counter(), 0.0).exceeded

    assert exceeded(calm, calm) == []
    assert exceeded(slow, calm) == ["tables: p50 during is 2.5 times the one before; expected at most 2 times"]
    assert exceeded(late, calm) == ["tables: p99 during is 4.5 times the one before; expected at most 3 times"]
    assert exceeded(calm, slow) == ["tables: p50 after is 2.5 times the one before; expected at most 2 times"]
