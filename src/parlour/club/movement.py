"""Movements: at which table and on which side everybody sits in each round of a duplicate evening.

In round r all tables play board r at the same time, so everybody plays every board exactly once. A movement only
decides who plays whom, and where. A movement depends on three numbers: the number of pairs, the number of pairs at a
table, and the number of rounds. In a game without partners, each player counts as a pair here (`unit` in the code).

If people fill all seats and two pairs sit at a table, the movement is the Howell movement: every pair meets all other
pairs once before it meets any of them again, and its side changes from round to round. With more pairs at a table,
pairs that have met least often meet next, and each pair takes a side where it has sat least often.

If bots sit at the tables, too, pairs of people must hold the same cards as other pairs of people. So the pairs are
first divided into groups (`parlour.club.groups`). The members of a group sit on the same side of different tables.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, count, permutations

from parlour.club.groups import Group, division
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


@lru_cache(64)
def movement_with_bots(full: int, half: int, sides: int, tables: int, rounds: int) -> tuple[Round, ...]:
    """Return every round's seatings if people may not fill the tables.

    The first `full` units are people without bots, the next `half` units are people with a bot as partner, and the last
    units are bots.
    """
    if full == sides * tables:
        return movement(full, sides, rounds)
    return tuple(_grouped(division(full, half, sides, tables).groups, full, sides, tables, rounds))


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


# --- groups of people who hold the same cards

Table = list[int | None]  # The pair of each group that sits at a table; None if bots sit there.


def _grouped(groups: Sequence[Group], full: int, sides: int, tables: int, rounds: int) -> list[Round]:
    """Let pairs share cards that have shared them least, at tables with those that they have met least."""
    units = sum(group.units for group in groups)
    shared, met = ([[0] * units for _ in range(units)] for _ in range(2))
    sat = [[0] * sides for _ in range(units)]
    found = []
    for _ in range(rounds):
        sharing = _sharing(groups, full, shared)
        seated = _spread(sharing, tables, met)
        taken = _sides(sharing, sides, sat)
        _count(sharing, shared)
        _count([_present(table) for table in seated], met)
        for group, side in zip(sharing, taken, strict=True):
            for unit in group:
                sat[unit][side] += 1
        bots = count(units)
        found.append(tuple(_with_bots(table, taken, sides, bots) for table in seated))
    return found


def _count(together: Sequence[Sequence[int]], counts: list[list[int]]) -> None:
    for one, other in [pair for units in together for pair in combinations(units, 2)]:
        counts[one][other] += 1
        counts[other][one] += 1


def _sharing(groups: Sequence[Group], full: int, shared: list[list[int]]) -> list[list[int]]:
    """Divide the pairs into groups of these sizes that have shared cards least often."""
    free = [list(range(full)), list(range(full, len(shared)))]  # Pairs of two people, and people with a bot.
    found = []
    for group in groups:
        sharing: list[int] = []
        for kind, number in zip(free, group, strict=True):
            for _ in range(number):
                unit = min(kind, key=lambda one: (_cost(one, sharing, shared), one))
                kind.remove(unit)
                sharing.append(unit)
        found.append(sharing)
    better = True
    while better:
        better = False
        for here, there in combinations(found, 2):
            for i, j in [(i, j) for i in range(len(here)) for j in range(len(there))]:
                if (here[i] < full) == (there[j] < full):
                    better = _exchange(here, i, there, j, shared) or better
    return found


def _spread(groups: Sequence[Sequence[int]], tables: int, met: list[list[int]]) -> list[Table]:
    """Seat the pairs of each group at different tables, with pairs that they have met least often."""
    seated: list[Table] = [[] for _ in range(tables)]
    for place, group in enumerate(groups):
        free = list(range(tables))
        for table in seated:
            table.append(None)
        for unit in group:
            best = min(free, key=lambda table: (_cost(unit, _present(seated[table]), met), table))
            free.remove(best)
            seated[best][place] = unit
    better = True
    while better:
        better = False
        for here, there in combinations(seated, 2):
            for place in range(len(groups)):
                better = _changed(here, there, place, met) or better
    return seated


def _changed(here: Table, there: Table, place: int, met: list[list[int]]) -> bool:
    """Let two pairs of a group, or a pair and bots, change tables if this reduces repeated meetings."""
    before = _meetings(here, met) + _meetings(there, met)
    here[place], there[place] = there[place], here[place]
    if _meetings(here, met) + _meetings(there, met) < before:
        return True
    here[place], there[place] = there[place], here[place]
    return False


def _meetings(table: Table, met: list[list[int]]) -> int:
    return sum(2 * met[one][other] + 1 for one, other in combinations(_present(table), 2))


def _present(table: Table) -> list[int]:
    return [unit for unit in table if unit is not None]


def _sides(groups: Sequence[Sequence[int]], sides: int, sat: list[list[int]]) -> tuple[int, ...]:
    """Give each group a side where its pairs have sat least often."""
    return min(
        permutations(range(sides), len(groups)),
        key=lambda taken: sum(
            2 * sat[unit][side] + 1 for group, side in zip(groups, taken, strict=True) for unit in group
        ),
    )


def _with_bots(table: Table, taken: Sequence[int], sides: int, bots: Iterator[int]) -> Seating:
    """Seat the pairs at a table on the sides that their groups have taken, and bots on the others."""
    people = {side: unit for unit, side in zip(table, taken, strict=True) if unit is not None}
    return tuple(people[side] if side in people else next(bots) for side in range(sides))
