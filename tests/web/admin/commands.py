"""Run `parlour admin` in the tests, as an operator does."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, text

from parlour.web.store.engine import open_engine

BAD_INPUT = 2


def admin(database: str, *arguments: object, answer: str = "", status: int = 0) -> str:
    """Run a command of `parlour admin`; return its output, or its one-line error message."""
    command = [sys.executable, "-m", "parlour.cli", "admin", *map(str, arguments), "--database", database]
    environment = {**os.environ, "PARLOUR_PLAIN": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, input=answer)
    assert done.returncode == status, done.stderr
    assert done.stderr.count("\n") == (status != 0), done.stderr
    return done.stderr or done.stdout


def refused(database: str, *arguments: object, answer: str = "") -> str:
    """Run a command that must fail, and return its error message."""
    return admin(database, *arguments, answer=answer, status=BAD_INPUT)


def listed(database: str, *arguments: object) -> Any:
    """Run a command with --json, and return what it prints."""
    return json.loads(admin(database, *arguments, "--json"))


def execute(database: str, *statements: str, **values: object) -> None:
    """Change the rows of a database, as an operator with a database shell does."""
    with closing_engine(database) as engine, engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement), values)


def fetched(database: str, statement: str, **values: object) -> Sequence[Any]:
    """Return the rows of a query."""
    with closing_engine(database) as engine, engine.connect() as connection:
        return connection.execute(text(statement), values).all()


@contextmanager
def closing_engine(database: str) -> Iterator[Engine]:
    engine = open_engine(database)
    try:
        yield engine
    finally:
        engine.dispose()
