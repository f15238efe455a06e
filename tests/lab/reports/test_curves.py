"""Tests of the charts that show a figure over the values of the varied option."""

import re

import pytest

from parlour.game.options import Value
from parlour.games import all_games
from parlour.lab._ratios import Interval
from parlour.lab.measures import Measure
from parlour.lab.measures.skill import STRONGER, elsewhere
from parlour.lab.reports._curves import curve_of
from parlour.lab.studies.design import Design, design
from parlour.lab.studies.figures import Figure
from tests.samples import some_game, some_option, with_bots

GAME = some_game(fits=with_bots)
OPTION, VALUES = some_option(GAME, 3)
WORDED = next(game for game in all_games() if with_bots(game) and any(option.words for option in game.options))
WORDS = next(option for option in WORDED.options if option.words)
MARK = ">rules</text>"


def chart(made: Design, name: str = "rounds", low: float = 0.3) -> str:
    measure = Measure(name, "length", "Rounds.", elsewhere, share=name == STRONGER)
    found = [Figure(number, measure, "", Interval(0.4 + 0.01 * number, low, 0.6), 90)
             for number in range(len(made.variants))]  # fmt: skip
    return curve_of(made, found)


def dots(drawn: str) -> int:
    """Count the dots of the first line; the element for the band begins at 0."""
    return len(re.findall(r'<use [^>]*x="(?!0")[^>]*fill: var\(--series-0\)', drawn))


@pytest.mark.parametrize(("values", "marked"), [(VALUES, True), (VALUES[::-1], True), (VALUES[1:], False)])
def test_the_value_in_the_rules_is_marked_if_it_was_among_those_varied(values: list[Value], marked: bool) -> None:
    drawn = chart(design(GAME.name, vary={OPTION: values}))
    assert (MARK in drawn) == marked
    assert f">{OPTION}</text>" in drawn
    for value in values:
        assert f">{value}</text>" in drawn


def test_a_line_has_a_dot_for_every_value_and_a_band() -> None:
    drawn = chart(design(GAME.name, vary={OPTION: VALUES}))
    assert dots(drawn) == len(VALUES)
    assert "fill-opacity: 0.22" in drawn
    assert "fill-opacity: 0.22" not in chart(design(GAME.name, vary={OPTION: VALUES}), low=float("nan"))


def test_words_are_drawn_as_separate_dots_because_they_have_no_order() -> None:
    drawn = chart(design(WORDED.name, vary={WORDS.name: WORDS.words}))
    assert MARK in drawn
    assert all(f">{word.replace('_', ' ')}</text>" in drawn for word in WORDS.words)
    assert "fill-opacity: 0.22" not in drawn
    assert dots(drawn) == len(WORDS.words)


def test_the_option_with_the_most_values_is_on_the_axis_and_the_other_options_are_lines() -> None:
    other = next(option for option in reversed(GAME.options) if not option.words and option.name != OPTION)
    values = [int(other.default), int(other.default) + other.step]
    drawn = chart(design(GAME.name, vary={other.name: values, OPTION: VALUES}))
    assert f">{OPTION}</text>" in drawn
    assert all(f">{other.name}={value}</text>" in drawn for value in values)


def test_the_chart_of_skill_shows_what_luck_alone_would_give() -> None:
    made = design(GAME.name, vary={OPTION: VALUES})
    assert "stroke-dasharray: 3.6" in chart(made, STRONGER)
    assert "stroke-dasharray: 3.6" not in chart(made)
