"""Tests of Rook's rules: every ruling (R1 to R12) and every sentence of the source that a program could get wrong."""

import itertools
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.engine.rng import generator, pick
from parlour.engine.sets import each
from parlour.errors import ParlourError
from parlour.game.cards import HIDDEN, NO_CARD
from parlour.game.game import Event, State
from parlour.game.options import OptionError
from parlour.game.texts import Refusal
from parlour.game.view import Play
from parlour.games import find_game
from parlour.games.rook.state import COUNTERS, DECK, HAND, LETTERS, MADE, REVOKED, SEATS, SET, THE_ROOK, THROWN_IN
from parlour.match.record import RecordError, verify

ROOK = find_game("rook")
RECORD = Path(__file__).parent / "hand.json"

# Each player has all the cards of one colour: Ann red, Ben green, Cleo yellow and Dan black.
COLOURS = tuple(" ".join(name for name in DECK.names if name.endswith(letter)) for letter in LETTERS)

# Cleo and Dan share all the red cards, and Ben has the Rook.
MIXED = (
    "2B 3B 4B 5B 2G 3G 4G 5G 6G 7G 8G 9G 10G 11G",
    "Rook 6B 7B 8B 12G 13G 14G 1G 2Y 3Y 4Y 5Y 6Y 7Y",
    "13R 6R 5R 4R 3R 2R 1B 14B 13B 8Y 9Y 10Y 11Y 12Y",
    "1R 14R 12R 11R 10R 9R 8R 7R 9B 10B 11B 12B 13Y 14Y",
)

# If green is trump and all play their highest cards, Ben takes seven tricks with 70 points, and Ann takes the rest.
SEVEN = (
    "9R 10R 11R 12R 13R 14R 1R 2Y 3Y 4Y 5Y 6Y 7Y 8Y",
    "1G 14G 13G 12G 11G 10G 9G 2R 3R 4R 5R 6R 7R 8R",
    "9Y 10Y 11Y 12Y 13Y 14Y 1Y 2B 3B 4B 5B 6B 7B 8B",
    "2G 3G 4G 5G 6G 7G Rook 9B 10B 11B 12B 13B 14B 1B",
)

# If green is trump and all play their highest cards, Ben takes six tricks with 70 points.
SIX = (
    "9G 2G 10R 11R 12R 13R 14R 1R 3Y 4Y 5Y 6Y 7Y 8Y",
    "1G 14G 13G 12G 11G 10G 2R 3R 4R 5R 6R 7R 8R 9R",
    "9Y 10Y 11Y 12Y 13Y 14Y 1Y 2B 3B 4B 5B 6B 7B 8B",
    "3G 4G 5G 6G 7G Rook 2Y 9B 10B 11B 12B 13B 14B 1B",
)

# Ben has 14 counters, and the card in the centre is a counter, too.
COUNTER_HANDS = (
    "2R 3R 4R 6R 7R 8R 9R 11R 12R 13R 2G 3G 4G 6G",
    "5R 10R 14R 1R 5G 10G 14G 1G 5Y 10Y 14Y 5B 10B 14B",
    "7G 8G 9G 11G 12G 13G 2Y 3Y 4Y 6Y 7Y 8Y 9Y 11Y",
    "12Y 13Y 2B 3B 4B 6B 7B 8B 9B 11B 12B 13B 1B Rook",
)


def deal_event(hands: tuple[str, ...], centre: str, dealer: int = 0) -> Event:
    return {"deal": {"dealer": dealer, "hands": [hand.split() for hand in hands], "centre": centre}}


def dealt(hands: tuple[str, ...] = COLOURS, centre: str = "Rook", **options: object) -> State:
    state = ROOK.new_state(4, options)
    ROOK.place(state, deal_event(hands, centre))
    return state


def do(state: State, *moves: str) -> State:
    """Apply actions with their seats, such as "1 bid 70"."""
    for move in moves:
        seat, _, text = move.partition(" ")
        ROOK.apply(state, int(seat), ROOK.parse_action(state, int(seat), text))
    return state


def refusal(state: State, move: str) -> str:
    """Return why an action is refused, and check that the refusal changes nothing (C2)."""
    before = state.tobytes()
    with pytest.raises(Refusal) as caught:
        do(state, move)
    assert state.tobytes() == before
    return str(caught.value)


def legal_names(state: State, seat: int) -> list[str]:
    return [ROOK.action_name(state, seat, action) for action in each(ROOK.legal(state, seat))]


def bid_won(state: State, bidder: int, bid: int) -> State:
    """Play an auction in which this seat bids this amount and all other seats pass."""
    while ROOK.phase(state) == "bid":
        do(state, f"{state.turn} bid {bid}" if state.turn == bidder else f"{state.turn} pass")
    return state


def playing(
    hands: tuple[str, ...], centre: str, bidder: int, put: str, trump: str, bid: int = 70, **options: object
) -> State:
    state = bid_won(dealt(hands, centre, **options), bidder, bid)
    return do(state, f"{bidder} put {put}", f"{bidder} trump {trump}")


def play_out(state: State) -> State:
    """Play the hand to its end; all players play their legal cards with the highest numbers."""
    while ROOK.phase(state) == "play":
        seat = int(state.turn)
        ROOK.apply(state, seat, max(each(ROOK.legal(state, seat))))
    return state


