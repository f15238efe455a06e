"""The value of hands in Thirty-one: whether a hand is 31, its points, and which of two hands is lower."""

from parlour.engine.rule import hot_rule
from parlour.engine.sets import count, has, highest, lowest, rest
from parlour.game.cards import Deck

SUIT_LETTERS = "CSHD"
RANK_NAMES = ("7", "8", "9", "10", "J", "Q", "K", "A")
SUITS, RANKS = 4, 8  # A card's number is suit × 8 + rank.
CARDS = SUITS * RANKS
SEVEN, SEVEN_AND_EIGHT, SEVEN_TO_NINE = 0b1, 0b11, 0b111  # These are sets of ranks.
TENS, ACE, ALL_RANKS = 0b01111000, 0b10000000, 0b11111111
THIRTY_ONE = 31
POINTS_PLACE = 16  # In the number that `strength` returns, the hand's points start at this bit.
BEYOND_ALL = (THIRTY_ONE + 1) << POINTS_PLACE  # A number above the strength of any hand.
DECK = Deck(tuple(rank + suit for suit in SUIT_LETTERS for rank in RANK_NAMES))


@hot_rule
def completing(pair: int) -> int:
    """Return the cards that make 31 together with a given pair of cards (T4)."""
    place = highest(pair) // RANKS * RANKS
    ranks = pair >> place
    if ranks << place != pair or ranks & SEVEN_TO_NINE:
        return 0  # The pair has two suits, or a card worth less than ten.
    return (TENS & ~ranks if ranks & ACE else ACE) << place


@hot_rule
def has_31(hand: int) -> bool:
    """Say whether the hand is 31: an Ace and two cards worth ten, all of one suit (T4)."""
    return has(completing(rest(hand)), lowest(hand))


@hot_rule
def points_of(ranks: int) -> int:
    """Return the points of cards of one suit; the cards are given as a set of ranks."""
    below_ten = count(ranks & SEVEN) + count(ranks & SEVEN_AND_EIGHT) + count(ranks & SEVEN_TO_NINE)
    return 10 * count(ranks) - below_ten + count(ranks & ACE)


@hot_rule
def strength(hand: int) -> int:
    """Return how strong a hand is: the hand with the greater number wins, and equal numbers are a tie (T5, T6)."""
    best, total = 0, 0
    for suit in range(SUITS):
        ranks = (hand >> (RANKS * suit)) & ALL_RANKS
        points = points_of(ranks)
        # Hands with equal points count equally many cards, so the set with the higher cards is the greater number.
        best = max(best, points << RANKS | ranks)
        total += points
    return best << (POINTS_PLACE - RANKS) | total
