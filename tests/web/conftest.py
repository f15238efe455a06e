"""Fixtures that the server tests share: one PostgreSQL, one ordinary server and one with plain connections."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from sqlalchemy import text

from parlour.web.store.engine import open_engine
from tests.web.browser import Person, launched, person
from tests.web.postgresql import postgresql
from tests.web.servers import Server

_numbers = count()
UNLIMITED = (
    "--rate",
    "100000",
    "--tables",
    "100000",
)  # All tests share one address, so limits per address must be high.


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """Start a PostgreSQL for the tests; return its URL."""
    with postgresql() as database:
        yield database.url


def empty_database(postgresql_server: str) -> str:
    """Create an empty database on the PostgreSQL server; return its URL."""
    name = f"test{next(_numbers)}"
    engine = open_engine(postgresql_server)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return postgresql_server.replace("/postgres?", f"/{name}?")


@pytest.fixture
def postgresql_url(postgresql_server: str) -> str:
    """Return the URL of an empty PostgreSQL database."""
    return empty_database(postgresql_server)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of an empty database, once for SQLite and once for PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    url: str = request.getfixturevalue("postgresql_url")
    return url


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server on SQLite."""
    server = Server(f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.sqlite'}", *UNLIMITED)
    yield server
    server.close()


@pytest.fixture(scope="session")
def plain_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server that uses plain instead of lean connections."""
    folder = tmp_path_factory.mktemp("plain")
    server = Server(f"sqlite:///{folder / 'tables.sqlite'}", *UNLIMITED, connections="plain")
    yield server
    server.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Launch a new Chromium for each test module, because Playwright keeps an event loop running until it's closed."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


@pytest.fixture
def ann(browser: Browser, server: Server) -> Iterator[Person]:
    """Open the page for a person; check at the end that the browser's console has no errors."""
    with person(browser, server) as ann:
        yield ann
        ann.check_calm()
