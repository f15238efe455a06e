"""The probe of the database: a real write, one for everybody who asks at the same time."""

import asyncio
import threading
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from parlour.web.store import probe
from parlour.web.store.engine import open_engine
from parlour.web.store.probe import REFUSED, SLOW, Probe, leave_a_trace
from parlour.web.store.store import Store
from tests.web.postgresql import PostgreSQL, postgresql

ROLE = "plain"


def test_every_probe_reaches_the_disk(database: str) -> None:
    async def run() -> list[int]:
        store = Store(database)
        places = []
        for _ in range(3):
            places.append(written(store))
            await store.writer.change(leave_a_trace)
        places.append(written(store))
        store.close()
        return places

    places = asyncio.run(run())
    assert places == sorted(set(places)), "each probe must write to the log that precedes the database's files"


def written(store: Store) -> int:
    """Return how much the database has flushed to its write-ahead log so far."""
    if store.is_postgresql:
        with store.engine.connect() as connection:
            return int(connection.execute(text("SELECT pg_current_wal_flush_lsn() - '0/0'")).scalar_one())
    return Path(f"{store.engine.url.database}-wal").stat().st_size


@pytest.mark.processes
def test_an_ordinary_role_of_postgresql_may_store_a_probe(postgresql_url: str) -> None:
    owner = open_engine(postgresql_url)
    with owner.begin() as connection:
        connection.execute(text(f"CREATE ROLE {ROLE} LOGIN"))
    plain = open_engine(postgresql_url.replace("parlour@", f"{ROLE}@"))
    with plain.begin() as connection:
        leave_a_trace(connection)
    plain.dispose()
    with owner.begin() as connection:
        connection.execute(text(f"DROP ROLE {ROLE}"))
    owner.dispose()


def test_everybody_who_asks_at_once_or_a_moment_later_shares_a_probe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "PATIENCE_SECONDS", 1000.0)
    numbers, stored, now = list[int](), 0, 0.0

    def counted(connection: Connection) -> None:
        nonlocal stored
        stored += 1
        leave_a_trace(connection)

    monkeypatch.setattr(probe, "leave_a_trace", counted)

    async def run() -> None:
        nonlocal now
        store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        probed = Probe(store.writer, lambda: now)
        for _ in range(5):
            assert await asyncio.gather(*(probed.problem() for _ in range(100))) == [""] * 100
            numbers.append(stored)
            now += 0.5
        store.close()

    asyncio.run(run())
    assert numbers == [1, 1, 2, 2, 3]


def test_a_writer_that_is_stuck_or_slow_is_a_problem_until_a_probe_is_stored_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "PATIENCE_SECONDS", 1000.0)
    busy, now = threading.Event(), 0.0

    async def run() -> None:
        nonlocal now
        store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        probed = Probe(store.writer, lambda: now)
        before = asyncio.create_task(store.writer.change(lambda _: busy.wait()))
        first = asyncio.create_task(probed.problem())
        await asyncio.sleep(0)
        now = 1001.0
        assert await probed.problem() == SLOW
        left = asyncio.create_task(probed.problem())
        await asyncio.sleep(0)
        left.cancel()  # an asker that leaves doesn't end the probe
        busy.set()
        await before
        assert await first == SLOW
        now += 0.5
        assert await probed.problem() == SLOW, "the result counts for a moment"
        now += 0.5
        assert await probed.problem() == ""
        store.close()

    asyncio.run(run())


@pytest.mark.processes
def test_a_database_that_is_stopped_cannot_store_a_probe_until_it_runs_again() -> None:
    async def run(database: PostgreSQL) -> None:
        store, now = Store(database.url), 0.0
        probed = Probe(store.writer, lambda: now)
        assert await probed.problem() == ""
        for stopped in (True, False):
            database.stop() if stopped else database.start()
            now += 10
            assert await probed.problem() == (REFUSED if stopped else "")
        store.close()

    with postgresql() as database:
        asyncio.run(run(database))
