"""Measures of tension in every game: changes of the lead, comebacks, ties, and what it is worth to begin."""

import numpy as np

from parlour.lab.measures.common import above_others
from parlour.lab.measures.measure import Measure, Values, plain
from parlour.lab.sample import Floats, Numbers, Sample


def leaders(sample: Sample) -> Numbers:
    """The one side that is ahead after every round; -1 where the lead is shared."""
    ahead = sample.merits == sample.merits.max(axis=1, keepdims=True)
    return np.where(ahead.sum(axis=1) == 1, ahead.argmax(axis=1), -1)


def lead_changes(sample: Sample) -> Floats:
    """How often another side than the last sole leader takes the lead."""
    lead, match = leaders(sample), sample.rounds["match"]
    sole = lead >= 0
    lead, match = lead[sole], match[sole]
    changed = (lead[1:] != lead[:-1]) & (match[1:] == match[:-1])
    return np.bincount(match[1:][changed], minlength=sample.size).astype(float)


def _winning_side(sample: Sample) -> Numbers:
    """The side that won, by match; -1 where nobody or several did."""
    sole = sample.win_shares.max(axis=1) == 1
    return np.where(sole, sample.win_shares.argmax(axis=1), -1)


def _halfway(sample: Sample) -> tuple[Numbers, Numbers]:
    """The rounds in the middle of the matches with one winner, and that winner."""
    winner = _winning_side(sample)[sample.rounds["match"]]
    middle = (sample.rounds_played[sample.rounds["match"]] // 2).astype(int)
    chosen = (sample.rounds["round"] == middle) & (winner >= 0)
    return np.flatnonzero(chosen), winner[chosen]


def was_leading(sample: Sample) -> Values:
    """The winner was ahead (alone or with others) at half-time."""
    places, winner = _halfway(sample)
    held = sample.merits[places, winner] == sample.merits[places].max(axis=1)
    return _of_places(sample, places, held)


def came_from_last(sample: Sample) -> Values:
    """The winner was last at half-time, and behind somebody."""
    places, winner = _halfway(sample)
    last, best = sample.merits[places].min(axis=1), sample.merits[places].max(axis=1)
    return _of_places(sample, places, (sample.merits[places, winner] == last) & (last < best))


def _of_places(sample: Sample, places: Numbers, held: Numbers) -> Values:
    match = sample.rounds["match"][places]
    top = np.bincount(match, weights=held, minlength=sample.size)
    return {"": (top, np.bincount(match, minlength=sample.size).astype(float))}


def largest_deficit(sample: Sample) -> Values:
    """How far the winner was behind at the worst time."""
    winner = _winning_side(sample)[sample.rounds["match"]]
    own = np.take_along_axis(sample.merits, np.maximum(winner, 0)[:, None], axis=1)[:, 0]
    behind = np.where(winner >= 0, sample.merits.max(axis=1) - own, 0)
    worst = np.zeros(sample.size)
    np.maximum.at(worst, sample.rounds["match"], behind)
    return {"": (worst, (_winning_side(sample) >= 0).astype(float))}


def shared_victories(sample: Sample) -> Floats:
    """Several sides have won together."""
    return ((sample.win_shares > 0).sum(axis=1) > 1).astype(float)


def of_beginner(sample: Sample) -> Values:
    """The gain of the side that decided first, in games in which one does."""
    return above_others(sample, sample.rounds["first"]) if (sample.rounds["first"] >= 0).any() else {}


TENSION = (
    Measure("lead changes", "tension", "How often the lead passes to another side in a match.", plain(lead_changes),
            highlight=True),
    Measure("winner led at half-time", "tension", "The winner was already ahead, or level with the best, halfway.",
            was_leading, share=True),
    Measure("winner was last at half-time", "tension", "The winner was behind all others halfway: a comeback.",
            came_from_last, share=True),
    Measure("largest deficit of the winner", "tension", "How far the winner was behind the best at the worst time.",
            largest_deficit, unit="points"),
    Measure("shared victories", "tension", "Matches won by several together.",
            plain(shared_victories, lambda sample: sample.finished.astype(float)), share=True),
    Measure("gain of the beginner of the round", "fairness",
            "How much better a round is for the side that decided first in it than for the mean of the others.",
            of_beginner, unit="points", around_zero=True),
)  # fmt: skip
