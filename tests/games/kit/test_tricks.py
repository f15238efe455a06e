"""Tests of tricks: which cards follow suit, and who takes the trick."""

import numpy as np
import pytest

from parlour.game.cards import NO_CARD
from parlour.game.fields import Entries
from parlour.games.kit.pack import CLUBS, HEARTS, SPADES, pack, suit_masks
from parlour.games.kit.tricks import NO_TRUMP, best_card, following, laid, lay_down, suit_among, taker

DECK, SUIT = pack(), suit_masks()


def _trick(cards: str) -> Entries:
    """Return a trick from its cards in seat order, with a dash for each seat that hasn't played yet."""
    return np.array([NO_CARD if card == "-" else DECK.cards(card)[0] for card in cards.split()], np.int8)


def test_a_hand_that_can_follow_suit_must_do_so_and_any_other_hand_may_play_any_card() -> None:
    hand = DECK.mask("3S KS 2H 9D")
    assert following(hand, SUIT[SPADES]) == DECK.mask("3S KS")
    assert following(hand, SUIT[CLUBS]) == hand


@pytest.mark.parametrize(
    ("trick", "trumps", "winner"),
    [
        ("3S KS 2H AD", NO_TRUMP, 1),
        ("3S KS 2H AD", SUIT[HEARTS], 2),
        ("3S 4H 2H AS", SUIT[HEARTS], 1),
        ("3S KS 2H AD", SUIT[SPADES], 1),
        ("3S - - AD", NO_TRUMP, 0),
    ],
)
def test_the_highest_trump_takes_the_trick_or_if_nobody_plays_a_trump_the_highest_card_of_the_suit_led(
    trick: str, trumps: int, winner: int
) -> None:
    cards = _trick(trick)
    assert taker(cards, 4, SUIT[SPADES], trumps) == winner
    assert best_card(laid(cards, 4), SUIT[SPADES], trumps) == cards[winner]


def test_nobody_takes_an_empty_trick() -> None:
    assert taker(_trick("- - - -"), 4, SUIT[SPADES], NO_TRUMP) == -1


def test_a_finished_trick_becomes_the_last_trick() -> None:
    trick, last = _trick("3S KS 2H AD"), _trick("- - - -")
    lay_down(trick, last, 4)
    assert trick.tolist() == [NO_CARD] * 4
    assert laid(last, 4) == DECK.mask("3S KS 2H AD")


def test_the_suit_of_a_card_is_the_index_of_the_set_that_contains_the_card() -> None:
    assert suit_among(DECK.cards("2H")[0], SUIT) == HEARTS
    assert suit_among(DECK.cards("2H")[0], SUIT[:1]) == -1
