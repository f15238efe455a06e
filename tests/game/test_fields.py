"""Declared fields have the right types, and wrong declarations are refused."""

from collections.abc import Callable

import numpy as np
import pytest

from parlour.errors import ParlourError
from parlour.game.fields import (
    WIDE,
    Field,
    card_set,
    choice,
    choice_set,
    each_seat,
    each_team,
    listed,
    number,
    one_card,
    one_seat,
    seat_set,
)


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        (card_set("hands", "cards"), np.int64),
        (one_card("led", "a card"), np.int8),
        (one_seat("turn", "a seat"), np.int8),
        (seat_set("passed", "seats"), np.int8),
        (seat_set("passed", "seats", stored=WIDE), np.int64),
        (number("won", "tricks", 0, 127), np.int8),
        (number("won", "tricks", 0, 128), np.int16),
        (number("bids", "a bid", 0, 127, none=-129), np.int16),
        (number("scores", "points", -40_000, 0), np.int32),
        (number("scores", "points", 0, 1 << 40), np.int64),
        (choice("trump", "a suit", "SHCD"), np.int8),
        (choice_set("voids", "suits", "SHCDFGL"), np.int8),
        (choice_set("voids", "suits", "SHCDFGLM"), np.int16),
    ],
)
def test_a_field_has_the_narrowest_type_for_its_range_unless_it_declares_another(field: Field, expected: type) -> None:
    assert field.type is expected


def test_the_dimensions_of_a_field_give_its_shape() -> None:
    assert one_card("draw", "piles", each_seat(2), listed(52)).described == ("draw", np.int8, (2, 52))
    assert number("scores", "points", 0, 9, each_team(2)).shape == (2,)
    assert one_card("led", "a card").described == ("led", np.int8)


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda: one_card("Led card", "a card"), "a field cannot be called 'Led card'"),
        (lambda: one_card("led", ""), "the field led has no meaning; expected one sentence"),
        (lambda: number("won", "tricks", 7, 0), "the field won has the range 7 to 0"),
        (lambda: number("won", "tricks", 0, 300, stored=np.int8), "the field won does not fit int8: 0 to 300"),
        (lambda: number("won", "tricks", 0, 9, unit=0), "the field won has the unit 0"),
        (lambda: choice("word", "a word", ["a"] * 64), "the field word has 64 choices; at most 63"),
        (lambda: one_seat("turn", "a seat", place="common"), "the field turn is a seat; only cards lie in a place"),
        (lambda: one_card("led", "a card", observed="own"), "the field led has no entry for each seat"),
    ],
)
def test_a_field_declaration_that_makes_no_sense_is_refused(declare: Callable[[], Field], message: str) -> None:
    with pytest.raises(ParlourError, match=message):
        declare()
