"""Seats as one of them sees the table: the own seat first, then to the left (clockwise)."""

from typing import Any

from parlour.engine.rule import hot_rule
from parlour.engine.sets import bit

BYTES = 8  # of a word, one for each seat
COUNTING = 0x0706050403020100  # a word: 0 to 7


@hot_rule
def seat_at(seat: int, place: int, players: int) -> int:
    """The seat that sits so many places to the left."""
    other = seat + place
    return other - players if other >= players else other


@hot_rule
def turned(word: int, seat: int, players: int) -> int:
    """A word with a byte for each seat, the own one first."""
    own = word & ((1 << BYTES * players) - 1)
    return (own >> BYTES * seat) | (own << BYTES * (players - seat))


@hot_rule
def rotated(seats: int, seat: int, players: int) -> int:
    """A set of seats, the own one first."""
    return ((seats & ((1 << players) - 1)) * ((1 << players) + 1)) >> seat


@hot_rule
def set_of(cards: Any) -> int:
    """The set of the cards in a list; places without a card, or with a hidden one, add nothing."""
    found = 0
    for card in cards:
        found |= bit(card) if card >= 0 else 0
    return found
