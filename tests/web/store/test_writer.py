"""How a server's writer behaves next to another server's writer on the same PostgreSQL."""

import asyncio
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from parlour.web.store.schema import events
from parlour.web.store.store import Store
from parlour.web.store.writer import Row
from parlour.web.wire.tokens import new_table_name
from tests.match.test_undo import facts_of
from tests.samples import some_game


def row(table: str, number: int) -> Row:
    return {"table_id": table, "number": number, "seat": 0, "do": "pass", "client": None, "at": time.time()}


async def two_tables(store: Store) -> list[str]:
    names = sorted(new_table_name() for _ in range(2))
    for name in names:
        facts, places = facts_of(some_game(4).name, 4, 1)
        facts.id = name
        await store.add_table(facts, places)
    return names


def waiting_for_a_lock(connection: Connection) -> int:
    """Count the connections that wait for the transaction of another connection."""
    waiting = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    return int(connection.execute(waiting).scalar_one())


def test_two_servers_that_store_moves_at_the_same_tables_never_cause_a_deadlock(postgresql_url: str) -> None:
    async def run() -> list[Any]:
        store = Store(postgresql_url)
        first, second = await two_tables(store)
        with store.engine.connect() as other:  # This connection acts as another server in the middle of a transaction.
            other.execute(events.insert(), row(first, 1))
            # Our server's moves have to wait for the other server.
            ours = [store.append(row(second, 1)), store.append(row(first, 1))]
            batch = asyncio.gather(*ours, return_exceptions=True)
            await asyncio.sleep(0)
            while not await store.read(waiting_for_a_lock):
                await asyncio.sleep(0.01)
            # If our server had stored its rows in another order, this insert would wait for our server.
            other.execute(events.insert(), row(second, 1))
            other.commit()
        results = await batch
        store.close()
        return results

    assert asyncio.run(run()) == [False, False], "the other server should have stored its moves first at both tables"


def test_the_writer_continues_after_the_database_has_closed_its_connection(postgresql_url: str) -> None:
    async def run() -> list[bool]:
        store = Store(postgresql_url)
        name, _ = await two_tables(store)
        stored = [await store.append(row(name, 1))]
        with store.engine.connect() as other:  # This ends the writer's connection, as a restart of PostgreSQL would.
            closing = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            other.execute(text(f"{closing} AND datname = current_database()"))
        stored.append(await store.append(row(name, 2)))
        stored.append(await store.append(row(name, 2)))
        store.close()
        return stored

    assert asyncio.run(run()) == [True, True, False]


@pytest.mark.parametrize("fault", [{"table_id": "gone"}, {"client": "a\ud800"}, {"client": "a\0"}])
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_row_that_cannot_be_stored_affects_no_other_row_and_shows_no_card_in_the_log(
    kind: str, fault: Row, tmp_path: Path, postgresql_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> list[Any]:
        store = Store(postgresql_url if kind == "postgresql" else f"sqlite:///{tmp_path / 'tables.sqlite'}")
        first, second = await two_tables(store)
        rows = [row(first, 1), row(second, 1) | fault | {"do": "bet 7S"}, row(second, 1)]
        waiting = asyncio.gather(*(store.append(one) for one in rows), return_exceptions=True)
        results = [*await waiting, await store.append(row(first, 2))]
        store.close()
        return results

    before, bad, after, next_ = asyncio.run(run())
    assert next_ is True, "the writer must continue after a row that it cannot store"
    if fault == {"client": "a\0"} and kind == "sqlite":
        assert (before, bad, after) == (True, True, False), "SQLite stores this character"
    elif fault == {"client": "a\ud800"}:  # No message can contain a lone surrogate, because JSON doesn't allow it.
        assert {one.kind for one in (before, bad, after)} == {"unavailable"}
    else:
        assert (before, bad.kind, after) == (True, "unavailable", True)
    assert "7S" not in caplog.text


def test_work_for_which_nobody_waits_any_more_is_dropped(tmp_path: Path) -> None:
    busy = threading.Event()

    async def run() -> list[int]:
        store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        name, _ = await two_tables(store)
        before = asyncio.ensure_future(store.writer.change(lambda _: busy.wait()))
        given_up, kept = (asyncio.ensure_future(store.append(row(name, number))) for number in (1, 2))
        await asyncio.sleep(0.01)
        given_up.cancel()
        await asyncio.wait([given_up])
        busy.set()
        await before
        assert await kept
        stored = await store.events_after(name, 0)
        store.close()
        return [one["number"] for one in stored]

    assert asyncio.run(run()) == [2]
