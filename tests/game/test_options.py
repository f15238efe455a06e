"""Options are declared once and checked everywhere."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.game.options import Option, OptionError, complete, parse_options
from parlour.games import GAMES, find_game

ROUNDS = Option("min_rounds", 7, "How many rounds are played at least.", 1, 100)
TIES = Option("ties", "source", "What happens on a tie.", words=("source", "extra_round"))
BELOW_ZERO = Option("sum", 7, "The forbidden sum; -1: none.", -1, 50)


@given(st.integers(1, 100))
def test_an_option_accepts_a_number_in_its_range_as_a_number_or_as_text(value: int) -> None:
    assert ROUNDS.checked(value) == ROUNDS.checked(str(value)) == value
    assert type(ROUNDS.checked(str(value))) is int


@pytest.mark.parametrize("value", [0, 101, -1, "0", "101", "seven", "", "7.0", 7.0, 7.5, True, None, [7], {}, 10**30])
def test_the_refusal_of_an_option_value_names_the_option_and_the_value_and_the_range(value: object) -> None:
    with pytest.raises(OptionError) as refused:
        ROUNDS.checked(value)
    assert str(refused.value) == f"option min_rounds cannot be {value!r}; expected a whole number from 1 to 100"


@pytest.mark.parametrize("value", ["Source", "", "extra", 0, True, None, ["source"]])
def test_the_refusal_of_an_unknown_word_for_an_option_lists_the_known_words(value: object) -> None:
    with pytest.raises(OptionError) as refused:
        TIES.checked(value)
    assert str(refused.value) == f"option ties cannot be {value!r}; expected source or extra_round"


def test_option_values_are_stored_as_numbers_and_shown_as_people_write_them() -> None:
    assert [TIES.stored(word) for word in TIES.words] == [0, 1]
    assert [TIES.shown(number) for number in (0, 1)] == ["source", "extra_round"]
    assert BELOW_ZERO.stored("-1") == BELOW_ZERO.shown(-1) == -1


def test_an_option_that_is_not_set_has_its_default_value() -> None:
    assert complete((ROUNDS, TIES), {}) == {"min_rounds": 7, "ties": "source"}
    assert complete((ROUNDS, TIES), {"ties": "extra_round"}) == {"min_rounds": 7, "ties": "extra_round"}


def test_the_refusal_of_an_unknown_option_lists_the_known_options() -> None:
    with pytest.raises(OptionError, match=r"^there is no option 'rounds'; expected one of min_rounds, ties$"):
        complete((ROUNDS, TIES), {"rounds": 3})
    with pytest.raises(OptionError, match=r"^there is no option 'rounds'; expected none: this game has no options$"):
        complete((), {"rounds": 3})


def test_options_are_read_from_texts_such_as_min_rounds_equals_7() -> None:
    assert parse_options(["min_rounds=3", " ties = source ", "odd=a=b"]) == {
        "min_rounds": "3", "ties": "source", "odd": "a=b",
    }  # fmt: skip


@pytest.mark.parametrize("text", ["min_rounds", "", "=3", " =3"])
def test_an_option_text_without_a_name_or_an_equals_sign_is_refused(text: str) -> None:
    with pytest.raises(OptionError) as refused:
        parse_options([text])
    assert repr(text) in str(refused.value)
    assert "expected name=value" in str(refused.value)


@pytest.mark.parametrize("name", list(GAMES))
def test_the_state_of_every_game_can_hold_all_values_of_its_options(name: str) -> None:
    game = find_game(name)
    for option in game.options:
        assert option.checked(option.default) == option.default
        assert option.meaning.endswith(".")
        values = range(len(option.words)) if option.words else (option.least, option.most)
        limits = np.iinfo(game.state[option.name].base)
        assert all(limits.min <= value <= limits.max for value in values)
    assert game.options_of(game.new_state()) == {option.name: option.default for option in game.options}