def scores(state: State) -> list[int]:
    return ROOK.standing(state)["scores"]


# --- the deal (R1)


def test_each_player_gets_fourteen_cards_and_one_card_lies_in_the_centre() -> None:
    """R1"""
    state = ROOK.new_state()
    ROOK.deal(state, generator(bytes(range(32))))
    assert [int(hand).bit_count() for hand in state.hands] == [14] * 4
    cards = sum(int(hand) for hand in state.hands) + (1 << int(state.centre))
    assert cards == (1 << 57) - 1


def test_seat_0_deals_first_and_the_deal_passes_to_the_left_after_every_hand() -> None:
    """R1: the player to the dealer's left bids first."""
    state = ROOK.new_state()
    rng = generator(bytes(range(32)))
    for hand in range(6):
        ROOK.deal(state, rng)
        assert (state.dealer, state.turn) == (hand % 4, (hand + 1) % 4)
        do(state, *(f"{(hand + n) % 4} pass" for n in (1, 2, 3, 4)))


def test_the_deck_has_57_cards_with_the_ace_highest() -> None:
    """R5"""
    assert len(set(DECK.names)) == 57
    assert " ".join(DECK.names[:14]) == "2R 3R 4R 5R 6R 7R 8R 9R 10R 11R 12R 13R 14R 1R"
    assert DECK.names[THE_ROOK] == "Rook"
    assert sum(map(points, DECK.names)) == 180


def points(name: str) -> int:
    """Return how many points a card is worth according to the source."""
    return 20 if name == "Rook" else {5: 5, 10: 10, 14: 10, 1: 15}.get(int(name[:-1]), 0)


def test_the_counters_are_the_cards_with_points() -> None:
    assert set(DECK.listed(COUNTERS)) == {name for name in DECK.names if points(name)}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"dealer": 1}, "the dealer of the deal cannot be 1; expected seat 0"),
        ({"dealer": False}, "the dealer of the deal cannot be False; expected seat 0"),
        ({"dealer": None}, "the dealer of the deal cannot be None; expected seat 0"),
        ({"centre": ["Rook"]}, "the centre of the deal cannot be ['Rook']; expected the name of one card"),
        ({"centre": "15R"}, "no card '15R'"),
        ({"centre": "2R"}, "card '2R' of the deal is not in play or was dealt twice"),
        ({"hands": None}, "the deal needs 4 hands"),
        ({"hands": [["2R"]] * 3}, "the deal needs 4 hands"),
        ({"hands": [["2R"], ["3R"], ["4R"], ["5R"]]}, "every hand of the deal needs 14 cards"),
        ({"hands": [1, 2, 3, 4]}, "not a list of card names"),
    ],
)
def test_an_impossible_deal_is_refused_with_a_one_line_reason(change: dict[str, Any], reason: str) -> None:
    event = {"deal": {**deal_event(COLOURS, "Rook")["deal"], **change}}
    with pytest.raises(ParlourError) as caught:
        ROOK.place(ROOK.new_state(), event)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_event_that_is_not_a_deal_is_refused() -> None:
    events: list[Event] = [{"chance": {}}, {"deal": 3}, {}]
    for event in events:
        with pytest.raises(ParlourError, match="expected a deal event"):
            ROOK.place(ROOK.new_state(), event)


# --- the auction (R2, R3)


def test_bids_are_multiples_of_five_from_70_to_200() -> None:
    """R2"""
    assert legal_names(dealt(), 1) == ["pass", *(f"bid {bid}" for bid in range(70, 201, 5))]


def test_bidding_goes_clockwise_and_a_bid_may_skip_steps() -> None:
    """R2: these are the bids of the source's example: 70, 85, 90, 100, 105."""
    state = do(dealt(), "1 bid 70", "2 bid 85", "3 bid 90", "0 bid 100", "1 bid 105")
    assert (state.bid, state.bidder, state.turn) == (105, 1, 2)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("2 bid 75", "75 is not above the current bid of 80."),
        ("2 bid 80", "80 is not above the current bid of 80."),
        ("2 bid 65", "65 is below the lowest bid of 70."),
        ("2 bid 205", "205 is above the highest bid of 200."),
        ("2 bid 82", "'82' is not a bid; expected a multiple of 5 from 70 to 200"),
        ("2 bid many", "'many' is not a bid; expected a multiple of 5 from 70 to 200"),
        ("2 bid -85", "'-85' is not a bid; expected a multiple of 5 from 70 to 200"),
        ("2 bid 085", "'085' is not a bid; expected: bid 85"),
        ("2 bid", "'bid' is not an action here; expected pass or bid and a choice, such as: bid 85"),
        ("2 play 2R", "'play 2R' is not an action here; expected pass or bid and a choice, such as: bid 85"),
        ("3 bid 85", "It is seat 2's turn, not yours."),
    ],
)
def test_the_refusal_of_a_bid_that_is_not_allowed_gives_the_reason(move: str, reason: str) -> None:
    """R2, C2"""
    assert refusal(do(dealt(), "1 bid 80"), move) == reason


def test_passing_is_final() -> None:
    """R2"""
    state = do(dealt(), "1 pass", "2 bid 70", "3 bid 75", "0 bid 80")
    assert state.turn == 2
    assert refusal(state, "1 bid 90") == "You have passed: you are out of this auction."


