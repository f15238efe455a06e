"""A small net learns from a large one to choose alike, and from the true hands where the others' cards lie."""

import math
import time
from typing import Any

import numpy as np

from parlour.bots.nets.net import NEVER, Adam, Net, moved, new_net
from parlour.learn._practice import choose, invite

RATE = 1e-3
LEAST = 0.02  # of the rate, at the end


def taught(teacher: Net, tables: Any, width: int, blocks: int, steps: int, batch: int, xp: Any, seed: int,
           seconds: float = math.inf) -> Net:  # fmt: skip
    """A net of that width and number of blocks, after so many steps of watching the large one play at the tables.

    After so many seconds it ends sooner. At half of the tables rules of thumb sit in the other seats: a pupil should
    know both kinds of players.
    """
    pupil = moved(
        new_net(tables.size, tables.actions, width, blocks, seed, len(tables.game.deck.names) * tables.players), xp
    )
    pupil.scale = teacher.scale
    tables.release()
    adam, random = Adam(pupil, xp), xp.random.default_rng(seed)
    invite(tables, 0.5, xp)
    start = time.monotonic()
    for step in range(steps):
        done = max(step / steps, (time.monotonic() - start) / seconds)
        if done >= 1:
            break
        choice = xp.flatnonzero(tables.masks.sum(1) > 1)  # forced actions teach nothing
        if len(choice) > 0:
            lesson = _lesson(teacher, tables, choice, xp)
            for part in xp.array_split(xp.arange(len(choice)), max(1, len(choice) // batch)):
                _learn(pupil, adam, [one[part] for one in lesson], RATE * max(LEAST, 1 - done), xp)
        actions = choose(teacher, tables, xp, random)[0]
        tables.step(xp.asarray(tables.others(actions)))
    return pupil


def _lesson(teacher: Net, tables: Any, choice: Any, xp: Any) -> list[Any]:
    """What is seen, what is allowed, how likely the large net makes each action, its values, and where cards lie."""
    rows, allowed = tables.rows[choice], tables.masks[choice] > 0
    _, wanted, values = teacher.forward(rows, xp)
    return [rows, allowed, _shares(xp.where(allowed, wanted, NEVER), xp), values, holders(tables, xp)[choice]]


def _learn(pupil: Net, adam: Adam, lesson: list[Any], rate: float, xp: Any) -> None:
    """One step towards all of it."""
    rows, allowed, wanted, values, where = lesson
    number = len(rows)
    layers, logits, guessed = pupil.forward(rows, xp)
    d_logits = (_shares(xp.where(allowed, logits, NEVER), xp) - wanted) / number
    lies = pupil.holders(layers).reshape(where.shape)
    d_holders = ((_shares(lies, xp) - where) / (number * where.shape[1])).reshape(number, -1)
    d_values = 0.5 * (guessed - values) / number
    adam.step(pupil, pupil.backward(layers, d_logits, d_values, d_holders, xp), rate)


def holders(tables: Any, xp: Any) -> Any:
    """Where each card lies at every table, seen from the seat to act: 1 at its place, 0 at all others.

    Place 1 is the hand of the next seat, place 2 the one after it, and so on; place 0 is everywhere else.
    """
    hands, cards = xp.asarray(tables.hands), xp.arange(len(tables.game.deck.names))
    every = xp.arange(tables.tables)
    found = xp.zeros((tables.tables, len(cards), tables.players), np.float32)
    for place in range(1, tables.players):
        held = hands[every, (xp.asarray(tables.seats) + place) % tables.players]
        found[:, :, place] = held[:, None] >> cards & 1
    found[:, :, 0] = xp.maximum(1 - found.sum(2), 0)
    return found / found.sum(2, keepdims=True)  # where every seat has a deck of its own, a card can lie in two hands


def _shares(logits: Any, xp: Any) -> Any:
    shares = xp.exp(logits - logits.max(-1, keepdims=True))
    return shares / shares.sum(-1, keepdims=True)
