"""The search tree of a seat's later choices; positions that look the same to the seat share a node.

A node is one hidden state of the seat. Only the seat's choices are learned; the others play by rules of thumb.
"""

import hashlib
import math
from typing import Any

import numpy as np

from parlour.engine.memory import record_type
from parlour.engine.rule import rule
from parlour.engine.sets import lowest, rest

NODES = 1 << 12  # the maximum, and so the memory; a power of two
ACTIONS = 63
DEEPEST = 16  # learned choices of the seat in one line of play
PROBES = 8  # slots tried for a node
MOST_WORDS = 128  # of a state
HALF_WORD = 32
LOW_HALF = (1 << HALF_WORD) - 1
LOW_BITS = (1 << 62) - 1
EXPLORE = 0.5  # how much rarely tried actions are favoured, in standard deviations
WIDEN = 0.5  # this times the root of the visits is how many more actions are tried

TREE = record_type([
    ("keys", np.int64, (NODES,)),  # the fingerprint of each node; 0: free
    ("seen", np.int64, (NODES,)),  # how often it was visited
    ("visits", np.int32, (NODES, ACTIONS)),  # how often each action was tried there
    ("totals", np.float32, (NODES, ACTIONS)),  # and its total value
    ("path", np.int64, (DEEPEST, 2)),  # the choices of the current line: node, action
    ("steps", np.int64, (1,)),  # how many there are
    ("spread", np.float64, (3,)),  # number, sum and squares of all values
])  # fmt: skip


def _odd_number(index: int) -> int:
    """Return a pseudorandom odd factor for a half word of a state, so that small changes can't cancel out."""
    return int.from_bytes(hashlib.sha256(bytes([index])).digest()[:8], "little") & LOW_BITS | 1


STIRS = np.array([_odd_number(index) for index in range(2 * MOST_WORDS)], np.int64)


@rule
def fingerprint(words: Any) -> int:
    """Hash the bytes of a state to a number above 0."""
    # A sum, not a chain: the steps don't depend on each other, which is nearly twice as fast.
    mixed = 1
    for index in range(len(words)):
        word = int(words[index])
        mixed += (word & LOW_HALF) * int(STIRS[2 * index]) + (word >> HALF_WORD) * int(STIRS[2 * index + 1])
    mixed &= LOW_BITS
    return (mixed ^ (mixed >> HALF_WORD)) | 1


@rule
def find_node(keys: Any, key: int) -> int:
    """Find the slot of a node by its fingerprint, or take a free one; -1 if there is none."""
    for probe in range(PROBES):
        slot = (key + probe) & (NODES - 1)
        if keys[slot] == key or keys[slot] == 0:
            keys[slot] = key
            return slot
    return -1


@rule
def most_promising(tree: Any, node: int, choices: int, thumb: int) -> int:
    """Choose the rule of thumb first; later usually the best action so far, and sometimes a new one."""
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
    """Credit the value of a line to all its choices."""
    tree.spread[0] += 1.0
    tree.spread[1] += value
    tree.spread[2] += value * value
    for step in range(tree.steps[0]):
        node, action = tree.path[step, 0], tree.path[step, 1]
        tree.seen[node] += 1
        tree.visits[node, action] += 1
        tree.totals[node, action] += value
