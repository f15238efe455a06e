"""Several servers on one PostgreSQL database notify each other of changes by LISTEN and NOTIFY."""

import asyncio
import json
import logging
import time
from contextlib import suppress

from parlour.web.logs import changes
from parlour.web.refusals import TableRefusal
from parlour.web.store.notices import listen
from parlour.web.store.writer import CHANNEL
from parlour.web.table._reports import PRESENT_SECONDS
from parlour.web.table.house import House

MOST_UNHEARD = 3  # a server that doesn't hear this many of its own reports says so in its log
POLL_SECONDS = 2.0  # seconds between polls, which find events whose notices were lost
log = logging.getLogger("parlour.web")


class OtherServers:
    """The connection to other servers on the same database."""

    def __init__(self, house: House) -> None:
        """Keep this house's tables up to date with changes by other servers."""
        self.house = house
        self._tasks: list[asyncio.Task[None]] = []
        self._due = asyncio.Event()  # set when the next report is due at once
        self._unheard = 0  # how many reports this server has sent since it last heard itself

    async def start(self) -> None:
        """Start listening to other servers."""
        self._tasks = [asyncio.create_task(work()) for work in (self._listen, self._poll, self._report_presence)]

    async def stop(self) -> None:
        """Stop listening to other servers."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _listen(self) -> None:
        url = self.house.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        await listen(url, CHANNEL, self._hear, self._catch_up, self.house.reports.lose)

    async def _hear(self, payload: str) -> None:
        """Handle a notice; if that fails, log the error and keep listening."""
        try:
            message = json.loads(payload)
            if message["server"] == self.house.store.process:
                self._hear_ourselves()
            elif message.get("table") in self.house.tables:
                await self._heard(message)
        except Exception:
            log.exception("a notice from another server cannot be handled")

    def _hear_ourselves(self) -> None:
        """Record that one of this server's own notices has arrived, and so those of other servers do."""
        self._unheard = 0
        if not self.house.reports.arrive:
            self._resume()
        self.house.reports.hear()

    def _resume(self) -> None:
        """Let everybody's turn begin anew, because nobody could act while the database was away."""
        self.house.reports.begin()
        for live in self.house.tables.values():
            live.begin_turn()

    async def _catch_up(self) -> None:
        """Reload all tables, because notices may have been lost, and report at once who is present."""
        self._resume()
        self._due.set()
        for live in list(self.house.tables.values()):
            with suppress(TableRefusal):  # the table is set aside, or the database is gone; both are logged
                await self.house.refresh(live)

    async def _heard(self, message: dict[str, object]) -> None:
        live = self.house.tables[str(message["table"])]
        if message["kind"] == "changed":
            with suppress(TableRefusal):  # the table is set aside, or the database is gone; both are logged
                await self.house.refresh(live)
        elif message["kind"] == "phrase":
            live.broadcast({"type": "phrase", "seat": message["seat"], "phrase": message["phrase"]})
        elif message["kind"] == "vote":
            live.absence.votes.setdefault(int(str(message["seat"])), set()).add(int(str(message["voter"])))
            live.tell_facts()
        elif message["kind"] == "present" and isinstance(message["seats"], list):
            before = [live.is_present(seat) for seat in range(live.table.facts.players)]
            for seat in message["seats"]:
                live.elsewhere[seat] = time.monotonic()
                live.absence.come_back(seat)
            if before != [live.is_present(seat) for seat in range(live.table.facts.players)]:
                live.tell_facts()

    async def _poll(self) -> None:
        """Poll the database regularly, in case notices were lost."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            lives = [live for live in self.house.tables.values() if live.subscribers]
            try:
                latest = await self.house.store.latest_numbers([live.name for live in lives])
                for live in lives:
                    if latest.get(live.name, 0) > live.table.number:
                        await self.house.refresh(live)
            except TableRefusal as refusal:
                if refusal.kind != "unavailable":  # an outage is logged once, by the store
                    log.warning("changes by other servers cannot be loaded: %s", refusal.kind)

    def _count_report(self) -> None:
        """Count a report that was sent; log once if reports don't come back, because this affects players."""
        self._unheard += 1
        if self._unheard == MOST_UNHEARD:
            log.error(
                "PostgreSQL does not deliver this server's own notices, so nobody counts as absent and no timer runs; "
                "expected a direct connection, because a pooler may not support LISTEN", extra=changes("reports"),
            )  # fmt: skip

    async def _report_presence(self) -> None:
        """Report regularly who is connected here; at least one notice proves that notices arrive."""
        while True:
            self._due.clear()
            present: list[dict[str, object]] = [
                {"kind": "present", "table": live.name, "seats": live.present}
                for live in self.house.tables.values()
                if live.present
            ]
            with suppress(TableRefusal):  # the next report sends the same facts again
                await self.house.store.tell_servers({"kind": "report"}, *present)
                self._count_report()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._due.wait(), PRESENT_SECONDS)
