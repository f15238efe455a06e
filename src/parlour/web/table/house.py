"""The house: all tables of this server, which are loaded on demand and released when unused."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from parlour.club.compilation import Compilation
from parlour.engine.rule import MISSING
from parlour.game.game import SPECTATOR, Game
from parlour.game.texts import say
from parlour.games import GAMES
from parlour.match.match import Choice
from parlour.web.people.ratings import load_model
from parlour.web.people.results import interrupted, store_end, store_results, uncounted
from parlour.web.refusals import TableRefusal
from parlour.web.store.schema import UNDO
from parlour.web.store.store import Store
from parlour.web.store.upkeep import Upkeep, use
from parlour.web.store.writer import Row
from parlour.web.table import _absence as absence
from parlour.web.table import _salts as salts
from parlour.web.table._abandoned import count_abandoned
from parlour.web.table._aside import Aside
from parlour.web.table._driver import Driver
from parlour.web.table._reports import Reports
from parlour.web.table._results import results_of
from parlour.web.table.bots import BotThreads
from parlour.web.table.live import LiveTable, Requester, check_open
from parlour.web.table.names import bot_names
from parlour.web.table.openings import Openings
from parlour.web.table.protocol import Hint, Thinking
from parlour.web.wire.tokens import token_hash

TRIES = 5  # how often a move is tried again while other servers store events of the same table
LONGEST_TABLE_NAME = 64
MOST_COUNTED = 100  # one run checks at most this many tables without stored results
IDLE_SECONDS = 600.0  # a table without subscribers is released from memory after this time
log = logging.getLogger("parlour.web")


class House:
    """All tables of this server, and what people and bots do there."""

    def __init__(
        self, store: Store, compilation: Compilation, bot_threads: BotThreads, openings: Openings | None = None
    ) -> None:
        """Connect the database, the compiler, the bots' threads, and the limits on opening tables."""
        self.store, self.compilation, self.bot_threads = store, compilation, bot_threads
        self.driver = Driver(store, bot_threads, self.move, self.start)
        self.openings, self.upkeep = openings or Openings(), Upkeep(store)
        self.tables: dict[str, LiveTable] = {}
        self.reports = Reports(alone=not store.is_postgresql)
        self.when_finished: list[
            Callable[[LiveTable, float], Coroutine[Any, Any, None]]
        ] = []  # called for each finished match
        self._finishing: set[asyncio.Task[Any]] = set()  # tasks that are storing the results of finished matches
        self.aside = Aside(store, self.tables, self.load_again)
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    # --- games

    def check_game(self, name: str) -> None:
        """Refuse an unknown game; otherwise move it to the front of the compiler's queue."""
        if name not in GAMES:
            raise TableRefusal(
                "unknown_game",
                say("There is no game {game!r}; expected one of {games}.", game=name[:40], games=", ".join(GAMES)),
            )
        self.compilation.want(name)

    def _check_served(self, name: str) -> None:
        """Refuse a table whose game this server no longer has."""
        if name not in GAMES:
            raise TableRefusal(
                "unknown_game", say("This table plays {game}, which this server does not have.", game=name)
            )
        self.check_game(name)

    def thinking(self) -> dict[str, Thinking]:
        """Return for each game whether its search is ready for bots, hints and analyses; without Numba it never is."""
        return {name: self._thinking(name) for name in GAMES}

    def _thinking(self, name: str) -> Thinking:
        if self.compilation.can_think(name):
            return "ready"
        return "missing" if MISSING else "failed" if self.compilation.has_failed(name) else "preparing"

    def check_thinking(self, game: Game) -> None:
        """Refuse to search in a game whose rules could not be compiled."""
        if self._thinking(game.name) == "failed":
            raise TableRefusal(
                "missing", say("{game} cannot be compiled, so the server cannot analyse its matches.", game=game.title)
            )

    # --- finding a table

    async def table(self, name: str, *, latest: bool = True) -> LiveTable:
        """Return the table of this name. With `latest`, include all events that other servers have stored so far."""
        live = self.tables.get(name)
        if live is None:
            if name in self.aside.broken:
                raise TableRefusal("set_aside", self.aside.broken[name])
            live = await self._loaded(name)
        elif latest and self.store.is_postgresql:
            await self._update(live)
        if live.table.over and live.table.facts.evening is not None and live.table.sealed:
            await self._open_if_closed(live)
        if live.aside:
            raise TableRefusal("set_aside", live.aside)
        live.touched = time.monotonic()
        return live

    async def _loaded(self, name: str) -> LiveTable:
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = asyncio.create_task(self._load(name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(task)

    async def _load(self, name: str) -> LiveTable:
        try:
            live = await self._rebuilt(name)
        except TableRefusal as refusal:
            if refusal.kind == "set_aside":
                self.aside.broken[name] = refusal.reason
            raise
        self.add(live)
        return live

    async def _rebuilt(self, name: str) -> LiveTable:
        """Rebuild a table from its rows in the database."""
        found = await self.store.find_table(name) if 0 < len(name) <= LONGEST_TABLE_NAME and name.isalnum() else None
        if found is None:
            raise _no_table(name)
        self._check_served(found[0].game)
        # If these facts say that the match has not started, ignore events that another server has stored since.
        rows = await self.store.events_after(name, 0) if found[0].started is not None else []
        live = await asyncio.to_thread(LiveTable.rebuilt, *found, rows)
        live.stored_at = rows[-1]["at"] if rows else None
        return live

    async def load_again(self, name: str) -> None:
        """Load a table again that was set aside; clients that are still connected get the whole table."""
        live = self.tables.get(name)
        if live is None:
            await self._loaded(name)
            self.aside.broken.pop(name, None)
            return
        async with live.lock:
            live.mend(await self._rebuilt(name))
        self._continue(live)

    def add(self, live: LiveTable) -> None:
        """Add a table to those in memory, and let its bots act."""
        self.tables[live.name], live.reports = live, self.reports
        self._continue(live)

    async def seat(self, live: LiveTable, token: str | None) -> int:
        """Return the seat to which a token belongs; without a token, the number for spectators."""
        if token is None:
            check_open(live)
            return SPECTATOR
        hashed = token_hash(token)
        seat = live.table.seat_of(hashed)
        if seat is None and self.store.is_postgresql:
            await self.refresh(live)  # somebody may have taken the seat on another server
            seat = live.table.seat_of(hashed)
        if seat is None:
            raise TableRefusal("wrong_token", say("This token does not belong to a seat at this table."))
        await self.use(live)
        live.seen[seat] = time.monotonic()
        self.driver.drive(live)  # the match goes on if it has been resting
        return seat

    async def use(self, live: LiveTable) -> None:
        """Record that somebody uses a table, so that it isn't deleted; refuse if it has already been deleted."""
        if not live.in_use and not await use(self.store, live.name):
            self.release(live.name)
            raise _no_table(live.name)

    # --- commands of a seat

    async def move(
        self,
        live: LiveTable,
        seat: int,
        client: str | None,
        number: int,
        action: int | str,
        requester: Requester | None = None,
        wait: float = 0.0,
    ) -> int:
        """Perform a seat's action; return its event's number, even if an earlier request has stored the event.

        The bots wait for `wait` seconds before they answer an action that can be taken back.
        """

        def chosen() -> Choice:
            if client is None and live.bots_wait_until > time.monotonic():
                # The action may still be undone.
                raise TableRefusal("stale", say("A player may still take the last action back."))
            return live.table.checked_move(seat, number, action)

        return await self._store(live, seat, client, chosen, requester, wait)

    async def undo(
        self, live: LiveTable, seat: int, client: str, number: int, requester: Requester | None = None
    ) -> int:
        """Take back a seat's last action, which is the event with this number."""

        def chosen() -> None:
            live.table.check_undo(seat, number)
            live.count_undo(seat)

        return await self._store(live, seat, client, chosen, requester)

    async def _store(
        self,
        live: LiveTable,
        seat: int,
        client: str | None,
        chosen: Callable[[], Choice | None],
        requester: Requester | None,
        wait: float = 0.0,
    ) -> int:
        """Store an action or an undo as the next event, then perform it.

        `chosen` returns the action, or None for an undo. After the event, the bots wait for `wait` seconds.
        """
        async with live.lock:
            for _ in range(TRIES):
                if live.aside:
                    raise TableRefusal("set_aside", live.aside)
                known = await self._known(live, seat, client, chosen)
                if isinstance(known, int):
                    if requester:
                        requester.subscriber.push(requester.answer(known))
                    return known
                row: Row = {
                    "table_id": live.name, "number": live.table.number + 1, "seat": seat,
                    "do": UNDO if known is None else known.name, "client": client, "at": time.time(),
                }  # fmt: skip
                if await self.store.append(row):
                    live.ours = True
                    self._perform(live, row, known, requester, wait)
                    return int(row["number"])
                await self._catch_up(live)
        raise TableRefusal("unavailable", say("The table is too busy; try again in a moment."))

    async def _known(
        self, live: LiveTable, seat: int, client: str | None, chosen: Callable[[], Choice | None]
    ) -> int | Choice | None:
        """Return the event number of a move that is already stored; otherwise return what to store."""
        if client is not None and (seat, client) in live.table.recent:
            return live.table.recent[seat, client]
        try:
            return chosen()
        except TableRefusal:
            stored = await self.store.stored_move(live.name, seat, client) if client is not None else None
            if stored is None:
                raise
            return stored

    def _perform(
        self, live: LiveTable, row: Row, choice: Choice | None, requester: Requester | None, wait: float
    ) -> None:
        live.stored_at = row["at"]
        with self.guarded(live):
            live.perform(row, choice, requester)
            live.hold_bots(row["seat"], wait)
            self._finish(live)
        self.driver.drive(live)

    def _finish(self, live: LiveTable) -> None:
        """Store a finished match's results if they are missing, for instance after a crash."""
        facts = live.table.facts
        if live.aside or not live.table.over or facts.counted:
            return
        facts.finished, facts.counted = facts.finished or live.stored_at or time.time(), 1
        self.openings.forget(live.name)
        for work in (self._count, *self.when_finished):
            task = self.driver.later(work(live, facts.finished))
            self._finishing.add(task)
            task.add_done_callback(self._finishing.discard)

    async def results_stored(self) -> None:
        """Wait until the results of all matches that have ended on this server are stored.

        Players see the end of a match before its results are stored. Lists of matches await this, so that they include
        the matches that have just ended.
        """
        if self._finishing:
            await asyncio.wait(list(self._finishing))

    async def _count(self, live: LiveTable, finished: float) -> None:
        results = results_of(live.table)
        try:
            if results is None:
                await store_end(self.store, live.name, finished)
            else:
                await asyncio.to_thread(load_model)  # load the model here, not in the thread that stores moves
                await store_results(self.store, results)
        except Exception:
            live.table.facts.counted = 0  # the upkeep will try again
            raise

    @contextmanager
    def guarded(self, live: LiveTable) -> Iterator[None]:
        """Set a table aside if the enclosed code fails; all other tables continue."""
        try:
            yield
        except Exception as error:  # a faulty rule must not take the server down
            live.set_aside(error)
            raise TableRefusal("set_aside", live.aside or "") from None

    def say(self, live: LiveTable, seat: int, phrase: str) -> None:
        """Send a quick phrase to everybody at the table."""
        live.broadcast({"type": "phrase", "seat": seat, "phrase": phrase})
        if self.store.is_postgresql:
            message = {"kind": "phrase", "table": live.name, "seat": seat, "phrase": phrase}
            self.driver.later(self.store.tell_servers(message))

    def claim(self, live: LiveTable, seat: int) -> None:
        """Let a bot play the rest of the round for a seat, if it's proved that the outcome can't change."""
        if not live.may_claim(seat):
            raise TableRefusal("cannot_claim", say("The rest cannot be claimed: its outcome is not certain."))
        live.claimed[seat] = live.table.playing.rounds
        self.driver.drive(live)

    async def stand_in(self, live: LiveTable, voter: int, seat: int) -> None:
        """Count a vote for a bot to play for an absent person; the bot begins once the votes suffice."""
        if absence.vote(live, voter, seat):
            await self.driver.set_away(live, seat, True)
        else:
            live.tell_facts()
        if self.store.is_postgresql:
            message = {"kind": "vote", "table": live.name, "seat": seat, "voter": voter}
            self.driver.later(self.store.tell_servers(message))

    async def hint(self, live: LiveTable, seat: int) -> Hint:
        """Return a hint: what a strong player would do with what the seat knows."""
        table = live.table
        if table.of_a_board:
            day, board = say("There are no hints in today's deal."), say("There are no hints at an evening's table.")
            raise TableRefusal("sealed", day if table.of_a_day else board)
        if seat not in table.actors():
            raise TableRefusal("over" if table.over else "not_your_turn", say("You have nothing to choose now."))
        if seat in live.advised:
            raise TableRefusal("too_fast", say("A hint for this seat is already being prepared."))
        live.advised.add(seat)
        try:
            return await self.bot_threads.hint(table.game, table.known(seat), seat)
        finally:
            live.advised.discard(seat)

    # --- other servers

    async def _catch_up(self, live: LiveTable) -> None:
        """Perform the events that other servers have stored."""
        rows = await self.store.events_after(live.name, live.table.number)
        for row in rows:
            if row["number"] == live.table.number + 1:
                live.ours, live.stored_at = False, row["at"]
                with self.guarded(live):
                    live.perform(row)
        if live.table.over:
            self.openings.forget(live.name)

    async def refresh_tables(self, names: Sequence[str]) -> None:
        """Reload the tables of these names that are in memory."""
        for live in [self.tables[name] for name in names if name in self.tables]:
            await self.refresh(live)

    async def refresh(self, live: LiveTable) -> None:
        """Reload a table that another server has changed; refuse a table that another server has deleted."""
        async with live.lock:
            found = await self.store.find_table(live.name)
            if live.aside:
                return
            if found is None:
                raise _no_table(live.name)
            starts = found[0].started is not None and live.table.match is None
            live.renew(*found)
            if starts:
                with self.guarded(live):
                    live.begin()
            if live.table.match is not None:
                await self._catch_up(live)
            live.tell_facts()
        self._continue(live)

    async def _update(self, live: LiveTable) -> None:
        """Load events that other servers have stored, because their notices may still be on their way."""
        latest = await self.store.latest_numbers([live.name])
        if live.table.match is None or latest.get(live.name, 0) > live.table.number:
            await self.refresh(live)

    async def _open_if_closed(self, live: LiveTable) -> None:
        """Reload this table if its board has just been closed, because the evening learns this before the table."""
        found = await self.store.find_table(live.name)
        if found is not None and found[0].closed is not None:
            await self.refresh(live)

    def _continue(self, live: LiveTable) -> None:
        """Continue a loaded table: start the match if all salts are known, store missing results, let bots act."""
        if salts.asked(live) and not live.table.awaited_salts:
            self.driver.later(self.start(live))
        self._finish(live)
        self.driver.drive(live)

    async def start(self, live: LiveTable, *, wait: bool = True) -> None:
        """Start the match; free seats get bots. If salts are missing and `wait` is true, only ask for them."""
        async with live.lock:
            if live.table.match is not None:
                return
            if names := bot_names(live):
                await self.store.fill_seats(live.name, {seat: (name, "medium") for seat, name in names.items()})
                await self._read_again(live)
            if salts.asked(live) and live.table.awaited_salts and wait:
                live.tell_facts()
                return
            await self.store.start_table(live.name)
            await self._read_again(live)
            with self.guarded(live):
                live.begin()
        self.driver.drive(live)

    async def _read_again(self, live: LiveTable) -> None:
        found = await self.store.find_table(live.name)
        if found is None:
            raise _no_table(live.name)
        live.renew(*found)

    # --- releasing tables

    def tidy(self) -> None:
        """Release from memory all tables that nobody has used for a while."""
        now = time.monotonic()
        for name, live in list(self.tables.items()):
            if now - live.touched > IDLE_SECONDS:
                self.release(name)

    def release(self, name: str) -> bool:
        """Release a table from memory unless clients are connected to it; return whether it is released."""
        live = self.tables.get(name)
        if live is None:
            return name not in self._loading
        if live.subscribers or live.lock.locked():
            return False
        self.driver.stop(live)
        del self.tables[name]
        return True

    async def forget_tables(self) -> list[str]:
        """Delete tables that have been unused for too long; return their names."""
        deleted = await self.upkeep.run([name for name, live in self.tables.items() if live.in_use])
        for name in deleted:
            self.release(name)
            self.openings.forget(name)
        await count_abandoned(self.store, self.table)
        await self.count_old()
        return deleted

    async def count_old(self) -> None:
        """Store results that could not be stored before, and those of some tables that an older Parlour finished."""
        for live in list(self.tables.values()):
            self._finish(live)
        for name in await uncounted(self.store, list(GAMES), MOST_COUNTED):
            try:
                readable = (await self.table(name, latest=False)).table.over  # loading the table stores its results
            except TableRefusal as refusal:
                readable = refusal.kind != "set_aside"
            if not readable:
                await store_end(self.store, name, time.time())

    async def count_interrupted(self) -> None:
        """Load the tables that were in play when the last server stopped, and store results that it left out."""
        for name in await interrupted(self.store, list(GAMES), MOST_COUNTED):
            with suppress(TableRefusal):  # a table that cannot be read is set aside and logged
                await self.table(name, latest=False)  # loading a table whose match is over stores its results

    async def close(self) -> None:
        """Stop the bots and finish the requests in progress."""
        for live in self.tables.values():
            self.driver.stop(live)
        await self.driver.close()
        for live in self.tables.values():
            async with live.lock:
                pass  # the request that held the lock has ended


def _no_table(name: str) -> TableRefusal:
    return TableRefusal("unknown_table", say("There is no table {table!r}.", table=name[:LONGEST_TABLE_NAME]))
