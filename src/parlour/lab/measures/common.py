"""Measures for every game: its length, its fairness, its scores, and how many choices players have."""

import numpy as np

from parlour.lab.measures.measure import Measure, Values, plain
from parlour.lab.sample import Floats, Numbers, Sample, once

# Rough estimates of how long people need at a table; decision 41 compares them with the times that clubs allow.
FORCED_SECONDS = 2.0  # The time for a forced move.
FREE_SECONDS = 5.0  # The time for a choice between two actions.
HARDER_SECONDS = 1.0  # The extra time for each doubling of the number of legal actions.
ROUND_SECONDS = 45.0  # The time per round to shuffle, deal, sort the hands and write down the scores.

MOST_ROUNDS_SHOWN = 30
SPAN, MOST_DECISIONS_SHOWN = 50, 1000  # Matches are counted in spans of 50 decisions.
LAST_ROUND_SHOWN = 12  # Figures by round stop at this round, because few matches are longer.
WINS, ROUNDS, MINUTES, CUT_OFF = "wins", "rounds", "minutes", "cut off"
DECISIONS, FORCED = "decisions", "forced"
TOGETHER_AT_FIRST = "all sides decide at the same time"
BEST, MEAN, WORST = "best score", "mean score", "worst score"
TOGETHER = (BEST, MEAN, WORST)  # These three measures share one chart.


# --- length


def lengths(sample: Sample) -> Values:
    """Count matches by how many rounds they took."""
    played = sample.rounds_played
    return {number: ((played == number).astype(float), sample.ones) for number in range(1, MOST_ROUNDS_SHOWN + 1)}


def spans(sample: Sample) -> Values:
    """Count matches by how many decisions they took, in spans of 50."""
    made = sample.of_decisions(np.ones(len(sample.decisions))) // SPAN * SPAN
    found = {f"{low} to {low + SPAN - 1}": (made == low) for low in range(0, MOST_DECISIONS_SHOWN, SPAN)}
    found[f"{MOST_DECISIONS_SHOWN} or more"] = made >= MOST_DECISIONS_SHOWN
    return {key: (top.astype(float), sample.ones) for key, top in found.items()}


@once
def seconds(sample: Sample) -> Floats:
    """Estimate the seconds of every decision; of choices made at the same time, only the last choice counts."""
    rows = sample.decisions
    choices, alone = rows["choices"].astype(float), rows["waiting"] == 1
    free = FREE_SECONDS + HARDER_SECONDS * np.log2(np.maximum(choices, 2) / 2)
    return np.where(rows["choices"] > 1, free, FORCED_SECONDS) * alone


def minutes(sample: Sample) -> Floats:
    """Estimate each match's minutes at a table."""
    return (sample.of_decisions(seconds(sample)) + ROUND_SECONDS * sample.rounds_played) / 60


LENGTH = (
    Measure(ROUNDS, "length", "How many rounds a match takes.", plain(lambda sample: sample.rounds_played),
            highlight=True, spread=True),
    Measure("length", "length", "The share of matches that take the given number of rounds.", lengths, share=True,
            by="rounds", parts=True, drawn=True),
    Measure(
        DECISIONS, "length", "How many decisions a match takes, forced moves included.",
        plain(lambda sample: sample.of_decisions(np.ones(len(sample.decisions)))),
    ),
    Measure(
        "length in decisions", "length", "The share of matches that take the given number of decisions.", spans,
        share=True, by="decisions", parts=True, drawn=True,
    ),
    Measure(
        MINUTES, "length",
        "A rough estimate for people: 2 s for a forced move, 5 s or more for a choice, 45 s per round for dealing "
        "and scoring.", plain(minutes), unit="min", highlight=True, spread=True,
    ),
    Measure(
        CUT_OFF, "length", "Matches that were stopped by the round limit, so nobody won them.",
        plain(lambda sample: (~sample.finished).astype(float)), share=True,
    ),
)  # fmt: skip


# --- fairness


def wins(sample: Sample) -> Values:
    """Compute each side's share of the victories."""
    shares, ended = sample.win_shares, sample.finished.astype(float)
    return {side: (shares[:, side], ended) for side in range(sample.side_count)}


def above_others(sample: Sample, seats: Numbers) -> Values:
    """Compute how much better a round is, in points, for these seats' sides than for the other sides on average."""
    chosen = np.asarray(seats) >= 0
    side = np.where(chosen, sample.side_of(np.asarray(seats)), 0).astype(np.int64)
    gains = sample.better * sample.gains
    own = np.take_along_axis(gains, side[:, None], axis=1)[:, 0]
    others = (gains.sum(axis=1) - own) / max(sample.side_count - 1, 1)
    return {"": (sample.by_match((own - others) * chosen), sample.by_match(chosen.astype(float)))}


def led_and_won(sample: Sample) -> Values:
    """Compute the share of victories of the side that decided first, unless all sides decide at the same time."""
    chosen = sample.first_rounds & (sample.rounds["first"] >= 0)
    if not chosen.any():
        return {}
    began = sample.side_of(sample.rounds["first"][chosen]).astype(np.int64)
    matches = sample.rounds["match"][chosen]
    top = np.zeros(sample.size)
    top[matches] = sample.win_shares[matches, began]
    return {"": (top, sample.finished.astype(float))}


