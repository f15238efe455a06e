"""Tests of the standard pack: whole, and with fewer cards."""

import pytest

from parlour.errors import ParlourError
from parlour.games.kit.pack import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    PACKS,
    SPADES,
    highest_rank,
    lowest_rank,
    pack,
    rank_of,
    suit_masks,
    suit_of,
)


@pytest.mark.parametrize(("cards", "lowest"), [(52, "2"), (36, "6"), (32, "7")])
def test_a_pack_has_every_rank_from_its_lowest_to_the_ace_in_four_suits(cards: int, lowest: str) -> None:
    deck = pack(cards)
    assert len(deck.names) == len(set(deck.names)) == cards
    for suit, letter in zip((SPADES, HEARTS, CLUBS, DIAMONDS), "SHCD", strict=True):
        names = deck.listed(suit_masks(cards)[suit])
        assert (names[0], names[-1]) == (f"{lowest}{letter}", f"A{letter}")
        assert all(name.endswith(letter) for name in names)


@pytest.mark.parametrize("cards", list(PACKS))
def test_the_suit_and_rank_of_every_card_agree_with_the_cards_name(cards: int) -> None:
    deck, ranks = pack(cards), PACKS[cards]
    values = [name[:-1] for name in deck.names[:ranks]]
    for card, name in enumerate(deck.names):
        assert name == values[rank_of(card, ranks)] + "SHCD"[suit_of(card, ranks)]


def test_suit_and_rank_assume_a_pack_of_52_cards_if_no_number_of_ranks_is_given() -> None:
    queen = pack().cards("QD")[0]
    assert (suit_of(queen), rank_of(queen)) == (DIAMONDS, 10)


def test_a_pack_must_have_52_or_36_or_32_cards() -> None:
    with pytest.raises(ParlourError, match="there is no pack of 40 cards; expected one of 52, 36, 32"):
        pack(40)


def test_the_highest_and_the_lowest_card_of_a_set_can_be_found_in_any_suit() -> None:
    cards = pack().mask("5S QS QD 5D 9H")
    assert [pack().name(found(cards)) for found in (highest_rank, lowest_rank)] == ["QS", "5S"]
    assert highest_rank(0) == lowest_rank(0) == -1
    assert pack(32).name(lowest_rank(pack(32).mask("9S 7H AD"), PACKS[32])) == "7H"
