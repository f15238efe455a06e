"""The short form of `make chaos`."""

import asyncio
from pathlib import Path

import pytest

from tests.web.chaos import chaos
from tests.web.clients import Ledger


def check(ledger: Ledger) -> None:
    """Check that enough was played for the test to mean something."""
    assert len(ledger.acknowledged) > 50
    assert len(ledger.finished) >= 6
    assert ledger.evenings >= 1


@pytest.mark.every(2)
@pytest.mark.processes
@pytest.mark.slow
def test_no_acknowledged_move_is_lost_or_doubled_when_the_server_is_killed(tmp_path: Path) -> None:
    check(asyncio.run(chaos(f"sqlite:///{tmp_path / 'tables.sqlite'}", kills=2, tables=5, evenings=1)))


@pytest.mark.slow
@pytest.mark.extensive
def test_no_acknowledged_move_is_lost_or_doubled_on_postgresql(postgresql_url: str) -> None:
    """With one server; two of them, which lose as little, are in `make test`."""
    check(asyncio.run(chaos(postgresql_url, kills=2, tables=5, evenings=1)))


@pytest.mark.every(3)
@pytest.mark.slow
def test_clients_continue_on_the_other_server_when_one_is_killed(postgresql_url: str) -> None:
    check(asyncio.run(chaos(postgresql_url, kills=2, tables=5, servers=2, evenings=1)))
