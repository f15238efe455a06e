"""Measures of Active 13: upgrades, when they are made, and how the active thirteen improves."""

import numpy as np

from parlour.games.active13.redeal import ALL_CARDS, HEART, RANKS, SUITS, suit_cards
from parlour.lab.measures import Measure, Values, plain
from parlour.lab.measures.claims import RARELY, USUALLY, Claim
from parlour.lab.measures.common import by_round
from parlour.lab.sample import Floats, Numbers, Sample

COLUMNS = ("gains", "binned", "deck_size", "scores")
CHARTS = ("upgrades by round", "active thirteen", "active hearts")
LOWEST_RANK = 2  # as printed on the card
EARLY_ROUNDS = 3
RACE = 10  # points short of the target when the race is on
NORMAL = 0.2


def upgrades(sample: Sample) -> Numbers:
    """Return the upgrades by round and seat: one card is binned for each."""
    binned = np.bitwise_count(sample.field("binned")).astype(np.int64)
    before = np.vstack([np.zeros((1, 2), np.int64), binned[:-1]])
    before[sample.first_rounds] = 0
    return binned - before


def active(sample: Sample) -> Numbers:
    """Return the active cards of each seat at the end of a round, as sets."""
    deck = sample.field("deck").astype(np.int64)
    in_deck = np.bitwise_or.reduce(np.where(deck >= 0, 1 << np.maximum(deck, 0), 0), axis=2)
    return ALL_CARDS & ~in_deck & ~sample.field("binned")


def ranks(sample: Sample) -> Numbers:
    """Return the mean rank of the active cards of each seat, from 2 to 14."""
    sets, total = active(sample), np.zeros((len(sample.rounds), 2))
    for rank in range(RANKS):
        of_rank = sum(1 << suit * RANKS + rank for suit in range(SUITS))
        total += (rank + LOWEST_RANK) * np.bitwise_count(sets & of_rank)
    return total / np.maximum(np.bitwise_count(sets), 1)


def hearts(sample: Sample) -> Numbers:
    """Return the mean number of hearts among the active cards."""
    return np.bitwise_count(active(sample) & suit_cards(HEART)).mean(axis=1)


def racing(sample: Sample) -> Numbers:
    """Return whether somebody was near the target when the round began."""
    before = sample.scores - sample.gains
    return np.asarray(before.max(axis=1) >= sample.field("target") - RACE)


def early(sample: Sample) -> Numbers:
    """Return whether a round is one of the first."""
    return np.asarray(sample.rounds["round"] <= EARLY_ROUNDS)


def in_rounds(sample: Sample, chosen: Numbers) -> Values:
    """Return a player's upgrades in the chosen rounds."""
    return {"": (sample.by_match(upgrades(sample) * chosen[:, None]), 2 * sample.by_match(chosen))}


def early_above_late(sample: Sample) -> Values:
    """Return how many more upgrades per round are made early than in the race, in matches that have both."""
    made = upgrades(sample).mean(axis=1)
    first, last = sample.by_match(early(sample)), sample.by_match(racing(sample))
    both = (first > 0) & (last > 0)
    above = sample.by_match(made * early(sample)) / np.maximum(first, 1) - sample.by_match(
        made * racing(sample)
    ) / np.maximum(last, 1)
    return {"": (above * both, both)}


def hand_sizes(sample: Sample) -> Numbers:
    """Return the number of cards that each seat plays with in a round."""
    return sample.field("hand_size")[:, None] - upgrades(sample)


def draws(sample: Sample) -> Values:
    """Return the tricks in which both play the same card, which is a trick for each."""
    sizes = hand_sizes(sample)
    drawn = sample.gains.sum(axis=1) - sizes.max(axis=1)
    return {"": (sample.by_match(drawn), sample.by_match(sizes.min(axis=1)))}


def edge(sample: Sample) -> Values:
    """Return how much better the winner's active cards are at the end, in ranks."""
    better = ranks(sample)[sample.last_rounds]
    lead = (better[:, 0] - better[:, 1]) * (sample.win_shares[:, 0] - sample.win_shares[:, 1])
    return {"": (lead, sample.finished.astype(float))}


def winner_upgrades(sample: Sample) -> Values:
    """Return how many more upgrades the winner makes than the loser."""
    made = np.bitwise_count(sample.final_states["binned"]).astype(float)
    more = (made[:, 0] - made[:, 1]) * (sample.win_shares[:, 0] - sample.win_shares[:, 1])
    return {"": (more, sample.finished.astype(float))}


def _rounds(sample: Sample) -> Floats:
    return sample.rounds_played


MEASURES = (
    Measure("upgrades", "game", "Upgrades of a player in a match.",
            plain(lambda sample: np.bitwise_count(sample.final_states["binned"]).mean(axis=1)), highlight=True),
    Measure("upgrades by round", "game", "Upgrades of a player in each round.",
            lambda sample: by_round(sample, upgrades(sample).mean(axis=1)), by="round"),
    Measure("upgrades early", "game", "Upgrades of a player in each of the first three rounds.",
            lambda sample: in_rounds(sample, early(sample))),
    Measure("upgrades in the race", "game", "Upgrades of a player in a round when somebody has 10 points to go.",
            lambda sample: in_rounds(sample, racing(sample))),
    Measure("early above late", "game", "Upgrades per round in the first three rounds above those in the race.",
            early_above_late, around_zero=True),
    Measure("active thirteen", "game", "The mean rank of the active cards after each round (2 to 14, ace).",
            lambda sample: by_round(sample, ranks(sample).mean(axis=1)), by="round"),
    Measure("active hearts", "game", "Hearts among the active cards of a player after each round.",
            lambda sample: by_round(sample, hearts(sample)), by="round"),
    Measure("different hands", "game", "Rounds in which the players have different numbers of cards to play.",
            plain(lambda sample: sample.by_match(np.ptp(hand_sizes(sample), axis=1) > 0), _rounds), share=True),
    Measure("drawn tricks", "game", "Tricks in which both play the same card.", draws, share=True),
    Measure("edge of the winner", "game", "How much higher the winner's active cards are at the end, in mean rank.",
            edge, around_zero=True),
    Measure("upgrades of the winner", "game", "How many more upgrades the winner of a match makes than the loser.",
            winner_upgrades, around_zero=True),
)  # fmt: skip

CLAIMS = (
    Claim("early upgrading", "Early on you will be desperately trying to upgrade your cards …", "upgrades early",
          above=USUALLY, reading="more than one upgrade in two rounds for each player, in the first three"),
    Claim("late racing", "… but as you approach 40 you will be racing to get there first with the cards that you have "
          "accumulated.", "early above late", above=0.0,
          reading="fewer upgrades a round when somebody has 10 points to go than in the first three"),
    Claim("different hands", "This may lead to each player having different numbers of cards in hand - don't worry, "
          "this is normal.", "different hands", above=NORMAL, reading="in more than 20 % of all rounds"),
    Claim("a winner of the trick", "Normally there will be a winner of the trick.", "drawn tricks", below=RARELY,
          reading="fewer than 10 % of tricks are drawn"),
    Claim("draws happen", "If both players play exactly the same card then it is a draw.", "drawn tricks",
          possible=True, reading="it happens"),
    Claim("the edge", "The challenge is to upgrade those 13 cards to give you the edge over your opponent.",
          "edge of the winner", above=0.0, reading="winners end with higher active cards than losers"),
    Claim("careful play", "This intense strategic game of rapid adaption and careful play …", "stronger wins",
          "medium over random", above=0.9, reading="rules of thumb win more than 90 % of matches against random play"),
)  # fmt: skip
