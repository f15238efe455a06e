"""Open a database by its URL: SQLite in a file that only its owner can read, or PostgreSQL."""

import logging
import os
import stat
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from parlour.errors import ParlourError

EXPECTED = "sqlite:///FILE or postgresql://USER@HOST/NAME"
OWNER_ONLY = 0o600
log = logging.getLogger("parlour.web")


def open_engine(url: str) -> Engine:
    """Create the database engine for a URL."""
    parsed = parsed_url(url)
    kind = parsed.get_backend_name()
    if kind == "postgresql":
        return _open_postgresql(parsed)
    if kind != "sqlite":
        raise ParlourError(f"the database {shown(url)} is of another kind; expected {EXPECTED}")
    if parsed.database and parsed.database != ":memory:":
        _make_private(Path(parsed.database))
    engine = create_engine(parsed, hide_parameters=True)  # errors are logged, and their parameters may reveal cards
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def parsed_url(url: str) -> URL:
    """Return the parts of a database's URL."""
    try:
        return make_url(url)
    except ArgumentError:
        raise ParlourError(f"the database {shown(url)} has no URL; expected {EXPECTED}") from None


def _open_postgresql(url: URL) -> Engine:
    try:
        engine = create_engine(url.set(drivername="postgresql+psycopg"), pool_pre_ping=True, hide_parameters=True)
        from parlour.web.store.postgresql import connect
    except ModuleNotFoundError:
        raise ParlourError(
            "PostgreSQL needs psycopg, which is missing; expected: pip install 'parlour[postgresql]'"
        ) from None
    event.listen(engine, "do_connect", connect)
    return engine


def is_there(url: str) -> bool:
    """Check whether the database can be opened, as far as that doesn't depend on us: PostgreSQL may not run yet."""
    parsed = parsed_url(url)
    if parsed.get_backend_name() != "postgresql":
        return True
    try:
        from parlour.web.store import postgresql
    except ModuleNotFoundError:
        return True  # opening the database will report that psycopg is missing
    return postgresql.is_there(parsed.set(drivername="postgresql").render_as_string(hide_password=False))


def shown(url: str) -> str:
    """Format a database URL without its password."""
    try:
        return repr(make_url(url).render_as_string(hide_password=True))
    except ArgumentError:
        return repr(url.split("@")[-1])


def _make_private(file: Path) -> None:
    """Create the database file so that only its owner can read it, because it holds the keys of running matches.

    SQLite gives the files beside it (-wal, -shm) the same permissions as the database.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ParlourError(f"the folder {file.parent} cannot be made: {error.strerror or error}") from None
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY))
    except FileExistsError:
        _warn_of_readers(file)
    except OSError as error:
        raise ParlourError(f"the database {file} cannot be made: {error.strerror or error}") from None


def _warn_of_readers(file: Path) -> None:
    """Warn if other users of this machine can read the database, because a match's key reveals all of its cards."""
    mode = stat.S_IMODE(file.stat().st_mode)
    if os.name == "posix" and mode & ~OWNER_ONLY & 0o077:
        log.warning(
            "the database %s has mode %04o, so other users can read the keys of running matches; expected %04o: "
            "chmod 600 %s*",
            file, mode, OWNER_ONLY, file,
        )  # fmt: skip


def _prepare_sqlite(connection: Any, _: object) -> None:
    """Set up SQLite so that readers don't block the writer, and each commit reaches the disk before it returns."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000", "cache_size=-256"):
        connection.execute(f"PRAGMA {pragma}")
