"""Tests of the choices that the rule-of-thumb bot makes in given positions of Thirty-one."""

from itertools import permutations

import pytest

from parlour.bots.basic import find_basic
from parlour.engine.rng import Rng, generator
from parlour.engine.sets import bit, has
from parlour.game.game import State
from parlour.games import find_game
from parlour.games.thirtyone import rules as thirtyone

GAME = find_game("thirtyone")
DECK = GAME.deck
MVP, ME = 1, 2


def rng_of(seed: int) -> Rng:
    return generator(bytes([seed] * 32))


def packet(cards: str, players: int = 4) -> str:
    """Return what the bot chooses as the MVP after looking at these cards."""
    state = GAME.new_state(players)
    thirtyone.deal(state, rng_of(1))
    GAME.apply(state, MVP, 0)
    state.packets[0] = DECK.mask(cards)
    return chosen(state, MVP)


def turn(
    hand: str,
    deck: str,
    *,
    players: int = 4,
    switches: int = 0,
    next_has: str = "",
    last: bool = False,
    limit: int = 60,
) -> str:
    """Return what the bot chooses as the third player with this hand and playing deck."""
    state = GAME.new_state(players, {"switch_limit": limit})
    thirtyone.lay_out(state)
    me = ME % players
    state.turn, state.phase, state.switches = me, thirtyone.TURN, switches
    state.hands[me], state.playing_deck = DECK.mask(hand), DECK.mask(deck)
    following = (me + 1) % players
    state.hands[following] = state.known[following] = DECK.mask(next_has)
    state.first_stay = MVP if last else thirtyone.NOBODY
    return chosen(state, me)


def chosen(state: State, seat: int) -> str:
    return GAME.action_name(state, seat, find_basic(GAME)(state, seat, rng_of(2)))


# --- the packets


@pytest.mark.parametrize("cards", ["7H 8H 9H", "KS 8S 7D", "AC 7C 9D"])
def test_the_mvp_keeps_a_packet_with_many_points(cards: str) -> None:
    assert packet(cards) == "keep"


@pytest.mark.parametrize("cards", ["AC KD QH", "7C 10C AD", "7C 8C 9D"])
def test_the_mvp_does_not_keep_a_poor_packet(cards: str) -> None:
    assert packet(cards) == "other"


# --- switches


def test_the_bot_takes_the_third_card_of_a_suit() -> None:
    assert turn("KH QH 7C", "9H AS 8D") == "switch 7C 9H"


def test_the_bot_takes_the_higher_of_two_cards_of_its_suit() -> None:
    assert turn("9H QH 7C", "8H KH AD") == "switch 7C KH"


@pytest.mark.parametrize(("hand", "missing"), [("AS KS 7D", "10S"), ("QD JD 9D", "AD"), ("7H AH 10H", "KH")])
def test_the_bot_makes_31_whenever_it_can(hand: str, missing: str) -> None:
    for last in (False, True):
        assert turn(hand, f"{missing} AC KC", last=last).endswith(missing)


def test_the_bot_collects_the_suit_with_more_cards_to_come() -> None:
    """The 10 of hearts can be joined by two hearts on the table, but the Ace of clubs by no other club."""
    assert turn("10H AC 7D", "QH KH 8S") in ("switch 7D KH", "switch 7D QH")
    assert turn("10H 10C 7D", "QH KC 8H").endswith("QH")


def test_the_bot_improves_three_cards_of_a_suit() -> None:
    assert turn("7S 8S 9S", "KS 8D QH") == "switch 7S KS"


def test_the_bot_leaves_few_suits_in_the_playing_deck_if_no_switch_improves_its_hand() -> None:
    """The bot switches a club for another club, so that the next player finds only two suits."""
    assert turn("KH QH 7C", "8C 9S 10S", switches=8) == "switch 7C 8C"


def test_the_bot_does_not_leave_a_card_of_the_suit_that_the_next_player_collects() -> None:
    assert turn("KH QH 9D", "8C 8S 9S", switches=8, next_has="AC KC") == "switch 9D 8C"
    assert turn("KH QH 9D", "8C 8S 7D", switches=8, next_has="AS KS") == "switch 9D 8S"


# --- when to stay


def test_the_bot_stays_with_three_cards_of_a_suit_if_no_switch_improves_them() -> None:
    assert turn("9S 8S KS", "7S 8D QH") == "stay"


def test_the_bot_plays_on_with_two_cards_of_a_suit() -> None:
    assert turn("KH QH 7C", "8C 9S 10S", switches=8) != "stay"
    assert turn("AH QH 7C", "8C 9S 10S", switches=8) != "stay"


def test_the_first_of_many_players_stays_with_an_ace_and_a_ten_of_one_suit() -> None:
    assert turn("AH QH 7C", "8C 9S 10S", players=4) == "stay"
    assert turn("AH QH 7C", "8C 9S 10S", players=3) != "stay"
    assert turn("AH QH 7C", "8C 9S 10S", players=4, switches=3) != "stay"


def test_the_first_of_six_players_stays_with_two_tens_of_one_suit() -> None:
    assert turn("KH QH 7C", "8C 9S 10S", players=6) == "stay"
    assert turn("KH QH 7C", "8C 9S 10S", players=4) != "stay"


def test_the_bot_swaps_a_poor_hand_for_a_playing_deck_whose_cards_are_all_of_one_suit() -> None:
    assert turn("KH 8S 7C", "8D 9D JD") == "swap"
    assert turn("7H 8S 9C", "AD KD QD") == "swap"


# --- the last action


def test_the_bots_last_action_takes_the_hand_with_the_most_points() -> None:
    assert turn("KH QH 7C", "9H AS 8D", last=True) == "switch 7C 9H"
    assert turn("KH QH JH", "9H AS 8D", last=True) == "stay"
    assert turn("KH 8H 7C", "8D 9D JD", last=True) == "swap"


def test_the_bots_last_action_considers_the_third_card_if_the_counted_cards_are_equal() -> None:
    """T6: the third card decides between hands whose counted cards are the same."""
    assert turn("KH QH 7C", "8D 9S JD", last=True) == "switch 7C JD"


def test_the_bot_leaves_the_next_player_the_worse_cards_if_two_last_actions_give_equal_hands() -> None:
    assert turn("KH QH 7C", "JD JS 8C", last=True, next_has="AS KS") == "switch 7C JS"
    assert turn("KH QH 7C", "JD JS 8C", last=True, next_has="AD KD") == "switch 7C JD"


def test_the_bot_treats_the_switch_that_reaches_the_limit_as_its_last_action() -> None:
    """T11."""
    assert turn("KH QH 7C", "8D 9S JD", switches=9, limit=10) == "switch 7C JD"


def test_the_bot_never_misses_a_switch_that_makes_31() -> None:
    """The third card in hand, and the two cards of the playing deck beside the Jack, don't matter."""
    state, choose, rng = GAME.new_state(4), find_basic(GAME), rng_of(3)
    thirtyone.lay_out(state)
    state.turn, state.phase = ME, thirtyone.TURN
    others = [card for card in range(32) if not has(DECK.mask("AS KS QS JS 10S"), card)]
    for third, one, other in permutations(others, 3):
        state.hands[ME] = DECK.mask("AS KS") | bit(third)
        state.playing_deck = DECK.mask("JS") | bit(one) | bit(other)
        action = choose(state, ME, rng)
        assert GAME.action_name(state, ME, action) == f"switch {DECK.name(third)} JS"
