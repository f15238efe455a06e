"""Bots at tables where nobody plays: they rest when nobody is there, and otherwise act in the server's spare time.

A bot in spare time waits for its turn. Tables take turns; boards of evenings and today's deals come first, because a
clock ends them. After each turn everything pauses, so that however many such tables there are, they take only a small
share of the server's time.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from parlour.web.table._absence import people, present
from parlour.web.table.live import LiveTable

LINGER_SECONDS = 45.0  # a match goes on this long after its last person has closed the page, who may be reloading it
SHARE = 0.25  # the share of the server's time that bots get in all matches where nobody plays

Queue = dict[str, deque["asyncio.Future[bool]"]]  # for each table, the bots that wait for their turns


def rests(live: LiveTable) -> bool:
    """Check whether bots don't act at all, because nobody is there.

    The boards of evenings and today's deals never rest, because a clock ends them. They can't go on for long: each is
    a round or a short match, and today's deal waits when it's its player's turn.
    """
    if live.subscribers or live.table.of_a_board:
        return False
    lately = time.monotonic() - LINGER_SECONDS
    return not any(live.is_present(seat) or live.absence.left.get(seat, lately) > lately for seat in people(live))


def nobody_plays(live: LiveTable) -> bool:
    """Check whether bots play for everybody who is there."""
    return not present(live)


class SpareTime:
    """The turns of bots at tables where nobody plays."""

    def __init__(self) -> None:
        """Start without any waiting bots."""
        self._boards: Queue = {}
        self._others: Queue = {}
        self._taken = False  # whether a bot has its turn, or the pause after it isn't over

    @asynccontextmanager
    async def turn(self, live: LiveTable) -> AsyncIterator[None]:
        """Wait for the turn of a table's bot, and pause after it in proportion to its time."""
        counted = await self._wait(live)
        began = time.monotonic()
        try:
            yield
        finally:
            if counted:
                pause = (time.monotonic() - began) * (1 - SHARE) / SHARE
                asyncio.get_running_loop().call_later(pause, self._next)

    def release(self, name: str) -> None:
        """Let a table's waiting bots act at once, because somebody plays there again."""
        for queue in (self._boards, self._others):
            for turn in queue.pop(name, ()):
                if not turn.done():
                    turn.set_result(False)

    async def _wait(self, live: LiveTable) -> bool:
        """Wait for a turn; return whether to pause after it, which isn't so for a table that was released."""
        if not self._taken:
            self._taken = True
            return True
        turn: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        queue = self._boards if live.table.of_a_board else self._others
        queue.setdefault(live.name, deque()).append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.result():
                self._next()  # the turn came just before the bot was cancelled
            raise

    def _next(self) -> None:
        """Give the next turn to a bot of the table that has waited longest."""
        for queue in (self._boards, self._others):
            while queue:
                name = next(iter(queue))
                turns = queue.pop(name)
                turn = turns.popleft()
                if turns:
                    queue[name] = turns  # behind all other tables
                if not turn.done():
                    turn.set_result(True)
                    return
        self._taken = False
