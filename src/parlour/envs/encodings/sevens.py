"""What a seat observes of Oh 7 ? and Kod-7."""

from typing import Any

from parlour.cards import NO_CARD
from parlour.envs.encoding import Encoding, Part, each_place, each_seat, each_with_dummy, for_dummy, once
from parlour.envs.spread import marked, put, put_cards, put_number, put_one, put_seat, put_seats, seat_at
from parlour.game import State
from parlour.rule import hot_rule, rule

OH7_CARDS, KOD7_CARDS = 32, 51
OH7_PHASES, KOD7_PHASES = 4, 7
BIDS = TRICKS = 8  # none to seven
SUITS = 5
ATTEMPTS = 4
DUMMY = 2


def _parts(cards: int, phases: int) -> tuple[Part, ...]:
    return (
        Part("hand", cards, "the own cards"),
        Part("choice", cards, "the own secret choice: a card (in Kod-7's phase suit: the number of the suit)"),
        Part("gone", cards, "the cards played this round"),
        Part("open", cards, "the Dummy's cards that lie face up", for_dummy),
        Part("shown", cards, "the cards of that seat that everybody has seen this round", each_seat),
        Part("trick", cards, "the card in the current trick", each_place),
        Part("bid", BIDS, "how many tricks are promised: one of 0 to 7, nothing before that", each_seat),
        Part("won", TRICKS, "how many tricks are won: one of 0 to 7", each_place),
        Part("voids", SUITS, "the suits that the seat is known not to hold", each_seat),
        Part("suit", SUITS, "the exception suit that a tied player announced (Kod-7)", each_seat),
        Part("lead", SUITS, "the lead suit"),
        Part("trump", SUITS, "the trump, or exception, suit"),
        Part("leader", 1, "who leads this trick", each_place),
        Part("turn", 1, "who plays next", each_seat),
        Part("second", 1, "who plays second when the Dummy opens", each_with_dummy),
        Part("chosen", 1, "who has made a secret choice", each_seat),
        Part("tied", 1, "among whom the first leader is chosen (Kod-7)", each_seat),
        Part("absent", 1, "whether nobody holds the Interrobang (Kod-7)"),
        Part("phase", phases, "the phase"),
        Part("attempt", ATTEMPTS, "attempts at the commitments so far"),
        Part("tricks", TRICKS, "tricks finished this round"),
        Part("scores", 1, "points of the match", each_seat),
        Part("made", 1, "commitments kept in the match", each_seat),
        Part("rounds", 1, "rounds played", once),
    )


@hot_rule
def _encode(state: State, seat: int, row: Any, at: int, cards: int, phases: int) -> int:
    players = int(state.players)
    at = put_cards(row, at, state.hands[seat], cards)
    at = put_one(row, at, int(state.choice[seat]), cards)
    at = put_cards(row, at, state.gone, cards)
    if players == DUMMY:
        at = put_cards(row, at, state.open, cards)
    for place in range(players):
        at = put_cards(row, at, state.shown[seat_at(seat, place, players)], cards)
    at = _put_trick(state, seat, row, at, cards)
    at = _put_promises(state, seat, row, at)
    at = _put_suits(state, seat, row, at)
    at = _put_turns(state, seat, row, at)
    at = put_one(row, at, int(state.phase), phases)
    at = put_one(row, at, int(state.attempt), ATTEMPTS)
    at = put_one(row, at, int(state.tricks), TRICKS)
    for place in range(players):
        other = seat_at(seat, place, players)
        put(row, at + place, min(max(int(state.scores[other]), -128), 127))
        put(row, at + players + place, min(int(state.made[other]), 127))
    return put_number(row, at + 2 * players, int(state.rounds))


@hot_rule
def _place_of(other: int, seat: int, players: int) -> int:
    """Where a seat, or the Dummy, stands: the own one first, the Dummy last."""
    if other >= players:
        return other
    return other - seat if other >= seat else other - seat + players


@hot_rule
def _put_trick(state: State, seat: int, row: Any, at: int, cards: int) -> int:
    players = int(state.players)
    for play in range(state.trick_start, state.played):
        place = _place_of(int(state.played_seats[play]), seat, players)
        put(row, at + place * cards + int(state.played_cards[play]), 1)
    return at + max(players, DUMMY + 1) * cards


@hot_rule
def _put_promises(state: State, seat: int, row: Any, at: int) -> int:
    players, bids, won = int(state.players), 0, 0
    for place in range(players):
        other = seat_at(seat, place, players)
        bids |= marked(int(state.bids[other]), BIDS) << (BIDS * place)
        won |= marked(int(state.won[other]), TRICKS) << (TRICKS * place)
    at = put_cards(row, at, bids, BIDS * players)
    at = put_cards(row, at, won, TRICKS * players)
    return put_one(row, at, int(state.won[DUMMY]), TRICKS) if players == DUMMY else at


@hot_rule
def _put_suits(state: State, seat: int, row: Any, at: int) -> int:
    players, voids, suits = int(state.players), 0, 0
    for place in range(players):
        other = seat_at(seat, place, players)
        voids |= int(state.voids[other]) << (SUITS * place)
        suits |= marked(int(state.suits[other]), SUITS) << (SUITS * place)
    at = put_cards(row, at, voids, SUITS * players)
    at = put_cards(row, at, suits, SUITS * players)
    at = put_one(row, at, int(state.lead), SUITS)
    return put_one(row, at, int(state.trump), SUITS)


@hot_rule
def _put_turns(state: State, seat: int, row: Any, at: int) -> int:
    players, chosen = int(state.players), 0
    at = put_seat(row, at, int(state.leader), seat, players)
    if players == DUMMY:
        at = put_one(row, at, int(state.leader) - DUMMY, 1)
    at = put_seat(row, at, int(state.turn), seat, players)
    if players == DUMMY:
        at = put_seat(row, at, int(state.after_dummy), seat, players)
    for other in range(players):
        chosen |= (1 if state.choice[other] != NO_CARD else 0) << other
    at = put_seats(row, at, chosen, seat, players)
    at = put_seats(row, at, int(state.tied), seat, players)
    return put_one(row, at, 0 if state.absent else 1, 1)


@rule
def encode_oh7(state: State, seat: int, row: Any, at: int) -> int:
    """Write what the seat observes of Oh 7 ?."""
    return _encode(state, seat, row, at, OH7_CARDS, OH7_PHASES)


@rule
def encode_kod7(state: State, seat: int, row: Any, at: int) -> int:
    """Write what the seat observes of Kod-7."""
    return _encode(state, seat, row, at, KOD7_CARDS, KOD7_PHASES)


@rule
def points(state: State, seat: int) -> int:
    """The points of the match."""
    return int(state.scores[seat])


def reach(state: State) -> int:
    """A made commitment with all tricks and a basket of everybody's misses, against a failed one."""
    tricks, players = int(state.hand_size), int(state.players)
    return int(state.made_bonus) + int(state.trick_points) * tricks + (players + 1) * max(tricks, BIDS)


OH7 = Encoding(_parts(OH7_CARDS, OH7_PHASES), OH7_CARDS, encode_oh7, points, reach)
KOD7 = Encoding(_parts(KOD7_CARDS, KOD7_PHASES), KOD7_CARDS, encode_kod7, points, reach)
