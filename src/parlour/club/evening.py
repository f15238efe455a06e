"""A duplicate evening: all tables play the same boards, and players are compared with those in the same seat elsewhere.

People play in units: fixed pairs in a game of two teams of two, single players in most games. All tables play board r
in round r; `parlour.club.movement` says who sits where. The key of a board follows from the key of the evening, to
which the server commits when the evening opens, and from one salt for each participant. Nothing here reads a clock.
"""

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parlour.club.movement import movement
from parlour.club.today import is_whole_match, options_of_the_day, result_of
from parlour.game.game import Game
from parlour.game.options import Value, complete
from parlour.match.fair import Salt
from parlour.match.match import Board, Match

MOST_BOARDS = 24
MOST_PLACES = 48  # for people and bots together

# --- boards


def board_of_evening(game: Game, evening: str, number: int) -> Board:
    """Make a board of an evening: one round from a fresh state, or a whole match if rounds depend on earlier ones."""
    return Board("evening", evening, number, rounds=None if is_whole_match(game) else 1)


def options_of_boards(game: Game, chosen: Mapping[str, object] | None = None) -> dict[str, Value]:
    """Return all options of an evening's matches: the chosen ones, then the defaults or those of a short match."""
    return complete(game.options, {**options_of_the_day(game), **(chosen or {})})


def salted_text(purpose: str, salts: Sequence[Salt]) -> str:
    """Join a purpose and, for each person in order, a space and the salt in hexadecimal digits, or `-` without one."""
    return " ".join([purpose, *("-" if salt is None else salt.hex() for salt in salts)])


def board_key(key: bytes, number: int, salts: Sequence[Salt]) -> bytes:
    """Return the key of a board: HMAC-SHA-256(key of the evening, `board N` and everybody's salts by entry)."""
    return hmac.digest(key, salted_text(f"board {number}", salts).encode(), "sha256")


def drawn(key: bytes, salts: Sequence[Salt], entries: Sequence[int]) -> list[int]:
    """Draw the entries in an order that nobody can foresee."""
    text = salted_text("draw", salts).encode()
    secret = hmac.digest(key, text, "sha256")
    return sorted(entries, key=lambda entry: (hmac.digest(secret, f"entry {entry}".encode(), "sha256"), entry))


# --- who sits where


@dataclass(frozen=True)
class Shape:
    """How a game seats people: the units at a table, and the people in a unit."""

    sides: int
    size: int

    @property
    def players(self) -> int:
        """The seats of a table."""
        return self.sides * self.size

    def seat(self, side: int, member: int) -> int:
        """Return the seat of a member of the unit on that side; partners sit opposite each other."""
        return side + member * self.sides


def shape_of(game: Game, players: int) -> Shape:
    """Return how a table of that size is seated."""
    return Shape(game.teams, players // game.teams) if game.teams else Shape(players, 1)


def places_of(wished: Mapping[int, int | None], order: Sequence[int], shape: Shape) -> list[int | None]:
    """Return the entry at every place, or None for a bot. Place p is member p % size of unit p // size.

    `wished`: the place that each entry has chosen, or None; `order`: the entries in the order of the draw. Units with
    a chosen place come first, in order; drawn entries complete them, then form new units.
    """
    size = shape.size
    chosen = {place: entry for entry, place in wished.items() if place is not None}
    units = sorted({place // size for place in chosen})
    places: list[int | None] = [chosen.get(unit * size + member) for unit in units for member in range(size)]
    waiting = [entry for entry in order if wished[entry] is None]
    places = [entry if entry is not None or not waiting else waiting.pop(0) for entry in places]
    places.extend(waiting)
    table = shape.players
    return places + [None] * (max(table, -(-len(places) // table) * table) - len(places))


@dataclass(frozen=True)
class Placing:
    """The table and seat at which an entry plays a board."""

    entry: int
    table: int  # from 0
    seat: int


def placings(entries: Sequence[int], shape: Shape, boards: int, number: int) -> list[Placing]:
    """Return the seats of all entries on board `number`; `entries`: by place."""
    tables = movement(len(entries) // shape.size, shape.sides, boards)[number - 1]
    return [
        Placing(entries[unit * shape.size + member], table, shape.seat(side, member))
        for table, units in enumerate(tables)
        for side, unit in enumerate(units)
        for member in range(shape.size)
    ]


# --- results


@dataclass(frozen=True)
class Made:
    """A unit's result on a board."""

    board: int
    unit: int
    side: int  # units on the same side of other tables had the same cards
    score: int | None  # None: the table has no result


@dataclass(frozen=True)
class Standing:
    """A unit in the ranking."""

    unit: int
    points: int
    match_points: int
    most: int  # the maximum of match points


def score_of(match: Match, seat: int) -> int:
    """Return a seat's score on a finished board: points or lives, of the team in a game with teams."""
    return result_of(match, seat).score


def match_points(game: Game, made: Made, others: Sequence[Made]) -> tuple[int, int]:
    """Count match points, and the most possible: two for each worse result with the same cards, one for each equal.

    `others`: all results of the board.
    """
    if made.score is None:
        return 0, 0
    better = -1 if game.scoring.lowest_wins else 1
    same = [one.score for one in others if one.side == made.side and one.unit != made.unit and one.score is not None]
    gaps = [better * (made.score - score) for score in same]
    return sum(2 if gap > 0 else gap == 0 for gap in gaps), 2 * len(gaps)


def standings(game: Game, units: int, made: Sequence[Made]) -> list[Standing]:
    """Rank all units by their share of the match points, then by points."""
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
