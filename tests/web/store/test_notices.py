"""Servers notify each other over PostgreSQL connections, which these tests interrupt."""

import asyncio
import logging
from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, text

from parlour.web.store.engine import open_engine
from parlour.web.store.notices import listen
from tests.samples import some_game, together
from tests.web.servers import Client, Server

LISTENING = "datname = current_database() AND query LIKE 'LISTEN %'"
LOST, BACK = "notices from other servers do not arrive", "notices from other servers arrive again"


@pytest.fixture
def database(postgresql_url: str) -> Iterator[Connection]:
    """Open a connection on which every statement is its own transaction."""
    engine = open_engine(postgresql_url)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        yield connection
    engine.dispose()


def listening(database: Connection) -> set[int]:
    """Return the ids of the PostgreSQL processes that serve connections listening for notices."""
    return set(database.scalars(text(f"SELECT pid FROM pg_stat_activity WHERE {LISTENING}")))


def cut_off(database: Connection) -> set[int]:
    """End all listening connections; return the ids of their processes."""
    ended = listening(database)
    database.execute(text(f"SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE {LISTENING}"))
    return ended


def test_notices_arrive_again_after_a_lost_connection_and_the_log_reports_the_loss_and_the_return_once_each(
    database: Connection, postgresql_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        heard, begun = asyncio.Queue[str](), asyncio.Queue[str]()

        async def catch_up() -> None:
            await begun.put("listening")

        task = asyncio.create_task(listen(postgresql_url, "news", heard.put, catch_up, lambda: None))
        for news in ("first", "second"):
            await begun.get()
            database.execute(text("SELECT pg_notify('news', :news)"), {"news": news})
            assert await heard.get() == news
            assert await asyncio.to_thread(cut_off, database)
        await begun.get()
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()

    with caplog.at_level(logging.WARNING):
        asyncio.run(asyncio.wait_for(work(), 60))
    assert [record.getMessage()[: len(LOST)] for record in caplog.records] == [LOST, BACK, LOST, BACK]


def test_repeated_failures_to_connect_are_logged_only_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    waits: list[float] = []

    async def no_sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 8:
            raise asyncio.CancelledError

    async def never(_: str = "") -> None:
        raise AssertionError("no notice can arrive without a connection")

    monkeypatch.setattr("parlour.web.store.notices.asyncio.sleep", no_sleep)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(listen("postgresql://parlour@/x?host=/nowhere", "news", never, never, lambda: None))
    assert waits == [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0]
    assert caplog.text.count(LOST) == 1


def test_a_server_that_reconnects_reads_the_changes_that_it_missed(database: Connection, postgresql_url: str) -> None:
    here, there = Server(postgresql_url), Server(postgresql_url)
    try:
        table = here.open_table(some_game(2, together), players=2, seats=[{"kind": "person"}] * 2)
        name = table["table"]
        with Client(here, name, table["token"]) as ann:
            ann.until("welcome")
            # Change the row without sending a notice.
            renamed = "UPDATE seats SET name = 'Dan' WHERE table_id = :table AND seat = 0"
            database.execute(text(renamed), {"table": name})
            cut_off(database)
            while ann.until("table")["seats"][0]["name"] != "Dan":
                pass
            while len(listening(database)) < 2:
                pass
            ben = there.post(f"/tables/{name}/join", None, {"name": "Ben", "invite": table["invite"]}).json()
            there.post(f"/tables/{name}/phrase", ben["token"], {"phrase": "hello"})
            assert ann.until("phrase")["seat"] == 1
        assert BACK in here.logged()
    finally:
        for server in (here, there):
            server.close()
