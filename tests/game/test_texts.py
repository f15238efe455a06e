"""A sentence has a template and values for the template's gaps, and can be formatted with players' names."""

import pytest

from parlour.game.cards import Deck, Face, Suit, written_as
from parlour.game.texts import Card, Text, Who, say
from parlour.languages import catalogue_of

NAMES = ["Ann", "Ben"]


def test_a_sentence_is_formatted_with_the_names_of_the_players() -> None:
    sentence = say("{who} plays {card}.", who=Who(1), card=Card("3S"))
    assert sentence.format(NAMES) == "Ben plays 3♠."
    assert str(sentence) == "seat 1 plays 3♠."


def test_a_seat_without_a_name_is_shown_by_its_number() -> None:
    sentence = say("{who} plays.", who=Who(2))
    assert sentence.format(NAMES) == "seat 2 plays."
    assert sentence.format([*NAMES, "the Dummy"]) == "the Dummy plays."


def test_suits_and_cards_in_a_sentence_are_shown_with_suit_signs() -> None:
    shown = [say("{card}", card=Card(name)).format(NAMES) for name in ("H", "10H", "KS", "what")]
    assert shown == ["♥", "10♥", "K♠", "what"]


@pytest.mark.parametrize(("language", "told"), [("en", "red 3R"), ("fr", "rouge 3R"), ("de", "Rot 3R")])
def test_a_suit_without_a_sign_is_a_word_in_the_language_of_the_sentence(language: str, told: str) -> None:
    sentence = say("{suit} {card}", suit=Card("R"), card=Card("3R"))
    colours = Deck(("3R",), suits=(Suit("R", "red", ink="red"),))
    with written_as(colours):
        assert sentence.format(NAMES, catalogue_of(language)) == told
        assert str(sentence) == "red 3R"


@pytest.mark.parametrize(
    ("language", "told"), [("en", "J♥ Q♥ K♥ A♥ 10♥ Jo"), ("fr", "V♥ D♥ R♥ A♥ 10♥ Jo"), ("de", "B♥ D♥ K♥ A♥ 10♥ Jo")]
)
def test_the_letter_of_a_card_depends_on_the_language_of_the_sentence(language: str, told: str) -> None:
    names = ("JH", "QH", "KH", "AH", "10H", "Jo")
    sentence = say("{a} {b} {c} {d} {e} {f}", **{gap: Card(name) for gap, name in zip("abcdef", names, strict=True)})
    with written_as(Deck(names, faces={"Jo": Face("the Joker")})):
        assert sentence.format(NAMES, catalogue_of(language)) == told
        assert str(sentence) == "J♥ Q♥ K♥ A♥ 10♥ Jo"


def test_a_sentence_can_fill_a_gap_of_another_sentence() -> None:
    inner = say("{who} holds ‽", who=Who(0))
    assert say("{what}: {points} points.", what=inner, points=-3).format(NAMES) == "Ann holds ‽: -3 points."


def test_braces_in_a_value_are_not_treated_as_gaps() -> None:
    assert say("{text!r} is no action.", text="{who}\n").format(NAMES) == "'{who}\\n' is no action."
    assert say("{who} leads.", who=Who(0)).format(["{0}"]) == "{0} leads."


def test_a_sentence_keeps_its_template_separate_from_its_values() -> None:
    sentence = say("{who} leads.", who=Who(0))
    assert (sentence.template, sentence.values) == ("{who} leads.", {"who": Who(0)})
    assert sentence == Text("{who} leads.", {"who": Who(0)})
