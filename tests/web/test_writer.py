"""The writer beside the writer of another server, on one real PostgreSQL."""

import asyncio
import time
from typing import Any

from sqlalchemy import Connection, text

from parlour.web.schema import events
from parlour.web.store import Store
from parlour.web.tokens import new_table_name
from parlour.web.writer import Row
from tests.web.test_undo import facts_of


def row(table: str, number: int) -> Row:
    return {"table_id": table, "number": number, "seat": 0, "do": "pass", "client": None, "at": time.time()}


async def two_tables(store: Store) -> list[str]:
    names = sorted(new_table_name() for _ in range(2))
    for name in names:
        facts, places = facts_of("oh7", 4, 1)
        facts.id = name
        await store.add_table(facts, places)
    return names


def waiting_for_a_lock(connection: Connection) -> int:
    """How many connections wait for what another one has written."""
    waiting = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    return int(connection.execute(waiting).scalar_one())


def test_two_servers_that_store_moves_of_the_same_tables_never_wait_for_each_other(postgresql_url: str) -> None:
    async def run() -> list[Any]:
        store = Store(postgresql_url)
        first, second = await two_tables(store)
        with store.engine.connect() as other:  # another server, in the middle of its transaction
            other.execute(events.insert(), row(first, 1))
            ours = [store.append(row(second, 1)), store.append(row(first, 1))]  # waits for the other server
            batch = asyncio.gather(*ours, return_exceptions=True)
            await asyncio.sleep(0)
            while not await store.read(waiting_for_a_lock):
                await asyncio.sleep(0.01)
            other.execute(events.insert(), row(second, 1))  # would wait for us, were our order not the same
            other.commit()
        results = await batch
        store.close()
        return results

    assert asyncio.run(run()) == [False, False], "the other server was quicker at both tables"


def test_the_writer_goes_on_after_the_database_has_closed_its_connection(postgresql_url: str) -> None:
    async def run() -> list[bool]:
        store = Store(postgresql_url)
        name, _ = await two_tables(store)
        stored = [await store.append(row(name, 1))]
        with store.engine.connect() as other:  # as a restart of PostgreSQL would
            closing = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            other.execute(text(f"{closing} AND datname = current_database()"))
        stored.append(await store.append(row(name, 2)))
        stored.append(await store.append(row(name, 2)))
        store.close()
        return stored

    assert asyncio.run(run()) == [True, True, False]
