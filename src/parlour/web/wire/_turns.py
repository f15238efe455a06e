"""Turns for addresses: each round of the event loop starts one request of an address that has sent many.

Without turns, a flood over many connections would be handled as one block, and every move would wait for all of it. If
an address is faster than any page needs, its requests are also spread over time: even refusing a request takes as long
as a move.
"""

import asyncio
from collections import deque

from parlour.web.wire.limits import Buckets


class Turns:
    """The requests of each address that wait to be started."""

    def __init__(self, pace: float, at_once: float) -> None:
        """Start empty; every address may start `at_once` requests, and `pace` per second in the long run."""
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._paces = Buckets(pace, at_once)

    async def take(self, address: str) -> None:
        """Wait for a request's turn; the only request of an address has it at once."""
        loop = asyncio.get_running_loop()
        waiting = self._waiting.get(address)
        if waiting is None:
            waiting = self._waiting[address] = deque()
            wait = self._paces.take(address)
            loop.call_later(wait, self._next, address)
            if not wait:
                return
        turn = loop.create_future()
        waiting.append(turn)
        await turn

    def _next(self, address: str) -> None:
        """Start the next request of an address; after the last one, forget the address."""
        waiting = self._waiting[address]
        while waiting and waiting[0].done():
            waiting.popleft()  # the client of this request is gone
        if not waiting:
            del self._waiting[address]
            return
        wait = self._paces.take(address)
        if not wait:
            waiting.popleft().set_result(None)
        asyncio.get_running_loop().call_later(wait, self._next, address)
