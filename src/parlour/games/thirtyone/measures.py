"""Measures of Thirty-one: hands of 31, Cows, what the tokens are worth, and how rounds end."""

from functools import partial

import numpy as np

from parlour.games.thirtyone.hands import THIRTY_ONE
from parlour.games.thirtyone.rules import OTHER, SWAP
from parlour.lab.measures import Measure, Values, plain
from parlour.lab.measures.claims import VERY_PROBABLY, Claim
from parlour.lab.sample import Floats, Numbers, Sample

COLUMNS = ("dealer", "mvp", "preacher", "points", "lost", "new_cows", "switches", "stayed", "lives_left", "still_in")
CHARTS = ("wins", "worst score")


def seats_of(masks: Numbers, players: int) -> Numbers:
    """Turn sets of seats into rows of booleans, with a column for each seat."""
    return ((masks[:, None] >> np.arange(players)) & 1).astype(bool)


def has_31(sample: Sample) -> Numbers:
    """Say for each round whether a player held 31 at its end."""
    return np.asarray((sample.field("points") == THIRTY_ONE).any(axis=1))


def lost_by(sample: Sample, token: str) -> Values:
    """Return what share of a round's lost lives a token's holder loses; rounds without a lost life don't count."""
    holder = sample.field(token).astype(np.int64)
    lost = (sample.field("lost") >> holder) & 1
    share = np.maximum(np.bitwise_count(sample.field("lost")), 1)
    full = sample.field("lost") != 0
    return {"": (sample.by_match(lost / share * full), sample.by_match(full))}


def even(sample: Sample) -> Values:
    """Return what share of a round's lost lives each player would lose if all lost equally often."""
    playing = np.bitwise_count(sample.field("still_in")) + _gone(sample)
    full = sample.field("lost") != 0
    return {"": (sample.by_match(full / np.maximum(playing, 1)), sample.by_match(full))}


def above_even(token: str, sample: Sample) -> Values:
    """Return how much larger the share of lost lives is for the holder of a token than for an average player."""
    (own, rounds), (fair, _) = lost_by(sample, token)[""], even(sample)[""]
    return {"": (own - fair, rounds)}


def _gone(sample: Sample) -> Numbers:
    """Return how many players went out in each round."""
    before = np.append(0, sample.field("still_in")[:-1])
    before[sample.first_rounds] = (1 << sample.players) - 1
    return np.bitwise_count(before) - np.bitwise_count(sample.field("still_in"))


def cows(sample: Sample) -> Numbers:
    """Return how many Cows each match had."""
    return np.bitwise_count(sample.final_states["cows"])


def cow_wins(sample: Sample) -> Values:
    """Return the share of matches that a Cow wins."""
    won = (sample.final_states["cows"] & sample.winners) != 0
    return {"": (won.astype(float), sample.finished.astype(float))}


def turns(sample: Sample) -> Floats:
    """Return how many turns each round has."""
    return sample.in_round(sample.phase("turn"))


def safe_31(sample: Sample) -> Values:
    """Return the share of players with 31 who lose no life."""
    held = sample.field("points") == THIRTY_ONE
    lost = seats_of(sample.field("lost"), sample.players)
    return {"": (sample.by_match(held & ~lost), sample.by_match(held))}


def _rounds(sample: Sample) -> Floats:
    return sample.rounds_played


def _lowest(sample: Sample) -> Numbers:
    points = sample.field("points").astype(float)
    return np.where(points > 0, points, np.inf).min(axis=1)


MEASURES = (
    Measure("turns", "game", "How many turns a round has before the hands are compared.",
            plain(lambda sample: sample.by_match(turns(sample)), _rounds)),
    Measure("31", "game", "Rounds that end because a player has 31.",
            plain(lambda sample: sample.by_match(has_31(sample)), _rounds), share=True, highlight=True),
    Measure("dealt 31", "game", "Rounds that end before anybody has a turn, because a player is dealt 31.",
            plain(lambda sample: sample.by_match(turns(sample) == 0), _rounds), share=True),
    Measure("31 is safe", "game", "How often a player with 31 loses no life.", safe_31, share=True),
    Measure("winning hand", "game", "Points of the highest hand when the hands are compared.",
            plain(lambda sample: sample.by_match(sample.field("points").max(axis=1)), _rounds), unit="points"),
    Measure("losing hand", "game", "Points of the lowest hand when the hands are compared.",
            plain(lambda sample: sample.by_match(_lowest(sample)), _rounds), unit="points"),
    Measure("several lose", "game", "Rounds in which several players have equally low hands and each lose a life.",
            plain(lambda sample: sample.by_match(np.bitwise_count(sample.field("lost")) > 1), _rounds),
            share=True),
    Measure("swapped all", "game", "Turns in which a player swaps all three cards.",
            plain(lambda sample: sample.of_decisions(sample.phase("turn") & (sample.decisions["action"] == SWAP)),
                  lambda sample: sample.of_decisions(sample.phase("turn"))), share=True),
    Measure("packet changed", "game", "How often the MVP takes the other packet.",
            plain(lambda sample: sample.of_decisions(sample.phase("choose") & (sample.decisions["action"] == OTHER)),
                  lambda sample: sample.of_decisions(sample.phase("choose"))), share=True),
    Measure("out of switches", "game", "Rounds that reach the switch limit because nobody stays.",
            plain(lambda sample: sample.by_match(sample.field("switches") == sample.field("switch_limit")), _rounds),
            share=True),
    Measure("Cows", "game", "How many Cows a match has.", plain(lambda sample: cows(sample).astype(float))),
    Measure("a Cow", "game", "Matches with at least one Cow.",
            plain(lambda sample: (cows(sample) > 0).astype(float)), share=True),
    Measure("Cow wins", "game", "Matches that a Cow wins.", cow_wins, share=True),
    *(
        Measure(f"lives lost by the {name}", "fairness",
                f"How many more lives a round the {name} loses than an average player; below zero is an advantage.",
                partial(above_even, name.lower()), unit="lives a round", around_zero=True)
        for name in ("dealer", "MVP", "Preacher")
    ),
)  # fmt: skip

CLAIMS = (
    Claim("31 wins", "3 cards with the same suit (31!): Automatically win the round.", "31 is safe", always=True,
          reading="a player with 31 never loses a life"),
    Claim("31 happens", "When cards total 31 = “Round over”.", "31", possible=True,
          reading="some rounds do end with 31"),
    Claim("the Cow", "The first player hitting zero gets 1 extra life → Play becomes Cow.", "a Cow",
          above=VERY_PROBABLY, reading="nearly every match has a Cow"),
    Claim("the Cow lives", "Goal: Don’t lose all three lives.", "Cow wins", possible=True,
          reading="the extra life matters: a Cow can still win"),
    Claim("MVP", "MVP gets two decks and everyone else gets one deck.", "lives lost by the MVP", below=0.0,
          reading="the choice of packets is an advantage: the MVP loses fewer lives than an average player"),
    Claim("ties are broken", "If two or more players are tied … we need to look at the “true” value of the cards.",
          "several lose", below=0.1,
          reading="the tie-breaks work: in fewer than 10 % of rounds several players lose a life"),
    Claim("somebody stays", "Stay and stick with the cards in your hand (”last play” gets started).",
          "out of switches", below=0.01,
          reading="rounds end with a stay or with 31, and hardly ever at our switch limit"),
)  # fmt: skip