def of_dealer(sample: Sample) -> Values:
    """Compute the gain of the dealer's side, in games whose state has a dealer."""
    return above_others(sample, sample.field("dealer")) if sample.has(["dealer"]) else {}


FAIRNESS = (
    Measure(WINS, "fairness",
            "The share of matches that each seat (or team) wins; a shared victory is divided among its winners.", wins,
            share=True, by="seat"),
    Measure("wins of the side that begins", "fairness",
            "How often the side that makes the first decision of a match wins the match.", led_and_won, share=True,
            needs=TOGETHER_AT_FIRST),
    Measure("gain of the dealer", "fairness",
            "How much better a round is, in points, for the dealer's side than for the other sides on average.",
            of_dealer, unit="points", around_zero=True, needs="the game's state has no field `dealer`"),
)  # fmt: skip


# --- scores


def final(sample: Sample) -> Numbers:
    """Return every side's score at the end of each match."""
    return sample.scores[sample.last_rounds]


def at_end(values: Numbers) -> Floats:
    """Convert an array with one value per match to floats."""
    return np.asarray(values, float)


def by_round(sample: Sample, values: Numbers) -> Values:
    """Group values that belong to rounds by the round's number."""
    return {
        number: (sample.by_match(values * chosen), sample.by_match(chosen.astype(float)))
        for number in range(1, LAST_ROUND_SHOWN + 1)
        if (chosen := sample.rounds["round"] == number).any()
    }


def ranked(sample: Sample) -> Values:
    """Sort each match's final scores from best to worst."""
    ordered = sample.better * -np.sort(-sample.better * final(sample), axis=1)
    return {rank + 1: (at_end(ordered[:, rank]), sample.ones) for rank in range(sample.side_count)}


def margin(sample: Sample) -> Floats:
    """Compute how far the best final score of each match is ahead of the second best, whether high or low is good."""
    ordered = np.sort(sample.merits[sample.last_rounds], axis=1)
    return at_end(ordered[:, -1] - ordered[:, -2])


SCORES = (
    Measure("score by place", "scores", "The final score of the player (or team) in each place.",
            ranked, by="place", spread=True),
    Measure("margin", "scores", "How many points first place is ahead of second place at the end.",
            plain(margin), unit="points", spread=True),
    Measure("spread of scores", "scores", "The standard deviation of the final scores within a match.",
            plain(lambda sample: at_end(final(sample).std(axis=1))), unit="points"),
    Measure("negative scores", "scores", "The share of final scores that are below zero.",
            plain(lambda sample: at_end((final(sample) < 0).sum(axis=1)),
                  lambda sample: sample.ones * sample.side_count), share=True),
    Measure("somebody is below zero", "scores",
            "The share of matches in which some score is negative after the given round.",
            lambda sample: by_round(sample, (sample.scores < 0).any(axis=1)), share=True, by="round"),
    Measure("ever below zero", "scores", "The share of matches in which a score is negative after at least one round.",
            plain(lambda sample: (sample.by_match((sample.scores < 0).any(axis=1)) > 0).astype(float)), share=True),
    Measure(BEST, "scores", "The best score at the table after each round.",
            lambda sample: by_round(sample, sample.better * sample.merits.max(axis=1)), by="round", unit="points"),
    Measure(MEAN, "scores", "The mean score at the table after each round.",
            lambda sample: by_round(sample, sample.scores.mean(axis=1)), by="round", unit="points"),
    Measure(WORST, "scores", "The worst score at the table after each round.",
            lambda sample: by_round(sample, sample.better * sample.merits.min(axis=1)), by="round", unit="points"),
)  # fmt: skip


# --- choices


def by_phase(sample: Sample, top: Numbers, bottom: Numbers) -> Values:
    """Sum values that belong to decisions, separately for each phase."""
    return {
        name: (sample.of_decisions(top * chosen), sample.of_decisions(bottom * chosen))
        for name in sample.game.phases
        if (chosen := sample.phase(name)).any()
    }


def forced(sample: Sample) -> Numbers:
    """Find the decisions with only one legal action."""
    return np.asarray(sample.decisions["choices"] == 1)


CHOICES = (
    Measure(FORCED, "choices", "The share of decisions with only one legal action.",
            plain(lambda sample: sample.of_decisions(forced(sample)),
                  lambda sample: sample.of_decisions(np.ones(len(sample.decisions)))), share=True, highlight=True),
    Measure("forced by phase", "choices", "The share of decisions with only one legal action, by phase.",
            lambda sample: by_phase(sample, forced(sample), np.ones(len(sample.decisions))), share=True, by="phase"),
    Measure("choices", "choices", "The number of legal actions in decisions that aren't forced, by phase.",
            lambda sample: by_phase(sample, sample.decisions["choices"] * ~forced(sample), ~forced(sample)),
            by="phase"),
)  # fmt: skip

COMMON = (*LENGTH, *FAIRNESS, *SCORES, *CHOICES)
