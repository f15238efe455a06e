"""Turns of addresses: an address with many requests at once gets one of them started in each round of the event loop.

Without turns, a flood over many connections would be handled as one block, and every move would wait for all of it.
"""

import asyncio
from collections import deque


class Turns:
    """The requests of each address that wait to be started."""

    def __init__(self) -> None:
        """With nobody waiting."""
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def take(self, address: str) -> None:
        """Wait for the turn of a request; the only one of its address has it at once."""
        loop = asyncio.get_running_loop()
        waiting = self._waiting.get(address)
        if waiting is None:
            self._waiting[address] = deque()
            loop.call_soon(self._next, address)
            return
        turn = loop.create_future()
        waiting.append(turn)
        await turn

    def _next(self, address: str) -> None:
        """Start the next request of an address; after the last, forget the address."""
        waiting = self._waiting[address]
        while waiting and waiting[0].done():
            waiting.popleft()  # its client is gone
        if not waiting:
            del self._waiting[address]
            return
        waiting.popleft().set_result(None)
        asyncio.get_running_loop().call_soon(self._next, address)
