"""Connections to PostgreSQL fail after seconds if nobody answers."""

import asyncio
import os
import socket
from collections.abc import Iterator

import pytest
from psycopg import AsyncConnection
from psycopg.conninfo import make_conninfo
from psycopg.errors import ConnectionTimeout
from psycopg.pq import PGconn
from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from parlour.web.refusals import TableRefusal
from parlour.web.store.engine import is_there, open_engine
from parlour.web.store.outage import ANSWER_SECONDS
from parlour.web.store.postgresql import CONNECT_SECONDS, LimitedConnection, settings_of
from parlour.web.store.store import Store
from tests.web.postgresql import PostgreSQL, postgresql


@pytest.fixture
def database() -> Iterator[PostgreSQL]:
    with postgresql() as database:
        yield database


def connected(engine: Engine) -> LimitedConnection:
    """Return a connection of psycopg."""
    connection = engine.raw_connection().driver_connection
    assert isinstance(connection, LimitedConnection)
    return connection


def test_a_connection_has_limits_and_its_url_has_the_last_word(postgresql_url: str) -> None:
    for url, seconds in ((postgresql_url, CONNECT_SECONDS), (f"{postgresql_url}&connect_timeout=77", 77)):
        engine = open_engine(url)
        connection = connected(engine)
        settings = connection.info.get_parameters()
        shown = connection.execute("SHOW statement_timeout").fetchone()
        connection.close()
        engine.dispose()
        assert int(settings["connect_timeout"]) == int(settings_of(url)["connect_timeout"]) == seconds
        assert int(settings["tcp_user_timeout"]) == ANSWER_SECONDS * 1000
        assert shown == (f"{ANSWER_SECONDS:g}s",)


@pytest.fixture
def silent() -> Iterator[str]:
    """Return the URL of a machine that accepts connections, but never says a word on them."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"postgresql://parlour@127.0.0.1:{listening.getsockname()[1]}/parlour"


def test_every_new_connection_to_a_silent_machine_is_given_up(silent: str) -> None:
    url = f"{silent}?connect_timeout=2"
    engine = open_engine(url)
    with pytest.raises(OperationalError, match="timeout"):
        engine.connect()
    engine.dispose()

    async def listen() -> None:
        await AsyncConnection.connect(**settings_of(url))

    with pytest.raises(ConnectionTimeout):
        asyncio.run(listen())
    assert not is_there(url)


def test_the_system_closes_a_connection_to_a_machine_that_has_vanished(silent: str) -> None:
    connection = PGconn.connect_start(make_conninfo(**settings_of(silent)).encode())
    with socket.socket(fileno=os.dup(connection.socket)) as one:
        assert one.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        names = (socket.TCP_USER_TIMEOUT, socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT)
        assert [one.getsockopt(socket.IPPROTO_TCP, name) for name in names] == [ANSWER_SECONDS * 1000, 10, 3, 3]
    connection.finish()


@pytest.mark.processes
def test_a_frozen_postgresql_is_an_outage_that_is_logged_once_for_reading_and_once_for_storing(
    database: PostgreSQL, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("outage", "postgresql"):
        monkeypatch.setattr(f"parlour.web.store.{module}.ANSWER_SECONDS", 0.5)

    async def refused(store: Store) -> list[str]:
        tried = [store.unfinished(), store.unfinished(), store.start_table("none"), store.start_table("none")]
        errors = await asyncio.gather(*tried, return_exceptions=True)
        assert all(isinstance(error, TableRefusal) for error in errors), errors
        return [error.kind for error in errors if isinstance(error, TableRefusal)]

    async def run() -> None:
        store = Store(database.url)
        await asyncio.gather(store.unfinished(), store.start_table("none"))
        database.freeze()
        assert await refused(store) == ["unavailable"] * 4
        assert await refused(store) == ["unavailable"] * 4
        database.thaw()
        await asyncio.gather(store.unfinished(), store.start_table("none"))
        store.close()

    asyncio.run(run())
    told = [record.getMessage() for record in caplog.records]
    assert sorted(one.partition(" (")[0] for one in told) == [
        "the database can be read again", "the database can store anything again",
        "the database cannot be read", "the database cannot store anything",
    ]  # fmt: skip
    assert "Traceback" not in caplog.text
