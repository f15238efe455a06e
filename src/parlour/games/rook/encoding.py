"""What a seat observes of Rook."""

from typing import Any

from parlour.envs.encoding import Encoding, Part, each_seat
from parlour.envs.spread import put, put_by_seat, put_cards, put_number, put_one, put_seat, put_seats, seat_at
from parlour.game import State
from parlour.rule import hot_rule, rule

CARDS = 57
COLOURS, COLOUR_CARDS = 4, 14
ONE_COLOUR = (1 << COLOUR_CARDS) - 1
SEATS, TEAMS = 4, 2
PHASES = 6
STEP = 5  # bids and points are written as so many fives
ACTIONS = 61  # cards, and bids up to the highest that the options allow
AWARD = 200  # for the other team when a hand is forfeited
POINTS = 180  # in the cards of a deal


PARTS = (
    Part("hand", CARDS, "the own cards"),
    Part("aside", CARDS, "the card put aside, if the own seat did it"),
    Part("laid", CARDS, "the cards that the seat has played this hand", each_seat),
    Part("trick", CARDS, "the card in the current trick", each_seat),
    Part("lacks", COLOURS, "the colours that the seat is known not to hold", each_seat),
    Part("lead", COLOURS, "the colours that follow the lead; trump, if the Rook was led"),
    Part("trump", COLOURS, "the trump colour"),
    Part("phase", PHASES, "the phase"),
    Part("passed", 1, "who has passed", each_seat),
    Part("bidder", 1, "who made the highest bid", each_seat),
    Part("dealer", 1, "who dealt", each_seat),
    Part("leader", 1, "who leads this trick", each_seat),
    Part("turn", 1, "who acts next", each_seat),
    Part("bids", 1, "the last bid of the seat, in fives", each_seat),
    Part("won", 1, "tricks taken this hand", each_seat),
    Part("bid", 1, "the highest bid, in fives"),
    Part("points", TEAMS, "points taken this hand, in fives: the own team, the other"),
    Part("scores", TEAMS, "points of the match, in fives: the own team, the other"),
    Part("played", 1, "how many cards have been played this hand"),
    Part("rounds", 1, "hands played"),
)


@rule
def encode(state: State, seat: int, row: Any, at: int) -> int:
    """Write what the seat observes."""
    at = put_cards(row, at, state.hands[seat], CARDS)
    at = put_one(row, at, int(state.aside), CARDS)
    at = put_by_seat(row, at, state.laid, seat, SEATS, CARDS)
    for place in range(SEATS):
        at = put_cards(row, at, state.laid[seat_at(seat, place, SEATS)] & state.trick, CARDS)
    at = put_cards(row, at, _colours_in_play(state, seat), COLOURS * (SEATS + 2))
    at = put_one(row, at, int(state.phase), PHASES)
    at = _put_places(state, seat, row, at)
    return _put_numbers(state, seat, row, at)


@hot_rule
def _colours_in_play(state: State, seat: int) -> int:
    """The colours that every seat lacks, those to follow, and the trump: few bits, and so all at once."""
    colours = _colours(state.follow) << COLOURS * SEATS
    for place in range(SEATS):
        colours |= _colours(state.lacks[seat_at(seat, place, SEATS)]) << COLOURS * place
    trump = 1 if state.trump >= 0 else 0
    return colours | trump << (COLOURS * (SEATS + 1) + (int(state.trump) if trump else 0))


@hot_rule
def _colours(cards: int) -> int:
    """The colours of which there are cards in the set."""
    colours = 0
    for colour in range(COLOURS):
        colours |= (1 if (cards >> (COLOUR_CARDS * colour)) & ONE_COLOUR else 0) << colour
    return colours


@hot_rule
def _put_places(state: State, seat: int, row: Any, at: int) -> int:
    at = put_seats(row, at, int(state.passed), seat, SEATS)
    at = put_seat(row, at, int(state.bidder), seat, SEATS)
    at = put_seat(row, at, int(state.dealer), seat, SEATS)
    at = put_seat(row, at, int(state.leader), seat, SEATS)
    return put_seat(row, at, int(state.turn), seat, SEATS)


@hot_rule
def _put_numbers(state: State, seat: int, row: Any, at: int) -> int:
    for place in range(SEATS):
        other = seat_at(seat, place, SEATS)
        put(row, at + place, int(state.bids[other]) // STEP)
        put(row, at + SEATS + place, int(state.won[other]))
    at = put_number(row, at + 2 * SEATS, int(state.bid) // STEP)
    team = seat % TEAMS
    at = put_number(row, at, int(state.points[team]) // STEP)
    at = put_number(row, at, int(state.points[1 - team]) // STEP)
    at = put_number(row, at, int(state.scores[team]) // STEP)
    at = put_number(row, at, int(state.scores[1 - team]) // STEP)
    at = put_number(row, at, int(state.played))
    return put_number(row, at, int(state.rounds))


@rule
def points(state: State, seat: int) -> int:
    """The points of the team."""
    return int(state.scores[seat % TEAMS])


def reach(state: State) -> int:
    """All points against a lost bid, or the award for a revoke."""
    return max(POINTS + int(state.cards_bonus) + int(state.max_bid), AWARD)


ENCODING = Encoding(PARTS, ACTIONS, encode, points, reach)
