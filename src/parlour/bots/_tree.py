"""The search tree of a seat's later choices, in which positions that look the same to the seat share a node.

A node stands for a state as the seat sees it. Only the seat's own choices are learned; other seats play by rules of
thumb.
"""

import hashlib
import math
from typing import Any

import numpy as np

from parlour.engine.memory import record_type
from parlour.engine.rule import rule
from parlour.engine.sets import lowest, rest

NODES = 1 << 12  # The maximum number of nodes in a tree; must be a power of two.
ACTIONS = 63
DEEPEST = 16  # At most this many choices are learned in one line of play.
PROBES = 8  # How many slots are tried to find a place for a node.
MOST_WORDS = 128  # A state has at most this many words.
HALF_WORD = 32
LOW_HALF = (1 << HALF_WORD) - 1
LOW_BITS = (1 << 62) - 1
EXPLORE = 0.5  # The bonus for rarely tried actions, in standard deviations.
WIDEN = 0.5  # The number of different actions that a node tries is about WIDEN times the square root of its visits.

TREE = record_type([
    ("keys", np.int64, (NODES,)),  # The fingerprint of each node, or 0 if the slot is free.
    ("seen", np.int64, (NODES,)),  # How often each node was visited.
    ("visits", np.int32, (NODES, ACTIONS)),  # How often each action was tried at each node.
    ("totals", np.float32, (NODES, ACTIONS)),  # The total value of each action at each node.
    ("path", np.int64, (DEEPEST, 2)),  # The nodes and actions of the current line of play.
    ("steps", np.int64, (1,)),  # The length of the current path.
    ("spread", np.float64, (3,)),  # The count, the sum and the sum of squares of all values.
])  # fmt: skip


def _odd_number(index: int) -> int:
    """Return a pseudorandom odd factor for half a word, so that small changes in a state don't cancel out."""
    return int.from_bytes(hashlib.sha256(bytes([index])).digest()[:8], "little") & LOW_BITS | 1


STIRS = np.array([_odd_number(index) for index in range(2 * MOST_WORDS)], np.int64)


@rule
def fingerprint(words: Any) -> int:
    """Hash the bytes of a state to a number above 0."""
    # A sum of independent terms is nearly twice as fast as hashing word after word.
    mixed = 1
    for index in range(len(words)):
        word = int(words[index])
        mixed += (word & LOW_HALF) * int(STIRS[2 * index]) + (word >> HALF_WORD) * int(STIRS[2 * index + 1])
    mixed &= LOW_BITS
    return (mixed ^ (mixed >> HALF_WORD)) | 1


@rule
def find_node(keys: Any, key: int) -> int:
    """Find the slot of a node by its fingerprint, or take a free slot; return -1 if none is free."""
    for probe in range(PROBES):
        slot = (key + probe) & (NODES - 1)
        if keys[slot] == key or keys[slot] == 0:
            keys[slot] = key
            return slot
    return -1


@rule
def most_promising(tree: Any, node: int, choices: int, thumb: int) -> int:
    """Follow the rule of thumb on the first visit; later, choose the most promising action or a new action."""
    seen = tree.seen[node]
    if seen == 0:
        return thumb
    number = max(tree.spread[0], 1.0)
    mean = tree.spread[1] / number
    deviation = math.sqrt(max(tree.spread[2] / number - mean * mean, 0.0))
    tried, fresh, best, most, left = 0, -1, thumb, -1e30, choices
    logarithm = math.log(seen + 1.0)
    while left:
        action = lowest(left)
        left = rest(left)
        visits = tree.visits[node, action]
        if visits == 0:
            fresh = action
            continue
        tried += 1
        promise = tree.totals[node, action] / visits + EXPLORE * deviation * math.sqrt(logarithm / visits)
        if promise > most:
            best, most = action, promise
    return fresh if fresh >= 0 and tried <= WIDEN * math.sqrt(seen) + 1.0 else best


@rule
def learn(tree: Any, value: float) -> None:
    """Add the value of a line of play to all choices on its path."""
    tree.spread[0] += 1.0
    tree.spread[1] += value
    tree.spread[2] += value * value
    for step in range(tree.steps[0]):
        node, action = tree.path[step, 0], tree.path[step, 1]
        tree.seen[node] += 1
        tree.visits[node, action] += 1
        tree.totals[node, action] += value
