"""The tables or evenings opened by each address, so that no address can fill the server or the list.

All of it is in memory only: people's addresses are never stored. Every server process counts separately.
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
    """Return the refusal for an address that has opened too many tables."""
    return say("{most} unfinished tables were opened from this address today; finish some first.", most=most)


class Openings:
    """The last day's unfinished tables, by the address that opened them; evenings are counted in the same way."""

    def __init__(self, most: int = TABLES, too_many: Callable[[int], Text] = too_many_tables) -> None:
        """Allow every address at most this number; `too_many` makes the refusal."""
        self.most, self.too_many = most, too_many
        # For each address, the tables it opened and when.
        self._opened: OrderedDict[str, dict[str, float]] = OrderedDict()
        self._openers: dict[str, str] = {}  # the address that opened each table

    def note(self, address: str, table: str) -> None:
        """Record that an address opens a table; refuse if it has opened too many."""
        tables = self._opened.setdefault(address, {})
        self._opened.move_to_end(address)
        now = monotonic()
        for name in [name for name, opened in tables.items() if now - opened > DAY]:
            self.forget(name)
        if len(tables) >= self.most:
            raise TableRefusal("too_many", self.too_many(self.most))
        self._opened[address] = tables  # forgetting an address's last table has removed the address
        tables[table] = now
        self._openers[table] = address
        if len(self._opened) > MOST_ADDRESSES:
            for name in self._opened.popitem(last=False)[1]:
                del self._openers[name]

    @contextmanager
    def opening(self, address: str, table: str) -> Iterator[None]:
        """Note a table while it is stored; it does not count if that fails."""
        self.note(address, table)
        try:
            yield
        except BaseException:
            self.forget(table)
            raise

    def forget(self, table: str) -> None:
        """Stop counting a table: it is finished, or was never opened."""
        address = self._openers.pop(table, None)
        if address is not None:
            tables = self._opened[address]
            del tables[table]
            if not tables:
                del self._opened[address]

    def opener(self, table: str) -> str:
        """Return the address that opened a table; "" if that was another server, or long ago."""
        return self._openers.get(table, "")


def in_turns(tables: Iterable[str], opener: Callable[[str], str]) -> Iterator[str]:
    """Sort tables so that every opener has one before any has two; each opener's keep their order."""
    groups: dict[str, list[str]] = {}
    for table in tables:
        groups.setdefault(opener(table), []).append(table)
    for turn in zip_longest(*groups.values()):
        yield from (table for table in turn if table is not None)