def test_the_auction_ends_when_three_players_have_passed_and_one_player_has_bid() -> None:
    """R2"""
    state = do(dealt(), "1 bid 70", "2 pass", "3 bid 75", "0 pass", "1 pass")
    assert (ROOK.phase(state), state.turn, state.bid) == ("aside", 3, 75)


def test_after_three_passes_the_dealer_may_still_bid() -> None:
    """R2"""
    state = do(dealt(), "1 pass", "2 pass", "3 pass")
    assert (ROOK.phase(state), state.turn) == ("bid", 0)
    assert ROOK.phase(do(state, "0 bid 120")) == "aside"


def test_a_bid_of_200_ends_the_auction_at_once() -> None:
    """R2"""
    state = do(dealt(), "1 bid 70", "2 bid 200")
    assert (ROOK.phase(state), state.turn, state.bid) == ("aside", 2, 200)


def test_if_all_pass_the_hand_is_thrown_in_and_the_next_dealer_deals() -> None:
    """R3"""
    state = do(dealt(), "1 pass", "2 pass", "3 pass", "0 pass")
    assert (ROOK.phase(state), state.rounds, state.outcome, scores(state)) == ("deal", 1, THROWN_IN, [0, 0])
    assert ROOK.actors(state) == 0
    ROOK.place(state, deal_event(COLOURS, "Rook", dealer=1))
    assert state.turn == 2


def test_with_dealer_bids_the_dealer_must_play_if_the_others_pass() -> None:
    """R3: with dealer_bids, a pass by the dealer after three others counts as a bid of 70."""
    state = do(dealt(all_pass="dealer_bids"), "1 pass", "2 pass", "3 pass")
    before = state.copy()
    do(state, "0 pass")
    assert (ROOK.phase(state), state.bidder, state.bid, state.turn) == ("aside", 0, 70, 0)
    same = do(before.copy(), "0 bid 70")
    assert same.tobytes() == state.tobytes()
    assert do(before.copy(), "0 bid 95").bid == 95
    story = [str(text) for text in ROOK.tell(before, state, 0, 0)]
    assert story == ["seat 0, the dealer, must play.", "seat 0 has the bid at 70 and takes the centre card."]


def test_with_dealer_bids_a_dealer_who_is_outbid_may_pass() -> None:
    """R3"""
    state = do(dealt(all_pass="dealer_bids"), "1 pass", "2 bid 70", "3 pass", "0 pass")
    assert (ROOK.phase(state), state.bidder) == ("aside", 2)


# --- the centre card and the card put aside (R4)


def test_the_high_bidder_takes_the_centre_card_and_puts_a_card_aside() -> None:
    """R4"""
    state = bid_won(dealt(), 1, 70)
    assert DECK.listed(state.hands[1]) == [*COLOURS[1].split(), "Rook"]
    do(state, "1 put 2G")
    assert DECK.listed(state.hands[1]) == [*COLOURS[1].split()[1:], "Rook"]
    assert DECK.name(state.aside) == "2G"
    assert (ROOK.phase(state), state.turn) == ("trump", 1)


def test_a_counter_may_not_be_put_aside() -> None:
    """R4"""
    state = bid_won(dealt(), 1, 70)
    assert legal_names(state, 1) == [f"put {number}G" for number in (2, 3, 4, 6, 7, 8, 9, 11, 12, 13)]
    for number in (5, 10, 14, 1):
        assert refusal(state, f"1 put {number}G") == f"{number}G is worth points: put another card aside."
    assert refusal(state, "1 put Rook") == "Rook is worth points: put another card aside."
    assert refusal(state, "1 put 2R") == "2R is not in your hand."
    assert "there is no card '0R'" in refusal(state, "1 put 0R")


def test_the_centre_card_itself_may_be_put_aside() -> None:
    """R4"""
    state = do(bid_won(dealt(SEVEN, "8G"), 0, 70), "0 put 8G")
    assert DECK.listed(state.hands[0]) == DECK.listed(DECK.mask(SEVEN[0]))


def test_a_bidder_with_15_counters_may_put_aside_any_card_and_nobody_scores_it() -> None:
    """R4"""
    state = bid_won(dealt(COUNTER_HANDS, "1Y"), 1, 70)
    assert len(legal_names(state, 1)) == 15
    do(state, "1 put 1Y", "1 trump R")
    play_out(state)
    assert sum(int(point) for point in state.points) == 180 - 15 + 20


def test_the_bidder_names_any_colour_as_trump_and_leads() -> None:
    """R4: the bidder must name a trump colour, because the variant without trumps isn't offered (R12)."""
    state = do(bid_won(dealt(), 1, 70), "1 put 2G")
    assert legal_names(state, 1) == ["trump R", "trump G", "trump Y", "trump B"]
    assert refusal(state, "1 trump N") == "'N' is not a colour; expected R, G, Y or B"
    do(state, "1 trump R")
    assert (ROOK.phase(state), state.turn) == ("play", 1)
    assert len(legal_names(state, 1)) == 14


# --- tricks (R5, R6)


def mixed(trump: str, bidder: int = 2, put: str = "8Y", bid: int = 70, **options: object) -> State:
    return playing(MIXED, "1Y", bidder, put, trump, bid, **options)


