"""Choosing several cards, one after another, in ascending order.

Every pick is a separate action, and each pick has to be a higher card than the pick before it. So there's only one way
to choose a given set of cards, and the last pick completes the choice. A player still sees the picks together as one
choice (`view.Selection`).
"""

from parlour.engine.rng import Rng, draw_cards, shuffle
from parlour.engine.rule import rule
from parlour.engine.sets import bit, count, first, highest


@rule
def next_picks(hand: int, picked: int, number: int) -> int:
    """Return the cards that can be picked next: above the last pick, with enough cards left to complete the picks."""
    cards = still_pickable(hand, picked)
    for _ in range(number - count(picked) - 1):
        cards &= ~bit(highest(cards))
    return cards


@rule
def still_pickable(hand: int, picked: int) -> int:
    """Return the cards that can still be picked, now or later: those above the last pick."""
    return hand & ~first(highest(picked) + 1) if picked else hand


@rule
def draw_picks(rng: Rng, hand: int, made: int, number: int) -> int:
    """Draw the first `made` of `number` picks from a redealt hand; all possible picks are equally likely."""
    for _ in range(number - made):
        hand &= ~bit(highest(hand))
    shuffle(rng, hand)
    return draw_cards(rng, made)
