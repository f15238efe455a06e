"""What a seat of Rook observes besides the state's fields."""

from parlour.engine.rule import hot_rule
from parlour.game.fields import Computed, card_set, choice_set
from parlour.game.game import State
from parlour.games.rook.state import COLOURS, EACH_SEAT, LETTERS, colour_cards


@hot_rule
def trick_card(state: State, seat: int) -> int:
    """Return the card that the seat has played to the current trick, as a set; return an empty set before that."""
    return int(state.laid[seat] & state.trick)


@hot_rule
def lacked_colours(state: State, seat: int) -> int:
    """Return the colours that the seat is known not to hold."""
    return _colours(state.lacks[seat])


@hot_rule
def lead_colours(state: State, seat: int) -> int:
    """Return the colours with which a player follows the lead."""
    return _colours(state.follow)


@hot_rule
def _colours(cards: int) -> int:
    """Return the colours that occur in a set of cards."""
    colours = 0
    for colour in range(COLOURS):
        colours |= (1 if cards & colour_cards(colour) else 0) << colour
    return colours


COMPUTED = (
    Computed(card_set("trick_card", "the card of each seat in the current trick", EACH_SEAT), trick_card),
    Computed(
        choice_set("lacked_colours", "colours that the seat is known not to hold", LETTERS, EACH_SEAT), lacked_colours
    ),
    Computed(
        choice_set("lead_colours", "the colours that follow the lead; trump, if the Rook was led", LETTERS),
        lead_colours,
    ),
)
