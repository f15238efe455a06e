"""Tests of advice in words: it doesn't contradict itself, and shows cards rather than their codes."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.bots.hints import SURE, explained, is_close, label, thumb_advice
from parlour.bots.search import Weighed
from parlour.game.texts import Card, Text, say
from parlour.games import GAMES, find_game
from parlour.languages import catalogue_of
from tests.positions import played
from tests.samples import some_game

GOAL = say("keep the promise")
numbers = st.floats(0, 10, allow_nan=False)
chances = st.floats(0, 1, allow_nan=False)


def said(best: Weighed, second: Weighed, language: str = "en") -> str:
    position = played(some_game(3).name, 3, 1, 0)
    seat = position.match.actors[0]
    hidden = position.game.hidden(position.state, seat)
    return explained(position.game, hidden, seat, [best, second], GOAL).format((), catalogue_of(language))


def weighed(behind: float, doubt: float, chance: float, other: float) -> tuple[Weighed, Weighed]:
    position = played(some_game(3).name, 3, 1, 0)
    first, second = position.match.legal(position.match.actors[0])[:2]
    return Weighed(first, goal=chance, worlds=40), Weighed(second, behind=behind, doubt=doubt, goal=other, worlds=40)


@given(numbers, numbers, chances, chances)
def test_advice_compares_chances_only_if_they_differ(behind: float, doubt: float, chance: float, other: float) -> None:
    words = said(*weighed(behind, doubt, chance, other))
    assert words.startswith("I would choose: ")
    assert words.endswith(" 40 possible deals were tried.")
    close = behind <= SURE * doubt
    assert ("About as good" in words) == close
    named = [int(number) for number in re.findall(r"(\d+)%", words)]
    assert not (named and close), "chances must not be compared if their difference may be random"
    assert not named or named[0] > named[1]


@pytest.mark.parametrize(
    ("language", "space"), [("en", ""), ("fr", "\N{NO-BREAK SPACE}"), ("de", "\N{NO-BREAK SPACE}")]
)
def test_chances_in_advice_are_written_with_the_percent_sign_as_usual_in_each_language(
    language: str, space: str
) -> None:
    words = said(*weighed(9, 0, 0.63, 0.4), language)
    assert re.findall(r"\d+\s?%", words) == [f"63{space}%", f"40{space}%"]


def test_two_choices_are_close_if_the_difference_between_them_may_be_due_to_chance() -> None:
    assert is_close(Weighed(0, behind=0.2, doubt=0.1))
    assert not is_close(Weighed(0, behind=0.4, doubt=0.1))


def cards_of(text: Text) -> list[str]:
    found = [value.card for value in text.values.values() if isinstance(value, Card)]
    return found + [card for value in text.values.values() if isinstance(value, Text) for card in cards_of(value)]


@pytest.mark.parametrize("name", list(GAMES))
def test_no_advice_contains_card_codes(name: str) -> None:
    """Cards in advice are `Card` values, so every screen can write them in its own way."""
    game = find_game(name)
    names = [re.escape(card) for card in game.deck.names if card not in game.deck.faces]
    codes = re.compile(rf"(?<!\w)({'|'.join(names)})(?!\w)")
    for moves in range(0, 40, 3):
        position = played(name, game.default_players, 1, moves)
        if not position.match.actors:
            continue
        seat = position.match.actors[0]
        hidden, action = game.hidden(position.state, seat), position.match.legal(seat)[0]
        text = thumb_advice(game, hidden, seat, action).sentence
        plain = templates(text)
        assert not codes.search(plain), plain
        assert set(cards_of(label(game, hidden, seat, action))) <= set(cards_of(text))


def templates(text: Text) -> str:
    """Return a sentence without the cards in it."""
    values = {name: templates(value) if isinstance(value, Text) else "" if isinstance(value, Card) else str(value)
              for name, value in text.values.items()}  # fmt: skip
    return text.template.format(**values)