def test_a_player_who_can_follow_the_colour_led_must_follow_it() -> None:
    """R6"""
    state = do(mixed("B"), "2 play 13R")
    assert all(name.endswith("R") for name in legal_names(state, 3))
    assert refusal(state, "3 play 9B") == "You must follow red."
    assert refusal(state, "3 play 2R") == "2R is not in your hand."
    assert refusal(state, "3 put 1R") == "'put 1R' is not an action here; expected play and a choice, such as: play 7R"


def test_a_player_who_cannot_follow_the_colour_led_may_play_any_card() -> None:
    """R6: a player never has to trump."""
    state = do(mixed("B"), "2 play 13R", "3 play 1R")
    assert len(legal_names(state, 0)) == 14


def test_the_highest_card_of_the_colour_led_takes_the_trick() -> None:
    """R5: the 1 beats the 14, and the 14 beats the 13; a card of another colour that isn't trump never wins."""
    state = do(mixed("Y"), "2 play 13R", "3 play 14R", "0 play 11G", "1 play 1G")
    assert (state.turn, state.won.tolist()) == (3, [0, 0, 0, 1])
    state = do(mixed("Y"), "2 play 13R", "3 play 12R", "0 play 11G", "1 play 1G")
    assert state.turn == 2
    state = do(mixed("Y", 3, "7R"), "3 play 14R", "0 play 11G", "1 play 1G", "2 play 13R")
    assert state.turn == 3


def test_a_low_trump_beats_the_ace_of_another_colour() -> None:
    """R5"""
    state = do(mixed("B"), "2 play 13R", "3 play 1R", "0 play 2B", "1 play 2Y")
    assert state.turn == 0


def test_the_highest_trump_takes_the_trick() -> None:
    """R5"""
    state = do(mixed("B"), "2 play 13R", "3 play 1R", "0 play 5B", "1 play 8B")
    assert state.turn == 1


def test_the_rook_is_the_lowest_trump() -> None:
    """R5: the 2 of trumps beats the Rook, whichever is played first."""
    state = do(mixed("B"), "2 play 13R", "3 play 1R", "0 play 2B", "1 play Rook")
    assert (state.turn, state.points.tolist()) == (0, [35, 0])
    state = do(mixed("B", 1, "2Y"), "1 play Rook", "2 play 13B", "3 play 9B", "0 play 2B")
    assert state.turn == 2


def test_the_rook_beats_every_card_that_is_not_a_trump() -> None:
    """R5"""
    state = do(mixed("B"), "2 play 13R", "3 play 1R", "0 play 2G", "1 play Rook")
    assert (state.turn, state.points.tolist()) == (1, [0, 35])


def test_the_rook_must_be_played_to_a_trump_lead_if_it_is_the_only_trump() -> None:
    """R5: a trump lead can force out the Rook."""
    state = do(mixed("R"), "2 play 13R", "3 play 7R", "0 play 2G")
    assert legal_names(state, 1) == ["play Rook"]
    assert refusal(state, "1 play 2Y") == "You must follow with the Rook: it is your only trump."
    assert do(state, "1 play Rook").turn == 2


def test_a_player_who_has_another_trump_may_keep_the_rook() -> None:
    """R5"""
    state = do(mixed("B"), "2 play 1B", "3 play 9B", "0 play 2B")
    assert legal_names(state, 1) == ["play 6B", "play 7B", "play 8B", "play Rook"]


def test_leading_the_rook_counts_as_leading_trump() -> None:
    """R5"""
    state = do(mixed("B", 1, "2Y"), "1 play Rook")
    assert legal_names(state, 2) == ["play 13B", "play 14B", "play 1B"]
    assert refusal(state, "2 play 13R") == "You must follow black."


def test_the_rook_does_not_follow_another_colour() -> None:
    """R5, R6: the Rook belongs to the trump colour only."""
    state = do(mixed("B", 0, "2G"), "0 play 3G")
    assert refusal(state, "1 play Rook") == "You must follow green."


def test_trump_may_be_led_at_any_time() -> None:
    assert "play 1B" in legal_names(mixed("B"), 2)


def test_the_winner_of_a_trick_leads_to_the_next_trick() -> None:
    state = do(mixed("B"), "2 play 13R", "3 play 1R", "0 play 2B", "1 play Rook")
    assert ROOK.actors(state) == 1 << 0
    assert len(legal_names(state, 0)) == 13


# --- scoring (R7, R8)


def test_seven_tricks_are_enough_for_the_bidders_to_get_the_points_for_cards() -> None:
    """R7, R8: counters worth 70 points and 20 points for cards are enough for a bid of 90."""
    state = play_out(playing(SEVEN, "8G", 1, "8G", "G", bid=90))
    assert (sum(state.won[1::2]), state.outcome, scores(state)) == (7, MADE, [110, 90])


def test_the_other_team_gets_the_points_for_cards_with_eight_tricks() -> None:
    """R7: the bidders take only six tricks."""
    state = play_out(playing(SIX, "8G", 1, "8G", "G", bid=70))
    assert (sum(state.won[1::2]), state.outcome, scores(state)) == (6, MADE, [130, 70])


