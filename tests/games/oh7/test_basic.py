"""Tests of the rules of thumb in Oh 7 ?: what bots choose in given positions."""

import pytest

from parlour.games import find_game
from tests.games.sevens.positions import chosen, dealt, in_play, rng_of

OH7 = find_game("oh7")


def test_a_bot_whose_bet_is_made_plays_the_highest_card_that_loses() -> None:
    state = in_play(OH7, "1S 4S 6S 2H", "H", (1, 2, 2, 3), (1, 1, 1, 0), trick="2S 5S 0S")
    assert chosen(OH7, state) == "play 4S"


def test_a_bot_whose_bet_is_made_and_cannot_follow_suit_discards_its_most_dangerous_card() -> None:
    state = in_play(OH7, "1S 2S 7C 0D", "S", (1, 2, 2, 3), (1, 1, 1, 0), trick="2H 5H 0H")
    assert chosen(OH7, state) == "play 7C"


def test_a_bot_that_plays_last_and_needs_a_trick_plays_the_lowest_card_that_wins() -> None:
    state = in_play(OH7, "1S 6S 7S 7H", "H", (3, 2, 2, 1), (0, 1, 1, 1), trick="2S 5S 0S")
    assert chosen(OH7, state) == "play 6S"


def test_a_bot_that_needs_a_trick_but_cannot_follow_suit_plays_a_low_trump() -> None:
    state = in_play(OH7, "0H 3H 7H 6C", "H", (3, 2, 2, 1), (0, 1, 1, 1), trick="2S 5S 0S")
    assert chosen(OH7, state) == "play 0H"


def test_a_bot_keeps_its_winning_cards_if_it_cannot_win_the_trick() -> None:
    state = in_play(OH7, "0S 7H 6H 7C", "H", (3, 2, 2, 1), (0, 1, 1, 1), trick="2D 5H 7D", gone="3D 4D")
    assert chosen(OH7, state) != "play 7H"
    state = in_play(OH7, "0C 7H 6H 7C", "H", (3, 2, 2, 1), (0, 1, 1, 1), trick="6C 5H 4C")
    assert chosen(OH7, state) == "play 0C"


def test_a_bot_that_needs_no_more_tricks_leads_a_low_card() -> None:
    state = in_play(OH7, "0S 7S 7C", "H", (1, 2, 2, 3), (1, 1, 1, 1))
    assert chosen(OH7, state) == "play 0S"


@pytest.mark.parametrize(("hand", "led"), [("0D 1D 7C", "7C"), ("1C 6H 7H", "6H")])
def test_a_bot_that_needs_tricks_leads_a_high_card(hand: str, led: str) -> None:
    gone = "0S 1S 2S 3S 4S 5S 6S 7S 3D 4D 5D 6D"
    state = in_play(OH7, hand, "H", (2, 2, 2, 1), (0, 2, 1, 1), gone=gone)
    assert chosen(OH7, state) == f"play {led}"


def test_a_round_in_which_everybody_bets_0_has_a_leader() -> None:
    """Sometimes all rule-of-thumb bots bet 0, which random players hardly ever do."""
    state = OH7.new_state(2, {"forbidden_sum": -1})
    OH7.deal(state, rng_of(1))
    state.hands[0], state.hands[1] = OH7.deck.mask("0H 1H 2H 3H 4H 5H 6H"), OH7.deck.mask("0C 1C 2C 3C 4C 5C 6C")
    for seat, card in enumerate(OH7.deck.cards("0H 0C")):
        OH7.apply(state, seat, card)
    assert (int(state.leader), int(state.trump)) == (0, 1)


@pytest.mark.parametrize("seed", range(5))
def test_a_bot_with_low_cards_bets_0_or_1(seed: int) -> None:
    assert chosen(OH7, dealt(OH7, "0S 1S 2S 0H 1H 4C 3D"), seed)[:5] in ("bet 0", "bet 1")


@pytest.mark.parametrize("seed", range(5))
def test_a_bot_with_a_long_strong_suit_bets_high_to_make_it_trump(seed: int) -> None:
    assert chosen(OH7, dealt(OH7, "1S 4S 5S 6S 7S 4H 7C"), seed) in ("bet 4S", "bet 5S")


def test_a_bot_chooses_at_random_among_bets_that_are_nearly_equally_good() -> None:
    state = dealt(OH7, "2S 4S 6S 2H 4H 6H 7C")
    assert len({chosen(OH7, state, seed) for seed in range(40)}) > 1
