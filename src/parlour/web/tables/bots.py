"""Bots run in threads: quick ones never wait for searches, and searches share the cores."""

import asyncio
import logging
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from typing import TypeVar

from parlour.bots import HARD_MILLISECONDS, Bot, find_bot
from parlour.bots.hints import advice, thumb_advice
from parlour.bots.search import Budget, Search, Weighed, can_search
from parlour.cards import each, lowest
from parlour.fair import new_key
from parlour.game import Game, State
from parlour.rng import Rng, generator
from parlour.web.wire.protocol import Hint, WeighedAction

LEAST_MILLISECONDS = 40.0  # for a search, however many wait
HINT_MILLISECONDS = 400.0
PATIENCE_SECONDS = 15.0  # after which a bot counts as stuck
NICENESS = 10  # a search gives way to answering clients
log = logging.getLogger("parlour.web")
Result = TypeVar("Result")


class BotThreads:
    """The threads in which bots choose."""

    def __init__(self, cores: int | None = None) -> None:
        """Run one search for each core at a time."""
        self.cores = cores or os.cpu_count() or 1
        self._quick = ThreadPoolExecutor(2, "parlour-bots")
        self._searches = ThreadPoolExecutor(self.cores, "parlour-search", initializer=_give_way)
        self.waiting = 0  # searches, running or not

    def close(self) -> None:
        """Stop all threads."""
        self._quick.shutdown(wait=False, cancel_futures=True)
        self._searches.shutdown(wait=False, cancel_futures=True)

    async def choose(self, game: Game, level: str, hidden: State, seat: int) -> int:
        """The choice of a bot from what its seat knows; a bot that fails or hangs is replaced by the rules of thumb."""
        if level == "hard":
            chosen = await self._tried(game, level, lambda: self._searched(game, hidden, seat), hidden, seat)
            return chosen if chosen is not None else await self.choose(game, "basic", hidden, seat)
        chosen = await self._tried(game, level, lambda: self._thumb(game, level, hidden, seat), hidden, seat)
        if chosen is None:
            return lowest(int(game.legal(hidden, seat)))  # a table is never stuck
        return chosen

    async def _tried(
        self, game: Game, level: str, think: Callable[[], "asyncio.Future[int]"], hidden: State, seat: int
    ) -> int | None:
        """The choice of a bot; None, and a line in the log, if it fails, hangs or chooses an illegal action."""
        try:
            chosen = await asyncio.wait_for(think(), PATIENCE_SECONDS)
        except TimeoutError:
            log.error("the %s bot of %s has not answered in %g s", level, game.name, PATIENCE_SECONDS)
            return None
        except Exception as error:  # a bot may fail in any way
            log.error("the %s bot of %s has failed: %s", level, game.name, type(error).__name__, exc_info=error)
            return None
        if chosen not in list(each(game.legal(hidden, seat))):
            log.error("the %s bot of %s chose an action that is not allowed", level, game.name)
            return None
        return chosen

    def _thumb(self, game: Game, level: str, hidden: State, seat: int) -> "asyncio.Future[int]":
        loop = asyncio.get_running_loop()
        return loop.run_in_executor(self._quick, lambda: int(bot_for(game, level)(hidden, seat, _rng())))

    def _searched(self, game: Game, hidden: State, seat: int) -> "asyncio.Future[int]":
        search = Search(game, self.budget(HARD_MILLISECONDS))
        return self.search(lambda: int(search.choose(hidden, seat, _rng())))

    def budget(self, milliseconds: float) -> Budget:
        """A fair share of the cores: less time for each search when many wait, all cores when none does."""
        share = max(LEAST_MILLISECONDS, milliseconds * self.cores / max(self.cores, self.waiting + 1))
        return Budget(milliseconds=share, threads=1 if self.waiting else self.cores)

    def search(self, think: Callable[[], Result]) -> "asyncio.Future[Result]":
        """Run a search when its turn comes."""
        self.waiting += 1
        future = asyncio.get_running_loop().run_in_executor(self._searches, think)
        future.add_done_callback(self._searched_one)
        return future

    def _searched_one(self, _: object) -> None:
        self.waiting -= 1

    async def weigh(self, game: Game, hidden: State, seat: int, milliseconds: float) -> list[Weighed]:
        """What every action is worth, the best first."""
        search = Search(game, self.budget(milliseconds))
        return await self.search(lambda: search.weigh(hidden, seat, _rng()))

    async def hint(self, game: Game, hidden: State, seat: int) -> Hint:
        """What a strong player would do, from what the seat knows."""
        if not can_search(game):
            return await self._thumb_hint(game, hidden, seat)
        weighed = await self.weigh(game, hidden, seat, HINT_MILLISECONDS)
        actions = weighed_actions(game, hidden, seat, weighed)
        return Hint(weighed[0].action, actions, advice(game, hidden, seat, weighed).sentence)

    async def _thumb_hint(self, game: Game, hidden: State, seat: int) -> Hint:
        """What the rules of thumb say, while thinking ahead is being prepared."""
        given = thumb_advice(game, hidden, seat, await self._thumb(game, "basic", hidden, seat))
        return Hint(given.weighed[0].action, weighed_actions(game, hidden, seat, given.weighed), given.sentence)


def weighed_actions(game: Game, hidden: State, seat: int, weighed: list[Weighed]) -> list[WeighedAction]:
    """Weighed actions with their names and labels."""
    labels = {action.id: action for action in game.view(hidden, seat).actions}
    return [
        WeighedAction(
            one.action, labels[one.action].name, labels[one.action].label,
            round(one.value, 4), round(one.error, 4), round(one.goal, 4), one.worlds,
        )
        for one in weighed
    ]  # fmt: skip


@cache
def bot_for(game: Game, level: str) -> Bot:
    """A bot of that level."""
    return find_bot(game, level)


_local = threading.local()


def _rng() -> Rng:
    """The generator of this thread."""
    if not hasattr(_local, "rng"):
        _local.rng = generator(new_key())
    rng: Rng = _local.rng
    return rng


def _give_way() -> None:
    """Lower the priority of this thread, where the system allows that: answering clients comes first."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
