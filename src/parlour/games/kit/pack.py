"""The standard pack: 52 cards, or the 36 or 32 highest of them.

Cards are numbered suit by suit, from the lowest rank to the highest: card = suit × ranks + rank. The suits are in the
order of `SUITS`: spades, hearts, clubs, diamonds. The lowest rank of the whole pack is the 2.
"""

from parlour.engine.rule import hot_rule, rule
from parlour.engine.sets import lowest, rest
from parlour.errors import ParlourError
from parlour.game.cards import Deck

SUITS = "SHCD"  # the letters of the suits, in the order of their numbers
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PACKS = {52: 13, 36: 9, 32: 8}  # for each size of pack, the number of cards in a suit
FULL = 13  # number of ranks in the whole pack
SPADES = 0  # the index of ♠ in SUITS
HEARTS = 1  # ♥
CLUBS = 2  # ♣
DIAMONDS = 3  # ♦


def pack(cards: int = 52) -> Deck:
    """Return a pack of 52 cards, of 36 cards (6 to ace) or of 32 cards (7 to ace).

    >>> pack(32).names[0]
    '7S'
    """
    ranks = RANKS[-_ranks(cards) :]
    return Deck(tuple(f"{rank}{suit}" for suit in SUITS for rank in ranks))


def suit_masks(cards: int = 52) -> tuple[int, ...]:
    """Return the set of cards of each suit in a pack of this size, in the order of `SUITS`."""
    ranks = _ranks(cards)
    return tuple(((1 << ranks) - 1) << suit * ranks for suit in range(len(SUITS)))


def _ranks(cards: int) -> int:
    """Return the number of ranks in a pack of this size."""
    if cards not in PACKS:
        raise ParlourError(f"there is no pack of {cards} cards; expected one of {', '.join(map(str, PACKS))}")
    return PACKS[cards]


@hot_rule
def suit_of(card: int, ranks: int = FULL) -> int:
    """Return the number of a card's suit, from 0 for spades to 3 for diamonds, in a pack with this number of ranks."""
    return int(card) // ranks


@hot_rule
def rank_of(card: int, ranks: int = FULL) -> int:
    """Return a card's rank, from 0 for the lowest, in a pack with this number of ranks."""
    return int(card) % ranks


@rule
def highest_rank(cards: int, ranks: int = FULL) -> int:
    """Return the highest-ranking card of a set, -1 if it's empty; of equal ranks, the card of the first suit."""
    best = -1
    while cards:
        card = lowest(cards)
        if best < 0 or rank_of(card, ranks) > rank_of(best, ranks):
            best = card
        cards = rest(cards)
    return best


@rule
def lowest_rank(cards: int, ranks: int = FULL) -> int:
    """Return the lowest-ranking card of a set, -1 if it's empty; of equal ranks, the card of the first suit."""
    best = -1
    while cards:
        card = lowest(cards)
        if best < 0 or rank_of(card, ranks) < rank_of(best, ranks):
            best = card
        cards = rest(cards)
    return best
