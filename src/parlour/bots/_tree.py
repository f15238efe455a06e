"""What a seat has learned about its later choices while it searches: a tree of positions that look the same to it.

A node is one hidden state of the seat. Only the seat's own choices are learned; the others play by rules of thumb.
"""

import hashlib
import math
from typing import Any

import numpy as np

from parlour.engine.memory import record_type
from parlour.engine.rule import rule
from parlour.engine.sets import lowest, rest

NODES = 1 << 12  # most nodes, and so the memory: a power of two
ACTIONS = 63
DEEPEST = 16  # choices of the seat that are learned in one line of play
PROBES = 8  # places at which a node may lie
MOST_WORDS = 128  # of a state
HALF_WORD = 32
LOW_HALF = (1 << HALF_WORD) - 1
LOW_BITS = (1 << 62) - 1
EXPLORE = 0.5  # how much an action that was seldom tried is favoured, in standard deviations
WIDEN = 0.5  # the root of the visits, times this, is how many more actions are tried

TREE = record_type([
    ("keys", np.int64, (NODES,)),  # the fingerprint of each node; 0: free
    ("seen", np.int64, (NODES,)),  # how often it was visited
    ("visits", np.int32, (NODES, ACTIONS)),  # how often each action was tried there
    ("totals", np.float32, (NODES, ACTIONS)),  # and what it brought in all
    ("path", np.int64, (DEEPEST, 2)),  # the choices of the current line: node, action
    ("steps", np.int64, (1,)),  # how many there are
    ("spread", np.float64, (3,)),  # number, sum and squares of all values
])  # fmt: skip


def _odd_number(place: int) -> int:
    """An odd number for every half word of a state, with no pattern among them: else small changes could cancel out."""
    return int.from_bytes(hashlib.sha256(bytes([place])).digest()[:8], "little") & LOW_BITS | 1


STIRS = np.array([_odd_number(place) for place in range(2 * MOST_WORDS)], np.int64)


@rule
def fingerprint(words: Any) -> int:
    """A number above 0 that stands for the bytes of a state."""
    # A sum, not a chain: no step has to wait for the one before, which makes it nearly twice as fast.
    mixed = 1
    for place in range(len(words)):
        word = int(words[place])
        mixed += (word & LOW_HALF) * int(STIRS[2 * place]) + (word >> HALF_WORD) * int(STIRS[2 * place + 1])
    mixed &= LOW_BITS
    return (mixed ^ (mixed >> HALF_WORD)) | 1


@rule
def find_node(keys: Any, key: int) -> int:
    """Where the node of that fingerprint lies, a free place for it, or -1 if there is none."""
    for probe in range(PROBES):
        place = (key + probe) & (NODES - 1)
        if keys[place] == key or keys[place] == 0:
            keys[place] = key
            return place
    return -1


@rule
def most_promising(tree: Any, node: int, choices: int, thumb: int) -> int:
    """The rule of thumb first; then now and then a new action, and mostly those that brought most."""
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
    """Tell all choices of the line what it brought."""
    tree.spread[0] += 1.0
    tree.spread[1] += value
    tree.spread[2] += value * value
    for step in range(tree.steps[0]):
        node, action = tree.path[step, 0], tree.path[step, 1]
        tree.seen[node] += 1
        tree.visits[node, action] += 1
        tree.totals[node, action] += value
