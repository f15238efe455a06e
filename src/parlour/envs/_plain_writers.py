"""What observations are written with, as plain loops: for plain mode, and for compilers without vector instructions.

`writers.py` has the same functions for this machine, many bytes at a time. A *word* is eight bytes as one number, the
first byte lowest: one for each seat.
"""

from typing import Any

from parlour.engine.rule import hot_rule

BYTES = 8  # of a word
LEAST, MOST = -128, 127  # the range of a byte, and so of every number of an observation


@hot_rule
def spread(row: Any, at: int, bits: int, size: int) -> None:
    """Write each of so many bits as one byte, 0 or 1."""
    for place in range(size):
        row[at + place] = (int(bits) >> place) & 1


@hot_rule
def mark(row: Any, at: int, value: int, size: int) -> None:
    """Write so many bytes: 1 at the position of the value, 0 elsewhere."""
    for place in range(size):
        row[at + place] = 1 if place == value else 0


@hot_rule
def put(row: Any, at: int, value: int) -> None:
    """Write one byte."""
    row[at] = value


@hot_rule
def put_word(row: Any, at: int, word: int, size: int) -> None:
    """Write the first so many bytes of a word."""
    for place in range(size):
        row[at + place] = (((word >> BYTES * place) & 255) ^ 128) - 128


@hot_rule
def word_of(numbers: Any) -> int:
    """A word of the first numbers of a field, each clipped to a byte."""
    word = 0
    for place in range(min(len(numbers), BYTES)):
        word |= (min(max(int(numbers[place]), LEAST), MOST) & 255) << BYTES * place
    return word


@hot_rule
def equals(word: int, value: int) -> int:
    """A word with 1 for every byte that is the value, and 0 for all others."""
    found = 0
    for place in range(BYTES):
        found |= (1 if (word >> BYTES * place) & 255 == value & 255 else 0) << BYTES * place
    return found


@hot_rule
def mark_each(row: Any, at: int, word: int, size: int) -> None:
    """Write so many bytes for each byte of a word: 1 at the position of its value, 0 elsewhere."""
    for place in range(BYTES):
        for value in range(size):
            row[at + place * size + value] = 1 if (word >> BYTES * place) & 255 == value else 0


@hot_rule
def spread_each(row: Any, at: int, word: int, size: int) -> None:
    """Write so many bytes for each byte of a word: its lowest bits."""
    for place in range(BYTES):
        for bit in range(size):
            row[at + place * size + bit] = (word >> (BYTES * place + bit)) & 1
