"""What a seat of Active 13 observes besides the state's fields, and a faster version of `hide` for observations."""

from parlour.engine.rule import hot_rule
from parlour.engine.sets import bit, lowest, rest
from parlour.game.cards import NO_CARD
from parlour.game.fields import Computed, card_set, number
from parlour.game.game import State
from parlour.games.active13.redeal import PLAYERS, hand_count, held_cards
from parlour.games.active13.rules import EACH_SEAT, MOST_ACTIVE, MOST_DECK, MOST_HAND


@hot_rule
def wipe(state: State, seat: int) -> None:
    """Hide what the seat may not see and, unlike `hide`, also the cards of its own deck."""
    other = 1 - seat
    state.hands[other] = 0
    for place in range(MOST_ACTIVE):
        state.draw[other, place] = NO_CARD
    for holder in range(PLAYERS):
        for place in range(MOST_DECK):
            state.deck[holder, place] = NO_CARD
    _sort_draw_pile(state, seat, draw_pile(state, seat))


@hot_rule
def draw_pile(state: State, seat: int) -> int:
    """Return the set of cards in a seat's draw pile."""
    cards = 0
    for place in range(state.draw_size[seat]):
        cards |= bit(state.draw[seat, place])
    return cards


@hot_rule
def _sort_draw_pile(state: State, seat: int, cards: int) -> None:
    """Sort the cards of the draw pile, so that their order isn't revealed."""
    for place in range(state.draw_size[seat]):
        state.draw[seat, place] = lowest(cards)
        cards = rest(cards)


COMPUTED = (
    Computed(card_set("draw_pile", "the cards of the seat's own draw pile"), draw_pile),
    Computed(
        card_set("held_cards", "the cards that the hand can contain, as far as the other player knows", EACH_SEAT),
        held_cards,
    ),
    Computed(number("held_count", "how many cards are in the hand", 0, MOST_HAND, EACH_SEAT), hand_count),
)
