"""The exact totals of many simulated matches, which a GPU adds up itself."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Sum:
    """The sum of some whole numbers, and the sum of their squares."""

    total: int
    squares: int


@dataclass(frozen=True)
class Totals:
    """The outcomes of some matches, added up."""

    matches: int
    over: int  # How many matches the rules ended; the round limit cut off the others.
    rounds: Sum
    decisions: Sum
    winners: Sequence[int]  # For each set of seats, how many matches it won.
