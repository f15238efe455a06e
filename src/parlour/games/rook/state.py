"""The cards, options and state of Rook. The rules are in rules.py."""

import numpy as np

from parlour.engine.rule import hot_rule, rule
from parlour.engine.sets import count, first
from parlour.game.cards import NO_CARD, Deck, Face, Suit
from parlour.game.fields import card_set, choice, each_seat, each_team, listed, number, one_card, one_seat, seat_set
from parlour.game.game import MOST_ROUNDS, State
from parlour.game.options import Option

DEAL, BID, ASIDE, TRUMP, PLAY, OVER = range(6)
PHASES = ("deal", "bid", "aside", "trump", "play", "over")
NO_OUTCOME, THROWN_IN, MADE, SET, REVOKED = range(5)
OUTCOMES = ("", "thrown in", "made", "set", "revoke")
REDEAL, DEALER_BIDS = range(2)  # The choices of the option all_pass.
REFUSED, FORFEIT = range(2)  # The choices of the option revoke.

SEATS = 4
TEAMS = 2
TEAM_SEATS = 0b0101  # The seats of team 0: seats 0 and 2; shifted by one bit, the seats of team 1.
NOBODY = -1
HAND = 14  # A hand has 14 cards, so there are 14 tricks.
PLAYS = SEATS * HAND
COLOURS = 4
NO_COLOUR = -1
LETTERS = "RGYB"
# A card is colour × 14 + its index in the order 2, 3, … 14, 1; so within a colour, higher cards have higher numbers.
VALUES = 14
THE_ROOK = COLOURS * VALUES
CARDS = THE_ROOK + 1
ONE_OF_EACH = 1 | 1 << 14 | 1 << 28 | 1 << 42  # The lowest cards of all four colours.
FIVES = ONE_OF_EACH << 3
TENS = ONE_OF_EACH << 8 | ONE_OF_EACH << 12  # The 10s and the 14s: each is worth ten points.
ONES = ONE_OF_EACH << 13
COUNTERS = FIVES | TENS | ONES | 1 << THE_ROOK
COUNTER_POINTS = 180  # All counters together are worth 180 points.
OTHER_COUNTERS = 2  # There are 17 counters: if a player holds 15, two are elsewhere.
SUITS = (
    Suit("R", "red", ink="red", drawing="drop", card="{suit} {value}"),
    Suit("G", "green", ink="green", drawing="leaf", card="{suit} {value}"),
    Suit("Y", "yellow", ink="gold", drawing="sun", card="{suit} {value}"),
    Suit("B", "black", ink="black", drawing="moon", card="{suit} {value}"),
)
DECK = Deck(
    (*(f"{number}{letter}" for letter in LETTERS for number in (*range(2, VALUES + 1), 1)), "Rook"),
    SUITS,
    {"Rook": Face("the Rook", drawing="rook")},
    pips=False,
)

PASS = 0  # Any other action in the auction is a bid divided by five.
BID_STEP = 5
HIGHEST_BID = 300  # The options allow bids up to 300.
ACTIONS = HIGHEST_BID // BID_STEP + 1  # There are more bids than cards, so all actions fit.
REVOKE_AWARD = 200
MOST_BONUS = 100  # The option cards_bonus allows at most 100 points.

OPTIONS = (
    Option("target", 500, "Points that end the match.", 1, 5000),
    Option("min_bid", 70, "The lowest bid.", 5, HIGHEST_BID, step=BID_STEP),
    Option("max_bid", 200, "The highest bid, which ends the auction.", 5, HIGHEST_BID, step=BID_STEP,
           not_below="min_bid"),
    Option("cards_bonus", 20, "Points for taking most of the tricks; at seven tricks each, the bidders get them.", 0,
           MOST_BONUS),
    Option("all_pass", "redeal",
           "If all pass: the next dealer deals, or the dealer must play at the lowest bid or above.",
           words=("redeal", "dealer_bids")),
    Option("revoke", "refused",
           "A revoke (failing to follow when you can): the card is refused, or it forfeits the hand.",
           words=("refused", "forfeit")),
)  # fmt: skip

EACH_SEAT, EACH_TEAM = each_seat(SEATS), each_team(TEAMS)
MOST_SCORE = 1_000_000

