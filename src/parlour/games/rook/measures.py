"""Measures of Rook: the auction, how often bids are made, the points of a hand, and the fate of the Rook."""

import numpy as np

from parlour.games.rook.rules import worth
from parlour.games.rook.state import (
    BID_STEP,
    COUNTERS,
    HIGHEST_BID,
    MADE,
    PASS,
    SEATS,
    TEAMS,
    THE_ROOK,
    THROWN_IN,
    VALUES,
)
from parlour.lab.measures import Measure, Values, plain
from parlour.lab.measures.claims import USUALLY, VERY_PROBABLY, Claim, strategy
from parlour.lab.sample import Floats, Numbers, Sample

COLUMNS = ("dealer", "bids", "bid", "bidder", "trump", "outcome", "points", "gains")
CHARTS = ("winning bids", "made by bid", "bids won")
BUCKET = 20  # Bids are grouped into ranges of 20 points.


def played(sample: Sample) -> Numbers:
    """Say for each hand whether it was played rather than thrown in."""
    return np.asarray(sample.field("outcome") != THROWN_IN)


def is_made(sample: Sample) -> Numbers:
    """Say for each hand whether the bid was made."""
    return np.asarray(sample.field("outcome") == MADE)


def bidders_points(sample: Sample) -> Numbers:
    """Return the points that the bidders took in each hand."""
    side = np.where(played(sample), sample.field("bidder") % TEAMS, 0).astype(np.int64)
    return np.take_along_axis(sample.field("points"), side[:, None], axis=1)[:, 0]


def all_points(sample: Sample) -> Numbers:
    """Return all the points available in a hand: the points of the counters, and the bonus for cards."""
    return worth(COUNTERS) + sample.field("cards_bonus")


def of_hands(top: Numbers, sample: Sample) -> Values:
    """Average a value over the hands that were played."""
    hands = played(sample)
    return {"": (sample.by_match(top * hands), sample.by_match(hands))}


def by_bid(sample: Sample, top: Numbers) -> Values:
    """Average a value over the hands that were played, separately for each range of winning bids."""
    low = sample.field("bid") // BUCKET * BUCKET
    return {
        f"{first} to {first + BUCKET - BID_STEP}": (sample.by_match(top * chosen), sample.by_match(chosen))
        for first in range(0, HIGHEST_BID + 1, BUCKET)
        for chosen in [(low == first) & played(sample)]
    }


def bids_made_in(sample: Sample) -> Floats:
    """Return how many bids were made in each hand, not counting passes."""
    bids = sample.phase("bid") & (sample.decisions["action"] != PASS)
    return sample.in_round(bids)


def bidders_gain(sample: Sample) -> Numbers:
    """Return by how many points the bidders outscore the other team in each hand."""
    sign = np.where(sample.field("bidder") % TEAMS == 0, 1, -1)
    return (sample.gains[:, 0] - sample.gains[:, 1]) * sign


def first_trick(sample: Sample) -> tuple[Numbers, Numbers]:
    """Return the hands that began with a lead of the ace of trumps, and the hands in which that ace caught the Rook."""
    cards = sample.round_states["played_cards"][:, :SEATS]
    ace = sample.field("trump") * VALUES + VALUES - 1
    fished = (cards[:, 0] == ace) & played(sample)
    return fished, (cards == THE_ROOK).any(axis=1) & fished


def fishing(sample: Sample) -> Values:
    """Return how often the ace of trumps, led first, catches the Rook."""
    fished, caught = first_trick(sample)
    return {"": (sample.by_match(caught), sample.by_match(fished))}


def dealer_has_bid(sample: Sample) -> Values:
    """Return how often each place, counted from the dealer, wins the auction."""
    place = (sample.field("bidder").astype(int) - sample.field("dealer")) % SEATS
    names = ("dealer", "left of the dealer", "opposite the dealer", "right of the dealer")
    hands = played(sample)
    return {
        name: (sample.by_match((place == number) & hands), sample.by_match(hands)) for number, name in enumerate(names)
    }  # fmt: skip


