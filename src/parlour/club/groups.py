"""Groups: which players of a duplicate evening hold the same cards in a round, and how many tables that takes.

In a game with partners two players form a unit; elsewhere each player is a unit. The units on one side of all tables
hold the same cards. A group is the people among them, and bots take the remaining seats on that side. Results can be
compared between people if no group consists of a single unit. A unit that lacks a person is a half unit: a bot is the
partner. So a group of a full unit and half units leaves one hand that only one person holds.
"""

from functools import lru_cache
from typing import NamedTuple

from parlour.errors import ParlourError

LEAST_TABLES = 2  # With a single table, nobody would hold the same cards as anybody else.


class Group(NamedTuple):
    """The numbers of full and half units that hold the same cards."""

    full: int
    half: int

    @property
    def units(self) -> int:
        """The number of units in the group."""
        return self.full + self.half


class Division(NamedTuple):
    """A division of units into groups. Of two divisions of the same units, the smaller is the better division."""

    unshared: int  # how many kinds of hands only one person holds
    number: int  # the number of groups: large groups compare more people
    squares: int  # the sum of the groups' squared sizes, which is smallest if the groups have equal sizes
    groups: tuple[Group, ...]

    def with_group(self, group: Group) -> "Division":
        """Add a group to the division."""
        unshared = (group.units == 1) + (group.full == 1)
        squares = self.squares + group.units**2
        return Division(self.unshared + unshared, self.number + 1, squares, (*self.groups, group))


class Plan(NamedTuple):
    """The number of tables that units need. Of two plans, the smaller is the better plan."""

    unshared: int
    tables: int


@lru_cache(1024)
def plan(full: int, half: int, sides: int) -> Plan:
    """Return the smallest number of tables at which people hold the same cards as other people, if possible."""
    least = max(LEAST_TABLES, -(-(full + half) // sides))
    found = []
    for tables in range(least, max(least, full + half) + 1):
        found.append(Plan(division(full, half, sides, tables).unshared, tables))
        if not found[-1].unshared:
            break
    return min(found)


def division(full: int, half: int, sides: int, tables: int) -> Division:
    """Return the best division of units into at most one group for each side, with no more units than tables."""
    found = _divided(full, half, sides, tables)
    if found is None:
        raise ParlourError(f"{full + half} units do not fit at {tables} tables of {sides}; expected more tables")
    return found


@lru_cache(65536)
def _divided(full: int, half: int, sides: int, tables: int) -> Division | None:
    if full + half > sides * tables:
        return None
    if full + half == 0:
        return Division(0, 0, 0, ())
    found = []
    for group in _possible(full, half, sides, tables):
        rest = _divided(full - group.full, half - group.half, sides - 1, tables)
        if rest is not None:
            found.append(rest.with_group(group))
    return min(found, default=None)


def _possible(full: int, half: int, sides: int, tables: int) -> list[Group]:
    """List the groups that may take a side; the last side takes all remaining units."""
    if sides == 1:
        return [Group(full, half)]
    groups = [Group(one, other) for one in range(min(full, tables) + 1) for other in range(min(half, tables - one) + 1)]
    return groups[1:]  # The first group is empty.
