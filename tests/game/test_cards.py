"""Sets of cards agree with Python's sets, and cards are read and written as text."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.engine.sets import bit, each, first, has, nth, rest
from parlour.game.cards import DECLARED, FRENCH, CardError, Deck, Face, Suit, pretty, written_as

sets = st.sets(st.integers(0, 62))
DECK = Deck(("0S", "1S", "10H", "3*", "3*", "?!"))


def mask_of(cards: set[int]) -> int:
    return sum(2**card for card in cards)


@given(sets)
def test_the_cards_of_a_set_are_listed_lowest_first(cards: set[int]) -> None:
    assert list(each(mask_of(cards))) == sorted(cards)


def test_listing_the_cards_of_a_negative_number_comes_to_an_end() -> None:
    assert list(each(-(2**63))) == [63]
    assert list(each(-1)) == list(range(64))


@given(sets, st.integers(0, 62))
def test_a_set_knows_which_cards_it_contains(cards: set[int], card: int) -> None:
    assert bool(has(mask_of(cards), card)) == (card in cards)
    assert mask_of(cards) | bit(card) == mask_of(cards | {card})


@given(sets.filter(bool))
def test_the_lowest_card_of_a_set_can_be_removed(cards: set[int]) -> None:
    assert rest(mask_of(cards)) == mask_of(cards - {min(cards)})


@given(sets.filter(bool), st.data())
def test_exactly_n_cards_of_a_set_are_lower_than_its_nth_card(cards: set[int], data: st.DataObject) -> None:
    n = data.draw(st.integers(0, len(cards) - 1))
    assert nth(mask_of(cards), n) == sorted(cards)[n]


def test_every_card_of_the_largest_deck_is_found_by_its_position() -> None:
    full = 2**63 - 1
    assert [nth(full, n) for n in range(63)] == list(range(63))


def test_the_set_of_the_first_n_cards_consists_of_the_cards_0_to_n_minus_1() -> None:
    for size in range(63):
        assert first(size) == mask_of(set(range(size)))


def test_a_card_number_of_any_integer_type_makes_the_same_set() -> None:
    """NumPy alone would compute 1 << int8(40) as 0."""
    narrow: Any = np.int8(40)
    assert bit(narrow) == 2**40
    assert first(narrow) == 2**40 - 1
    assert has(2**40, narrow)


# --- cards as text


def test_card_names_are_read_in_upper_or_lower_case_and_with_spaces_around_them() -> None:
    assert [DECK.name(card) for card in range(6)] == ["0S", "1S", "10H", "3*", "3*", "?!"]
    assert DECK.named(" 10h ") == 0b100
    assert DECK.named("?!") == 0b100000


def test_equal_cards_share_one_name_but_have_different_numbers() -> None:
    assert DECK.named("3*") == 0b011000
    assert DECK.cards("3* 0S 3*") == [3, 0, 4]
    assert DECK.mask("3* 0S 3*") == 0b011001
    assert DECK.listed(0b011001) == ["0S", "3*", "3*"]


@given(st.permutations(range(6)))
def test_a_list_of_card_names_is_read_in_its_order(order: list[int]) -> None:
    read = DECK.cards([DECK.name(card) for card in order])
    assert [DECK.name(card) for card in read] == [DECK.name(card) for card in order]
    assert sorted(read) == list(range(6))


@pytest.mark.parametrize("name", ["", "2S", "S0", "10", "‽", "3* 3*"])
def test_the_refusal_of_an_unknown_card_name_gives_an_example(name: str) -> None:
    with pytest.raises(CardError) as refused:
        DECK.named(name)
    assert str(refused.value) == f"there is no card {name!r} in this deck; expected a card such as 0S to ?!"


def test_a_card_cannot_be_listed_more_often_than_it_occurs_in_the_deck() -> None:
    with pytest.raises(CardError, match=r"card '3\*' is listed more often than the deck has it"):
        DECK.cards("3* 3* 3*")
    with pytest.raises(CardError, match="card '0s'"):
        DECK.mask("0S 0s")


# --- how cards are written


WAVES = Suit("W", "waves", "≈", "gold")
LIME = Suit("L", "lime", ink="green")
INVENTED = Deck(
    ("3S", "2W", "5L", "Joker", "?"), (*FRENCH, WAVES, LIME), {"Joker": Face("the Joker"), "?": Face("a riddle", "¿")}
)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("3S", "3♠"),
        ("2W", "2≈"),
        ("W", "≈"),
        ("5L", "5L"),
        ("L", "lime"),
        ("Joker", "Joker"),
        ("?", "¿"),
        ("3X", "3X"),
        ("", ""),
    ],
)
def test_a_card_is_written_as_its_deck_declares(name: str, written: str) -> None:
    assert INVENTED.written(name) == written
    assert pretty(name) == written, "the deck's suits were not declared for sentences"


def test_a_deck_that_declares_no_suits_has_the_french_suits() -> None:
    assert Deck(("KS", "10H")).listing(["KS", "10H", "AC", "7D"]) == "K♠ 10♥ A♣ 7♦"


def test_two_decks_that_declare_a_suit_use_their_own_declarations_but_sentences_use_the_first() -> None:
    other = Deck(("2W",), (Suit("W", "wheels", "⊕"),))
    assert other.written("2W") == "2⊕"
    assert pretty("2W") == "2≈"
    assert DECLARED["W"] == WAVES


@pytest.mark.parametrize(
    ("suits", "faces", "words"),
    [((WAVES, WAVES), {}, "need different names"),
     ((Suit("W", "waves", ink="pink"),), {}, "the ink of 'W' is 'pink'; expected one of black, red"),
     ((Suit("Wa", "waves"),), {}, "the letter of a suit is 'Wa'"),
     ((), {"Joker": Face("the Joker")}, "declares a face 'Joker', but has no such card")],
)  # fmt: skip
def test_a_deck_whose_suits_or_faces_cannot_be_drawn_is_refused(
    suits: tuple[Suit, ...], faces: dict[str, Face], words: str
) -> None:
    with pytest.raises(CardError, match=words):
        Deck(("2W",), suits, faces)


def test_a_program_that_plays_a_single_game_writes_suits_as_the_games_deck_declares() -> None:
    stars = Deck(("1S", "2S", "Sun"), (Suit("S", "stars", "✶", "gold"),), {"Sun": Face("the Sun", "☀")})
    with written_as(stars):
        assert [pretty(name) for name in ("2S", "S", "Sun")] == ["2✶", "✶", "☀"]
    assert pretty("2S") == "2♠"
