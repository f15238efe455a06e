"""Tables that this server has set aside because of an error, and how an operator has them loaded again."""

import logging
from collections.abc import Awaitable, Callable, Mapping

from parlour.web.refusals import TableRefusal
from parlour.web.store.set_aside import renew
from parlour.web.store.store import Store
from parlour.web.table.live import LiveTable

log = logging.getLogger("parlour.web")


class Aside:
    """The tables that this server has set aside; the database lists them for `parlour admin`."""

    def __init__(
        self, store: Store, tables: Mapping[str, LiveTable], load_again: Callable[[str], Awaitable[None]]
    ) -> None:
        """`tables` are those in memory; `load_again` loads a table, or refuses if it's still broken."""
        self.store, self._tables, self._load_again = store, tables, load_again
        self.broken: dict[str, str] = {}  # tables that can't be loaded, and why
        self._listed = self._busy = False

    def reasons(self) -> dict[str, str]:
        """Return why each of these tables was set aside."""
        return self.broken | {live.name: live.aside for live in list(self._tables.values()) if live.aside}

    async def look(self) -> None:
        """List these tables in the database, and load those again that an operator wants."""
        if self._busy or not (self._listed or self.reasons()):
            return
        self._busy = True
        try:
            tried = await self._renew([])
            for name in tried:
                await self._free(name)
            if tried:
                await self._renew(tried)
        finally:
            self._busy = False

    async def _renew(self, tried: list[str]) -> list[str]:
        reasons, server = self.reasons(), self.store.process
        wanted = await self.store.writer.change(lambda connection: renew(connection, server, reasons, tried))
        self._listed = bool(reasons)
        return wanted

    async def _free(self, name: str) -> None:
        """Load a table again, and log whether it can be played on."""
        try:
            await self._load_again(name)
        except TableRefusal as refusal:
            if refusal.kind == "unavailable":
                raise  # the operator's wish stays in the database
            if refusal.kind != "set_aside":
                self.broken.pop(name, None)
            log.error("table %s was loaded again, but cannot be played on: %s", name, refusal.kind)
        else:
            log.warning("table %s was loaded again, and play goes on", name)