def test_a_team_that_fails_its_bid_loses_the_amount_bid_and_the_other_team_scores_what_it_took() -> None:
    """R8: a score can become negative."""
    state = play_out(playing(SEVEN, "8G", 1, "8G", "G", bid=95))
    assert (state.outcome, scores(state)) == (SET, [110, -95])
    state = play_out(playing(SIX, "8G", 1, "8G", "G", bid=75))
    assert (state.outcome, scores(state)) == (SET, [130, -75])


def test_all_the_tricks_of_a_hand_are_worth_200_points() -> None:
    """R7"""
    state = play_out(playing(COLOURS, "Rook", 1, "2G", "G", bid=200))
    assert scores(state) == [0, 200]


def test_scores_add_up_over_the_hands() -> None:
    state = play_out(playing(SEVEN, "8G", 1, "8G", "G", bid=95))
    ROOK.place(state, deal_event(SEVEN, "8G", dealer=1))
    play_out(do(bid_won(state, 1, 90), "1 put 8G", "1 trump G"))
    assert (scores(state), state.rounds) == ([220, -5], 2)


def test_the_bonus_for_cards_is_an_option() -> None:
    """R7, C4"""
    assert scores(play_out(playing(SEVEN, "8G", 1, "8G", "G", bid=70, cards_bonus=0))) == [110, 70]
    assert scores(play_out(playing(SIX, "8G", 1, "8G", "G", bid=70, cards_bonus=100))) == [210, 70]


# --- the end of the match (R9)


def test_the_match_ends_after_a_hand_in_which_a_team_reaches_the_target() -> None:
    """R9"""
    state = play_out(playing(SEVEN, "8G", 1, "8G", "G", bid=95, target=110))
    assert (ROOK.over(state), ROOK.winners(state), ROOK.actors(state)) == (True, 0b0101, 0)
    state = play_out(playing(SEVEN, "8G", 1, "8G", "G", bid=95, target=111))
    assert (ROOK.over(state), ROOK.winners(state)) == (False, 0)


def test_the_match_is_not_over_before_the_hand_is() -> None:
    """R9: points taken in a hand count only when the hand is over."""
    state = playing(COLOURS, "Rook", 1, "2G", "G", target=20)
    do(state, "1 play Rook", "2 play 1Y", "3 play 1B", "0 play 1R")
    assert not ROOK.over(state)


def test_if_both_teams_reach_the_target_the_higher_total_wins() -> None:
    """R9: the higher total wins even if the other team won the auction."""
    state = play_out(playing(SEVEN, "8G", 1, "8G", "G", bid=90, target=90))
    assert (scores(state), ROOK.winners(state)) == ([110, 90], 0b0101)


def test_if_both_totals_are_equal_the_team_that_won_the_auction_wins() -> None:
    """R9"""
    state = play_out(playing(SEVEN, "8G", 1, "8G", "G", bid=90, target=110, cards_bonus=40))
    assert (scores(state), ROOK.winners(state)) == ([110, 110], 0b1010)


# --- out of sight (R10)


def test_the_table_shows_the_last_trick_only_until_the_next_card_is_led() -> None:
    """R10"""
    state = do(mixed("B"), "2 play 13R", "3 play 1R", "0 play 2B", "1 play Rook")
    centre = ROOK.view(ROOK.hidden(state, 3), 3).centre
    assert centre.last_trick == (Play(2, "13R"), Play(3, "1R"), Play(0, "2B"), Play(1, "Rook"))
    assert (centre.last_winner, centre.trick) == (0, ())
    do(state, "0 play 3G")
    view = ROOK.view(ROOK.hidden(state, 3), 3)
    assert (view.centre.last_trick, view.centre.trick) == ((), (Play(0, "3G"),))
    assert "'1R'" not in repr(view)
    assert [(pile.cards, pile.open) for pile in view.centre.piles if pile.owner == 0] == [(4, ())]


def test_everybody_may_look_through_the_tricks_when_the_hand_is_over() -> None:
    """R10"""
    state = play_out(playing(SEVEN, "8G", 1, "8G", "G", bid=90))
    piles = ROOK.view(ROOK.hidden(state, 0), 0).centre.piles
    assert [len(pile.open) for pile in piles] == [28, 28]
    assert sum(points(name) for name in piles[1].open) == 70


def test_the_log_reveals_nothing_secret() -> None:
    """R4, R10: the log reveals neither the card put aside nor the points taken so far."""
    state = bid_won(dealt(), 1, 70)
    before = state.copy()
    do(state, "1 put 2G")
    assert [str(text) for text in ROOK.tell(before, state, 1, state.aside)] == ["seat 1 puts a card aside."]
    state = do(mixed("B"), "2 play 13R", "3 play 1R", "0 play 2B")
    before = state.copy()
    do(state, "1 play Rook")
    story = [text.format(["Ann", "Ben", "Cleo", "Dan"]) for text in ROOK.tell(before, state, 1, THE_ROOK)]
    assert story == ["Ben plays Rook.", "Ann takes the trick."]


# --- revokes (R11) and variants (R12)


