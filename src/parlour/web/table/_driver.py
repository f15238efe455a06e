"""Everything that acts at a table without a person: bots, stand-ins for absent people, the timer."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from parlour.bots import searches
from parlour.bots.claim import FEWEST_MOVES
from parlour.bots.levels import HARD_MILLISECONDS
from parlour.club.today import LEVEL
from parlour.game.game import State
from parlour.game.texts import say
from parlour.web.refusals import TableRefusal
from parlour.web.store.store import Store
from parlour.web.table import _salts as salts
from parlour.web.table._absence import AWAY_SECONDS, has_changed
from parlour.web.table._spare import SpareTime, nobody_plays, rests
from parlour.web.table.bots import BotThreads
from parlour.web.table.live import LiveTable

# For this many seconds after an event, other servers leave the table's bots to the server that stored the event.
BACKUP_SECONDS = 2.0
RETRY_SECONDS = 1.0
STAND_IN = "medium"
MOST_CARDS = 6  # a claim is considered only with this many cards in hand or fewer
log = logging.getLogger("parlour.web")


Moving = Callable[[LiveTable, int, str | None, int, int], Awaitable[int]]  # the signature of `House.move`
Starting = Callable[..., Coroutine[Any, Any, None]]  # the signature of `House.start`


class Driver:
    """Lets bots, stand-ins and timers act at all tables of a house."""

    def __init__(self, store: Store, bot_threads: BotThreads, move: Moving, start: Starting) -> None:
        """`move` performs an action, and `start` begins a match."""
        self.store, self.bot_threads, self._carry_out, self._start = store, bot_threads, move, start
        self.spare = SpareTime()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False

    def later(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        """Run a coroutine in the background; log its errors."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, TableRefusal) and error.kind == "unavailable":
            return  # an outage of the database is logged once, by the store
        if error is not None:
            log.error("a background task has failed: %s", type(error).__name__, exc_info=error)

    async def close(self) -> None:
        """Stop all bots and other background tasks."""
        self._closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def stop(self, live: LiveTable) -> None:
        """Forget the bots of a table that is being released."""
        live.thinking.clear()

    # --- bots

    def drive(self, live: LiveTable) -> None:
        """Start a bot for each seat that must act now and that a bot plays, unless the table rests."""
        if live.aside or live.table.match is None or live.table.over or self._closing or rests(live):
            return
        if not nobody_plays(live):
            self.spare.release(live.name)
        for seat in live.table.next_to_act():
            if not live.plays_itself(seat):
                self._consider(live, seat)
            elif seat not in live.thinking:
                live.thinking.add(seat)
                self.later(self._move(live, seat))

    async def _move(self, live: LiveTable, seat: int) -> None:
        try:
            await self._take_turn(live, seat)
        except TableRefusal as refusal:
            if refusal.kind == "unavailable":
                await asyncio.sleep(RETRY_SECONDS)
        finally:
            live.thinking.discard(seat)
        self.drive(live)

    async def _take_turn(self, live: LiveTable, seat: int) -> None:
        """Let a bot act: at once if somebody plays at the table, otherwise in spare time."""
        number = live.table.number
        if not live.ours:
            await asyncio.sleep(BACKUP_SECONDS)
            if live.table.number != number:
                return  # the other server's bot has acted
        if not nobody_plays(live):
            await self._think(live, seat)
            return
        await self._wait_for_undo(live)
        async with self.spare.turn(live):
            await self._think(live, seat)

    async def _think(self, live: LiveTable, seat: int) -> None:
        table, number = live.table, live.table.number
        if rests(live) or seat not in table.actors():
            return
        level = self._level(live, seat)
        if searches(level):
            live.broadcast({"type": "thinking", "seat": seat})
        action = await self._chosen(live, level, table.known(seat), seat)
        await self._wait_for_undo(live)
        if live.plays_itself(seat):  # if the person has come back, the bot doesn't act
            await self._carry_out(live, seat, None, number, action)

    def _level(self, live: LiveTable, seat: int) -> str:
        """Return the level at which a bot plays a seat; where nobody plays, it searches only if nothing else does."""
        place = live.table.places[seat]
        level = place.level if place.kind == "bot" else STAND_IN
        busy = searches(level) and self.bot_threads.is_searching and nobody_plays(live)
        return STAND_IN if busy else level

    async def _wait_for_undo(self, live: LiveTable) -> None:
        """Wait as long as a player may take back their action; if they do, the bot's action becomes stale."""
        while (left := live.bots_wait_until - time.monotonic()) > 0:
            await asyncio.sleep(left)

    async def _chosen(self, live: LiveTable, level: str, hidden: State, seat: int) -> int:
        """Let a bot choose an action; in a day's deal its random choices are the same for everybody.

        A search takes the same time for every hand, so that the time reveals nothing about the hand.
        """
        if (part := live.table.part(seat)) is not None:
            return part
        threads, game = self.bot_threads, live.table.game
        if (seed := live.table.bot_seed(seat)) is not None:
            return await threads.choose(game, LEVEL, hidden, seat, seed)
        if not searches(level):
            return await threads.choose(game, level, hidden, seat)
        seconds = threads.budget(HARD_MILLISECONDS).milliseconds / 1000
        action, _ = await asyncio.gather(threads.choose(game, level, hidden, seat), asyncio.sleep(seconds))
        return action

    # --- claims

    def _consider(self, live: LiveTable, seat: int) -> None:
        """If the round is near its end, check in the background whether a person may claim the rest of it."""
        view, since = live.stream.views.get(seat), live.table.since[seat]
        near = view is not None and FEWEST_MOVES <= view.seats[seat].cards <= MOST_CARDS
        if near and live.considered.get(seat) != since and live.table.guide is None:
            live.considered[seat] = since
            self.later(self._offer_claim(live, seat, since))

    async def _offer_claim(self, live: LiveTable, seat: int, since: int) -> None:
        table = live.table
        if not await self.bot_threads.can_claim(table.game, table.known(seat), seat):
            return
        if seat in table.actors() and table.since[seat] == since:
            live.claims[seat] = since
            for subscriber in live.subscribers:
                if subscriber.onlooker == seat:
                    subscriber.push(live.claim_offer())

    # --- absent people, timers

    def watch(self, live: LiveTable) -> None:
        """Check the timer, and whether the people who must act are absent; call this once a second."""
        if salts.overdue(live):
            live.revealing_since = None  # if this start fails, salts are requested again
            self.later(self._start(live, wait=False))
        if live.aside or live.table.match is None or live.table.over:
            return
        people = [place for place in live.table.places if place.kind == "person" and not place.away]
        present = [place.seat for place in people if live.is_present(place.seat)]
        if not present:
            return  # with nobody present, the match pauses until somebody returns
        if has_changed(live):
            live.tell_facts()
        if not live.reports.arrive:
            return  # nobody can act while the database is away, so nobody's time runs out
        waited, may_be_elsewhere = time.monotonic() - live.turn_began, not live.reports.complete(live.absence.began)
        timer = live.table.facts.timer
        for seat in live.table.actors():
            if live.plays_itself(seat) or seat in live.thinking:
                continue
            if seat not in present and waited > AWAY_SECONDS and not may_be_elsewhere:
                self.later(self.set_away(live, seat, True))
            elif timer is not None and waited > timer:
                live.thinking.add(seat)
                self.later(self._time_is_up(live, seat))

    async def _time_is_up(self, live: LiveTable, seat: int) -> None:
        table, number = live.table, live.table.number
        try:
            action = await self.bot_threads.choose(table.game, STAND_IN, table.known(seat), seat)
            await self._carry_out(live, seat, None, number, action)
        except TableRefusal as refusal:
            log.info("the timer of table %s: %s", live.name, refusal.kind)  # the person acted just in time
        finally:
            live.thinking.discard(seat)

    async def set_away(self, live: LiveTable, seat: int, away: bool) -> None:
        """Let a bot stand in for a person, or give the seat back to the person."""
        if away and live.table.of_a_day:
            raise TableRefusal(
                "not_allowed", say("Nobody can stand in for you in today's deal; the deal waits for you.")
            )
        live.absence.votes.pop(seat, None)
        if live.table.places[seat].away != away:
            live.table.places[seat].away = away
            live.tell_facts()
            await self.store.set_seat(live.name, seat, away=away)
        self.drive(live)
