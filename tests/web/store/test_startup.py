"""A server waits for a PostgreSQL that doesn't run yet, but not for one that refuses it."""

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from parlour.errors import ParlourError
from parlour.web.store.startup import PATIENCE_SECONDS, await_database
from parlour.web.store.store import Store
from tests.web.postgresql import PostgreSQL, postgresql
from tests.web.servers import ROOT, START_SECONDS, refused_start

WAITS, ANSWERS = "does not answer: waiting up to 120 s for it", "the database answers now"
NOWHERE = "postgresql://parlour:secret@/parlour?host=/nowhere"


@pytest.fixture
def database() -> Iterator[PostgreSQL]:
    with postgresql() as database:
        yield database


@contextmanager
def starting(database: str) -> Iterator[subprocess.Popen[str]]:
    """Start `parlour serve` on a database that is away, and wait until it says that it waits."""
    command = [sys.executable, "-m", "parlour.cli", "serve", "--port", "0", "--database", database]
    environment = {**os.environ, "PARLOUR_PLAIN": "1", "PYTHONPATH": str(ROOT / "src")}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, cwd=ROOT
    ) as process:
        try:
            assert process.stderr is not None
            line = process.stderr.readline()
            assert WAITS in line, line
            yield process
        finally:
            process.kill()


@pytest.mark.processes
def test_a_server_starts_as_soon_as_its_postgresql_runs_and_says_once_that_it_waited(database: PostgreSQL) -> None:
    database.stop()
    with starting(database.url) as process:
        database.start()
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Parlour is open at ")
        process.send_signal(signal.SIGTERM)
        _, rest = process.communicate(timeout=START_SECONDS)
        assert process.returncode == 0
        assert next(line for line in rest.splitlines() if "the database" in line).endswith(ANSWERS)
        assert WAITS not in rest


@pytest.mark.processes
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_wait_for_the_database_cleanly(sign: signal.Signals) -> None:
    with starting(NOWHERE) as process:
        process.send_signal(sign)
        shown, logged = process.communicate(timeout=START_SECONDS)
        assert (process.returncode, shown, logged) == (0, "", "")


@pytest.mark.processes
def test_a_frozen_postgresql_counts_as_one_that_does_not_run_yet(
    database: PostgreSQL, caplog: pytest.LogCaptureFixture
) -> None:
    database.freeze()
    await_database(f"{database.url}&connect_timeout=2", sleep=lambda _: database.thaw())
    assert [record.getMessage().endswith((WAITS, ANSWERS)) for record in caplog.records] == [True, True]


def test_the_wait_for_the_database_ends_after_two_minutes_and_the_log_contains_no_password(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now, waits = 0.0, []

    def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds
        waits.append(seconds)

    with caplog.at_level(logging.WARNING):
        await_database(NOWHERE, lambda: now, sleep)
    assert now == PATIENCE_SECONDS
    assert waits[:6] == [0.25, 0.5, 1.0, 2.0, 4.0, 5.0]
    assert max(waits) == 5.0
    assert caplog.text.count(WAITS) == 1
    assert "secret" not in caplog.text
    with pytest.raises(ParlourError, match="cannot be used"):
        Store(NOWHERE)


@pytest.mark.processes
def test_a_postgresql_that_refuses_the_server_ends_the_start_with_one_line(database: PostgreSQL) -> None:
    database.refuse_wrong_passwords("dan", "right")
    without = database.url.replace("/postgres?", "/missing?")
    wrong = database.url.replace("parlour@", "dan:wrong@")
    for url, reason in ((without, '"missing" does not exist'), (wrong, "password authentication failed")):
        message = refused_start(url)
        assert reason in message
        assert len(message.splitlines()) == 1
        assert "wrong" not in message