def test_a_revoke_ends_the_hand_and_gives_the_other_team_200_points_if_an_option_says_so() -> None:
    """R11: it doesn't matter which team took points earlier in the hand."""
    state = do(mixed("B", revoke="forfeit"), "2 play 13R", "3 play 1R", "0 play 2B", "1 play Rook")
    do(state, "0 play 3G")
    before = state.copy()
    do(state, "1 play 2Y")
    assert (state.outcome, ROOK.phase(state), state.rounds, scores(state)) == (REVOKED, "deal", 1, [200, 0])
    assert not state.hands.any()
    story = [str(text) for text in ROOK.tell(before, state, 1, 0)]
    assert story[1] == "seat 1 could have followed green: the hand is forfeited."
    assert story[3:] == [
        "seat 0 and seat 2 receive 200: +200 points, 200 in all.",
        "seat 1 and seat 3 score nothing: +0 points, 0 in all.",
    ]


def test_a_revoke_by_the_bidders_costs_them_the_hand_but_no_points() -> None:
    """R11: the bidders neither lose the amount of their bid nor score a point."""
    state = do(mixed("R", 2, "8Y", bid=120, revoke="forfeit"), "2 play 13R", "3 play 7R", "0 play 2G", "1 play Rook")
    do(state, "2 play 1Y", "3 play 13Y", "0 play 3G", "1 play 2Y", "2 play 9Y", "3 play 14Y", "0 play 4G", "1 play 3Y")
    do(state, "3 play 9B", "0 play 5G")
    assert (state.outcome, scores(state)) == (REVOKED, [0, 200])


def test_after_a_revoke_the_tricks_already_taken_are_worth_nothing() -> None:
    """R11"""
    state = do(mixed("B", 1, "2Y", revoke="forfeit"), "1 play 12G", "2 play 8Y", "3 play 7R", "0 play 2G")
    do(state, "1 play 13G", "2 play 9Y", "3 play 8R", "0 play 2B")
    assert (state.outcome, scores(state)) == (REVOKED, [0, 200])


def test_a_revoke_by_the_other_team_gives_the_bidders_200_points_instead_of_what_they_took() -> None:
    """R11"""
    state = do(mixed("B", 3, "7R", bid=120, revoke="forfeit"), "3 play 1R", "0 play 2G", "1 play 2Y", "2 play 8Y")
    assert (state.outcome, scores(state)) == (REVOKED, [0, 200])


def test_a_player_whose_only_trump_is_the_rook_revokes_by_not_playing_it_to_a_trump_lead() -> None:
    """R5, R11"""
    state = do(mixed("R", revoke="forfeit"), "2 play 13R", "3 play 7R", "0 play 2G", "1 play 2Y")
    assert (state.outcome, scores(state)) == (REVOKED, [200, 0])


def test_a_player_without_a_card_of_the_colour_led_does_not_revoke() -> None:
    """R6, R11"""
    state = do(mixed("B", revoke="forfeit"), "2 play 13R", "3 play 1R", "0 play 2G", "1 play 2Y")
    assert (ROOK.phase(state), state.turn) == ("play", 3)


def test_a_revoke_can_end_the_match() -> None:
    """R9, R11"""
    state = do(mixed("B", revoke="forfeit", target=200), "2 play 13R", "3 play 9B")
    assert (ROOK.over(state), ROOK.winners(state)) == (True, 0b0101)


def test_a_revoke_is_refused_by_default() -> None:
    """R11, C2"""
    assert refusal(do(mixed("B"), "2 play 13R"), "3 play 9B") == "You must follow red."


@pytest.mark.parametrize("text", ["low boy", "bid low boy", "bid no trumps"])
def test_bids_that_exist_only_in_the_sources_variants_are_refused(text: str) -> None:
    """R12"""
    assert "is no" in refusal(dealt(), f"1 {text}")


# --- options (C4)


def test_the_range_of_bids_is_an_option() -> None:
    """R2, C4"""
    state = dealt(min_bid=100, max_bid=120)
    assert legal_names(state, 1) == ["pass", "bid 100", "bid 105", "bid 110", "bid 115", "bid 120"]
    assert ROOK.phase(do(state, "1 bid 120")) == "aside"
    assert legal_names(dealt(min_bid=5, max_bid=300), 1)[-1] == "bid 300"
    assert legal_names(dealt(min_bid=200, max_bid=200), 1) == ["pass", "bid 200"]
    assert do(dealt(min_bid=90, all_pass="dealer_bids"), "1 pass", "2 pass", "3 pass", "0 pass").bid == 90


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"min_bid": 72}, "option min_bid cannot be 72; expected a multiple of 5 from 5 to 300"),
        ({"max_bid": 305}, "option max_bid cannot be 305; expected a multiple of 5 from 5 to 300"),
        ({"max_bid": 65}, "option min_bid (70) cannot be higher than option max_bid (65)"),
        ({"min_bid": 205}, "option min_bid (205) cannot be higher than option max_bid (200)"),
        ({"target": 0}, "option target cannot be 0; expected a whole number from 1 to 5000"),
        ({"target": 5001}, "option target cannot be 5001; expected a whole number from 1 to 5000"),
        ({"all_pass": "again"}, "option all_pass cannot be 'again'; expected redeal or dealer_bids"),
        ({"revoke": "never"}, "option revoke cannot be 'never'; expected refused or forfeit"),
    ],
)
def test_an_impossible_option_is_refused(options: dict[str, object], reason: str) -> None:
    """C4"""
    with pytest.raises(OptionError) as caught:
        ROOK.new_state(4, options)
    assert str(caught.value) == reason


