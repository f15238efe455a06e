"""Back up and restore a database, whole or not at all: a copy counts only once it has been checked.

A backup of SQLite is one SQLite file; a backup of PostgreSQL is an archive of `pg_dump`. Nobody but its owner can read
a backup, because it holds the keys of running matches.
"""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from parlour.engine.files import part_of
from parlour.errors import ParlourError
from parlour.web.store.engine import EXPECTED, OWNER_ONLY, parsed_url, shown
from parlour.web.store.migrations import check_version
from parlour.web.store.schema import schema

BESIDE = ("-wal", "-shm", "-journal")  # SQLite's files beside a database, which belong to this database only
WRITTEN = "expected a file that `parlour backup` has written"


def back_up(url: str, file: Path, *, force: bool = False) -> None:
    """Write a consistent copy of a database to a file, even while servers use the database."""
    database = _file_of(url)
    _check_free(file, database, force=force)
    with part_of(file) as part:
        _create(part)
        if database is None:
            from parlour.web.store._archives import dump

            dump(url, part)
        else:
            _check_there(database, f"expected the database of a server; --database names another, as {EXPECTED}")
            _copy(database, part)


def restore(url: str, file: Path) -> Path | None:
    """Replace a database that no server uses by a backup; return the file in which the old database is now."""
    _check_there(file, WRITTEN)
    database = _file_of(url)
    if database is None:
        from parlour.web.store._archives import load

        load(url, file)
        return None
    _check_other(file, database)
    with part_of(database) as part:
        _create(part)
        _copy(file, part)
        return _set_aside(database) if database.exists() else None


def _file_of(url: str) -> Path | None:
    """Return the file of an SQLite database, not a link to it; None for PostgreSQL."""
    parsed = parsed_url(url)
    kind = parsed.get_backend_name()
    if kind == "postgresql":
        return None
    if kind != "sqlite" or not parsed.database or parsed.database == ":memory:":
        raise ParlourError(f"the database {shown(url)} cannot be backed up or restored; expected {EXPECTED}")
    return Path(parsed.database).resolve()


# --- checks of files


def _check_there(file: Path, expected: str) -> None:
    if not file.is_file():
        raise ParlourError(f"there is no file {str(file)!r}; {expected}")


def _check_free(file: Path, database: Path | None, *, force: bool) -> None:
    """Refuse to replace a file unless the user wants that, and to replace the database itself in any case."""
    if database is not None:
        _check_other(file, database)
    if file.exists() and not force:
        raise ParlourError(f"{str(file)!r} already exists; expected an unused name, or --force to replace the file")


def _check_other(file: Path, database: Path) -> None:
    own = [Path(f"{database}{ending}").resolve() for ending in ("", *BESIDE)]
    if file.resolve() in own:
        raise ParlourError(f"{str(file)!r} belongs to the database itself; expected another file")


def _create(part: Path) -> None:
    """Create an empty file that only its owner can read."""
    try:
        part.parent.mkdir(parents=True, exist_ok=True)
        for ending in ("", *BESIDE):
            Path(f"{part}{ending}").unlink(missing_ok=True)  # left behind if an earlier backup was killed
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY))
    except OSError as error:
        raise ParlourError(f"{part} cannot be written: {error.strerror or error}") from None


# --- SQLite


def _copy(source: Path, part: Path) -> None:
    """Copy a database with everything that is committed, including its -wal file, and check the copy."""
    with _readable(source), closing(_opened(source, "rw")) as old, closing(_opened(part, "rw")) as new:
        old.backup(new)  # reads everything in one transaction, which doesn't block a server's writes
        new.execute("PRAGMA journal_mode=DELETE")  # the copy is a single file; a server changes this when it opens it
        found = [row[0] for row in new.execute("PRAGMA quick_check(1)")]
        if found != ["ok"]:
            raise ParlourError(f"{source} is damaged ({found[0]}); expected a whole database")
        _check_parlour(new, source)


def _check_parlour(connection: sqlite3.Connection, source: Path) -> None:
    """Refuse a database of another program, or of a Parlour whose schema this one can't use."""
    known = connection.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", [schema.name]).fetchone()
    row = connection.execute(f"SELECT version FROM {schema.name}").fetchone() if known else None
    if row is None:
        raise ParlourError(f"{source} is not a database of Parlour; {WRITTEN}")
    check_version(row[0])


def _opened(file: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(file.resolve()))}?mode={mode}", uri=True, timeout=10)


@contextmanager
def _readable(source: Path) -> Iterator[None]:
    """Report an error of SQLite in one line."""
    try:
        yield
    except sqlite3.Error as error:
        raise ParlourError(f"{source} cannot be copied: {error}; expected a whole SQLite database") from None


def _set_aside(database: Path) -> Path:
    """Keep the old database under another name, as one file: its -wal must never be replayed into the new database."""
    aside = database.with_name(f"{database.name}.{time.strftime('%Y%m%d-%H%M%S')}")
    if aside.exists():
        raise ParlourError(f"{str(aside)!r} already exists; expected to keep the old database there: try again")
    try:
        with closing(_opened(database, "rw")) as old:
            old.execute("PRAGMA journal_mode=DELETE")  # moves everything from the -wal into the database
    except sqlite3.OperationalError as error:
        raise ParlourError(f"{database} cannot be replaced: {error}; expected that no program uses it") from None
    except sqlite3.DatabaseError:
        pass  # it is damaged; what is left of it is kept
    for ending in BESIDE:
        with suppress(FileNotFoundError):
            Path(f"{database}{ending}").replace(f"{aside}{ending}")
    try:
        os.link(database, aside)  # the database is never missing, even if this program is killed now
    except OSError:  # this file system has no links
        shutil.copy2(database, aside)
    return aside
