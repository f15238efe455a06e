"""What a seat of Thirty-one observes besides the state's fields: each card by its position, as in the actions."""

from parlour.engine.rule import hot_rule
from parlour.engine.sets import bit, nth
from parlour.game.fields import Computed, card_set
from parlour.game.game import State
from parlour.games.thirtyone.rules import HAND


@hot_rule
def first_in_hand(state: State, seat: int) -> int:
    """Return the first card of the seat's own hand, as a set."""
    return _at(state.hands[seat], 0)


@hot_rule
def second_in_hand(state: State, seat: int) -> int:
    """Return the second card of the seat's own hand, as a set."""
    return _at(state.hands[seat], 1)


@hot_rule
def third_in_hand(state: State, seat: int) -> int:
    """Return the third card of the seat's own hand, as a set."""
    return _at(state.hands[seat], HAND - 1)


@hot_rule
def first_on_deck(state: State, seat: int) -> int:
    """Return the first card of the playing deck, as a set."""
    return _at(state.playing_deck, 0)


@hot_rule
def second_on_deck(state: State, seat: int) -> int:
    """Return the second card of the playing deck, as a set."""
    return _at(state.playing_deck, 1)


@hot_rule
def third_on_deck(state: State, seat: int) -> int:
    """Return the third card of the playing deck, as a set."""
    return _at(state.playing_deck, HAND - 1)


@hot_rule
def _at(cards: int, place: int) -> int:
    """Return a set that contains only the card at this position; if there are no cards, return an empty set."""
    return bit(nth(cards, place)) if cards else 0


COMPUTED = (
    Computed(card_set("first_in_hand", "the first card of the seat's own hand"), first_in_hand),
    Computed(card_set("second_in_hand", "the second card of the seat's own hand"), second_in_hand),
    Computed(card_set("third_in_hand", "the third card of the seat's own hand"), third_in_hand),
    Computed(card_set("first_on_deck", "the first card of the playing deck"), first_on_deck),
    Computed(card_set("second_on_deck", "the second card of the playing deck"), second_on_deck),
    Computed(card_set("third_on_deck", "the third card of the playing deck"), third_on_deck),
)
