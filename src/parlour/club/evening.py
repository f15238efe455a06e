"""Duplicate evenings: all tables play the same boards, and results are compared between players with the same cards.

Players are grouped into units: a unit is a fixed pair in a game of two teams of two, and a single player in most other
games. In round r all tables play board r; `parlour.club.groups` and `parlour.club.movement` say who sits where. A
board's key follows from the evening's key, to which the server commits when the evening opens, and from a salt of each
participant. Nothing in this module reads a clock.
"""

import hmac
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from parlour.club.groups import plan
from parlour.club.movement import movement_with_bots
from parlour.club.today import is_whole_match, options_of_the_day, result_of
from parlour.game.game import Game
from parlour.game.options import Value, complete
from parlour.match.fair import Salt
from parlour.match.match import Board, Match

MOST_BOARDS = 24
MOST_PLACES = 48  # At most this many people can join an evening.

# --- boards


def board_of_evening(game: Game, evening: str, number: int) -> Board:
    """Make a board of an evening: one round, or a whole match in games whose rounds depend on earlier rounds."""
    return Board("evening", evening, number, rounds=None if is_whole_match(game) else 1)


def options_of_boards(game: Game, chosen: Mapping[str, object] | None = None) -> dict[str, Value]:
    """Return all options of an evening's matches; options not chosen have their default, or a short match's value."""
    return complete(game.options, {**options_of_the_day(game), **(chosen or {})})


def salted_text(purpose: str, salts: Sequence[Salt]) -> str:
    """Join a purpose and each person's salt in hexadecimal digits (`-` for none), separated by spaces."""
    return " ".join([purpose, *("-" if salt is None else salt.hex() for salt in salts)])


def board_key(key: bytes, number: int, salts: Sequence[Salt]) -> bytes:
    """Return a board's key: the HMAC-SHA-256 of `board N` and all salts by entry, with the key of the evening."""
    return hmac.digest(key, salted_text(f"board {number}", salts).encode(), "sha256")


def drawn(key: bytes, salts: Sequence[Salt], entries: Sequence[int]) -> list[int]:
    """Return the entries in a random order that nobody can foresee."""
    text = salted_text("draw", salts).encode()
    secret = hmac.digest(key, text, "sha256")
    return sorted(entries, key=lambda entry: (hmac.digest(secret, f"entry {entry}".encode(), "sha256"), entry))


# --- who sits where


@dataclass(frozen=True)
class Shape:
    """How a game seats people: `sides` is the number of pairs or single players at a table, `size` is 2 for pairs."""

    sides: int
    size: int

    @property
    def players(self) -> int:
        """The number of seats at a table."""
        return self.sides * self.size

    def seat(self, side: int, member: int) -> int:
        """Return the seat of a pair's member, given the pair's side of the table; partners sit opposite each other."""
        return side + member * self.sides