FIELDS = (
    card_set("hands", "the cards in each hand", EACH_SEAT, observed="own", place="common"),
    card_set("laid", "the cards that each seat has played this hand", EACH_SEAT, place="common"),
    card_set("lacks", "cards that the seat is known not to hold, because it did not follow suit", EACH_SEAT,
             observed="none"),
    card_set("trick", "the cards of the current trick", observed="none"),
    card_set("follow", "the cards that follow the trick's lead; none before a card is led", observed="none"),
    card_set("trumps", "the trump colour and the Rook; none before trump is named", observed="none"),
    number("scores", "points in the match so far: first seats 0 and 2, then seats 1 and 3", -MOST_SCORE, MOST_SCORE,
           EACH_TEAM, unit=BID_STEP),
    number("gains", "points gained in the last hand", -MOST_SCORE, MOST_SCORE, EACH_TEAM, observed="none"),
    number("points", "points taken this hand; the bonus for the most tricks is added at the end of the hand", 0,
           COUNTER_POINTS + MOST_BONUS, EACH_TEAM, stored=np.int32, unit=BID_STEP),
    number("bids", "the last bid of each seat this hand; 0: none", 0, HIGHEST_BID, EACH_SEAT, stored=np.int32,
           unit=BID_STEP),
    number("bid", "the highest bid; 0: none", 0, HIGHEST_BID, stored=np.int32, unit=BID_STEP),
    number("last_bid", "the bid of the last hand, for the score sheet", 0, HIGHEST_BID, stored=np.int32,
           observed="none"),
    number("rounds", "hands played, including those that were thrown in", 0, MOST_ROUNDS),
    one_card("played_cards", "the cards of this hand in the order of play", listed(PLAYS), observed="none"),
    one_seat("leaders", "the seat that led each trick", listed(HAND), observed="none"),
    number("won", "tricks taken this hand", 0, HAND, EACH_SEAT),
    number("played", "how many cards have been played this hand", 0, PLAYS),
    one_card("centre", "the card in the centre, until the bidder has put a card aside", observed="none"),
    one_card("aside", "the card put aside, known only to the bidder", place="common"),
    one_seat("dealer", "the seat that dealt"),
    seat_set("passed", "the seats that have passed"),
    one_seat("bidder", "the seat that made the highest bid"),
    choice("trump", "the trump colour", LETTERS),
    one_seat("leader", "the seat that leads this trick"),
    one_seat("turn", "the seat to act; nobody while chance is pending and when the match is over"),
    one_seat("last_bidder", "the seat that had the bid in the last hand", observed="none"),
    choice("outcome", "how the last hand ended", OUTCOMES, observed="none"),
    seat_set("victors", "the winners once the match is over", observed="none"),
)  # fmt: skip


@hot_rule
def colour_cards(colour: int) -> int:
    """Return all cards of a colour, without the Rook."""
    return first(VALUES) << (VALUES * int(colour))


@rule
def lay_out(state: State) -> None:
    """Clear the last hand, and pass the deal on (R1); the player to the dealer's left bids first."""
    for seat in range(SEATS):
        state.laid[seat] = 0
        state.lacks[seat] = 0
        state.bids[seat] = 0
        state.won[seat] = 0
    for play in range(PLAYS):
        state.played_cards[play] = NO_CARD
    for trick in range(HAND):
        state.leaders[trick] = NOBODY
    for team in range(TEAMS):
        state.points[team] = 0
    state.trick = 0
    state.follow = 0
    state.trumps = 0
    state.bid = 0
    state.played = 0
    state.centre = NO_CARD
    state.aside = NO_CARD
    state.passed = 0
    state.bidder = NOBODY
    state.trump = NO_COLOUR
    state.leader = NOBODY
    state.dealer = state.rounds % SEATS
    state.turn = (state.rounds + 1) % SEATS
    state.phase = BID


@rule
def hand_count(state: State, seat: int) -> int:
    """Return how many cards the seat has in hand, computed from public information."""
    if state.turn == NOBODY:
        return 0
    return HAND - count(state.laid[seat]) + (1 if state.phase == ASIDE and seat == state.bidder else 0)
