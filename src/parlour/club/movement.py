"""Movements: at which table and on which side everybody sits in each round of a duplicate evening.

In round r all tables play board r at the same time, so everybody plays every board exactly once. A movement only
decides who plays whom, and where. A movement depends on three numbers: the number of pairs, the number of pairs at a
table, and the number of rounds. In a game without partners, each player counts as a pair here (`unit` in the code).

With two pairs at a table, the movement is the Howell movement: every pair meets all other pairs once before it meets
any of them again, and its side changes from round to round. With more pairs at a table, pairs that have met least often
meet next, and each pair takes a side where it has sat least often.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, permutations

from parlour.errors import ParlourError

Seating = tuple[int, ...]  # A seating lists the pairs at a table by their sides.
Round = tuple[Seating, ...]  # A round has a seating for each table.


@lru_cache(64)
def movement(units: int, sides: int, rounds: int) -> tuple[Round, ...]:
    """Return every round's seatings; each table has as many pairs as sides."""
    if sides < 2 or units < sides or units % sides:
        raise ParlourError(f"{units} units cannot fill tables of {sides}; expected a multiple of {sides}")
    if rounds < 1:
        raise ParlourError(f"an evening cannot have {rounds} rounds; expected 1 or more")
    return tuple(_howell(units, rounds) if sides == 2 else _individual(units, sides, rounds))


# --- two pairs at a table


def _howell(units: int, rounds: int) -> list[Round]:
    """Keep the last pair in place and move the others on by one after each round; repeat after units - 1 rounds."""
    moving = units - 1
    found = []
    for number in range(rounds):
        moved, again = number % moving, number // moving
        tables = [_turned((moved, moving), moved + again)]  # The last pair stays at its table, but changes sides.
        for step in range(1, units // 2):
            table = ((moved + step) % moving, (moved - step) % moving)
            tables.append(_turned(table, step + 1 + again))
        found.append(tuple(tables))
    return found


def _turned(table: tuple[int, int], times: int) -> Seating:
    return table if times % 2 == 0 else table[::-1]


# --- more pairs at a table


def _individual(units: int, sides: int, rounds: int) -> list[Round]:
    """Seat together pairs that have met least, on sides where they have sat least; the lowest number breaks ties."""
    met = [[0] * units for _ in range(units)]
    sat = [[0] * sides for _ in range(units)]
    found = []
    for _ in range(rounds):
        tables = _improved(_gathered(met, units, sides), met)
        seated = tuple(_seated(table, sat) for table in tables)
        for table in seated:
            for one, other in combinations(table, 2):
                met[one][other] += 1
                met[other][one] += 1
            for side, unit in enumerate(table):
                sat[unit][side] += 1
        found.append(seated)
    return found


def _gathered(met: list[list[int]], units: int, sides: int) -> list[list[int]]:
    """Fill one table after another, always adding the pair that has met the pairs at the table least often."""
    free, tables = list(range(units)), []
    while free:
        table = [free.pop(0)]
        while len(table) < sides:
            unit = min(free, key=lambda one: (_cost(one, table, met), one))
            free.remove(unit)
            table.append(unit)
        tables.append(table)
    return tables


def _improved(tables: list[list[int]], met: list[list[int]]) -> list[list[int]]:
    """Exchange pairs between tables as long as this reduces repeated meetings."""
    better = True
    while better:
        better = False
        for here, there in combinations(tables, 2):
            for i, j in [(i, j) for i in range(len(here)) for j in range(len(there))]:
                better = _exchange(here, i, there, j, met) or better
    return tables


def _exchange(here: list[int], i: int, there: list[int], j: int, met: list[list[int]]) -> bool:
    """Exchange two pairs if this reduces repeated meetings; return whether they were exchanged."""
    rest, others = here[:i] + here[i + 1 :], there[:j] + there[j + 1 :]
    one, other = here[i], there[j]
    now = _cost(one, rest, met) + _cost(other, others, met)
    if _cost(other, rest, met) + _cost(one, others, met) >= now:
        return False
    here[i], there[j] = other, one
    return True


def _cost(unit: int, table: Sequence[int], met: list[list[int]]) -> int:
    """Compute by how much the sum of the squared numbers of meetings grows if the pair joins the table."""
    return sum(2 * met[unit][other] + 1 for other in table)


def _seated(table: Sequence[int], sat: list[list[int]]) -> Seating:
    """Seat the pairs at a table on the sides where they have sat least often."""
    return min(
        permutations(sorted(table)),
        key=lambda order: (sum(2 * sat[unit][side] + 1 for side, unit in enumerate(order)), order),
    )
