"""A game's statistics: promises kept, bids made or lives lost by each player, and the strength of its bots.

They are in the game's optional part `figures`: FIGURES are counted at the end of every round, and EDGES are arena
measurements of its bots' levels.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from parlour.game.game import Game, State
from parlour.game.texts import Text

Sums = dict[str, tuple[float, float]]  # by the name of a figure: the amount, and out of how many


@dataclass(frozen=True)
class Figure:
    """A statistic of a player in a match: an amount out of a total, added up over the rounds."""

    name: str  # as it is stored: promises_kept
    text: Text  # as it is shown
    count: Callable[[State, int], tuple[float, float]]  # for a seat at the end of a round
    share: bool = False  # whether it is shown as a fraction, from 0 to 1


@dataclass(frozen=True)
class Edge:
    """How much stronger one level is than another: the share of matches that one of its bots wins against the other."""

    stronger: str
    weaker: str
    wins: float
    sides: int  # how many bots, or teams of bots, played against each other
    members: int = 1  # how many bots a side had


def figures_of(game: Game) -> Sequence[Figure]:
    """Find the figures of a game; none if it has no part `figures`."""
    found: Sequence[Figure] = getattr(game.part("figures"), "FIGURES", ())
    return found


def edges_of(game: Game) -> Sequence[Edge]:
    """Find the measured strength of a game's bots."""
    found: Sequence[Edge] = getattr(game.part("figures"), "EDGES", ())
    return found


def counted(game: Game, state: State, players: int) -> list[Sums]:
    """Count the figures of the round that has just ended, by seat."""
    return [{one.name: _plain(one.count(state, seat)) for one in figures_of(game)} for seat in range(players)]


def added(sums: Mapping[str, tuple[float, float]], more: Mapping[str, tuple[float, float]]) -> Sums:
    """Add two counts."""
    names = [*sums, *(name for name in more if name not in sums)]
    pairs = ((name, sums.get(name, (0.0, 0.0)), more.get(name, (0.0, 0.0))) for name in names)
    return {name: (one[0] + other[0], one[1] + other[1]) for name, one, other in pairs}


def _plain(pair: tuple[float, float]) -> tuple[float, float]:
    """Convert to Python's own numbers, which JSON can hold."""
    return float(pair[0]), float(pair[1])
