"""A short version of `make chaos`, which kills servers and interrupts PostgreSQL while clients play."""

import asyncio
from pathlib import Path

import pytest

from tests.web.chaos import chaos
from tests.web.clients import Ledger
from tests.web.postgresql import postgresql


def check(ledger: Ledger) -> None:
    """Check that enough matches were played to make the test meaningful."""
    assert len(ledger.acknowledged) > 50
    assert len(ledger.finished) >= 6
    assert ledger.evenings >= 1


@pytest.mark.every(2)
@pytest.mark.processes
@pytest.mark.slow
def test_when_the_server_is_killed_no_acknowledged_move_is_lost_or_stored_twice(tmp_path: Path) -> None:
    check(asyncio.run(chaos(f"sqlite:///{tmp_path / 'tables.sqlite'}", faults=2, tables=5, evenings=1)))


@pytest.mark.slow
@pytest.mark.extensive
def test_when_a_server_on_postgresql_is_killed_no_acknowledged_move_is_lost_or_stored_twice(
    postgresql_url: str,
) -> None:
    """This test runs only one server; `make test` runs the test with two servers instead."""
    check(asyncio.run(chaos(postgresql_url, faults=2, tables=5, evenings=1)))


@pytest.mark.every(3)
@pytest.mark.slow
def test_clients_continue_on_a_second_server_when_the_first_is_killed(postgresql_url: str) -> None:
    check(asyncio.run(chaos(postgresql_url, faults=2, tables=5, servers=2, evenings=1)))


@pytest.mark.every(3)
@pytest.mark.processes
@pytest.mark.slow
def test_when_postgresql_is_frozen_or_restarted_nothing_is_lost_and_nobody_who_is_there_is_replaced() -> None:
    with postgresql() as database:
        check(asyncio.run(chaos(database, faults=2, tables=5, servers=2, evenings=1)))