def test_only_four_players_can_play() -> None:
    with pytest.raises(ParlourError, match="expected 4 players"):
        ROOK.new_state(3)


# --- what a seat may know


def test_nobody_knows_the_centre_card_during_the_auction() -> None:
    """R4"""
    for seat in range(-1, SEATS):
        hidden = ROOK.hidden(do(dealt(), "1 bid 70"), seat)
        assert hidden.centre == HIDDEN
        assert [int(hand).bit_count() for hand in hidden.hands] == [
            14 if other == seat else 0 for other in range(SEATS)
        ]


def test_only_the_bidder_knows_the_centre_card_and_the_card_aside() -> None:
    """R4"""
    state = bid_won(dealt(), 1, 70)
    assert [ROOK.hidden(state, seat).centre for seat in range(-1, SEATS)] == [HIDDEN, HIDDEN, THE_ROOK, HIDDEN, HIDDEN]
    do(state, "1 put 2G")
    assert [ROOK.hidden(state, seat).aside for seat in range(-1, SEATS)] == [
        HIDDEN,
        HIDDEN,
        state.aside,
        HIDDEN,
        HIDDEN,
    ]
    assert state.centre == NO_CARD
    for seat in (-1, 0, 2, 3):
        assert "'2G'" not in repr(ROOK.view(ROOK.hidden(state, seat), seat))


def test_the_other_players_cannot_tell_which_card_was_put_aside() -> None:
    """R4"""
    one, other = (do(bid_won(dealt(), 1, 70), f"1 put {card}", "1 trump B") for card in ("2G", "3G"))
    for seat in (-1, 0, 2, 3):
        assert ROOK.hidden(one, seat).tobytes() == ROOK.hidden(other, seat).tobytes()


def test_a_seat_that_did_not_follow_the_colour_led_is_known_to_lack_it() -> None:
    """R6"""
    state = do(mixed("B"), "2 play 13R", "3 play 1R", "0 play 2B", "1 play Rook")
    assert [DECK.listed(cards)[-1:] for cards in state.lacks] == [["1R"], ["1R"], [], []]


def test_a_seat_without_trump_on_a_trump_lead_is_known_to_lack_the_rook() -> None:
    """R5"""
    state = do(mixed("R"), "2 play 13R", "3 play 7R", "0 play 2G")
    assert "Rook" in DECK.listed(state.lacks[0])


