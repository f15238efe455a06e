"""Shared by all tests: today's sample, a temporary data folder, a fixed language, and a guard against unmarked
processes.

A test that starts a process needs the mark `processes`, so that `make quick` can leave it out; without the mark it
fails. Tests that use a server, a browser or PostgreSQL get the mark from their fixtures.

Slow tests run only on some days. A test with the mark `every(4)` runs every fourth day; tests without the mark run
every fourth day if they use a browser, and every third day if they start processes. `every(1)` runs a test every day.
`make test-all` runs all tests.
"""

import os
import sys
import threading
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

from parlour.languages import TESTING
from tests.samples import DAY, sample_of

settings.register_profile(
    "parlour", max_examples=30, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("parlour")
os.environ |= {"LC_ALL": "C.UTF-8", TESTING: "1"}  # allow English and a test language; subprocesses inherit both


@pytest.fixture(scope="session", autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the terminal matches, attempts and secrets of tests, and of programs they start, in a temporary folder."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


# --- today's sample


def pytest_report_header() -> str:
    """Say in pytest's header which day's sample runs."""
    return f"sample of {os.environ[DAY]} (make test-all runs everything)"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """After a failure, say how to repeat the day's sample."""
    if terminalreporter.stats.get("failed"):
        terminalreporter.write_line(f"This was the sample of {os.environ[DAY]}: {DAY}={os.environ[DAY]} repeats it.")


# --- tests that start processes

STARTERS = {"subprocess.Popen", "os.fork", "os.posix_spawn"}  # audit events with which Python reports a new process
FIXTURES = {"browser", "plain_server", "postgresql_server", "server"}  # tests that use these fixtures start processes
_present: pytest.Item | None = None  # the test that is running now


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that use a browser, a server or PostgreSQL, and mark tests that don't run today."""
    for item in items:
        used = set(getattr(item, "fixturenames", ()))
        chosen = getattr(getattr(item, "callspec", None), "params", {}).get("database")
        turn = item.get_closest_marker("every")
        alone = 3 if item.get_closest_marker("processes") else 1
        days = turn.args[0] if turn else 4 if "browser" in used else alone
        if FIXTURES & used or chosen == "postgresql":
            item.add_marker("processes")
        if crc32(item.nodeid.partition("[")[0].encode()) % days not in sample_of(days):
            item.add_marker("extensive")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[Any]:
    """Remember which test is running."""
    global _present
    _present = item
    try:
        return (yield)
    finally:
        _present = None


def _guard(event: str, _: tuple[object, ...]) -> None:
    if event not in STARTERS or threading.current_thread() is not threading.main_thread():
        return  # a server may start processes in other threads, to compile games
    if _present is not None and _present.get_closest_marker("processes") is None:
        raise RuntimeError(f"{_present.nodeid} starts a process; mark it: pytest.mark.processes")


sys.addaudithook(_guard)
