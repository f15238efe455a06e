"""The short form of `make chaos`."""

import asyncio

import pytest

from tests.web.chaos import chaos


@pytest.mark.slow
def test_no_acknowledged_move_is_lost_or_doubled_when_the_server_is_killed(database: str) -> None:
    ledger = asyncio.run(chaos(database, kills=2, tables=6))
    assert len(ledger.acknowledged) > 50
    assert len(ledger.finished) >= 6


@pytest.mark.slow
def test_clients_go_on_at_the_other_server_when_one_is_killed(postgresql_url: str) -> None:
    ledger = asyncio.run(chaos(postgresql_url, kills=2, tables=6, servers=2))
    assert len(ledger.acknowledged) > 50
    assert len(ledger.finished) >= 6
