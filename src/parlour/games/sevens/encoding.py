"""What a seat observes of Oh 7 ? and Kod-7."""

from typing import Any

from parlour.cards import NO_CARD
from parlour.envs.encoding import Encoding, Part, each_place, each_seat, each_with_dummy, for_dummy, once
from parlour.envs.spread import (
    BYTES,
    equals,
    mark,
    mark_each,
    put,
    put_by_seat,
    put_cards,
    put_number,
    put_one,
    put_seat,
    put_seats,
    put_turned,
    spread,
    spread_each,
    turned,
    word_of,
)
from parlour.game import State
from parlour.rule import hot_rule, rule

OH7_CARDS, KOD7_CARDS = 32, 51
OH7_PHASES, KOD7_PHASES = 4, 7
BIDS = TRICKS = 8  # none to seven
SUITS = 5
ATTEMPTS = 4
DUMMY = 2
ONES = 0x0101010101010101


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
    at = put_by_seat(row, at, state.shown, seat, players, cards)
    at = _put_trick(state, seat, row, at, cards)
    at = _put_promises(state, seat, row, at)
    at = _put_suits(state, seat, row, at)
    at = _put_turns(state, seat, row, at)
    return _put_stage(state, seat, row, at, phases)


@hot_rule
def _put_trick(state: State, seat: int, row: Any, at: int, cards: int) -> int:
    players, size = int(state.players), int(state.played) - int(state.trick_start)
    if players == DUMMY:
        return _put_trick_beside_dummy(state, seat, row, at, cards)
    turn = seat - int(state.leader)  # the cards lie in the order of the seats
    laid = word_of(state.played_cards[state.trick_start :]) | (-1 << BYTES * size)  # behind them there is no card
    by_place = turned(laid, turn + (players if turn < 0 else 0), players)
    for place in range(players):
        mark(row, at + place * cards, by_place >> BYTES * place)
    return at + players * cards


@hot_rule
def _put_trick_beside_dummy(state: State, seat: int, row: Any, at: int, cards: int) -> int:
    """Here the cards do not lie in the order of the seats; the Dummy stands last."""
    for place in range(DUMMY + 1):
        spread(row, at + place * cards, 0)
    for play in range(state.trick_start, state.played):
        other = int(state.played_seats[play])
        place = other if other == DUMMY else other ^ seat
        put(row, at + place * cards + int(state.played_cards[play]), 1)
    return at + (DUMMY + 1) * cards


@hot_rule
def _put_promises(state: State, seat: int, row: Any, at: int) -> int:
    players = int(state.players)
    mark_each(row, at, turned(word_of(state.bids), seat, players), BIDS)
    at += BIDS * players
    mark_each(row, at, turned(word_of(state.won), seat, players), TRICKS)
    at += TRICKS * players
    return put_one(row, at, int(state.won[DUMMY]), TRICKS) if players == DUMMY else at


@hot_rule
def _put_suits(state: State, seat: int, row: Any, at: int) -> int:
    players = int(state.players)
    spread_each(row, at, turned(word_of(state.voids), seat, players))
    at += SUITS * players
    mark_each(row, at, turned(word_of(state.suits), seat, players), SUITS)
    at += SUITS * players
    at = put_one(row, at, int(state.lead), SUITS)
    return put_one(row, at, int(state.trump), SUITS)


@hot_rule
def _put_turns(state: State, seat: int, row: Any, at: int) -> int:
    players = int(state.players)
    at = put_seat(row, at, int(state.leader), seat, players)
    if players == DUMMY:
        at = put_one(row, at, int(state.leader) - DUMMY, 1)
    at = put_seat(row, at, int(state.turn), seat, players)
    if players == DUMMY:
        at = put_seat(row, at, int(state.after_dummy), seat, players)
    chosen = equals(word_of(state.choice), NO_CARD) ^ ONES
    at = put_turned(row, at, chosen, seat, players)
    at = put_seats(row, at, int(state.tied), seat, players)
    return put_one(row, at, 0 if state.absent else 1, 1)


@hot_rule
def _put_stage(state: State, seat: int, row: Any, at: int, phases: int) -> int:
    players = int(state.players)
    at = put_one(row, at, int(state.phase), phases)
    at = put_one(row, at, int(state.attempt), ATTEMPTS)
    at = put_one(row, at, int(state.tricks), TRICKS)
    at = put_turned(row, at, word_of(state.scores), seat, players)
    at = put_turned(row, at, word_of(state.made), seat, players)
    return put_number(row, at, int(state.rounds))


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
