"""A small net learns from a large one to choose alike: what is shipped has to be small and quick."""

from typing import Any

from parlour.learn.net import NEVER, Adam, Net, moved, new_net
from parlour.learn.practice import Aim, Practice


def taught(teacher: Net, tables: Any, width: int, steps: int, xp: Any, seed: int, rate: float = 1e-3) -> Net:
    """A net of that width, after so many steps of watching the large one play at the tables."""
    student = moved(new_net(tables.size, tables.actions, width, teacher.blocks, seed), xp)
    student.scale = teacher.scale
    adam, player = Adam(student, xp), Practice(teacher, tables, 1, Aim(1, 0, 0, 1), xp, seed)
    for step in range(steps):
        _watch(student, teacher, tables, adam, rate * max(0.02, 1 - step / steps), xp)
        tables.step(player.choose()[0])
    return student


def _watch(student: Net, teacher: Net, tables: Any, adam: Adam, rate: float, xp: Any) -> None:
    """One step: where there is a choice, come closer to how likely the large net makes each action."""
    choice = tables.masks.sum(1) > 1
    rows, allowed = tables.rows[choice], tables.masks[choice] > 0
    _, wanted, values = teacher.forward(rows, xp)
    layers, logits, guessed = student.forward(rows, xp)
    number = max(len(rows), 1)
    d_logits = (_shares(logits, allowed, xp) - _shares(wanted, allowed, xp)) / number
    adam.step(student, student.backward(layers, d_logits, 0.5 * (guessed - values) / number), rate)


def _shares(logits: Any, allowed: Any, xp: Any) -> Any:
    logits = xp.where(allowed, logits, NEVER)
    shares = xp.exp(logits - logits.max(1, keepdims=True))
    return shares / shares.sum(1, keepdims=True)
