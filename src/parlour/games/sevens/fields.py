"""The fields of a state, which are the same in Oh 7 ? and Kod-7 so that their shared rules are compiled only once."""

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
WITH_DUMMY = (2,)  # the numbers of players at a table with a Dummy

FIELDS = (
    card_set("hands", "the cards in each hand", EACH_SEAT, observed="own", place="common"),
    card_set("shown", "the cards in each hand that everybody has seen this round", EACH_SEAT),
    card_set("aside", "the cards set aside", observed="none", place="common"),
    card_set("gone", "the cards played this round, the current trick included", place="common"),
    card_set("trick", "the cards of the current trick", observed="none"),
    card_set("open", "the Dummy's cards that lie face up", players=WITH_DUMMY, place="common"),
    card_set("absent", "cards that everybody knows to be in no hand", observed="none"),
    number("scores", "each seat's points in the match", -MOST_SCORE, MOST_SCORE, EACH_SEAT),
    number("gains", "each seat's points in the last round", -MOST_SCORE, MOST_SCORE, EACH_SEAT, observed="none"),
    number("made", "how many commitments each seat has kept in the match", 0, MOST_ROUNDS, EACH_SEAT),
    number("rounds", "rounds played", 0, MOST_ROUNDS),
    one_card("pile", "the Dummy's pile, top card first", listed(PILE), observed="none", place="common"),
    number("pile_top", "the index of the top card of the Dummy's pile", 0, PILE, observed="none"),
    number("pile_end", "the index after the last card of the Dummy's pile", 0, PILE, observed="none"),
    one_card("choice", "each seat's secret choice: a card, or in the phase `suit` of Kod-7 a suit's number",
             EACH_SEAT, observed="own"),
    one_card("cards", "each seat's commitment card in the last attempt", EACH_SEAT, observed="none"),
    number("bids", "tricks promised by each seat; -1 before cards are shown", 0, MOST_TRICKS, EACH_SEAT, none=-1),
    number("won", "how many tricks each seat has won this round", 0, MOST_TRICKS, EACH_SEAT),
    choice_set("voids", "suits that each seat is known not to hold", SUIT_LETTERS, EACH_SEAT),
    one_card("played_cards", "the cards played this round, in order of play", listed(PLAYS), observed="none"),
    one_seat("played_seats", "the seats that played this round, in order of play", listed(PLAYS), observed="none"),
    number("played", "how many cards have been played this round", 0, PLAYS, observed="none"),
    number("trick_start", "the index of the current trick's first played card", 0, PLAYS, observed="none"),
    choice("lead", "the lead suit", SUIT_LETTERS, none=NO_SUIT, stored=WIDE),
    choice("trump", "the trump suit; in Kod-7 the exception suit", SUIT_LETTERS, none=NO_SUIT, stored=WIDE),
    number("tricks", "how many tricks are finished this round", 0, MOST_TRICKS),
    choice("suits", "the exception suit that each tied player announced (Kod-7)", SUIT_LETTERS, EACH_SEAT,
           none=NO_SUIT),
    seat_set("tied", "the seats among which the first leader is chosen (Kod-7)", stored=WIDE),
    number("attempt", "how many attempts this round has had at commitments whose sum is allowed", 0, MOST_ATTEMPTS),
    one_seat("leader", "the seat that leads this trick", stored=WIDE),
    one_seat("turn", "the seat whose turn it is", stored=WIDE),
    one_seat("after_dummy", "the seat that plays after the Dummy when the Dummy leads", players=WITH_DUMMY),
    seat_set("kept", "the seats that kept their commitment in the last round", stored=WIDE, observed="none"),
    seat_set("victors", "the winners once the match is over", stored=WIDE, observed="none"),
    number("players", "the number of players", 2, SEATS, stored=WIDE),
    number("ties", "how a tie for the highest score is decided (an option of Oh 7 ?)", 0, 1,
           stored=np.int32, observed="none"),
)  # fmt: skip
