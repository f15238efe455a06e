"""What a seat observes of Thirty-one."""

from typing import Any

from parlour.envs.encoding import Encoding, Part, each_seat
from parlour.envs.spread import put_by_seat, put_cards, put_number, put_one, put_seat, put_seats, put_turned, word_of
from parlour.game import State
from parlour.rule import hot_rule, rule

CARDS = 32
ACTIONS = 11
PACKETS = 2
PHASES = 5

PARTS = (
    Part("hand", CARDS, "the own cards"),
    Part("packets", CARDS * PACKETS, "packets A and B: the one that the own seat has looked at"),
    Part("playing_deck", CARDS, "the cards that lie face up"),
    Part("known", CARDS, "the cards of the seat that everybody has seen it take", each_seat),
    Part("partners", CARDS, "cards seen beside two unseen ones that did not make 31 together", each_seat),
    Part("excluded", CARDS, "cards that a single unseen one cannot be", each_seat),
    Part("phase", PHASES, "the phase"),
    Part("looked", PACKETS, "the packet that the MVP looked at"),
    Part("still_in", 1, "who is not out", each_seat),
    Part("cows", 1, "who got the extra life", each_seat),
    Part("stayed", 1, "who stayed this round", each_seat),
    Part("first_stay", 1, "who stayed first this round", each_seat),
    Part("dealer", 1, "who has the dealer token", each_seat),
    Part("mvp", 1, "who has the MVP token", each_seat),
    Part("preacher", 1, "who has the Preacher token", each_seat),
    Part("turn", 1, "who acts next", each_seat),
    Part("lives", 1, "lives left", each_seat),
    Part("switches", 1, "switches of this round before the first stay"),
    Part("rounds", 1, "rounds played"),
)


@rule
def encode(state: State, seat: int, row: Any, at: int) -> int:
    """Write what the seat observes."""
    players = int(state.players)
    at = put_cards(row, at, state.hands[seat] | state.packets[0] << CARDS, 2 * CARDS)
    at = put_cards(row, at, state.packets[1] | state.playing_deck << CARDS, 2 * CARDS)
    at = put_by_seat(row, at, state.known, seat, players, CARDS)
    at = put_by_seat(row, at, state.partners, seat, players, CARDS)
    at = put_by_seat(row, at, state.excluded, seat, players, CARDS)
    at = put_one(row, at, int(state.phase), PHASES)
    at = put_one(row, at, int(state.looked), PACKETS)
    at = _put_places(state, seat, row, at)
    at = put_turned(row, at, word_of(state.lives_left), seat, players)
    at = put_number(row, at, int(state.switches))
    return put_number(row, at, int(state.rounds))


@hot_rule
def _put_places(state: State, seat: int, row: Any, at: int) -> int:
    players = int(state.players)
    at = put_seats(row, at, int(state.still_in), seat, players)
    at = put_seats(row, at, int(state.cows), seat, players)
    at = put_seats(row, at, int(state.stayed), seat, players)
    at = put_seat(row, at, int(state.first_stay), seat, players)
    at = put_seat(row, at, int(state.dealer), seat, players)
    at = put_seat(row, at, int(state.mvp), seat, players)
    at = put_seat(row, at, int(state.preacher), seat, players)
    return put_seat(row, at, int(state.turn), seat, players)


@rule
def points(state: State, seat: int) -> int:
    """The lives left."""
    return int(state.lives_left[seat])


def reach(state: State) -> int:
    """A life."""
    return 1


ENCODING = Encoding(PARTS, ACTIONS, encode, points, reach)
