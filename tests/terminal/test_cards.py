import pytest

from parlour.game.cards import FRENCH, Deck, Face, Suit
from parlour.game.texts import say
from parlour.terminal._cards import (
    BLUE,
    GOLD,
    GREEN,
    LOUD,
    RED,
    backs,
    face,
    hand_row,
    ink,
    inked,
    inked_sentence,
    short,
    suit,
)
from parlour.terminal.words import speaking

WAVES = Suit("W", "waves", "≈", "gold")
LIME = Suit("L", "lime", ink="green")
FACES = {"Joker": Face("the Joker"), "?": Face("a riddle", "¿")}
Deck(("2W", "14L", "Joker", "?"), (*FRENCH, WAVES, LIME), FACES)


def rows(card: str) -> list[str]:
    return [line.plain for line in face(card)]


def test_a_card_face_has_its_value_in_one_corner_and_its_suit_in_the_opposite_corner() -> None:
    assert rows("3S") == ["╭───╮", "│3  │", "│  ♠│", "╰───╯"]
    assert rows("10D") == ["╭───╮", "│10 │", "│  ♦│", "╰───╯"]
    assert rows("14L") == ["╭───╮", "│14 │", "│  L│", "╰───╯"]


def test_card_faces_and_sentences_use_the_letters_of_the_language() -> None:
    with speaking("fr"):
        assert rows("QH") == ["╭───╮", "│D  │", "│  ♥│", "╰───╯"]
        assert short("KS").plain == "R♠"
        assert [(span.start, span.end) for span in inked("V♥, D♦ ou 10♣").spans] == [(0, 2), (4, 6), (10, 13)]
    assert short("KS").plain == "K♠"


def test_cards_without_a_suit_show_their_symbol_or_name() -> None:
    assert rows("?") == ["╭───╮", "│¿  │", "│  ¿│", "╰───╯"]
    assert rows("Joker") == ["╭─────╮", "│Joker│", "│     │", "╰─────╯"]


@pytest.mark.parametrize(
    ("card", "colour"),
    [("3S", "bold"), ("0H", RED), ("AC", GREEN), ("10D", BLUE), ("2W", GOLD), ("?", LOUD), ("14L", GREEN),
     ("Joker", LOUD), ("H", RED)],
)  # fmt: skip
def test_each_card_is_drawn_in_the_colour_of_its_suit(card: str, colour: str) -> None:
    assert ink(card) == colour


def test_a_suit_is_shown_as_a_symbol_or_as_a_word() -> None:
    assert [suit(letter).plain for letter in "SHCDWL"] == [*"♠♥♣♦≈", "lime"]


def test_only_the_cards_in_a_sentence_are_coloured() -> None:
    sentence = inked("Ben plays 3♥ and 10♦; Ann plays 14L, ¿, Joker or ≈, in 2 ways, not 3Lx.")
    coloured = [sentence.plain[span.start : span.end] for span in sentence.spans]
    assert coloured == ["3♥", "10♦", "14L", "¿", "Joker", "≈"]


def test_a_sentence_starts_with_a_capital_letter() -> None:
    assert inked_sentence(say("the Dummy plays."), ()).plain == "The Dummy plays."


def test_a_few_card_backs_are_drawn_singly_and_many_card_backs_are_shown_as_a_number() -> None:
    assert (backs(3), backs(14), backs(0)) == ("▮▮▮", "▮×14", "")


def test_playable_cards_are_raised_and_numbered_if_other_cards_are_not_playable() -> None:
    lines = [line.plain.rstrip() for line in hand_row(["3S", "0H"], {1: "1"}, 80)]
    assert lines == [
        "      ╭───╮",
        "╭───╮ │0  │",
        "│3  │ │  ♥│",
        "│  ♠│ ╰───╯",
        "╰───╯   1",
    ]


def test_no_card_is_raised_if_the_whole_hand_is_playable() -> None:
    lines = [line.plain.rstrip() for line in hand_row(["3S", "0H"], {0: "1", 1: "2"}, 80)]
    assert lines[0] == "╭───╮ ╭───╮"
    assert lines[-1] == "  1     2"


def test_a_hand_of_fifteen_cards_fits_in_one_row() -> None:
    hand = [f"{value}L" for value in range(1, 15)] + ["Joker"]
    lines = hand_row(hand, {}, 78)
    assert len(lines) == 4
    assert max(line.cell_len for line in lines) <= 78


def test_a_card_within_a_sentence_is_written_as_value_and_suit_symbol() -> None:
    assert short("10D").plain == "10♦"
