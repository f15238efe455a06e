"""Answers about finished matches: each is computed once, in a separate thread, and kept compressed.

A finished match does not change, so its record, its verification and its replays are made for the first client that
asks, and stay in memory while there is room.
"""

import asyncio
import zlib
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter, sleep
from typing import TypeVar

from parlour.game.texts import say
from parlour.web.refusals import TableRefusal
from parlour.web.wire.limits import Buckets

MOST_BYTES = 32 << 20  # the maximum size of compressed answers kept in memory
MOST_WAITING, MOST_WAITING_EACH = 64, 4  # at most this many answers are made at a time, in total and for each address
ANSWERS_A_SECOND, ANSWERS_AT_ONCE = 5.0, 60.0  # limits for each address: an answer may have hundreds of kilobytes
PACKING = 5  # the level of compression
GZIP = 16 + zlib.MAX_WBITS  # makes zlib write the gzip format
WORK_SECONDS = 0.002  # after working this long, the thread rests equally long
Result = TypeVar("Result")
Key = tuple[object, ...]


class Pace:
    """Makes a thread rest as long as it worked, so that the event loop never waits long for the interpreter's lock."""

    def __init__(self) -> None:
        """Begin the first period of work."""
        self._began = perf_counter()

    def __call__(self) -> None:
        """Rest if the thread has worked long enough; call this after each small piece of work."""
        worked = perf_counter() - self._began
        if worked >= WORK_SECONDS:
            sleep(worked)
            self._began = perf_counter()


class FinishedAnswers:
    """The most recent answers, and the thread that computes new answers."""

    def __init__(self) -> None:
        """Start without any answers."""
        self._thread = ThreadPoolExecutor(1, "parlour-replays")
        self._made: OrderedDict[Key, bytes] = OrderedDict()
        self._bytes = 0
        self._making: dict[Key, asyncio.Future[bytes]] = {}
        self._waiting: Counter[str] = Counter()
        self._rates = Buckets(ANSWERS_A_SECOND, ANSWERS_AT_ONCE)

    def close(self) -> None:
        """Stop the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def answer(self, key: Key, address: str, make: Callable[[Pace], Iterable[bytes]]) -> bytes:
        """Return the compressed answer with this key; if it isn't in memory, `make` computes it piece by piece."""
        if wait := self._rates.take(address):
            raise TableRefusal(
                "too_fast", say("Too many replays and records at once; try again in {wait} s.", wait=f"{wait:.0f}")
            )
        found = self._made.get(key)
        if found is not None:
            self._made.move_to_end(key)
            return found
        if self._waiting[address] >= MOST_WAITING_EACH or len(self._making) >= MOST_WAITING:
            raise TableRefusal("too_many", say("Other replays are being made; try again in a moment."))
        self._waiting[address] += 1
        try:
            return await asyncio.shield(self._making.get(key) or self._make(key, make))
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]

    def _make(self, key: Key, make: Callable[[Pace], Iterable[bytes]]) -> "asyncio.Future[bytes]":
        future = self._making[key] = self.run(lambda pace: _packed(make(pace)))
        future.add_done_callback(lambda done: self._keep(key, done))
        return future

    def run(self, work: Callable[[Pace], Result]) -> "asyncio.Future[Result]":
        """Do some other work on finished matches in the same thread."""
        return asyncio.get_running_loop().run_in_executor(self._thread, lambda: work(Pace()))

    def _keep(self, key: Key, done: "asyncio.Future[bytes]") -> None:
        del self._making[key]
        if done.cancelled() or done.exception() is not None:
            return
        self._made[key] = done.result()
        self._bytes += len(done.result())
        while self._bytes > MOST_BYTES:
            self._bytes -= len(self._made.popitem(last=False)[1])


def _packed(parts: Iterable[bytes]) -> bytes:
    """Compress all pieces of an answer into one text."""
    packer = zlib.compressobj(PACKING, zlib.DEFLATED, GZIP)
    return b"".join([packer.compress(part) for part in parts]) + packer.flush()
