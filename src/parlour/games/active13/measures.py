"""Measures of Active 13: how many upgrades are made, when they are made, and how much they improve the cards."""

import numpy as np

from parlour.games.active13.redeal import ALL_CARDS, HEART, RANKS, SUITS, suit_cards
from parlour.lab.measures import Measure, Values, plain
from parlour.lab.measures.claims import RARELY, USUALLY, Claim
from parlour.lab.measures.common import by_round
from parlour.lab.sample import Floats, Numbers, Sample

COLUMNS = ("gains", "binned", "deck_size", "scores")
CHARTS = ("upgrades by round", "active thirteen", "active hearts")
LOWEST_RANK = 2  # The number printed on the lowest cards.
EARLY_ROUNDS = 3
RACE = 10  # The race to the target is on once a player needs at most ten points.
NORMAL = 0.2


def upgrades(sample: Sample) -> Numbers:
    """Return the upgrades by round and seat; each upgrade bins one card."""
    binned = np.bitwise_count(sample.field("binned")).astype(np.int64)
    before = np.vstack([np.zeros((1, 2), np.int64), binned[:-1]])
    before[sample.first_rounds] = 0
    return binned - before


def active(sample: Sample) -> Numbers:
    """Return each seat's active cards at the end of each round, as sets."""
    deck = sample.field("deck").astype(np.int64)
    in_deck = np.bitwise_or.reduce(np.where(deck >= 0, 1 << np.maximum(deck, 0), 0), axis=2)
    return ALL_CARDS & ~in_deck & ~sample.field("binned")


def ranks(sample: Sample) -> Numbers:
    """Return the mean rank of each seat's active cards; ranks go from 2 to 14, the ace."""
    sets, total = active(sample), np.zeros((len(sample.rounds), 2))
    for rank in range(RANKS):
        of_rank = sum(1 << suit * RANKS + rank for suit in range(SUITS))
        total += (rank + LOWEST_RANK) * np.bitwise_count(sets & of_rank)
    return total / np.maximum(np.bitwise_count(sets), 1)


def hearts(sample: Sample) -> Numbers:
    """Return the number of hearts among a seat's active cards, averaged over both seats."""
    return np.bitwise_count(active(sample) & suit_cards(HEART)).mean(axis=1)


def racing(sample: Sample) -> Numbers:
    """Say for each round whether a player was near the target when it began."""
    before = sample.scores - sample.gains
    return np.asarray(before.max(axis=1) >= sample.field("target") - RACE)


def early(sample: Sample) -> Numbers:
    """Say for each round whether it is one of the first three rounds of its match."""
    return np.asarray(sample.rounds["round"] <= EARLY_ROUNDS)


def in_rounds(sample: Sample, chosen: Numbers) -> Values:
    """Return how many upgrades a player makes per round in the chosen rounds."""
    return {"": (sample.by_match(upgrades(sample) * chosen[:, None]), 2 * sample.by_match(chosen))}


def early_above_late(sample: Sample) -> Values:
    """Return how many more upgrades per round are made early than in the race; skip matches that lack either phase."""
    made = upgrades(sample).mean(axis=1)
    first, last = sample.by_match(early(sample)), sample.by_match(racing(sample))
    both = (first > 0) & (last > 0)
    above = sample.by_match(made * early(sample)) / np.maximum(first, 1) - sample.by_match(
        made * racing(sample)
    ) / np.maximum(last, 1)
    return {"": (above * both, both)}


def hand_sizes(sample: Sample) -> Numbers:
    """Return how many cards each seat has left to play in each round, after its upgrades."""
    return sample.field("hand_size")[:, None] - upgrades(sample)


def draws(sample: Sample) -> Values:
    """Return the share of tricks in which both players play the same card."""
    sizes = hand_sizes(sample)
    drawn = sample.gains.sum(axis=1) - sizes.max(axis=1)
    return {"": (sample.by_match(drawn), sample.by_match(sizes.min(axis=1)))}


