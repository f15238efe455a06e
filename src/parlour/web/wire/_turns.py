"""Turns for addresses: if an address sends many requests at once, each event loop iteration starts only one of them.

Without turns, the server would handle a flood over many connections as one block, and every move would have to wait.
If an address sends faster than any page needs to, its requests are also spread over time, because even refusing a
request takes as long as a move.
"""

import asyncio
from collections import deque

from parlour.web.wire.limits import Buckets


class Turns:
    """Holds each address's requests until they may start."""

    def __init__(self, pace: float, at_once: float) -> None:
        """Let every address start `at_once` requests without waiting, and `pace` per second in the long run."""
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._paces = Buckets(pace, at_once)

    async def take(self, address: str) -> None:
        """Wait for a request's turn; if its address has no other request waiting, return at once."""
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
        """Start an address's next request; after its last request, forget the address."""
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
