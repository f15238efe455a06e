"""The house: every table of this server, loaded when somebody comes and let go when nobody is left."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from parlour.game import SPECTATOR
from parlour.web.compilation import Readiness
from parlour.web.storage.store import Store
from parlour.web.storage.writer import Row
from parlour.web.tables.bots import Thinkers
from parlour.web.tables.driver import Driver
from parlour.web.tables.live import Asked, Live
from parlour.web.tables.table import UNDO
from parlour.web.tables.tokens import token_hash
from parlour.web.wire.protocol import Hint
from parlour.web.wire.refusals import TableRefusal

TRIES = 5  # how often a move is tried when other servers store events of the same table
LONGEST_TABLE_NAME = 64
IDLE_SECONDS = 600.0  # after which a table that nobody looks at leaves the memory
log = logging.getLogger("parlour.web")


class House:
    """All tables of this server."""

    def __init__(self, store: Store, readiness: Readiness, thinkers: Thinkers) -> None:
        """The parts it works with."""
        self.store, self.readiness, self.thinkers = store, readiness, thinkers
        self.driver = Driver(self)
        self.lives: dict[str, Live] = {}
        self._broken: dict[str, str] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}

    # --- finding a table

    async def live(self, name: str, *, latest: bool = True) -> Live:
        """The table of that name; `latest`: with all that other servers have stored, even if they just did."""
        live = self.lives.get(name)
        if live is None:
            if name in self._broken:
                raise TableRefusal("set_aside", self._broken[name])
            live = await self._loaded(name)
        elif latest and self.store.is_postgresql:
            await self._look_again(live)
        if live.aside:
            raise TableRefusal("set_aside", live.aside)
        live.touched = time.monotonic()
        return live

    async def _loaded(self, name: str) -> Live:
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = asyncio.create_task(self._load(name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(task)

    async def _load(self, name: str) -> Live:
        try:
            found = (
                await self.store.find_table(name) if 0 < len(name) <= LONGEST_TABLE_NAME and name.isalnum() else None
            )
            if found is None:
                raise TableRefusal("unknown_table", f"There is no table {name[:LONGEST_TABLE_NAME]!r}.")
            self.readiness.check(found[0].game)
            rows = await self.store.events_after(name, 0)
            live = await asyncio.to_thread(Live.rebuilt, *found, rows)
        except TableRefusal as refusal:
            if refusal.kind == "set_aside":
                self._broken[name] = refusal.reason
            raise
        self.add(live)
        return live

    def add(self, live: Live) -> None:
        """A table comes into memory."""
        self.lives[live.name] = live
        self._go_on(live)

    async def seat(self, live: Live, token: str | None) -> int:
        """The seat to which a token belongs; a spectator has none."""
        if token is None:
            return SPECTATOR
        hashed = token_hash(token)
        seat = live.table.seat_of(hashed)
        if seat is None and self.store.is_postgresql:
            await self.refresh(live)  # it may have been taken at another server
            seat = live.table.seat_of(hashed)
        if seat is None:
            raise TableRefusal("wrong_token", "This token belongs to no seat at this table.")
        live.seen[seat] = time.monotonic()
        return seat

    # --- what a seat does

    async def move(
        self, live: Live, seat: int, client: str | None, number: int, action: int | str, asked: Asked | None = None
    ) -> int:
        """A seat acts; the number under which it is stored, also when it was stored before."""

        def chosen() -> str:
            return live.table.checked_move(seat, number, action)

        return await self._store(live, seat, client, chosen, asked)

    async def undo(self, live: Live, seat: int, client: str, asked: Asked | None = None) -> int:
        """A seat takes its last action back."""

        def chosen() -> str:
            if not live.table.can_undo(seat):
                reason = "This cannot be taken back: only your own last action, before anybody has seen more by it."
                raise TableRefusal("over" if live.table.over else "cannot_undo", reason)
            return UNDO

        return await self._store(live, seat, client, chosen, asked)

    async def _store(
        self, live: Live, seat: int, client: str | None, chosen: Callable[[], str], asked: Asked | None
    ) -> int:
        """Store what was chosen under the next number, then let it happen."""
        async with live.lock:
            for _ in range(TRIES):
                if live.aside:
                    raise TableRefusal("set_aside", live.aside)
                known = await self._known(live, seat, client, chosen)
                if isinstance(known, int):
                    if asked:
                        asked.subscriber.push(asked.answer(known))
                    return known
                row: Row = {
                    "table_id": live.name, "number": live.table.number + 1, "seat": seat, "do": known,
                    "client": client, "at": time.time(),
                }  # fmt: skip
                if await self.store.append(row):
                    live.ours = True
                    self._happen(live, row, asked)
                    return int(row["number"])
                await self._catch_up(live)
        raise TableRefusal("unavailable", "The table is too busy; try again in a moment.")

    async def _known(self, live: Live, seat: int, client: str | None, chosen: Callable[[], str]) -> int | str:
        """The number of a move that was stored before, or the action that may be stored now."""
        if client is not None and (seat, client) in live.table.recent:
            return live.table.recent[seat, client]
        try:
            return chosen()
        except TableRefusal:
            stored = await self.store.stored_move(live.name, seat, client) if client is not None else None
            if stored is None:
                raise
            return stored

    def _happen(self, live: Live, row: Row, asked: Asked | None) -> None:
        with self.guarded(live):
            live.perform(row, asked)
            if live.table.over and live.table.facts.finished is None:
                self._finish(live)
        self.driver.drive(live)

    def _finish(self, live: Live) -> None:
        live.table.facts.finished = time.time()
        self.driver.later(self.store.set_table(live.name, finished=live.table.facts.finished))

    @contextmanager
    def guarded(self, live: Live) -> Iterator[None]:
        """Whatever goes wrong inside sets this table aside, and leaves all others running."""
        try:
            yield
        except Exception as error:  # a rule that fails must not take the server down
            live.set_aside(error)
            raise TableRefusal("set_aside", live.aside or "") from None

    def say(self, live: Live, seat: int, phrase: str) -> None:
        """A quick phrase for everybody."""
        live.broadcast({"type": "phrase", "seat": seat, "phrase": phrase})
        if self.store.is_postgresql:
            self.driver.later(self.store.tell_servers("phrase", live.name, seat=seat, phrase=phrase))

    async def hint(self, live: Live, seat: int) -> Hint:
        """What a strong player would do, from what the seat knows."""
        table = live.table
        if seat not in table.actors():
            raise TableRefusal("over" if table.over else "not_your_turn", "There is nothing to choose for you now.")
        if seat in live.advised:
            raise TableRefusal("too_fast", "A hint is being thought about already.")
        live.advised.add(seat)
        try:
            return await self.thinkers.hint(table.game, table.known(seat), seat)
        finally:
            live.advised.discard(seat)

    # --- other servers

    async def _catch_up(self, live: Live) -> None:
        """Let happen what other servers have stored."""
        rows = await self.store.events_after(live.name, live.table.number)
        for row in rows:
            if row["number"] == live.table.number + 1:
                live.ours = False
                with self.guarded(live):
                    live.perform(row)

    async def refresh(self, live: Live) -> None:
        """Look at the database again: another server has changed something at this table."""
        async with live.lock:
            found = await self.store.find_table(live.name)
            if found is None or live.aside:
                return
            starts = found[0].started is not None and live.table.match is None
            live.table.facts, live.table.places = found
            if starts:
                with self.guarded(live):
                    live.begin()
            if live.table.match is not None:
                await self._catch_up(live)
            live.tell_facts()
        self._go_on(live)

    async def _look_again(self, live: Live) -> None:
        """Nobody who comes sees less than another server has told already, even if its notice is still on the way."""
        latest = await self.store.latest_numbers([live.name])
        if live.table.match is None or latest.get(live.name, 0) > live.table.number:
            await self.refresh(live)

    def _go_on(self, live: Live) -> None:
        """Let the bots play; begin, if a server has died between the last seat taken and the start."""
        if live.table.match is None and not live.table.free_seats:
            self.driver.later(self.start(live))
        self.driver.drive(live)

    async def start(self, live: Live) -> None:
        """The match begins; free seats get bots."""
        async with live.lock:
            if live.table.match is not None:
                return
            names = self.bot_names(live)
            await self.store.start_table(live.name, {seat: (name, "medium") for seat, name in names.items()})
            found = await self.store.find_table(live.name)
            if found is None:
                raise TableRefusal("unknown_table", f"There is no table {live.name!r}.")
            live.table.facts, live.table.places = found
            with self.guarded(live):
                live.begin()
        self.driver.drive(live)

    def bot_names(self, live: Live) -> dict[int, str]:
        """A name for each free seat."""
        taken = {place.name.casefold() for place in live.table.places if place.name}
        free = [name for name in BOT_NAMES if name.casefold() not in taken]
        return dict(zip(live.table.free_seats, free, strict=False))

    # --- tidying up

    def tidy(self) -> None:
        """Let go of tables that nobody has looked at for a while."""
        now = time.monotonic()
        for name, live in list(self.lives.items()):
            if not live.subscribers and not live.lock.locked() and now - live.touched > IDLE_SECONDS:
                self.driver.stop(live)
                del self.lives[name]

    async def close(self) -> None:
        """Stop the bots; what was accepted is stored by the store."""
        for live in self.lives.values():
            self.driver.stop(live)
        await self.driver.close()
        for live in self.lives.values():
            async with live.lock:
                pass  # whoever was being answered has been


BOT_NAMES = ("Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Ann", "Hal", "Ida", "Jon", "Kim", "Lea", "Max", "Nia", "Ole")
