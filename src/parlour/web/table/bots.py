"""Threads in which bots choose: fast bots never wait for searches, and searches share the cores."""

import asyncio
import logging
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from parlour.bots import Bot, find_bot, searches
from parlour.bots.claim import can_claim
from parlour.bots.hints import advice, is_close, thumb_advice
from parlour.bots.levels import HARD_MILLISECONDS
from parlour.bots.search import Budget, Search, Weighed, can_search
from parlour.engine.rng import Rng, generator
from parlour.engine.sets import each, lowest
from parlour.game.game import Game, State
from parlour.match.fair import new_key
from parlour.web.table._searches import Rank, SearchThreads
from parlour.web.table.protocol import Hint, WeighedAction

LEAST_MILLISECONDS = 40.0  # the minimum time for a search, even with a long queue
HINT_MILLISECONDS = 400.0
HINT_SECONDS = 2.0  # if a search takes longer, a rule of thumb gives the hint
PATIENCE_SECONDS = 15.0  # a bot that takes longer counts as stuck
FALLBACK = "basic"  # the level of the bot that replaces a failing bot
log = logging.getLogger("parlour.web")


class BotThreads:
    """The threads in which bots choose their actions."""

    def __init__(self, cores: int | None = None) -> None:
        """Allow one search for each core at the same time."""
        self.cores = cores or os.cpu_count() or 1
        self._quick = ThreadPoolExecutor(2, "parlour-bots")
        self.searches = SearchThreads(self.cores)

    def close(self) -> None:
        """Stop all threads."""
        self._quick.shutdown(wait=False, cancel_futures=True)
        self.searches.close()

    async def choose(self, game: Game, level: str, hidden: State, seat: int, seed: bytes | None = None) -> int:
        """Let a bot choose an action from what its seat knows; if it fails or hangs, the rules of thumb choose.

        With `seed`, the bot's random choices are always the same.
        """
        think = self._searched if searches(level) else self._thumb
        chosen = await self._tried(game, level, lambda: think(game, level, hidden, seat, seed), hidden, seat)
        if chosen is not None:
            return chosen
        if level == FALLBACK:
            return lowest(int(game.legal(hidden, seat)))  # the last resort, so that no table gets stuck
        return await self.choose(game, FALLBACK, hidden, seat, seed)

    async def _tried(
        self, game: Game, level: str, think: Callable[[], "asyncio.Future[int]"], hidden: State, seat: int
    ) -> int | None:
        """Let a bot choose an action; if it fails, hangs or chooses an illegal action, log that and return None."""
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

    def _thumb(self, game: Game, level: str, hidden: State, seat: int, seed: bytes | None) -> "asyncio.Future[int]":
        def think() -> int:
            return int(bot_for(game, level)(hidden, seat, _rng() if seed is None else generator(seed)))

        return asyncio.get_running_loop().run_in_executor(self._quick, think)

    def _searched(self, game: Game, level: str, hidden: State, seat: int, seed: bytes | None) -> "asyncio.Future[int]":
        budget = self.budget(HARD_MILLISECONDS)

        def think() -> int:
            return Search(game, budget).choose(hidden, seat, _rng())

        return asyncio.wrap_future(self.searches.submit(Rank.BOT, think))

    @property
    def is_searching(self) -> bool:
        """Whether any search is running or waiting."""
        return self.searches.waiting(Rank.ANALYSIS) > 0

    def budget(self, milliseconds: float, rank: Rank = Rank.BOT) -> Budget:
        """Return a search's fair share of the cores: the more searches wait, the less time for each."""
        waiting = self.searches.waiting(rank)
        share = max(LEAST_MILLISECONDS, milliseconds * self.cores / max(self.cores, waiting + 1))
        return Budget(milliseconds=share, threads=1 if self.searches.waiting(Rank.ANALYSIS) else self.cores)

    async def weigh(
        self, game: Game, hidden: State, seat: int, milliseconds: float, rank: Rank = Rank.ANALYSIS
    ) -> list[Weighed]:
        """Weigh all legal actions by search; return them with the best first."""
        budget = self.budget(milliseconds, rank)

        def think() -> list[Weighed]:
            return Search(game, budget).weigh(hidden, seat, _rng())

        return await asyncio.wrap_future(self.searches.submit(rank, think))

    async def can_claim(self, game: Game, hidden: State, seat: int) -> bool:
        """Check whether the seat may claim the rest of the round; the proof waits for all other searches."""
        return await asyncio.wrap_future(self.searches.submit(Rank.ANALYSIS, lambda: can_claim(game, hidden, seat)))

    async def hint(self, game: Game, hidden: State, seat: int) -> Hint:
        """Return a hint from what the seat knows: by search or, if that takes too long, by the rules of thumb."""
        if not can_search(game):
            return await self._thumb_hint(game, hidden, seat)
        thinking = self.weigh(game, hidden, seat, HINT_MILLISECONDS, Rank.HINT)
        try:
            weighed = await asyncio.wait_for(thinking, HINT_SECONDS)
        except TimeoutError:
            return await self._thumb_hint(game, hidden, seat)
        actions = weighed_actions(game, hidden, seat, weighed)
        return Hint(weighed[0].action, actions, advice(game, hidden, seat, weighed).sentence)

    async def _thumb_hint(self, game: Game, hidden: State, seat: int) -> Hint:
        """Return a hint by the rules of thumb, for when search is being prepared or takes too long."""
        given = thumb_advice(game, hidden, seat, await self.choose(game, FALLBACK, hidden, seat))
        return Hint(given.weighed[0].action, weighed_actions(game, hidden, seat, given.weighed), given.sentence)


def weighed_actions(game: Game, hidden: State, seat: int, weighed: list[Weighed]) -> list[WeighedAction]:
    """Add names and labels to weighed actions."""
    labels = {action.id: action for action in game.view(hidden, seat).actions}
    return [
        WeighedAction(
            one.action, labels[one.action].name, labels[one.action].label,
            round(one.value, 4), round(one.error, 4), round(one.goal, 4), one.worlds, round(one.behind, 4),
            is_close(one),
        )
        for one in weighed
    ]  # fmt: skip


@cache
def bot_for(game: Game, level: str) -> Bot:
    """Return a bot of this level."""
    return find_bot(game, level)


_local = threading.local()


def _rng() -> Rng:
    """Return this thread's random number generator."""
    if not hasattr(_local, "rng"):
        _local.rng = generator(new_key())
    rng: Rng = _local.rng
    return rng
