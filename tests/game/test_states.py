"""States are dumped and checked with the help of their declared fields."""

from typing import Any

import numpy as np
import pytest

from parlour.errors import ParlourError
from parlour.game.cards import HIDDEN, NO_CARD, Deck
from parlour.game.fields import (
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
from parlour.game.options import Option
from parlour.game.states import Reader, state_type

DECK = Deck(("1S", "2S", "1H", "2H", "1C", "2C"))
SEATS = 3
FIELDS = (
    card_set("hands", "cards in hand", each_seat(SEATS), place="common"),
    one_card("pile", "a pile", listed(4), place="common"),
    one_card("led", "the card led"),
    one_seat("turn", "the seat to act"),
    seat_set("passed", "seats that passed"),
    number("scores", "points", -5, 5, each_team(2)),
    number("bids", "bids", 0, 6, each_seat(SEATS), none=-1),
    choice("trump", "the trump suit", "SHC"),
    choice_set("voids", "suits not held", "SHC", each_seat(SEATS)),
    number("players", "people", 2, 3),
)
OPTIONS = (
    Option("target", 10, "Points that end the match.", 1, 50),
    Option("ends", "at_once", "When it ends.", words=("at_once", "late")),
)
READER = Reader(FIELDS, OPTIONS, DECK, other_seats=0)


def _state() -> Any:
    state = np.zeros(1, state_type(OPTIONS, FIELDS))[0]
    state.hands[:] = [DECK.mask("1S 2H"), 0, DECK.mask("2C")]
    state.pile[:] = [DECK.cards("1C")[0], HIDDEN, NO_CARD, NO_CARD]
    state.led, state.turn, state.passed, state.trump = NO_CARD, 1, 0b101, 2
    state.scores[:], state.bids[:], state.voids[:] = (3, -2), (-1, 0, 4), (0b011, 0, 0)
    state.players, state.target, state.ends = 3, 10, 1
    return state


def test_the_dump_of_a_state_has_a_line_for_each_field_and_writes_cards_by_name() -> None:
    assert READER.dump(_state()).splitlines() == [
        "hands    0: 1S 2H  1: -  2: 2C",
        "pile     1C hidden",
        "led      -",
        "turn     1",
        "passed   0 2",
        "scores   0: 3  1: -2",
        "bids     0: -1  1: 0  2: 4",
        "trump    C",
        "voids    0: S H  1: -  2: -",
        "players  3",
        "target   10",
        "ends     late",
    ]


def test_the_dump_of_a_state_leaves_out_seats_that_are_not_at_the_table() -> None:
    state = _state()
    state.players = 2
    assert READER.dump(state).splitlines()[0] == "hands    0: 1S 2H  1: -"


def test_a_state_with_all_values_in_range_has_no_problems() -> None:
    assert READER.problems(_state()) == []


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("hands", [1 << 6, 0, 0], "hands[0] is 0x40; expected a set of cards 0 to 5"),
        ("led", 6, "led is 6; expected a card 0 to 5, -1 or -2"),
        ("turn", 3, "turn is 3; expected a seat 0 to 2, or -1"),
        ("passed", 8, "passed is 8; expected a set of seats 0 to 2"),
        ("scores", [0, 6], "scores[1] is 6; expected -5 to 5"),
        ("bids", [0, 0, 7], "bids[2] is 7; expected 0 to 6, or -1"),
        ("trump", 3, "trump is 3; expected 0 to 2, or -1"),
        ("voids", [0, 8, 0], "voids[1] is 8; expected a set of choices 0 to 2"),
        ("target", 0, "target is 0; expected 1 to 50"),
        ("ends", 2, "ends is 2; expected 0 to 1"),
    ],
)
def test_a_value_out_of_range_is_reported_with_the_expected_range(name: str, value: Any, problem: str) -> None:
    state = _state()
    state[name] = value
    assert READER.problems(state) == [problem]
    READER.dump(state)  # must not fail, because the debugger also shows invalid states


def test_a_card_in_two_places_is_reported_with_both_places() -> None:
    state = _state()
    state.pile[3] = DECK.cards("2H")[0]
    assert READER.problems(state) == ["2H lies in hands[0] and in pile[3]"]
    assert sorted(DECK.name(card) for card in READER.all_cards(state)) == ["1C", "1S", "2C", "2H", "2H"]


def test_seats_with_separate_decks_can_hold_the_same_card() -> None:
    fields = (card_set("hands", "cards", each_seat(2), place="separate"), number("players", "people", 2, 2))
    reader, state = Reader(fields, (), DECK, 0), np.zeros(1, state_type((), fields))[0]
    state.hands[:], state.players = DECK.mask("1S"), 2
    assert reader.problems(state) == []
    assert reader.all_cards(state) == [0, len(DECK.names)]


def test_a_field_declared_twice_is_refused() -> None:
    with pytest.raises(ParlourError, match="the field led is declared twice"):
        state_type((), (one_card("led", "a card"), one_card("led", "again")))


def test_an_option_that_is_also_declared_as_a_field_occurs_in_the_state_only_once() -> None:
    kind = state_type(OPTIONS, (*FIELDS, number("target", "an option", 0, 50)))
    assert kind.names.count("target") == 1
    assert (kind["target"], kind["ends"]) == (np.int8, np.int64)
