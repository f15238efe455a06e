"""Measures of tension for every game: lead changes, comebacks, shared victories, and the advantage of going first."""

import numpy as np

from parlour.lab.measures.common import TOGETHER_AT_FIRST, above_others
from parlour.lab.measures.measure import Measure, Values, plain
from parlour.lab.sample import Floats, Numbers, Sample, once

AHEAD, CHANGES = "winner led at half-time", "lead changes"


@once
def leaders(sample: Sample) -> Numbers:
    """Find the side that leads after every round; -1 if the lead is shared."""
    ahead = sample.merits == sample.merits.max(axis=1, keepdims=True)
    return np.where(ahead.sum(axis=1) == 1, ahead.argmax(axis=1), -1)


def lead_changes(sample: Sample) -> Floats:
    """Count how often the sole lead passes from one side to another in each match."""
    lead, match = leaders(sample), sample.rounds["match"]
    sole = lead >= 0
    lead, match = lead[sole], match[sole]
    changed = (lead[1:] != lead[:-1]) & (match[1:] == match[:-1])
    return np.bincount(match[1:][changed], minlength=sample.size).astype(float)


@once
def winning_side(sample: Sample) -> Numbers:
    """Find the side that won each match; -1 if no side or several sides won."""
    sole = sample.win_shares.max(axis=1) == 1
    return np.where(sole, sample.win_shares.argmax(axis=1), -1)


def _halfway(sample: Sample) -> tuple[Numbers, Numbers]:
    """Find the middle round and the winner of each match that a single side won."""
    winner = winning_side(sample)[sample.rounds["match"]]
    middle = (sample.rounds_played[sample.rounds["match"]] // 2).astype(int)
    chosen = (sample.rounds["round"] == middle) & (winner >= 0)
    return np.flatnonzero(chosen), winner[chosen]


def was_leading(sample: Sample) -> Values:
    """Find in which matches the winner was ahead at half-time, alone or tied with others."""
    halfway, winner = _halfway(sample)
    held = sample.merits[halfway, winner] == sample.merits[halfway].max(axis=1)
    return _shares(sample, halfway, held)


def came_from_last(sample: Sample) -> Values:
    """Find in which matches the winner had the worst score at half-time (unless all scores were equal)."""
    halfway, winner = _halfway(sample)
    last, best = sample.merits[halfway].min(axis=1), sample.merits[halfway].max(axis=1)
    return _shares(sample, halfway, (sample.merits[halfway, winner] == last) & (last < best))


def _shares(sample: Sample, halfway: Numbers, held: Numbers) -> Values:
    match = sample.rounds["match"][halfway]
    top = np.bincount(match, weights=held, minlength=sample.size)
    return {"": (top, np.bincount(match, minlength=sample.size).astype(float))}


def largest_deficit(sample: Sample) -> Values:
    """Compute the largest deficit from which each match's winner came back, in points behind the best score."""
    winner = winning_side(sample)[sample.rounds["match"]]
    own = np.take_along_axis(sample.merits, np.maximum(winner, 0)[:, None], axis=1)[:, 0]
    behind = np.where(winner >= 0, sample.merits.max(axis=1) - own, 0)
    worst = np.zeros(sample.size)
    np.maximum.at(worst, sample.rounds["match"], behind)
    return {"": (worst, (winning_side(sample) >= 0).astype(float))}


def shared_victories(sample: Sample) -> Floats:
    """Find in which matches several sides won together."""
    return ((sample.win_shares > 0).sum(axis=1) > 1).astype(float)


def of_beginner(sample: Sample) -> Values:
    """Compute the gain of the side that decided first in a round, unless all sides decide at the same time."""
    return above_others(sample, sample.rounds["first"]) if (sample.rounds["first"] >= 0).any() else {}


TENSION = (
    Measure(CHANGES, "tension", "How often the lead passes to another side in a match.", plain(lead_changes),
            highlight=True),
    Measure(AHEAD, "tension",
            "Matches whose winner was already in the lead, or tied for it, halfway through.", was_leading, share=True),
    Measure("winner was last at half-time", "tension",
            "Matches whose winner was in last place halfway through: a comeback.", came_from_last, share=True),
    Measure("largest deficit of the winner", "tension",
            "The largest number of points by which the winner was ever behind the leader.",
            largest_deficit, unit="points"),
    Measure("shared victories", "tension", "Matches that several sides won together.",
            plain(shared_victories, lambda sample: sample.finished.astype(float)), share=True),
    Measure("gain of the side that begins a round", "fairness",
            "How much better a round is, in points, for the side that decides first than for the others on average.",
            of_beginner, unit="points", around_zero=True, needs=TOGETHER_AT_FIRST),
)  # fmt: skip
