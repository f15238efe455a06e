"""Open the database of a server for its operator, whether or not servers use it now."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from parlour.errors import ParlourError
from parlour.web.address import find_running, sqlite_file
from parlour.web.store.engine import EXPECTED, open_engine, shown
from parlour.web.store.migrations import check_version, newest, version_of


@contextmanager
def opened(url: str) -> Iterator[Engine]:
    """Open a database that has the schema of this Parlour; report any error of the database in one line."""
    file = sqlite_file(url)
    if file is not None and not file.is_file():  # otherwise SQLite would make a new database
        raise ParlourError(f"there is no file {str(file)!r}; expected the database of a server, as {EXPECTED}")
    engine = open_engine(url)
    try:
        _check(engine, url)
        yield engine
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", error)).strip().splitlines()[0]
        raise ParlourError(f"the database {shown(url)} cannot be used: {reason}") from None
    finally:
        engine.dispose()


def _check(engine: Engine, url: str) -> None:
    with engine.connect() as connection:
        found = version_of(connection)
    if found is None:
        raise ParlourError(f"the database {shown(url)} is empty; expected the database of a Parlour")
    check_version(found)
    if found < newest():
        raise ParlourError(
            f"the database {shown(url)} has schema {found}; expected {newest()}: start the server once to upgrade it"
        )


def is_sqlite(engine: Engine) -> bool:
    """Check whether a database is one of SQLite."""
    return engine.dialect.name == "sqlite"


def file_of(engine: Engine) -> Path:
    """Return the file of an SQLite database."""
    return Path(str(engine.url.database))


def server_of(url: str) -> str | None:
    """Return the address of the server that uses an SQLite database now; None if none does, or for PostgreSQL."""
    running = find_running(url)
    return None if running is None else running.address
