"""Measures of downtime: how long a player waits between two turns, by the estimate of seconds for each decision.

Choices made at the same time are one step: a player waits during the steps between two steps of their own. The time
from a player's last turn to the end of the match is a wait, too, because a player who is out has to wait. The time for
dealing and scoring isn't a wait.
"""

from collections.abc import Callable

import numpy as np

from parlour.lab.measures.common import seconds
from parlour.lab.measures.measure import Measure, Values
from parlour.lab.sample import Numbers, Sample, once

PER_SECOND = 100  # Waits are counted in hundredths of a second, so that they can be sorted as whole numbers.
ROOM = 1 << 32  # No wait is this many hundredths of a second long.


@once
def waits(sample: Sample) -> tuple[Numbers, Numbers]:
    """Find every match's waits in hundredths of a second, the shortest first; return the match and length of each."""
    rows = sample.decisions
    match = rows["match"].astype(np.int64)
    last = np.append(match[1:] != match[:-1], True)
    closes = (rows["waiting"] == 1) | last  # Whether the decision is the last of its step.
    step = np.cumsum(closes) - closes
    ends = np.cumsum(np.bincount(step, weights=seconds(sample)))  # A clock that runs through all matches.
    final = np.zeros(sample.size, np.int64)
    final[match[last]] = step[last]  # The number of each match's last step.

    player = _small(match * sample.players + rows["seat"])
    order = np.argsort(player, kind="stable")
    player, match, step = player[order], match[order], step[order]
    follows = np.append(player[1:] == player[:-1], False)  # Whether the player decides again in this match.
    until = np.where(follows, np.append(step[1:], 0), final[match] + 1)
    waited = until > step + 1
    found = np.rint((ends[until[waited] - 1] - ends[step[waited]]) * PER_SECOND).astype(np.int64)
    together = np.sort(match[waited] * ROOM + found)
    return together // ROOM, together % ROOM


def _small(values: Numbers) -> Numbers:
    """Convert numbers to 16 bits if they fit, because NumPy sorts these much faster."""
    return values.astype(np.uint16) if len(values) and values.max() < 1 << 16 else values


def _wait(part: float) -> Callable[[Sample], Values]:
    """Make a function that finds in each match the wait that is as long as this part of the waits, or longer."""

    def compute(sample: Sample) -> Values:
        match, found = waits(sample)
        number = np.bincount(match, minlength=sample.size)
        ends = np.cumsum(number)
        place = ends - number + np.maximum(np.ceil(part * number).astype(np.int64), 1) - 1
        some = number > 0
        top = np.zeros(sample.size)
        top[some] = found[place[some]] / PER_SECOND
        return {"": (top, some.astype(float))}

    return compute


MODEL = "by the estimate of minutes, without dealing and scoring."
DOWNTIME = (
    Measure("wait", "length", f"How long a player waits between two turns (the median of a match), {MODEL}",
            _wait(0.5), unit="s"),
    Measure("long wait", "length", f"The wait that 90 % of a match's waits don't exceed, {MODEL}", _wait(0.9),
            unit="s"),
    Measure("longest wait", "length",
            f"The longest wait of any player in a match, also after the player's last turn, {MODEL}",
            _wait(1.0), unit="s", spread=True),
)  # fmt: skip