def shape_of(game: Game, players: int) -> Shape:
    """Return how a game seats people at tables of this many players."""
    return Shape(game.teams, players // game.teams) if game.teams else Shape(players, 1)


def places_of(wished: Mapping[int, int | None], order: Sequence[int], shape: Shape) -> list[int | None]:
    """Return which entry gets each place, or None for a bot. Place p is member p % size of unit p // size.

    `wished` maps each entry to the place that it has chosen, or to None; `order` has the entries in the order of the
    draw. Entries without a chosen place first complete the pairs that others have chosen, in the order of the draw, and
    then form new pairs. The last of them get bots as partners if otherwise fewer people would hold the same cards as
    other people, or more tables would be needed. Units without bots come first, then people with bots as partners.
    """
    most = len(order) if shape.size > 1 else 0
    ways = [_units_of(wished, order, shape.size, alone) for alone in range(most + 1)]
    planned = [plan(*_kinds(units, shape.size), shape.sides) for units in ways]
    best = min(range(len(ways)), key=lambda way: planned[way])
    units = sorted(ways[best], key=lambda unit: len(unit) < shape.size)
    places = [entry for unit in units for entry in (*unit, *[None] * (shape.size - len(unit)))]
    return places + [None] * (planned[best].tables * shape.players - len(places))


def _units_of(wished: Mapping[int, int | None], order: Sequence[int], size: int, alone: int) -> list[tuple[int, ...]]:
    """Group the entries into units; the last `alone` entries without a chosen place get no partner."""
    chosen: dict[int, list[int]] = {}
    for place, entry in sorted((place, entry) for entry, place in wished.items() if place is not None):
        chosen.setdefault(place // size, []).append(entry)
    waiting = [entry for entry in order if wished[entry] is None]
    without = waiting[max(0, len(waiting) - alone) :]
    partners = iter(waiting[: len(waiting) - len(without)])
    units = [(*unit, *islice(partners, size - len(unit))) for unit in chosen.values()]
    while unit := tuple(islice(partners, size)):
        units.append(unit)
    return units + [(entry,) for entry in without]


def _kinds(units: Sequence[Sequence[int]], size: int) -> tuple[int, int]:
    """Count the units of people alone, and the units that include people and bots."""
    full = sum(len(unit) == size for unit in units)
    return full, sum(0 < len(unit) < size for unit in units)


@dataclass(frozen=True)
class Placing:
    """The table and seat at which an entry plays a board."""

    entry: int
    table: int  # The number of the table, counted from 0.
    seat: int


def placings(entries: Sequence[int], people: Collection[int], shape: Shape, boards: int, number: int) -> list[Placing]:
    """Return at which table and seat each entry plays board `number`.

    `entries` lists the entries by place, and `people` are the entries that aren't bots.
    """
    size = shape.size
    units = [entries[place : place + size] for place in range(0, len(entries), size)]
    full, half = _kinds([[entry for entry in unit if entry in people] for unit in units], size)
    tables = movement_with_bots(full, half, shape.sides, len(units) // shape.sides, boards)[number - 1]
    return [
        Placing(entry, table, shape.seat(side, member))
        for table, seated in enumerate(tables)
        for side, unit in enumerate(seated)
        for member, entry in enumerate(units[unit])
    ]


# --- results


@dataclass(frozen=True)
class Made:
    """The result of a pair or a single player on a board."""

    board: int
    unit: int
    side: int  # Players on this side of other tables had the same cards.
    score: int | None  # The score is None if the table has no result.


@dataclass(frozen=True)
class Standing:
    """The standing of a pair or a single player in the evening's ranking."""

    unit: int
    points: int
    match_points: int
    most: int  # The maximum number of match points that could have been won.


def score_of(match: Match, seat: int) -> int:
    """Return a seat's score on a finished board: its points or lives or, in a game with teams, its team's."""
    return result_of(match, seat).score


def match_points(game: Game, made: Made, others: Sequence[Made]) -> tuple[int, int]:
    """Count a result's match points, and the maximum that was possible.

    A result gets two match points for each worse result with the same cards, and one for each equal result. `others`
    contains all results of the board.
    """
    if made.score is None:
        return 0, 0
    better = -1 if game.scoring.lowest_wins else 1
    same = [one.score for one in others if one.side == made.side and one.unit != made.unit and one.score is not None]
    gaps = [better * (made.score - score) for score in same]
    return sum(2 if gap > 0 else gap == 0 for gap in gaps), 2 * len(gaps)


def standings(game: Game, units: int, made: Sequence[Made]) -> list[Standing]:
    """Rank all pairs or single players by their share of the possible match points, and then by points."""
    by_board: dict[int, list[Made]] = {}
    for one in made:
        by_board.setdefault(one.board, []).append(one)
    found = []
    for unit in range(units):
        results = [one for one in made if one.unit == unit]
        pairs = [match_points(game, one, by_board[one.board]) for one in results]
        points = sum(one.score for one in results if one.score is not None)
        found.append(Standing(unit, points, sum(got for got, _ in pairs), sum(most for _, most in pairs)))
    better = 1 if game.scoring.lowest_wins else -1
    return sorted(found, key=lambda one: (-_share(one), better * one.points, one.unit))


def _share(standing: Standing) -> float:
    return standing.match_points / standing.most if standing.most else 0.0
