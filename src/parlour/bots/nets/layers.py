"""Evaluating a neural net inside compiled loops, one observation at a time, in a few microseconds.

Most bytes of an observation are 0, and so are about half of a layer's outputs; only the other numbers are multiplied.
"""

from typing import Any, NamedTuple

import numpy as np

from parlour.bots.nets.net import POLICY, Net
from parlour.engine.rule import rule
from parlour.envs.writers import WIDE

WORD = 8  # The number of bytes in a word.
ROWS = 4  # This many rows of a matrix are added at once.


class Layers(NamedTuple):
    """The weights and biases of a net in the form that compiled code uses."""

    scale: Any  # The factor by which each byte of an observation is multiplied.
    entry: Any
    first: Any  # The biases of the first layer.
    blocks: Any
    biases: Any
    policy: Any
    last: Any  # The biases of the policy head.


class Room(NamedTuple):
    """The working memory for evaluating a net."""

    row: Any  # The observation, with some padding.
    words: Any  # The same memory as `row`, but as 64-bit numbers.
    hidden: Any  # The output of the last layer before the heads.
    added: Any
    chosen: Any  # The positions of nonzero inputs.
    numbers: Any  # The values of nonzero inputs.
    logits: Any  # The logit of each action.


def layers_of(net: Net) -> Layers:
    """Convert a net's weights to contiguous arrays for compiled code."""
    weights, biases = [_block(one) for one in net.weights], [_block(one) for one in net.biases]
    width = len(biases[0])
    inner = np.array(weights[1:POLICY], np.float32).reshape(-1, width, width)
    return Layers(
        _block(net.scale), weights[0], biases[0], inner, np.array(biases[1:POLICY], np.float32).reshape(-1, width),
        weights[POLICY], biases[POLICY],
    )  # fmt: skip


def _block(numbers: Any) -> Any:
    return np.ascontiguousarray(numbers, np.float32)


def room_for(layers: Layers) -> Room:
    """Allocate the working memory for a net."""
    size, width = layers.entry.shape
    row = np.zeros(-(-(size + WIDE) // WORD) * WORD, np.int8)
    most = max(size, width) + ROWS
    return Room(
        row, row.view(np.int64), np.zeros(width, np.float32), np.zeros(width, np.float32), np.zeros(most, np.int64),
        np.zeros(most, np.float32), np.zeros(len(layers.last), np.float32),
    )  # fmt: skip


@rule
def think(layers: Layers, room: Room) -> None:
    """Evaluate all layers before the heads, from `room.row` to `room.hidden`."""
    hidden, added = room.hidden, room.added
    copy(layers.first, hidden)
    add_rows(room.chosen, room.numbers, observed(layers.scale, room), layers.entry, hidden)
    for unit in range(len(hidden)):
        hidden[unit] = max(hidden[unit], np.float32(0))
    for block in range(len(layers.blocks)):
        copy(layers.biases[block], added)
        add_rows(room.chosen, room.numbers, nonzero(hidden, room), layers.blocks[block], added)
        for unit in range(len(hidden)):
            hidden[unit] += max(added[unit], np.float32(0))


@rule
def read_head(room: Room, weights: Any, biases: Any, found: Any) -> None:
    """Compute the output of a head from `room.hidden`."""
    copy(biases, found)
    add_rows(room.chosen, room.numbers, nonzero(room.hidden, room), weights, found)


@rule
def copy(source: Any, target: Any) -> None:
    """Copy numbers one by one, because a slice assignment takes a long time to compile."""
    for index in range(len(target)):
        target[index] = source[index]


@rule
def observed(scale: Any, room: Room) -> int:
    """Store the nonzero bytes of the observation; return how many there are."""
    number, row, words = 0, room.row, room.words
    for word in range((len(scale) + WORD - 1) // WORD):
        if words[word] != 0:
            for byte in range(WORD * word, min(WORD * word + WORD, len(scale))):
                if row[byte] != 0:
                    room.chosen[number] = byte
                    room.numbers[number] = scale[byte] * np.float32(row[byte])
                    number += 1
    return number


@rule
def nonzero(hidden: Any, room: Room) -> int:
    """Store the nonzero outputs of a layer; return how many there are."""
    number = 0
    for unit in range(len(hidden)):
        room.chosen[number] = unit  # If the output is 0, the next unit overwrites this entry.
        room.numbers[number] = hidden[unit]
        number += hidden[unit] != 0
    return number


@rule
def add_rows(chosen: Any, numbers: Any, count: int, matrix: Any, total: Any) -> None:
    """Add `count` rows of a matrix, each times a number, to the total; adding four at a time saves memory accesses."""
    whole = count - count % ROWS
    for at in range(0, whole, ROWS):
        one, two, three, four = (
            matrix[chosen[at]],
            matrix[chosen[at + 1]],
            matrix[chosen[at + 2]],
            matrix[chosen[at + 3]],
        )
        a, b, c, d = numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]
        for unit in range(len(total)):
            total[unit] += (a * one[unit] + b * two[unit]) + (c * three[unit] + d * four[unit])
    for at in range(whole, count):
        row, a = matrix[chosen[at]], numbers[at]
        for unit in range(len(total)):
            total[unit] += a * row[unit]
