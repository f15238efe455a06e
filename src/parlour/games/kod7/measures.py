"""Measures for Kod-7: those shared with Oh 7 ?, and others about the Interrobang and stars."""

import numpy as np

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
    total,
)
from parlour.lab.measures import Measure, plain
from parlour.lab.measures.claims import VERY_PROBABLY, Claim

__all__ = ["CHARTS", "CLAIMS", "COLUMNS", "MEASURES"]

CHARTS = ("wins", "kept by promise", "kept by kind of card")

MEASURES = (
    *PROMISES,
    *repeated(lambda sample: np.zeros(len(sample.rounds))),  # no round is ever dealt again
    Measure("refused sum stands", "game",
            "Rounds played with the normally forbidden sum, which is allowed on the last attempt.",
            plain(lambda sample: sample.by_match(total(sample) == sample.field("forbidden_sum")), rounds), share=True),
    Measure("leader by Interrobang", "game", "Rounds in which the holder of the Interrobang chooses the first leader.",
            plain(lambda sample: sample.by_match(sample.first_in("lead") >= 0), rounds), share=True),
    Measure("only stars", "game",
            "Rounds in which all players promise with stars, so the exception suit has to be named.",
            plain(lambda sample: sample.by_match(sample.first_in("suit") >= 0), rounds), share=True),
    *TABLE,
)  # fmt: skip

CLAIMS = (
    SEVEN_TO_NINE,
    Claim("a negative score", "At the end of the first round, at least one player will very probably have a negative "
          "score.", "somebody is below zero", 1, above=VERY_PROBABLY, reading="in more than 90 % of all matches"),
    BELOW_ZERO,
    Claim("somebody must fail", "The sum of the estimations cannot equal 7!", "somebody fails", above=VERY_PROBABLY,
          reading="in more than 90 % of all rounds a promise is broken (a sum of 7 is accepted on the third attempt)",
          players=(3, 4, 5, 6)),
    *playing_well("estimate"),
    Claim("three attempts are enough", "At the third estimation, the sum is allowed to equal 7.", "refused sum stands",
          below=0.05, reading="this is rarely needed: in fewer than 5 % of rounds"),
    *ADAPTING,
)  # fmt: skip