def in_range(sample: Sample) -> Numbers:
    """Say for each hand whether the bidders took a number of points that could have been bid."""
    points = bidders_points(sample)
    return (points >= sample.field("min_bid")) & (points <= sample.field("max_bid"))


MEASURES = (
    Measure("winning bid", "game", "The bid that wins the auction.",
            lambda sample: of_hands(sample.field("bid"), sample), unit="points"),
    Measure("winning bids", "game", "Hands by their winning bid.",
            lambda sample: {key: (top, sample.by_match(played(sample))) for key, (top, _) in
                            by_bid(sample, np.ones(len(sample.rounds))).items()}, share=True, by="bid", parts=True),
    Measure("bids in an auction", "game", "How many bids are made in an auction, not counting passes.",
            lambda sample: of_hands(bids_made_in(sample), sample)),
    Measure("bids made", "game", "How often the bidders take at least what they bid.",
            lambda sample: of_hands(is_made(sample), sample), share=True, highlight=True),
    Measure("made by bid", "game", "How often the bid is made, by its height.",
            lambda sample: by_bid(sample, is_made(sample)), share=True, by="bid"),
    Measure("points of the bidders", "game",
            "How many points the bidders take in a hand, whether they make their bid or not.",
            lambda sample: of_hands(bidders_points(sample), sample), unit="points"),
    Measure("points in the range of bids", "game",
            "Hands in which the bidders take a number of points that could have been bid.",
            lambda sample: of_hands(in_range(sample), sample), share=True),
    Measure("all points", "game", "Hands in which both teams together take all 200 points.",
            lambda sample: of_hands(sample.field("points").sum(axis=1) == all_points(sample), sample),
            share=True),
    Measure("everything for the bidders", "game", "Hands in which the bidders take all 200 points.",
            lambda sample: of_hands(bidders_points(sample) == all_points(sample), sample), share=True),
    Measure("gain of the bidders", "fairness", "How many more points the bidders score in a hand than the other team.",
            lambda sample: of_hands(bidders_gain(sample), sample), unit="points", around_zero=True),
    Measure("bids won", "fairness", "How often the player in each place at the table wins the bid.",
            dealer_has_bid, share=True, by="place"),
    Measure("thrown in", "game", "Hands in which all four players pass.",
            plain(lambda sample: sample.by_match(~played(sample)), lambda sample: sample.rounds_played), share=True),
    Measure("fishing for the Rook", "game", "How often the ace of trumps catches the Rook, when the ace is led first.",
            fishing, share=True),
    Measure("ace of trumps first", "game", "Hands in which the bidder leads the ace of trumps first.",
            lambda sample: of_hands(first_trick(sample)[0], sample), share=True),
)  # fmt: skip

CLAIMS = (
    Claim("200 points", "… 200 points (the total number of points available per round).", "all points", always=True,
          reading="the points of both teams add up to 200 in every hand that is played"),
    Claim("the lowest bid", "The minimum bid is 70 points, and the maximum is 200 points.",
          "points in the range of bids", above=USUALLY,
          reading="the range fits: in most hands the bidders take a number of points that can be bid"),
    Claim("the highest bid", "If any player bids 200 they automatically win the bid.", "everything for the bidders",
          possible=True, reading="a bid of 200 can be made: sometimes the bidders take all the points"),
    Claim("a lively auction", "For example, a bid may progress as 70, 85, 90, 100, 105, etc.", "bids in an auction",
          above=2.0, reading="an auction has more than two bids on average"),
    Claim("bids are worth it", "If they fail to make the number of points bid they \"go set\".", "bids made",
          above=USUALLY, reading="most bids are made"),
    strategy("not at risk", "The team that did not get the bid … [is] not at risk.", "bid>=0",
             "bidding is worth the risk all the same: a team wins fewer matches if one of its players never bids"),
    Claim("fish for the Rook", "The Ace of trumps may be lead in the first hand to “fish for the Rook.”",
          "fishing for the Rook", possible=True, reading="leading the ace of trumps does catch the Rook sometimes"),
    Claim("the bid is taken", "The high bidder \"wins the bid\".", "thrown in", below=1 - VERY_PROBABLY,
          reading="fewer than 10 % of hands are thrown in"),
)  # fmt: skip
