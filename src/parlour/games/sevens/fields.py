"""The fields of a state of Oh 7 ? and Kod-7: the same for both, so that their shared rules are compiled once."""

import numpy as np

from parlour.game.fields import (
    WIDE,
    card_set,
    choice,
    choice_set,
    each_seat,
    listed,
    number,
    one_card,
    one_seat,
    seat_set,
)
from parlour.game.game import MOST_ROUNDS
from parlour.games.sevens.rules import NO_SUIT, PILE, PLAYS, SEATS, SUIT_LETTERS, VALUES

EACH_SEAT = each_seat(SEATS)
MOST_SCORE = 1_000_000
MOST_ATTEMPTS = 3
MOST_TRICKS = VALUES - 1
WITH_DUMMY = (2,)  # numbers of players with a Dummy

FIELDS = (
    card_set("hands", "the cards in each hand", EACH_SEAT, observed="own", place="common"),
    card_set("shown", "the cards of each seat that everybody has seen this round", EACH_SEAT),
    card_set("aside", "the cards set aside", observed="none", place="common"),
    card_set("gone", "the cards played this round, the current trick included", place="common"),
    card_set("trick", "the cards of the current trick", observed="none"),
    card_set("open", "the Dummy's cards that lie face up", players=WITH_DUMMY, place="common"),
    card_set("absent", "cards that everybody knows to be in no hand", observed="none"),
    number("scores", "points of the match", -MOST_SCORE, MOST_SCORE, EACH_SEAT),
    number("gains", "points of the last round", -MOST_SCORE, MOST_SCORE, EACH_SEAT, observed="none"),
    number("made", "how many commitments were kept in the match", 0, MOST_ROUNDS, EACH_SEAT),
    number("rounds", "rounds played", 0, MOST_ROUNDS),
    one_card("pile", "the Dummy's pile, top card first", listed(PILE), observed="none", place="common"),
    number("pile_top", "the index of its top card", 0, PILE, observed="none"),
    number("pile_end", "the index of its end", 0, PILE, observed="none"),
    one_card("choice", "the secret choice of each seat: a card, or in Kod-7's phase suit the number of a suit",
             EACH_SEAT, observed="own"),
    one_card("cards", "the commitment card of the last attempt", EACH_SEAT, observed="none"),
    number("bids", "tricks promised; -1 before that", 0, MOST_TRICKS, EACH_SEAT, none=-1),
    number("won", "tricks won this round", 0, MOST_TRICKS, EACH_SEAT),
    choice_set("voids", "suits that the seat is known not to hold", SUIT_LETTERS, EACH_SEAT),
    one_card("played_cards", "the cards of this round in the order of play", listed(PLAYS), observed="none"),
    one_seat("played_seats", "the seats that played them", listed(PLAYS), observed="none"),
    number("played", "how many cards have been played this round", 0, PLAYS, observed="none"),
    number("trick_start", "the index among them at which the current trick begins", 0, PLAYS, observed="none"),
    choice("lead", "the lead suit", SUIT_LETTERS, none=NO_SUIT, stored=WIDE),
    choice("trump", "the trump suit, in Kod-7 the exception suit", SUIT_LETTERS, none=NO_SUIT, stored=WIDE),
    number("tricks", "tricks finished this round", 0, MOST_TRICKS),
    choice("suits", "the exception suit that a tied player announced (Kod-7)", SUIT_LETTERS, EACH_SEAT,
           none=NO_SUIT),
    seat_set("tied", "the seats among which the first leader is chosen (Kod-7)", stored=WIDE),
    number("attempt", "attempts at the commitments this round", 0, MOST_ATTEMPTS),
    one_seat("leader", "the seat that leads this trick", stored=WIDE),
    one_seat("turn", "the seat to act", stored=WIDE),
    one_seat("after_dummy", "the seat that plays second when the Dummy opens", players=WITH_DUMMY),
    seat_set("kept", "the seats that made their commitment in the last round", stored=WIDE, observed="none"),
    seat_set("victors", "the winners once the match is over", stored=WIDE, observed="none"),
    number("players", "people at the table", 2, SEATS, stored=WIDE),
    number("ties", "what decides between equal leaders: an option of Oh 7 ?, which Kod-7 does not have", 0, 1,
           stored=np.int32, observed="none"),
)  # fmt: skip
