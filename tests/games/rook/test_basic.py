"""Tests of the choices that the rule-of-thumb bot makes in given positions of Rook.

Ann and Cleo play against Ben and Dan, and Ann deals.
"""

import pytest

from parlour.bots.basic import find_basic
from parlour.engine.rng import generator
from parlour.engine.sets import has
from parlour.game.game import State
from parlour.game.options import Value
from parlour.games import find_game
from parlour.games.rook.state import DECK, HAND
from tests.thumb import faults

ROOK = find_game("rook")
CHOOSE = find_basic(ROOK)
SEED = bytes([14] * 32)
STRONG = "1R 14R 13R 12R 10R 8R 7R Rook 1G 14G 1Y 2Y 3B 4B"  # With red as trump, this hand loses hardly any tricks.
WEAK = "2R 3R 4R 6R 2G 3G 4G 6G 3Y 4Y 6Y 2B 6B 7B"


def dealt(ben: str, centre: str = "9B", ann: str = "", cleo: str = "", dan: str = "") -> State:
    """Deal these cards and fill up the hands with the lowest cards left; Ben bids first."""
    hands = [ann.split(), ben.split(), cleo.split(), dan.split()]
    used = {centre}.union(*hands)
    free = [name for name in DECK.names if name not in used]
    full = [hand + [free.pop(0) for _ in range(HAND - len(hand))] for hand in hands]
    state = ROOK.new_state(4, {})
    ROOK.place(state, {"deal": {"dealer": 0, "hands": full, "centre": centre}})
    return state


def do(state: State, *moves: str) -> State:
    """Apply these actions, each for the seat whose turn it is."""
    for move in moves:
        seat = int(state.turn)
        names = {ROOK.action_name(state, seat, a): a for a in range(63) if has(ROOK.legal(state, seat), a)}
        ROOK.apply(state, seat, names[move])
    return state


def chosen(state: State) -> str:
    """Return what the bot chooses for the seat whose turn it is."""
    seat = int(state.turn)
    return ROOK.action_name(state, seat, CHOOSE(state, seat, generator(SEED)))


def playing(ben: str = STRONG, aside: str = "9B", **hands: str) -> State:
    """Deal a hand in which Ben wins the auction, names red as trump and leads."""
    return do(dealt(ben, **hands), "bid 100", "pass", "pass", "pass", f"put {aside}", "trump R")


# --- whatever the position


def test_with_any_options_every_choice_is_legal_and_uses_no_hidden_cards() -> None:
    options: dict[str, Value] = {"revoke": "forfeit", "all_pass": "dealer_bids", "min_bid": 5, "max_bid": 300}
    assert faults(ROOK, 4, 20_000, options) == {}


# --- the auction, the card aside, trump


def test_a_strong_hand_makes_the_lowest_possible_bid() -> None:
    assert chosen(dealt(STRONG)) == "bid 70"


def test_a_strong_hand_outbids_the_opponents() -> None:
    state = do(dealt(WEAK, cleo=STRONG), "bid 100")
    assert chosen(state) == "bid 105"


def test_a_weak_hand_passes() -> None:
    assert chosen(do(dealt("", cleo=WEAK), "bid 90")) == "pass"


def test_the_bot_does_not_bid_200_with_an_average_hand() -> None:
    assert chosen(do(dealt(WEAK, cleo="1R 14R 10R 9R 8R 1G 9G"), "bid 195")) == "pass"


def test_the_bot_does_not_outbid_its_partner_with_an_average_hand() -> None:
    assert chosen(do(dealt(WEAK, dan=STRONG), "bid 180", "pass")) == "pass"


def test_the_bidder_puts_aside_the_weakest_card_of_the_shortest_side_colour() -> None:
    hand = "1R 14R 13R 12R 10R 8R 7R Rook 1G 14G 1Y 2Y 3Y 4B"
    assert chosen(do(dealt(hand, centre="9Y"), "bid 100", "pass", "pass", "pass")) == "put 4B"


def test_the_bidder_names_the_best_colour_as_trump() -> None:
    state = do(dealt(STRONG), "bid 100", "pass", "pass", "pass", "put 9B")
    assert chosen(state) == "trump R"


# --- leading


def test_the_bidder_draws_trumps_with_the_highest_trump_first() -> None:
    assert chosen(playing()) == "play 1R"


def test_the_bidder_keeps_drawing_trumps_while_the_opponents_may_have_some() -> None:
    state = playing(ann="5R 2G", cleo="2R 5G", dan="3R 3G")
    assert chosen(do(state, "play 1R", "play 2R", "play 3R", "play 5R")) == "play 14R"


# --- following


@pytest.mark.parametrize(
    ("dan", "gift"),
    [
        ("3R 10R 4R", "10R"),  # Dan gives his partner the counter.
        ("3R 5R 4R", "5R"),
        ("3R 4R 6R", "3R"),  # Without a counter, Dan plays the lowest card.
    ],
)
def test_a_player_gives_counters_to_a_trick_that_the_partner_wins(dan: str, gift: str) -> None:
    ben = "1R 14R 13R 12R 11R 8R 7R Rook 1G 14G 1Y 2Y 3B 4B"
    state = playing(ben, dan=dan, cleo="2R", ann="9R 2G")
    assert chosen(do(state, "play 1R", "play 2R")) == f"play {gift}"


def test_a_player_does_not_trump_a_trick_that_the_partner_wins() -> None:
    state = playing(dan="9R 2B 10B 5Y 3Y 4Y 6Y 7Y 8Y 9Y 8B 11Y 12Y 13Y", cleo="2G", ann="3G")
    assert chosen(do(state, "play 1G", "play 2G")) == "play 10B"


def test_a_player_gives_the_lowest_card_that_is_not_a_counter_to_a_trick_that_the_opponents_win() -> None:
    state = playing(cleo="5R 10Y 9R 3R 2G")
    assert chosen(do(state, "play 1R")) == "play 3R"


def test_the_last_player_to_a_trick_wins_it_with_a_counter() -> None:
    state = playing(ann="10Y 14Y 12Y 3R", cleo="4Y", dan="6Y")
    assert chosen(do(state, "play 2Y", "play 4Y", "play 6Y")) == "play 10Y"
