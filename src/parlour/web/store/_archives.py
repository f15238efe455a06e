"""Archives of a PostgreSQL database, written by `pg_dump` and read by `pg_restore`."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict, make_conninfo
from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from parlour.errors import ParlourError
from parlour.web.store.engine import open_engine, parsed_url, shown
from parlour.web.store.migrations import LOCK, check_version, version_of
from parlour.web.store.schema import schema

MAGIC = b"PGDMP"  # the beginning of every archive
PLAIN = ("--no-owner", "--no-acl")  # the database that holds the tables decides who may use them
OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename IS NOT NULL"
)


def dump(url: str, file: Path) -> None:
    """Write a database to an archive."""
    with _connected(url) as connection:
        version = version_of(connection)
    if version is None:
        raise ParlourError(f"the database {shown(url)} is empty; expected the database of a Parlour")
    check_version(version)
    _run("pg_dump", url, "--format=custom", *PLAIN, f"--file={file}")
    _run("pg_restore", None, "--list", str(file))


def load(url: str, file: Path) -> None:
    """Replace a database that no server uses by an archive, in one transaction."""
    with file.open("rb") as opened:
        if opened.read(len(MAGIC)) != MAGIC:
            raise ParlourError(f"{str(file)!r} is no archive of pg_dump; expected a backup of PostgreSQL")
    check_version(_version_in(file))
    with _connected(url) as connection:
        connection.execute(text(f"SELECT pg_advisory_lock({LOCK})"))  # a server that starts now waits
        connection.commit()
        if used := connection.execute(OTHERS).scalar_one():
            raise ParlourError(
                f"the database {shown(url)} has {used} other connections; expected that no server uses it: "
                "stop all servers"
            )
        connection.commit()
        _run("pg_restore", url, *PLAIN, "--clean", "--if-exists", "--single-transaction", "--exit-on-error", str(file))


def _version_in(file: Path) -> int:
    """Return the version of the schema in an archive."""
    lines = _run("pg_restore", None, "--data-only", f"--table={schema.name}", "--file=-", str(file)).splitlines()
    rows = [line for before, line in pairwise(lines) if before.startswith("COPY ")]
    if len(rows) != 1 or not rows[0].isdecimal():
        raise ParlourError(f"{str(file)!r} is not a database of Parlour; expected a file that `parlour backup` wrote")
    return int(rows[0])


@contextmanager
def _connected(url: str) -> Iterator[Connection]:
    engine = open_engine(url)
    try:
        with engine.connect() as connection:
            yield connection
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", error)).strip().splitlines()[0]
        raise ParlourError(f"the database {shown(url)} cannot be used: {reason}") from None
    finally:
        engine.dispose()


def _run(program: str, url: str | None, *arguments: str) -> str:
    """Run a program of PostgreSQL and return its output; the password is in its environment, where `ps` shows none."""
    found = shutil.which(program)
    if found is None:
        raise ParlourError(
            f"{program} is missing; expected PostgreSQL's client programs (on Debian: apt install postgresql-client)"
        )
    command, environment = [found, *arguments], dict(os.environ)
    if url is not None:
        settings = conninfo_to_dict(parsed_url(url).set(drivername="postgresql").render_as_string(hide_password=False))
        if (password := settings.pop("password", None)) is not None:
            environment["PGPASSWORD"] = str(password)
        command.append(f"--dbname={make_conninfo('', **settings)}")
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode != 0:
        reason = " ".join((done.stderr.strip() or f"exit status {done.returncode}").splitlines()[:3])
        raise ParlourError(f"{program} has failed: {reason}")
    return done.stdout
