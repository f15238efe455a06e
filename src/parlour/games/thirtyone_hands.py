"""What the hands of Thirty-one count: 31, points, and which of two hands is the lower one."""

from parlour.cards import Deck, count, first, has, highest, lowest, rest
from parlour.rule import hot_rule

SUIT_LETTERS = "CSHD"
RANK_NAMES = ("7", "8", "9", "10", "J", "Q", "K", "A")
SUITS, RANKS = 4, 8  # a card is suit × 8 + rank
CARDS = SUITS * RANKS
SEVEN, EIGHT, NINE, ACE = 0, 1, 2, 7  # the ranks that do not count ten
LOW_RANKS = 0b00000111
TEN_RANKS = 0b01111000
ACE_RANK = 0b10000000
THIRTY_ONE = 31
POINTS_PLACE = 16  # the bit of a hand's strength from which on its points stand
BEYOND_ALL = (THIRTY_ONE + 1) << POINTS_PLACE  # stronger than every hand
DECK = Deck(tuple(rank + suit for suit in SUIT_LETTERS for rank in RANK_NAMES))


@hot_rule
def completing(pair: int) -> int:
    """The cards that make 31 with these two (T4)."""
    place = highest(pair) // RANKS * RANKS
    ranks = pair >> place
    if ranks << place != pair or ranks & LOW_RANKS:
        return 0  # two suits, or a card that counts less than ten
    return (TEN_RANKS & ~ranks if ranks & ACE_RANK else ACE_RANK) << place


@hot_rule
def has_31(hand: int) -> bool:
    """Whether the hand is an Ace and two cards worth ten of one suit (T4)."""
    return has(completing(rest(hand)), lowest(hand))


@hot_rule
def points_of(ranks: int) -> int:
    """The points of cards of one suit, given as a set of ranks."""
    low = 3 * has(ranks, SEVEN) + 2 * has(ranks, EIGHT) + has(ranks, NINE)
    return 10 * count(ranks) - low + has(ranks, ACE)


@hot_rule
def strength(hand: int) -> int:
    """How good a hand is: a greater number beats a smaller one, equal ones are equal (T5, T6)."""
    best, total = 0, 0
    for suit in range(SUITS):
        ranks = (hand >> (RANKS * suit)) & first(RANKS)
        points = points_of(ranks)
        # Equal points come from equally many cards: then the set with the higher card is the greater number.
        best = max(best, points << RANKS | ranks)
        total += points
    return best << (POINTS_PLACE - RANKS) | total
