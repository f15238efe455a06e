"""Tricks: following suit, and the taker.

A trick is a field with a card for each seat, `one_card("trick", …, each_seat(4))`, NO_CARD where none is yet. Suits
are sets of cards in which the higher number is the higher card, as in `pack.suit_masks()`.
"""

from collections.abc import Sequence

from parlour.engine.rule import hot_rule, rule
from parlour.engine.sets import bit, has, highest
from parlour.game.cards import NO_CARD
from parlour.game.fields import Entries

NO_TRUMP = 0  # the set of trumps in a game without trumps


@hot_rule
def following(hand: int, led: int) -> int:
    """Return the cards that a hand may play to a trick: those of the suit led, or any card if it has none."""
    same = hand & led
    return same if same else hand


@hot_rule
def best_card(cards: int, led: int, trumps: int) -> int:
    """Return the card that takes the trick: the highest trump, without one the highest card of the suit led."""
    trumped = cards & trumps
    return highest(trumped if trumped else cards & led)


@rule
def laid(trick: Entries, players: int) -> int:
    """Return the cards in the trick, as a set."""
    cards = 0
    for seat in range(players):
        if trick[seat] != NO_CARD:
            cards |= bit(trick[seat])
    return cards


@rule
def taker(trick: Entries, players: int, led: int, trumps: int) -> int:
    """Return the seat that takes the trick, or would take it now; -1 for none. `led` and `trumps` are sets of cards."""
    best = best_card(laid(trick, players), led, trumps)
    for seat in range(players):
        if trick[seat] != NO_CARD and trick[seat] == best:
            return seat
    return -1


@rule
def lay_down(trick: Entries, last: Entries, players: int) -> None:
    """Turn the trick over: it becomes the last one, and the middle is empty."""
    for seat in range(players):
        last[seat] = trick[seat]
        trick[seat] = NO_CARD


@hot_rule
def suit_among(card: int, suits: Sequence[int]) -> int:
    """Return the number of the suit that holds the card; -1 if none does."""
    for suit in range(len(suits)):
        if has(suits[suit], card):
            return suit
    return -1
