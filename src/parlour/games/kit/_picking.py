"""Choosing several cards: one pick after another, in ascending order.

Every pick is an action of its own, and the next one has to be a higher card. So each choice of cards can be made in
just one way, every choice ends, and nothing has to be confirmed. Tables show the picks as one act (`view.Selection`).
"""

from parlour.engine.rng import Rng, draw_cards, shuffle
from parlour.engine.rule import rule
from parlour.engine.sets import bit, count, first, highest


@rule
def next_picks(hand: int, picked: int, number: int) -> int:
    """The cards that can be picked next: above those picked, with enough cards above them to make up the number."""
    cards = still_pickable(hand, picked)
    for _ in range(number - count(picked) - 1):
        cards &= ~bit(highest(cards))
    return cards


@rule
def still_pickable(hand: int, picked: int) -> int:
    """The cards that can be among the picks still to be made."""
    return hand & ~first(highest(picked) + 1) if picked else hand


@rule
def draw_picks(rng: Rng, hand: int, made: int, number: int) -> int:
    """The first `made` of that number of picks from a hand, each possibility as likely: for a `redeal`."""
    for _ in range(number - made):
        hand &= ~bit(highest(hand))
    shuffle(rng, hand)
    return draw_cards(rng, made)
