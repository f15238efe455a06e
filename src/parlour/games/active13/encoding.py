"""What a seat observes of Active 13."""

from typing import Any

from parlour.cards import NO_CARD, bit, lowest, rest
from parlour.envs.encoding import Encoding, Part, each_seat
from parlour.envs.spread import put, put_by_seat, put_cards, put_number, put_one, put_seat, seat_at
from parlour.game import State
from parlour.rule import hot_rule, rule

CARDS = 52
ACTIONS = 53
SEATS = 2
PHASES = 5
HELD_GROUPS, LEFT_GROUPS = 3, 4
MOST_ACTIVE, MOST_DECK = 52, 47

PARTS = (
    Part("hand", CARDS, "the own cards"),
    Part("draw", CARDS, "the cards of the own draw pile"),
    Part("led", CARDS, "the card led to the current trick"),
    Part("discard", CARDS, "the discard pile: of the other seat only the cards that were seen to go there", each_seat),
    Part("binned", CARDS, "the cards that are out of the match", each_seat),
    Part("played", CARDS, "the cards played this round", each_seat),
    Part("seen", CARDS, "the cards of the discard pile that everybody saw go there", each_seat),
    Part("fresh", CARDS, "the cards of the seat that nobody can have seen", each_seat),
    Part("may_hold", CARDS, "what, for the others, unseen cards of the hand can be", each_seat),
    Part("may_draw", CARDS, "what, for the others, unseen cards of the draw pile can be", each_seat),
    Part("phase", PHASES, "the phase"),
    Part("leader", 1, "who leads this round", each_seat),
    Part("turn", 1, "who acts next", each_seat),
    Part("cards", 1, "how many cards are in the hand", each_seat),
    Part("draw_size", 1, "how many cards are in the draw pile", each_seat),
    Part("deck_size", 1, "how many cards are in the deck", each_seat),
    Part("left", 1, "how many cards lie unseen in the discard pile", each_seat),
    Part("won", 1, "tricks won this round", each_seat),
    Part("scores", 1, "points of the match", each_seat),
    Part("rounds", 1, "rounds played"),
)


@hot_rule
def wipe(state: State, seat: int) -> None:
    """Leave less than the seat may know: no deck at all, where `hide` would sort the own one."""
    other = 1 - seat
    state.hands[other] = 0
    state.discard[other] = state.open[other]
    for place in range(MOST_ACTIVE):
        state.draw[other, place] = NO_CARD
    for holder in range(SEATS):
        for place in range(MOST_DECK):
            state.deck[holder, place] = NO_CARD
    _sort_draw_pile(state, seat, _draw_pile(state, seat))


@hot_rule
def _draw_pile(state: State, seat: int) -> int:
    """The cards of a draw pile."""
    cards = 0
    for place in range(state.draw_size[seat]):
        cards |= bit(state.draw[seat, place])
    return cards


@hot_rule
def _sort_draw_pile(state: State, seat: int, cards: int) -> None:
    """Lay the cards of the draw pile lowest first, so that no order is told."""
    for place in range(state.draw_size[seat]):
        state.draw[seat, place] = lowest(cards)
        cards = rest(cards)


@rule
def encode(state: State, seat: int, row: Any, at: int) -> int:
    """Write what the seat observes."""
    at = put_cards(row, at, state.hands[seat], CARDS)
    at = put_cards(row, at, _draw_pile(state, seat), CARDS)
    at = put_one(row, at, int(state.led), CARDS)
    at = _put_sets(state, seat, row, at)
    at = put_one(row, at, int(state.phase), PHASES)
    at = put_seat(row, at, int(state.leader), seat, SEATS)
    at = put_seat(row, at, int(state.turn), seat, SEATS)
    for place in range(SEATS):
        _put_sizes(state, seat_at(seat, place, SEATS), row, at + place)
    return put_number(row, at + 6 * SEATS, int(state.rounds))


@hot_rule
def _put_sets(state: State, seat: int, row: Any, at: int) -> int:
    at = put_by_seat(row, at, state.discard, seat, SEATS, CARDS)
    at = put_by_seat(row, at, state.binned, seat, SEATS, CARDS)
    at = put_by_seat(row, at, state.played, seat, SEATS, CARDS)
    at = put_by_seat(row, at, state.open, seat, SEATS, CARDS)
    at = put_by_seat(row, at, state.fresh, seat, SEATS, CARDS)
    at = put_cards(row, at, _may_hold(state, seat), CARDS)
    at = put_cards(row, at, _may_hold(state, 1 - seat), CARDS)
    return put_by_seat(row, at, state.draw_may, seat, SEATS, CARDS)


@hot_rule
def _may_hold(state: State, seat: int) -> int:
    cards = 0
    for group in range(HELD_GROUPS):
        cards |= state.held_may[seat, group]
    return cards


@hot_rule
def _put_sizes(state: State, seat: int, row: Any, at: int) -> None:
    """Write the numbers of one seat; those of the other stand beside each of them."""
    held, left = 0, 0
    for group in range(HELD_GROUPS):
        held += int(state.held[seat, group])
    for group in range(LEFT_GROUPS):
        left += int(state.left[seat, group])
    put(row, at, held)
    put(row, at + SEATS, state.draw_size[seat])
    put(row, at + 2 * SEATS, state.deck_size[seat])
    put(row, at + 3 * SEATS, left)
    put(row, at + 4 * SEATS, state.won[seat])
    put(row, at + 5 * SEATS, min(int(state.scores[seat]), 127))


@rule
def points(state: State, seat: int) -> int:
    """The points of the match."""
    return int(state.scores[seat])


def reach(state: State) -> int:
    """A trick for every card of the hand, and what the other has left."""
    return 2 * int(state.hand_size)


ENCODING = Encoding(PARTS, ACTIONS, encode, points, reach, wipe)
