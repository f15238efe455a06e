"""Choosing several cards: one pick after another, in ascending order.

Every pick is a separate action, and the next one has to be a higher card. So each choice of cards can be made in
only one way, every choice ends, and nothing has to be confirmed. Tables show the picks together (`view.Selection`).
"""

from parlour.engine.rng import Rng, draw_cards, shuffle
from parlour.engine.rule import rule
from parlour.engine.sets import bit, count, first, highest


@rule
def next_picks(hand: int, picked: int, number: int) -> int:
    """Return the cards that can be picked next: above those picked, leaving enough to complete the picks."""
    cards = still_pickable(hand, picked)
    for _ in range(number - count(picked) - 1):
        cards &= ~bit(highest(cards))
    return cards


@rule
def still_pickable(hand: int, picked: int) -> int:
    """Return the cards that can be among the picks still to be made."""
    return hand & ~first(highest(picked) + 1) if picked else hand


@rule
def draw_picks(rng: Rng, hand: int, made: int, number: int) -> int:
    """Draw the first `made` of `number` picks from a hand for a `redeal`, all possibilities equally likely."""
    for _ in range(number - made):
        hand &= ~bit(highest(hand))
    shuffle(rng, hand)
    return draw_cards(rng, made)
