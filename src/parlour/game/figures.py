"""What a game is about, in numbers of a player: promises kept, bids made, lives lost; and how strong its bots are.

A game says it in its optional part `figures`: FIGURES, counted at the end of every round, and EDGES, what arenas have
measured of the levels of its bots.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from parlour.game.game import Game, State
from parlour.game.texts import Text

Sums = dict[str, tuple[float, float]]  # by the name of a figure: how much, of how many


@dataclass(frozen=True)
class Figure:
    """Something that a match says about a player: so much of so many, added up over the rounds."""

    name: str  # as it is stored: promises_kept
    text: Text  # as it is shown
    count: Callable[[State, int], tuple[float, float]]  # at the end of a round, for a seat: how much, of how many
    share: bool = False  # whether it is a part of something, from 0 to 1


@dataclass(frozen=True)
class Edge:
    """How much stronger one level is than another: the part of matches that one of its bots wins among the others."""

    stronger: str
    weaker: str
    wins: float
    sides: int  # how many bots, or teams of them, played against each other
    members: int = 1  # how many bots a side had


def figures_of(game: Game) -> Sequence[Figure]:
    """The figures of a game; none if it has no such part."""
    found: Sequence[Figure] = getattr(game.part("figures"), "FIGURES", ())
    return found


def edges_of(game: Game) -> Sequence[Edge]:
    """What is known of the levels of its bots."""
    found: Sequence[Edge] = getattr(game.part("figures"), "EDGES", ())
    return found


def counted(game: Game, state: State, players: int) -> list[Sums]:
    """The figures of the round that has just ended, by seat."""
    return [{one.name: _plain(one.count(state, seat)) for one in figures_of(game)} for seat in range(players)]


def added(sums: Mapping[str, tuple[float, float]], more: Mapping[str, tuple[float, float]]) -> Sums:
    """Two counts as one."""
    names = [*sums, *(name for name in more if name not in sums)]
    pairs = ((name, sums.get(name, (0.0, 0.0)), more.get(name, (0.0, 0.0))) for name in names)
    return {name: (one[0] + other[0], one[1] + other[1]) for name, one, other in pairs}


def _plain(pair: tuple[float, float]) -> tuple[float, float]:
    """Python's own numbers, which JSON can hold."""
    return float(pair[0]), float(pair[1])
