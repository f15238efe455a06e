"""Writing observations in plain loops, for Python without a compiler and for compilers without vector instructions.

`writers.py` has the same functions with vector instructions, which write many bytes at a time. Here, a *word* is an
eight-byte number with one byte per seat, the lowest byte first.
"""

from typing import Any

from parlour.engine.rule import hot_rule

BYTES = 8  # The number of bytes in a word.
LEAST, MOST = -128, 127  # Every number in an observation is a signed byte.


@hot_rule
def spread(row: Any, at: int, bits: int, size: int) -> None:
    """Write the lowest `size` bits of a number as bytes that are 0 or 1."""
    for index in range(size):
        row[at + index] = (int(bits) >> index) & 1


@hot_rule
def mark(row: Any, at: int, value: int, size: int) -> None:
    """Write `size` bytes that are 1 at the index `value` and 0 elsewhere."""
    for index in range(size):
        row[at + index] = 1 if index == value else 0


@hot_rule
def put(row: Any, at: int, value: int) -> None:
    """Write a number as one byte."""
    row[at] = value


@hot_rule
def put_word(row: Any, at: int, word: int, size: int) -> None:
    """Write the first `size` bytes of a word."""
    for index in range(size):
        row[at + index] = (((word >> BYTES * index) & 255) ^ 128) - 128


@hot_rule
def word_of(numbers: Any) -> int:
    """Make a word from the first eight numbers of a field, each clipped to the range of a byte."""
    word = 0
    for index in range(min(len(numbers), BYTES)):
        word |= (min(max(int(numbers[index]), LEAST), MOST) & 255) << BYTES * index
    return word


@hot_rule
def equals(word: int, value: int) -> int:
    """Make a word whose bytes are 1 where the given word's bytes equal the value, and 0 elsewhere."""
    found = 0
    for index in range(BYTES):
        found |= (1 if (word >> BYTES * index) & 255 == value & 255 else 0) << BYTES * index
    return found


@hot_rule
def mark_each(row: Any, at: int, word: int, size: int) -> None:
    """For each byte of a word, write `size` bytes that are 1 at the index of the byte's value and 0 elsewhere."""
    for index in range(BYTES):
        for value in range(size):
            row[at + index * size + value] = 1 if (word >> BYTES * index) & 255 == value else 0


@hot_rule
def spread_each(row: Any, at: int, word: int, size: int) -> None:
    """For each byte of a word, write its lowest `size` bits as bytes."""
    for index in range(BYTES):
        for bit in range(size):
            row[at + index * size + bit] = (word >> (BYTES * index + bit)) & 1