def edge(sample: Sample) -> Values:
    """Return how much higher the mean rank of the winner's active cards is than the loser's at the end of the match."""
    better = ranks(sample)[sample.last_rounds]
    lead = (better[:, 0] - better[:, 1]) * (sample.win_shares[:, 0] - sample.win_shares[:, 1])
    return {"": (lead, sample.finished.astype(float))}


def winner_upgrades(sample: Sample) -> Values:
    """Return how many more upgrades the winner of a match makes than the loser."""
    made = np.bitwise_count(sample.final_states["binned"]).astype(float)
    more = (made[:, 0] - made[:, 1]) * (sample.win_shares[:, 0] - sample.win_shares[:, 1])
    return {"": (more, sample.finished.astype(float))}


def _rounds(sample: Sample) -> Floats:
    return sample.rounds_played


MEASURES = (
    Measure("upgrades", "game", "How many upgrades a player makes in a match.",
            plain(lambda sample: np.bitwise_count(sample.final_states["binned"]).mean(axis=1)), highlight=True),
    Measure("upgrades by round", "game", "Upgrades of a player in each round.",
            lambda sample: by_round(sample, upgrades(sample).mean(axis=1)), by="round"),
    Measure("upgrades early", "game", "How many upgrades a player makes per round, in the first three rounds.",
            lambda sample: in_rounds(sample, early(sample))),
    Measure("upgrades in the race", "game",
            "How many upgrades a player makes per round, once a player needs at most 10 points.",
            lambda sample: in_rounds(sample, racing(sample))),
    Measure("early above late", "game",
            "How many more upgrades a player makes per round in the first three rounds than in the race.",
            early_above_late, around_zero=True),
    Measure("active thirteen", "game", "The mean rank of the active cards after each round (2 to 14, ace).",
            lambda sample: by_round(sample, ranks(sample).mean(axis=1)), by="round"),
    Measure("active hearts", "game", "Hearts among the active cards of a player after each round.",
            lambda sample: by_round(sample, hearts(sample)), by="round"),
    Measure("different hands", "game",
            "The share of rounds in which the players have different numbers of cards to play.",
            plain(lambda sample: sample.by_match(np.ptp(hand_sizes(sample), axis=1) > 0), _rounds), share=True),
    Measure("drawn tricks", "game", "The share of tricks in which both players play the same card.", draws, share=True),
    Measure("edge of the winner", "game",
            "How much higher the mean rank of the winner's active cards is at the end than the loser's.",
            edge, around_zero=True),
    Measure("upgrades of the winner", "game", "How many more upgrades the winner of a match makes than the loser.",
            winner_upgrades, around_zero=True),
)  # fmt: skip

CLAIMS = (
    Claim("early upgrading", "Early on you will be desperately trying to upgrade your cards …", "upgrades early",
          above=USUALLY, reading="in the first three rounds each player upgrades more than once in two rounds"),
    Claim("late racing", "… but as you approach 40 you will be racing to get there first with the cards that you have "
          "accumulated.", "early above late", above=0.0,
          reading="fewer upgrades per round once a player needs at most 10 points than in the first three rounds"),
    Claim("different hands", "This may lead to each player having different numbers of cards in hand - don't worry, "
          "this is normal.", "different hands", above=NORMAL,
          reading="the numbers differ in more than 20 % of all rounds"),
    Claim("a winner of the trick", "Normally there will be a winner of the trick.", "drawn tricks", below=RARELY,
          reading="fewer than 10 % of tricks are drawn"),
    Claim("draws happen", "If both players play exactly the same card then it is a draw.", "drawn tricks",
          possible=True, reading="players do play the same card sometimes"),
    Claim("the edge", "The challenge is to upgrade those 13 cards to give you the edge over your opponent.",
          "edge of the winner", above=0.0, reading="the winner's active cards are higher at the end than the loser's"),
    Claim("careful play", "This intense strategic game of rapid adaption and careful play …", "stronger wins",
          "medium over random", above=0.9, reading="rules of thumb win more than 90 % of matches against random play"),
)  # fmt: skip
