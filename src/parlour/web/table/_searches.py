"""Threads for searches: hints have priority over bots' moves, and bots' moves over analyses."""

import heapq
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from enum import IntEnum
from itertools import count
from typing import Any, TypeVar

Result = TypeVar("Result")
NICENESS = 10  # search threads have a low priority, so that clients are answered first
Job = tuple["Rank", int, "Future[Any]", Callable[[], Any]]


class Rank(IntEnum):
    """The purpose of a search; the lowest rank runs first."""

    HINT = 0
    BOT = 1
    ANALYSIS = 2


class SearchThreads:
    """A fixed number of threads for searches, and one more thread only for hints."""

    def __init__(self, threads: int) -> None:
        """Create the queue; the threads start with the first search."""
        self._ranks = [Rank.ANALYSIS] * threads + [Rank.HINT]  # the highest rank that each thread runs
        self._jobs: list[Job] = []
        self._numbers = count()
        self._changed = threading.Condition()
        self._unfinished = [0] * len(Rank)
        self._started = self._closed = False

    def waiting(self, rank: Rank) -> int:
        """Count the unfinished searches that come before a new search of this rank."""
        return sum(self._unfinished[: rank + 1])

    @property
    def unfinished(self) -> dict[str, int]:
        """The number of waiting and running searches for each purpose."""
        return {rank.name.lower(): self._unfinished[rank] for rank in Rank}

    def submit(self, rank: Rank, think: Callable[[], Result]) -> "Future[Result]":
        """Run a search when its turn comes."""
        future: Future[Result] = Future()
        with self._changed:
            if self._closed:
                future.cancel()
                return future
            if not self._started:
                self._start()
            self._unfinished[rank] += 1
            heapq.heappush(self._jobs, (rank, next(self._numbers), future, think))
            self._changed.notify_all()
        return future

    def close(self) -> None:
        """Cancel all waiting searches; running searches end when their budgets are spent."""
        with self._changed:
            self._closed = True
            for _, _, future, _ in self._jobs:
                future.cancel()
            self._jobs.clear()
            self._changed.notify_all()

    def _start(self) -> None:
        self._started = True
        for number, last in enumerate(self._ranks):
            threading.Thread(target=self._run, args=(last,), name=f"parlour-search-{number}", daemon=True).start()

    def _run(self, last: Rank) -> None:
        _give_way()
        while (job := self._next(last)) is not None:
            rank, _, future, think = job
            try:
                if future.set_running_or_notify_cancel():
                    _finish(future, think)
            finally:
                with self._changed:
                    self._unfinished[rank] -= 1

    def _next(self, last: Rank) -> Job | None:
        """Wait for a thread's next job; return None when the threads should end."""
        with self._changed:
            while not self._closed and not (self._jobs and self._jobs[0][0] <= last):
                self._changed.wait()
            return None if self._closed else heapq.heappop(self._jobs)


def _finish(future: "Future[Result]", think: Callable[[], Result]) -> None:
    try:
        found = think()
    except BaseException as error:  # the caller who waits for the search gets the error, as from an executor
        future.set_exception(error)
    else:
        future.set_result(found)


def _give_way() -> None:
    """Lower this thread's priority, if the system allows it, because answering clients comes first."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