def played_tricks(state: State) -> Iterator[list[tuple[int, str]]]:
    """Yield the tricks of the hand so far, from the order in which cards were played."""
    for start in range(0, int(state.played), SEATS):
        cards = state.played_cards[start : min(start + SEATS, int(state.played))]
        leader = int(state.leaders[start // SEATS])
        yield [((leader + n) % SEATS, DECK.name(card)) for n, card in enumerate(cards)]


def fitting_deals(state: State, seat: int) -> set[tuple[tuple[str, ...], ...]]:
    """Try every deal; return the hands and cards put aside that fit what a seat other than the bidder knows."""
    trump, bidder = LETTERS[state.trump], int(state.bidder)
    laid: list[set[str]] = [set() for _ in range(SEATS)]
    voids: list[set[str]] = [set() for _ in range(SEATS)]
    for trick in played_tricks(state):
        colours = [trump if name == "Rook" else name[-1] for _, name in trick]
        for (player, name), colour in zip(trick, colours, strict=True):
            laid[player].add(name)
            if colour != colours[0]:
                voids[player].add(colours[0])
    others = [other for other in range(SEATS) if other != seat]
    unknown = set(DECK.names) - set().union(*laid) - set(DECK.listed(state.hands[seat] if seat >= 0 else 0))
    deals = set()
    for hands in _splits(sorted(unknown), [HAND - len(laid[other]) for other in others]):
        (aside,) = unknown.difference(*hands)
        held = dict(zip(others, hands, strict=True))
        fits = all(
            (trump if name == "Rook" else name[-1]) not in voids[other] for other in others for name in held[other]
        )
        bidders = [*held[bidder], *laid[bidder]]
        if fits and (not points(aside) or all(points(name) for name in bidders)):
            deals.add((*hands, (aside,)))
    return deals


def _splits(cards: list[str], sizes: list[int]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Yield every way to deal these cards into hands of the given sizes."""
    if not sizes:
        yield ()
        return
    for hand in itertools.combinations(cards, sizes[0]):
        for rest in _splits([card for card in cards if card not in hand], sizes[1:]):
            yield (hand, *rest)


def played_until(state: State, cards: int, seed: int) -> State:
    """Play this many cards at random; all players except the bidder keep counters as long as possible."""
    rng = generator(bytes([seed]) * 32)
    while state.played < cards:
        seat = int(state.turn)
        legal = ROOK.legal(state, seat)
        low = legal & ~COUNTERS
        ROOK.apply(state, seat, pick(rng, low if low and seat != state.bidder else legal))
    return state


@pytest.mark.parametrize(
    ("hands", "centre", "put", "seed"),
    [(MIXED, "1Y", "2Y", 1), (MIXED, "1Y", "13G", 2), (SIX, "8G", "8R", 3), (COUNTER_HANDS, "1Y", "14B", 4)],
)
def test_redealing_gives_every_deal_that_fits_equally_often(
    hands: tuple[str, ...], centre: str, put: str, seed: int
) -> None:
    """R4: the card put aside isn't a counter, unless all 15 of the bidder's cards were counters."""
    state = played_until(playing(hands, centre, 1, put, "G"), 49, seed)
    for seat in (0, 2, 3):
        assert_redeal_is_uniform(state, seat)
        assert any(points(deal[-1][0]) for deal in fitting_deals(state, seat)) == (hands is COUNTER_HANDS)
    assert_redeal_is_uniform(played_until(state, 51, seed), -1)


def assert_redeal_is_uniform(state: State, seat: int) -> None:
    """Check that redealing draws every deal that fits about equally often."""
    possible, hidden = fitting_deals(state, seat), ROOK.hidden(state, seat)
    rng = generator(bytes(range(32)))
    found: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for _ in range(12 * len(possible)):
        guess = hidden.copy()
        ROOK.redeal(guess, seat, rng)
        held = [tuple(sorted(DECK.listed(guess.hands[other]))) for other in range(SEATS) if other != seat]
        found[(*held, (DECK.name(guess.aside),))] += 1
    assert found.keys() <= possible
    spread = sum((found[deal] - 12) ** 2 / 12 for deal in possible)
    freedom = len(possible) - 1
    assert spread <= freedom + 5 * (2 * freedom) ** 0.5


def test_redealing_finds_a_deal_even_if_every_seat_lacks_a_colour() -> None:
    """R6: even early in the hand, hardly any deal fits what is known here."""
    state = playing(COLOURS, "Rook", 1, "2G", "Y")
    do(state, "1 play 3G", "2 play 2Y", "3 play 2B", "0 play 2R")
    do(state, "2 play 3Y", "3 play 3B", "0 play 3R", "1 play Rook")
    rng = generator(bytes(range(32)))
    for seat in range(-1, SEATS):
        guess = ROOK.hidden(state, seat)
        ROOK.redeal(guess, seat, rng)
        assert not (guess.hands & state.lacks).any()
        assert [int(hand).bit_count() for hand in guess.hands] == [12] * 4
        assert len({*each(sum(int(hand) for hand in guess.hands)), int(guess.aside)}) == 49


# --- the view


def test_the_view_describes_the_auction() -> None:
    """R2"""
    view = ROOK.view(ROOK.hidden(do(dealt(), "1 bid 70", "2 pass", "3 bid 80"), 0), 0)
    assert [str(seat.bid) for seat in view.seats] == ["None", "bid 70", "pass", "bid 80"]
    assert [seat.team for seat in view.seats] == [0, 1, 0, 1]
    assert view.seats[0].badges == ("dealer",)
    assert str(view.prompt) == "The bid is 80: bid more or pass."
    assert [str(action.label) for action in view.actions][:2] == ["Pass", "Bid 85"]
    assert [str(pile.name) for pile in view.centre.piles] == ["Centre card"]


def test_the_view_of_the_bidder_says_why_a_card_may_not_be_put_aside() -> None:
    """R4"""
    view = ROOK.view(ROOK.hidden(bid_won(dealt(), 1, 70), 1), 1)
    assert str(view.prompt) == "You took Rook from the centre: put aside a card that is worth no points."
    assert [refused.card for refused in view.refused] == ["5G", "10G", "14G", "1G", "Rook"]
    assert view.seats[1].cards == 15


def test_the_view_shows_trump_and_the_colour_led_and_who_is_winning_the_trick() -> None:
    """R5"""
    view = ROOK.view(ROOK.hidden(do(mixed("B"), "2 play 13R", "3 play 1R", "0 play 2B"), 1), 1)
    assert [(str(marker.name), marker.suit) for marker in view.centre.markers] == [("Trump", "B"), ("Lead", "R")]
    assert view.centre.winning == 0
    assert [seat.cards for seat in view.seats] == [13, 14, 13, 13]


def test_the_score_sheet_shows_the_bid_and_both_teams_gains_and_totals() -> None:
    """R8"""
    state = play_out(playing(SEVEN, "8G", 1, "8G", "G", bid=95))
    sheet = ROOK.view(ROOK.hidden(state, -1), -1).sheet
    assert sheet is not None
    assert [(cell.gain, cell.total, cell.bid) for cell in sheet.cells] == [(110, 110, None), (-95, -95, 95)]
    assert [str(note) for note in sheet.notes] == ["The bid was not made."]


# --- a whole record


def test_a_record_written_by_hand_can_be_replayed() -> None:
    """R1 to R8: the first hand is thrown in; then a bid of 100 is made thanks to the 20 points for seven tricks."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    state = ROOK.new_state(record["players"], record["options"])
    for event in record["events"]:
        if "deal" in event:
            before = state.copy()
            ROOK.place(state, event)
            assert ROOK.chance_event(before, state) == event
        elif "round" in event:
            assert {"round": int(state.rounds), **ROOK.standing(state)} == event
        else:
            do(state, f"{event['seat']} {event['do']}")
    assert scores(state) == [105, 95]


def test_a_record_of_a_match_to_more_points_than_allowed_is_refused_with_the_limit() -> None:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    record["options"]["target"] = 100_000
    with pytest.raises(RecordError) as refused:
        verify(record)
    assert str(refused.value) == "option target cannot be 100000; expected a whole number from 1 to 5000"
