"""The value of hands in Thirty-one: 31, points, and which of two hands is lower."""

from parlour.engine.rule import hot_rule
from parlour.engine.sets import count, has, highest, lowest, rest
from parlour.game.cards import Deck

SUIT_LETTERS = "CSHD"
RANK_NAMES = ("7", "8", "9", "10", "J", "Q", "K", "A")
SUITS, RANKS = 4, 8  # a card is suit × 8 + rank
CARDS = SUITS * RANKS
SEVEN, SEVEN_AND_EIGHT, SEVEN_TO_NINE = 0b1, 0b11, 0b111  # sets of ranks
TENS, ACE, ALL_RANKS = 0b01111000, 0b10000000, 0b11111111
THIRTY_ONE = 31
POINTS_PLACE = 16  # the points of a hand's strength start at this bit
BEYOND_ALL = (THIRTY_ONE + 1) << POINTS_PLACE  # stronger than every hand
DECK = Deck(tuple(rank + suit for suit in SUIT_LETTERS for rank in RANK_NAMES))


@hot_rule
def completing(pair: int) -> int:
    """Return the cards that make 31 with these two (T4)."""
    place = highest(pair) // RANKS * RANKS
    ranks = pair >> place
    if ranks << place != pair or ranks & SEVEN_TO_NINE:
        return 0  # two suits, or a card worth less than ten
    return (TENS & ~ranks if ranks & ACE else ACE) << place


@hot_rule
def has_31(hand: int) -> bool:
    """Return whether the hand is an Ace and two cards worth ten of one suit (T4)."""
    return has(completing(rest(hand)), lowest(hand))


@hot_rule
def points_of(ranks: int) -> int:
    """Return the points of cards of one suit, given as a set of ranks."""
    below_ten = count(ranks & SEVEN) + count(ranks & SEVEN_AND_EIGHT) + count(ranks & SEVEN_TO_NINE)
    return 10 * count(ranks) - below_ten + count(ranks & ACE)


@hot_rule
def strength(hand: int) -> int:
    """Return how good a hand is: a greater number beats a smaller one, equal ones are equal (T5, T6)."""
    best, total = 0, 0
    for suit in range(SUITS):
        ranks = (hand >> (RANKS * suit)) & ALL_RANKS
        points = points_of(ranks)
        # Equal points come from the same number of cards: then the set with the higher card is the greater number.
        best = max(best, points << RANKS | ranks)
        total += points
    return best << (POINTS_PLACE - RANKS) | total
