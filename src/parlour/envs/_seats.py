"""Seats as one of them sees the table: itself first, then clockwise."""

from typing import Any

from parlour.engine.rule import hot_rule
from parlour.engine.sets import bit

BYTES = 8  # of a word, one for each seat
COUNTING = 0x0706050403020100  # a word: 0 to 7


@hot_rule
def seat_at(seat: int, distance: int, players: int) -> int:
    """Find the seat that many seats to the left."""
    other = seat + distance
    return other - players if other >= players else other


@hot_rule
def turned(word: int, seat: int, players: int) -> int:
    """Turn a word with a byte for each seat so that this seat comes first."""
    own = word & ((1 << BYTES * players) - 1)
    return (own >> BYTES * seat) | (own << BYTES * (players - seat))


@hot_rule
def rotated(seats: int, seat: int, players: int) -> int:
    """Turn a set of seats so that this seat comes first."""
    return ((seats & ((1 << players) - 1)) * ((1 << players) + 1)) >> seat


@hot_rule
def set_of(cards: Any) -> int:
    """Make the set of the cards in a list; empty entries and hidden cards add nothing."""
    found = 0
    for card in cards:
        found |= bit(card) if card >= 0 else 0
    return found
