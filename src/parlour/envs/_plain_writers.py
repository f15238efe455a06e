"""Writing observations with plain loops: for plain mode, and for compilers without vector instructions.

`writers.py` has the same functions with vector instructions, many bytes at a time. A *word* is eight bytes in one
number, the first byte lowest: a byte for each seat.
"""

from typing import Any

from parlour.engine.rule import hot_rule

BYTES = 8  # of a word
LEAST, MOST = -128, 127  # the range of a byte, and so of every number in an observation


@hot_rule
def spread(row: Any, at: int, bits: int, size: int) -> None:
    """Write each of `size` bits as one byte, 0 or 1."""
    for index in range(size):
        row[at + index] = (int(bits) >> index) & 1


@hot_rule
def mark(row: Any, at: int, value: int, size: int) -> None:
    """Write `size` bytes: 1 at the index `value`, 0 elsewhere."""
    for index in range(size):
        row[at + index] = 1 if index == value else 0


@hot_rule
def put(row: Any, at: int, value: int) -> None:
    """Write one byte."""
    row[at] = value


@hot_rule
def put_word(row: Any, at: int, word: int, size: int) -> None:
    """Write the first `size` bytes of a word."""
    for index in range(size):
        row[at + index] = (((word >> BYTES * index) & 255) ^ 128) - 128


@hot_rule
def word_of(numbers: Any) -> int:
    """Make a word of the first numbers of a field, each clipped to a byte."""
    word = 0
    for index in range(min(len(numbers), BYTES)):
        word |= (min(max(int(numbers[index]), LEAST), MOST) & 255) << BYTES * index
    return word


@hot_rule
def equals(word: int, value: int) -> int:
    """Make a word with 1 for every byte that equals the value, and 0 for all others."""
    found = 0
    for index in range(BYTES):
        found |= (1 if (word >> BYTES * index) & 255 == value & 255 else 0) << BYTES * index
    return found


@hot_rule
def mark_each(row: Any, at: int, word: int, size: int) -> None:
    """Write `size` bytes for each byte of a word: 1 at the index of its value, 0 elsewhere."""
    for index in range(BYTES):
        for value in range(size):
            row[at + index * size + value] = 1 if (word >> BYTES * index) & 255 == value else 0


@hot_rule
def spread_each(row: Any, at: int, word: int, size: int) -> None:
    """Write `size` bytes for each byte of a word: its lowest bits."""
    for index in range(BYTES):
        for bit in range(size):
            row[at + index * size + bit] = (word >> (BYTES * index + bit)) & 1
