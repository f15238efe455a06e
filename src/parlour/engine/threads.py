"""Work on several threads: compiled code runs without the interpreter lock, so it uses all cores."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def cores() -> int:
    """Count the cores of this machine."""
    return os.cpu_count() or 1


def in_order(function: Callable[[Item], Result], items: Iterable[Item], threads: int) -> Iterator[Result]:
    """Call a function for each item, on several threads, and yield the results in the order of the items.

    At most twice as many results wait as there are threads, so memory doesn't grow with the items. If `items` raises an
    error, the results before it are yielded first. A caller that stops early cancels what hasn't begun.
    """
    source, waiting = iter(items), deque[Future[Result]]()
    failure: Exception | None = None
    pool = ThreadPoolExecutor(threads)
    try:
        while True:
            try:
                waiting.append(pool.submit(function, next(source)))
            except StopIteration:
                break
            except Exception as error:
                failure = error
                break
            if len(waiting) > 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
        if failure is not None:
            raise failure
    finally:
        pool.shutdown(cancel_futures=True)
