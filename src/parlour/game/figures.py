"""A game's statistics: figures for each player, such as promises kept or lives lost, and the strength of its bots.

A game declares its statistics in its optional part `figures`: FIGURES are counted at the end of every round, and
EDGES are arena measurements of the game's bot levels.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from parlour.game.game import Game, State
from parlour.game.texts import Text

Sums = dict[str, tuple[float, float]]  # by the figure's name: an amount, and the total that includes it


@dataclass(frozen=True)
class Figure:
    """A statistic of a player in a match: an amount out of a total, added up over the rounds."""

    name: str  # the name under which the figure is stored, such as promises_kept
    text: Text  # the text that describes the figure to players
    count: Callable[[State, int], tuple[float, float]]  # counts the figure for a seat at the end of a round
    share: bool = False  # whether the figure is shown as a fraction from 0 to 1


@dataclass(frozen=True)
class Edge:
    """How much stronger one bot level is than another: the share of matches that the stronger level wins."""

    stronger: str
    weaker: str
    wins: float
    sides: int  # how many sides (bots, or teams of bots) played against each other
    members: int = 1  # how many bots each side had


def figures_of(game: Game) -> Sequence[Figure]:
    """Find a game's figures; a game without a part `figures` has none."""
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
    """Add two players' or matches' counts, figure by figure."""
    names = [*sums, *(name for name in more if name not in sums)]
    pairs = ((name, sums.get(name, (0.0, 0.0)), more.get(name, (0.0, 0.0))) for name in names)
    return {name: (one[0] + other[0], one[1] + other[1]) for name, one, other in pairs}


def _plain(pair: tuple[float, float]) -> tuple[float, float]:
    """Convert two numbers to Python floats, which JSON can hold."""
    return float(pair[0]), float(pair[1])
