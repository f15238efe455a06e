"""In the terminal, cards that are chosen together can be typed on one line, in any order, or a few at a time."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from parlour.game.texts import Text, say
from parlour.game.view import Action, Selection, View
from parlour.match.match import Match
from parlour.terminal._answers import meant, offered
from parlour.terminal._draw import card_numbers, open_piles, table
from parlour.terminal._house import TableWords
from parlour.terminal._selection import how, picks
from tests.terminal.match_for_tests import paper, played, seeded_match, written
from tests.terminal.views_for_tests import TWO, passing
from tests.web.lanterns import GAME as LANTERNS


def names(found: Any) -> list[str]:
    """Return the names of the actions that the typed line picks."""
    assert isinstance(found, tuple), found
    return [action.name for action in found]


def refusal(view: View, line: str) -> str:
    """Return why a typed line picks no cards."""
    found = picks(view, line)
    assert isinstance(found, Text), found
    return str(found)


@pytest.mark.parametrize("line", ["1 3 5", "5 3 1", "1,3,5", "2s 9h kc", "KC 2♠ 3", "pass 2S 9H KC", "♠2 9♥ K♣"])
def test_cards_may_be_typed_in_any_order_and_are_played_in_the_order_of_the_game(line: str) -> None:
    assert names(picks(passing(), line)) == ["pass 2S", "pass 9H", "pass KC"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("1 1 2", "2♠ is named twice."),
        ("2S 2S", "2♠ is named twice."),
        ("1 2 3 4", "You named 4 cards: choose 3 cards, for example: 1 3 5."),
        ("1 2 9", "9 cannot be chosen: choose 3 cards, for example: 1 3 5."),
        ("foo", "foo cannot be chosen: choose 3 cards, for example: 1 3 5."),
        ("AD 1 2", "The ace stays with you."),
        ("4", "Name all the cards on one line: 3 cards, for example: 1 3 5."),
        ("", "Choose 3 cards, for example: 1 3 5."),
    ],
)
def test_a_typed_line_that_is_not_a_valid_choice_of_cards_is_explained(line: str, reason: str) -> None:
    assert refusal(passing(), line) == reason


def test_some_of_the_cards_can_be_picked_first_if_the_others_can_still_be_picked_later() -> None:
    assert names(picks(passing(), "1 2")) == ["pass 2S", "pass 7S"]
    assert names(picks(passing(), "3")) == ["pass 9H"]


def test_an_action_that_is_not_part_of_the_selection_can_still_be_typed() -> None:
    view = passing()
    both = replace(view, actions=(*view.actions, Action(60, "keep all", say("Keep all"))))
    assert picks(both, "keep all") is None
    assert picks(both, "6") is None
    for line in ("keep all", "6"):
        action = meant(both, line)
        assert action is not None
        assert action.name == "keep all"
    assert [action.name for action in offered(both)][-1] == "keep all"


def test_pressing_enter_picks_the_cards_if_all_of_them_must_be_picked() -> None:
    view = passing()
    assert view.selection is not None
    few = Selection(3, view.selection.actions[:3], view.selection.label)
    assert len(names(picks(replace(view, selection=few), ""))) == 3


def test_two_equal_cards_can_be_picked_by_typing_their_common_name_twice() -> None:
    twins = tuple(Action(number, "lay 5S", say("Lay 5♠"), ("5S",)) for number in (4, 5))
    view = replace(passing(), actions=twins, selection=Selection(2, twins, say("Lay two cards")), refused=())
    found = picks(view, "5s 5s")
    assert isinstance(found, tuple)
    assert [action.id for action in found] == [4, 5]


@given(st.integers(1, 13), st.data())
def test_the_example_of_how_to_choose_cards_can_itself_be_typed(cards: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(1, cards))
    actions = tuple(Action(number, f"pass {number}S", say("Pass"), (f"{number}S",)) for number in range(cards))
    selection = Selection(count, actions, say("Pass"))
    found = picks(replace(passing(), selection=selection), str(how(selection)).partition(": ")[2])
    assert isinstance(found, tuple)
    assert len(found) == count


def test_every_card_that_can_be_picked_has_a_number() -> None:
    view = passing()
    assert card_numbers(view, view.seats[0].hand) == {0: "1", 1: "2", 2: "3", 3: "4", 4: "5"}
    assert view.selection is not None
    chosen = replace(view, selection=replace(view.selection, chosen=("4C",)))
    console = paper()
    console.print(table(chosen, TWO))
    assert "Already chosen 4♣" in written(console)


def test_cards_that_are_chosen_together_can_be_typed_on_one_line_or_on_several_lines() -> None:
    _, shown, match = played(LANTERNS, 3, ["2 4"])
    laid = seeded_match(LANTERNS, 3)
    laid.advance()
    view = laid.view(0)
    assert view.selection is not None
    two, four = view.selection.actions[1].cards[0], view.selection.actions[3].cards[0]
    assert [event["do"] for event in match.events if event.get("seat") == 0][:2] == [f"lay {two}", f"lay {four}"]
    assert "Choose 2 cards, for example: 1 5" in shown
    assert shown.count("→ Lay two cards for ") == 1
    _, shown, match = played(LANTERNS, 3, ["2", "1"])
    assert "Choose 1 card, for example: 1" in shown
    assert "Already chosen" in shown
    assert sum(event.get("seat") == 0 and event["do"].startswith("lay ") for event in match.events) == 2


def test_the_owner_of_a_face_down_pile_sees_its_cards_marked_as_face_down() -> None:
    match: Match = seeded_match(LANTERNS, 3, ["Ann", "Ben", "Cleo"])
    match.advance()
    for _ in range(2):
        match.act(0, match.legal(0)[0])
    house = TableWords.of(LANTERNS, match.names, 100)
    for seat, words in ((0, ", face down)"), (1, "Under the lamp ▮▮")):
        console = paper(100)
        console.print(table(match.view(seat), house))
        assert words in written(console)
    for seat, words in ((0, "(face down)"), (1, "2: face down")):
        console = paper(100)
        console.print(open_piles(match.view(seat), house))
        assert words in written(console)
