"""Work on several threads: compiled code runs without the interpreter lock, so it uses all cores."""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
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


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block, so that what belongs together is done completely or not at all."""
    mine = threading.current_thread() is threading.main_thread()
    if not mine or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    came: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if came:
        raise KeyboardInterrupt
