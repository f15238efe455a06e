"""Tables at which nobody plays are gone after some hours.

How long a table has been waiting is measured by this process itself. A wrong clock of the machine deletes nothing, and
after a restart the hours begin again.
"""

from time import monotonic
from typing import TYPE_CHECKING

from parlour.web.storage.unplayed import remove, unplayed

if TYPE_CHECKING:
    from parlour.web.tables.house import House

UNPLAYED_SECONDS = 6 * 3600.0  # that a table may wait for its first action without anybody looking at it


class WaitingTables:
    """Since when each table without an action of a person has been waiting."""

    def __init__(self, house: "House") -> None:
        """Look after the tables of that house."""
        self.house = house
        self._since: dict[str, float] = {}

    def touch(self, table: str) -> None:
        """Note that somebody is at a table, here or at another server: its hours begin again."""
        self._since.pop(table, None)

    async def tidy(self) -> int:
        """Delete the tables that have waited too long; how many. Call this every few minutes."""
        now = monotonic()
        for name, live in self.house.tables.items():
            if live.subscribers:
                self.touch(name)
        found = await unplayed(self.house.store)
        self._since = {name: self._since.get(name, now) for name in found}
        late = [name for name, since in self._since.items() if now - since > UNPLAYED_SECONDS]
        late = [name for name in late if self.house.release(name)]
        for name in late:
            del self._since[name]
            self.house.openings.forget(name)
        return await remove(self.house.store, late)
