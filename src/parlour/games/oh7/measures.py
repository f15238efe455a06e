"""Measures for Oh 7 ?: those shared with Kod-7, and one about rounds that are dealt again."""

from parlour.games.sevens.measures import (
    ADAPTING,
    BELOW_ZERO,
    COLUMNS,
    PROMISES,
    SEVEN_TO_NINE,
    TABLE,
    playing_well,
    repeated,
    rounds,
)
from parlour.lab.measures import Measure, plain
from parlour.lab.measures.claims import Claim
from parlour.lab.sample import Numbers, Sample

__all__ = ["CHARTS", "CLAIMS", "COLUMNS", "MEASURES"]

CHARTS = ("wins", "kept by promise", "sum of promises")


def dealt_again(sample: Sample) -> Numbers:
    """Return how often each round was dealt again."""
    return sample.rounds["chances"] - 1


MEASURES = (
    *PROMISES,
    *repeated(dealt_again),
    Measure("dealt again", "game", "Rounds that were dealt again after a third refused sum.",
            plain(lambda sample: sample.by_match(dealt_again(sample) > 0), rounds), share=True),
    *TABLE,
)  # fmt: skip

CLAIMS = (
    SEVEN_TO_NINE,
    Claim("a negative score", "At the end of the first round, at least one player will have a negative score.",
          "somebody is below zero", 1, always=True, reading="in every match", players=(3, 4)),
    BELOW_ZERO,
    Claim("somebody must fail", "The sum of the bets cannot equal 7!", "somebody fails", always=True,
          reading="in every round at least one bet fails", players=(3, 4)),
    *playing_well("bet"),
    Claim("three attempts are enough", "If, at the third bet, the sum is still 7, restart the round …", "dealt again",
          below=0.05, reading="three attempts are usually enough: fewer than 5 % of rounds are dealt again"),
    *ADAPTING,
)  # fmt: skip
