"""Tricks: which cards follow suit, and who takes the trick.

The field `one_card("trick", …, each_seat(4))` stores the card that each seat has played to the trick, and NO_CARD for
seats that haven't played yet. Suits are sets of cards, as in `pack.suit_masks()`; a higher card has a higher number.
"""

from collections.abc import Sequence

from parlour.engine.rule import hot_rule, rule
from parlour.engine.sets import bit, has, highest
from parlour.game.cards import NO_CARD
from parlour.game.fields import Entries

NO_TRUMP = 0  # the empty set of trumps, for games without trumps


@hot_rule
def following(hand: int, led: int) -> int:
    """Return the cards that a hand may play to a trick: its cards of the suit led or, without any, all its cards."""
    same = hand & led
    return same if same else hand


@hot_rule
def best_card(cards: int, led: int, trumps: int) -> int:
    """Return the card that takes the trick: the highest trump, or without trumps the highest card of the suit led."""
    trumped = cards & trumps
    return highest(trumped if trumped else cards & led)


@rule
def laid(trick: Entries, players: int) -> int:
    """Return the set of cards in the trick."""
    cards = 0
    for seat in range(players):
        if trick[seat] != NO_CARD:
            cards |= bit(trick[seat])
    return cards


@rule
def taker(trick: Entries, players: int, led: int, trumps: int) -> int:
    """Return the seat that wins the trick so far, or -1 if none does; `led` and `trumps` are sets of cards."""
    best = best_card(laid(trick, players), led, trumps)
    for seat in range(players):
        if trick[seat] != NO_CARD and trick[seat] == best:
            return seat
    return -1


@rule
def lay_down(trick: Entries, last: Entries, players: int) -> None:
    """Move the cards of the finished trick to `last`, and clear the trick."""
    for seat in range(players):
        last[seat] = trick[seat]
        trick[seat] = NO_CARD


@hot_rule
def suit_among(card: int, suits: Sequence[int]) -> int:
    """Return the number of the suit that contains the card, or -1 if none does."""
    for suit in range(len(suits)):
        if has(suits[suit], card):
            return suit
    return -1
