"""Counts the tables or evenings that each address opens, so that no address can fill the server or its list.

The counts are kept only in memory, because people's addresses are never stored. Each server process counts separately.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import zip_longest
from time import monotonic

from parlour.game.texts import Text, say
from parlour.web.refusals import TableRefusal
from parlour.web.wire.limits import MOST_ADDRESSES

TABLES = 200  # unfinished tables that one address may open within a day; a whole club may share an address
DAY = 24 * 3600.0


def too_many_tables(most: int) -> Text:
    """Return the reason for refusing an address that has opened too many tables."""
    return say("{most} unfinished tables were opened from this address today; finish some first.", most=most)


class Openings:
    """The unfinished tables that each address has opened within the last day; evenings are counted in the same way."""

    def __init__(self, most: int = TABLES, too_many: Callable[[int], Text] = too_many_tables) -> None:
        """Allow each address at most `most` tables; `too_many` returns the reason for refusing more."""
        self.most, self.too_many = most, too_many
        # For each address, the tables that it opened, with the time of opening.
        self._opened: OrderedDict[str, dict[str, float]] = OrderedDict()
        self._openers: dict[str, str] = {}  # the address that opened each table
        self.closed = False  # whether nothing new is opened any more, because the server is about to stop

    def close(self) -> None:
        """Refuse to open anything from now on."""
        self.closed = True

    def check(self) -> None:
        """Refuse if nothing new is opened any more."""
        if self.closed:
            raise TableRefusal("unavailable", say("The server is about to restart; try again in a minute."))

    def note(self, address: str, table: str) -> None:
        """Record that an address opens a table; refuse if it has opened too many."""
        self.check()
        tables = self._opened.setdefault(address, {})
        self._opened.move_to_end(address)
        now = monotonic()
        for name in [name for name, opened in tables.items() if now - opened > DAY]:
            self.forget(name)
        if len(tables) >= self.most:
            raise TableRefusal("too_many", self.too_many(self.most))
        self._opened[address] = tables  # forgetting its last table removed the address
        tables[table] = now
        self._openers[table] = address
        if len(self._opened) > MOST_ADDRESSES:
            for name in self._opened.popitem(last=False)[1]:
                del self._openers[name]

    @contextmanager
    def opening(self, address: str, table: str) -> Iterator[None]:
        """Count a table while the enclosed code stores it; if storing fails, stop counting it."""
        self.note(address, table)
        try:
            yield
        except BaseException:
            self.forget(table)
            raise

    def forget(self, table: str) -> None:
        """Stop counting a table that is finished or could not be opened."""
        address = self._openers.pop(table, None)
        if address is not None:
            tables = self._opened[address]
            del tables[table]
            if not tables:
                del self._opened[address]

    def opener(self, table: str) -> str:
        """Return the address that opened a table; "" if the table was opened on another server or long ago."""
        return self._openers.get(table, "")


def in_turns(tables: Iterable[str], opener: Callable[[str], str]) -> Iterator[str]:
    """Sort tables so that every address has one before any address has two; each address's tables keep their order."""
    groups: dict[str, list[str]] = {}
    for table in tables:
        groups.setdefault(opener(table), []).append(table)
    for turn in zip_longest(*groups.values()):
        yield from (table for table in turn if table is not None)
