"""Measures of drama for every game: what a lead is worth after each round, when it last changes, and comebacks.

A match counts after a round only if it goes on after that round, and only the sides that are still in the game are
compared: those that still make a decision.
"""

import numpy as np

from parlour.lab.measures.common import LAST_ROUND_SHOWN
from parlour.lab.measures.measure import Key, Measure, Values
from parlour.lab.measures.tension import leaders, winning_side
from parlour.lab.sample import Floats, Numbers, Sample, once

PARTS = (25, 50, 75)  # Comebacks are counted at these parts of a match, in per cent.


@once
def still_in(sample: Sample) -> Numbers:
    """Find which sides make a decision after each round; a player who is out makes none."""
    rows, last = sample.decisions, np.zeros((sample.size, sample.players), np.int64)
    last[rows["match"], rows["seat"]] = rows["round"]  # Later rounds overwrite earlier rounds.
    sides = last.reshape(sample.size, -1, sample.side_count).max(axis=1)
    return sides[sample.rounds["match"]] > sample.rounds["round"][:, None]


@once
def places(sample: Sample) -> tuple[Numbers, Numbers]:
    """Find which of the sides still in the game lead, alone or together, and which are last, after each round."""
    staying, bound = still_in(sample), np.iinfo(np.int64)
    best = np.where(staying, sample.merits, bound.min).max(axis=1)
    worst = np.where(staying, sample.merits, bound.max).min(axis=1)
    leading = staying & (sample.merits == best[:, None])
    trailing = staying & (sample.merits == worst[:, None]) & (worst < best)[:, None]
    return leading, trailing


def _wins_of(sample: Sample, chosen: Numbers) -> Values:
    """Compute by round how often the chosen sides win; a side stands for all if several are chosen."""
    number = chosen.sum(axis=1)
    counted = (number > 0) & ~sample.last_rounds & sample.finished[sample.rounds["match"]]
    won = (sample.win_shares[sample.rounds["match"]] * chosen).sum(axis=1) / np.maximum(number, 1)
    return _by_round(sample, won, counted)


def _by_round(sample: Sample, values: Floats, counted: Numbers) -> Values:
    """Group the values of the counted rounds by the round's number."""
    found: dict[Key, tuple[Floats, Floats]] = {}
    for number in range(1, LAST_ROUND_SHOWN + 1):
        chosen = counted & (sample.rounds["round"] == number)
        if chosen.any():
            found[number] = sample.by_match(values * chosen), sample.by_match(chosen.astype(float))
    return found


def leader_wins(sample: Sample) -> Values:
    """Compute how often the side that leads after a round wins the match; if several lead, the mean of them."""
    return _wins_of(sample, places(sample)[0])


def last_wins(sample: Sample) -> Values:
    """Compute how often the side in last place after a round wins the match; if several are last, the mean of them."""
    return _wins_of(sample, places(sample)[1])


def going_on(sample: Sample) -> Values:
    """Count the matches that go on after each round."""
    played = sample.rounds_played
    return {number: ((played > number).astype(float), sample.ones) for number in range(1, LAST_ROUND_SHOWN + 1)}


def last_change(sample: Sample) -> Values:
    """Find the round in which the lead last passed to another side, as a share of the match; 0 if it never passed."""
    lead, rounds = leaders(sample), sample.rounds
    sole = lead >= 0
    lead, match, number = lead[sole], rounds["match"][sole], rounds["round"][sole]
    changed = (lead[1:] != lead[:-1]) & (match[1:] == match[:-1])
    last = np.zeros(sample.size)
    last[match[1:][changed]] = number[1:][changed]  # Later changes overwrite earlier changes.
    return {"": (last / np.maximum(sample.rounds_played, 1), sample.finished.astype(float))}


def comebacks(sample: Sample) -> Values:
    """Find in which matches the only winner was in last place after a quarter, half or three quarters of the match."""
    rounds = sample.rounds
    found: dict[Key, tuple[Floats, Floats]] = {}
    trailing, winner = places(sample)[1], winning_side(sample)[rounds["match"]]
    behind = np.take_along_axis(trailing, np.maximum(winner, 0)[:, None], axis=1)[:, 0]
    for part in PARTS:
        chosen = (rounds["round"] == sample.rounds_played[rounds["match"]] * part // 100) & (winner >= 0)
        if chosen.any():
            found[part] = sample.by_match((behind & chosen).astype(float)), sample.by_match(chosen.astype(float))
    return found


DRAMA = (
    Measure("leader wins", "tension",
            "How often the side that leads after a round wins the match; only matches that go on after that round "
            "count. The line shows an even share.", leader_wins, share=True, by="round", equals=True),
    Measure("last place wins", "tension",
            "How often the side in last place after a round wins the match; sides that are out don't count. The line "
            "shows an even share.", last_wins, share=True, by="round", equals=True),
    Measure("still going on", "length", "The share of matches that go on after the given round.", going_on,
            share=True, by="round", parts=True),
    Measure("last change of the lead", "tension",
            "How far into the match the lead last passes to another side: 0 % if it never does, 100 % if it does in "
            "the last round.", last_change, share=True),
    Measure("comebacks from last place", "tension",
            "Matches whose winner was in last place after a quarter, half or three quarters of the match.", comebacks,
            share=True, by="per cent of the match"),
)  # fmt: skip
