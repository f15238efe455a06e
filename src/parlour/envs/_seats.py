"""Ordering seats as one of them sees the table: that seat comes first, then the other seats clockwise."""

from typing import Any

from parlour.engine.rule import hot_rule
from parlour.engine.sets import bit

BYTES = 8  # The number of bytes in a word, one per seat.
COUNTING = 0x0706050403020100  # A word whose bytes are 0 to 7.


@hot_rule
def seat_at(seat: int, distance: int, players: int) -> int:
    """Find the seat that is `distance` seats to the left of a seat."""
    other = seat + distance
    return other - players if other >= players else other


@hot_rule
def turned(word: int, seat: int, players: int) -> int:
    """Rotate a word with one byte per seat so that the byte of this seat comes first."""
    own = word & ((1 << BYTES * players) - 1)
    return (own >> BYTES * seat) | (own << BYTES * (players - seat))


@hot_rule
def rotated(seats: int, seat: int, players: int) -> int:
    """Rotate a bit set of seats so that this seat becomes bit 0."""
    return ((seats & ((1 << players) - 1)) * ((1 << players) + 1)) >> seat


@hot_rule
def set_of(cards: Any) -> int:
    """Make the bit set of the cards in a list, skipping empty entries and hidden cards."""
    found = 0
    for card in cards:
        found |= bit(card) if card >= 0 else 0
    return found
