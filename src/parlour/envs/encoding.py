"""What an observation is made of: a list of parts, and a compiled function that writes them all in that order."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from parlour.errors import ParlourError
from parlour.game import Game, State
from parlour.rule import keep

PLACES_OF_A_TRICK = 3  # two players play with a Dummy


def once(players: int) -> int:
    """A part that stands there once."""
    return 1


def each_seat(players: int) -> int:
    """A part that stands there for every seat: the own one first, then to the left."""
    return players


def each_place(players: int) -> int:
    """A part for every seat and, beside two players, for the Dummy."""
    return max(players, PLACES_OF_A_TRICK)


def for_dummy(players: int) -> int:
    """A part that only two players and their Dummy need."""
    return 1 if players < PLACES_OF_A_TRICK else 0


def each_with_dummy(players: int) -> int:
    """A part for every seat, but only where there is a Dummy."""
    return players * for_dummy(players)


@dataclass(frozen=True)
class Part:
    """One line of an encoding."""

    name: str
    size: int  # how many bytes, each time
    meaning: str
    times: Callable[[int], int] = once  # how often, for a number of players


@dataclass(frozen=True)
class Encoding:
    """How one game is observed: fixed in size for a number of players, computed from a hidden state alone."""

    parts: tuple[Part, ...]
    actions: int  # the actions are 0 to actions - 1
    encode: Callable[
        [State, int, Any, int], int
    ]  # (hidden state, seat, zeros, place): writes from there; where it ends
    points: Callable[[State, int], int]  # what the match has brought the seat (in Rook: its team) so far
    reach: Callable[[State], int]  # how many points at most a round can bring one seat more than another
    wipe: Callable[[State, int], None] | None = (
        None  # in the place of `hide`, where less than all that is known will do
    )

    def __post_init__(self) -> None:
        """Keep what is compiled."""
        keep(self.encode)
        keep(self.points)

    def size(self, players: int) -> int:
        """How many bytes an observation has."""
        return sum(part.size * part.times(players) for part in self.parts)

    def layout(self, players: int) -> Iterator[tuple[Part, slice]]:
        """The parts with the places where they stand."""
        start = 0
        for part in self.parts:
            stop = start + part.size * part.times(players)
            yield part, slice(start, stop)
            start = stop


def find_encoding(game: Game) -> Encoding:
    """The encoding of a game."""
    encoding: Encoding | None = getattr(game.part("encoding"), "ENCODING", None)
    if encoding is None:
        raise ParlourError(f"{game.title} has no observations yet; expected encoding.py in its folder")
    return encoding
