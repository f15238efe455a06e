import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from parlour.game.cards import Deck, Face, Suit
from parlour.game.texts import Text, Who, say
from parlour.game.view import Action, View
from parlour.terminal._answers import command, example, keys, meant, numbers, spelled, why_not
from parlour.terminal.words import speaking
from tests.samples import some_game
from tests.terminal.match_for_tests import played
from tests.terminal.views_for_tests import auction, colour_trick, switching, upgrading


def name_of(view: View, line: str) -> str | None:
    action = meant(view, line)
    return None if action is None else action.name


@pytest.mark.parametrize(
    ("line", "name"),
    [("1", "switch 7S 9C"), (" 10 ", "stay"), ("stay", "stay"), ("STAY", "stay"), ("switch 7s  9c", "switch 7S 9C"),
     ("7s 9c", "switch 7S 9C"), ("7♠ 9♣", "switch 7S 9C"), ("0", None), ("12", None), ("", None), ("7S", None),
     ("-1", None), ("²", None), ("٣", "switch 7S AH")],
)  # fmt: skip
def test_an_action_can_be_chosen_by_its_number_or_its_name_or_its_cards(line: str, name: str | None) -> None:
    assert name_of(switching(), line) == name


@pytest.mark.parametrize("line", ["7s a♥", "switch 7S AH"])
def test_cards_can_be_typed_with_the_letters_of_the_language_or_of_records(line: str) -> None:
    with speaking("fr"):
        assert name_of(switching(), line) == "switch 7S AH"
        assert [spelled(word) for word in ("V♥", "dd", "RS", "QH", "10D", "stay")] == [
            "JH", "Qd", "KS", "QH", "10D", "stay",
        ]  # fmt: skip
    with speaking("de"):
        assert spelled("B♥ D♠ K♦ A♣") == "JH QS KD AC"
    assert spelled("V♥") == "VH"


def test_a_number_that_is_not_in_the_numbered_list_can_mean_a_bid() -> None:
    assert name_of(auction(), "95") == "bid 95"
    assert name_of(auction(), "2") == "bid 85"


def test_pressing_enter_chooses_the_only_action() -> None:
    assert name_of(colour_trick(), "") == "play 3O"


def test_a_suit_symbol_can_be_typed_before_or_after_the_value() -> None:
    Deck(("2+", "Fool"), (Suit("+", "crosses", "✚"),), {"Fool": Face("the Fool", "☺")})
    assert spelled("play ✚2") == spelled("play +2") == spelled("play 2✚") == "play 2+"
    assert spelled("☺") == "Fool"
    assert spelled("7♠ 9♣") == "7S 9C"
    assert spelled(" bet   3♠ ") == "bet 3S"


@pytest.mark.parametrize(
    ("line", "asked"),
    [("?", ("rules", "")), ("? scoring", ("rules", "scoring")), ("?scoring", ("rules", "scoring")),
     ("??", ("all rules", "")), ("Q", ("quit", "")), ("quit", ("quit", "")), (" s ", ("scores", "")),
     ("hint", ("hint", "")), ("?!", None), ("stay", None), ("s 3", None), ("", None)],
)  # fmt: skip
def test_a_typed_line_is_parsed_as_a_command_and_its_argument(line: str, asked: tuple[str, str] | None) -> None:
    assert command(line) == asked


def test_the_reason_is_shown_if_a_typed_card_cannot_be_played() -> None:
    for line in ("14T", "14t", "play 14T"):
        reason = why_not(colour_trick(), line)
        assert isinstance(reason, Text)
        assert str(reason) == "You must follow ochre."


def test_the_valid_numbers_are_shown_if_a_typed_number_is_too_high() -> None:
    assert str(why_not(upgrading(), "9")) == "There is no number 9: choose 1 to 2."
    assert "1 to 11" in str(why_not(switching(), " "))


@pytest.mark.parametrize(
    ("line", "name"),
    [("7S KS", "switch 7S KS"), ("switch 7S", "switch 7S"), ("foo", "foo"), ("72", "bid 72")],
)
def test_unrecognized_input_is_passed_to_the_game_as_an_action_with_a_verb_in_front(line: str, name: str) -> None:
    assert why_not(auction() if line == "72" else switching(), line) == name


def test_the_example_shown_to_the_player_can_be_typed() -> None:
    for view in (auction(), switching(), colour_trick(), upgrading()):
        assert meant(view, example(view)) is not None


def test_the_example_shown_to_the_player_uses_the_letters_of_the_language() -> None:
    action = Action(3, "play JH", say("{who} plays", who=Who(1)), ("JH",))
    view = replace(switching(), actions=(action,))
    with speaking("fr"):
        assert example(view) == "VH"
        assert name_of(view, "VH") == "play JH"
    assert example(view) == "JH"


def test_an_action_name_is_shown_as_an_example_only_if_its_label_explains_it() -> None:
    match = played(some_game(4), 4, [])[2]
    action = Action(3, "lead 3", say("{who} leads", who=Who(1)))
    assert example(replace(match.view(0), actions=(action,))) == ""


def bidding(*labels: str) -> View:
    """Make a view of an auction whose actions have these labels."""
    actions = [Action(place, f"bid {place} tricks", say(label)) for place, label in enumerate(labels)]
    return replace(auction(), actions=tuple(actions))


def test_a_bid_is_chosen_by_the_number_in_its_label_and_a_bid_without_a_number_by_its_word() -> None:
    view = bidding("Bid nil", "Bid 1", "Bid 2", "Bid 3", "Bid 4")
    assert keys(view) == ("nil", "1", "2", "3", "4")
    assert [name_of(view, line) for line in ("4", "04", "nil", "Bid nil", "bid 4", "5")] == [
        "bid 4 tricks", "bid 4 tricks", "bid 0 tricks", "bid 0 tricks", "bid 4 tricks", None,
    ]  # fmt: skip
    assert example(view) == "nil"
    assert str(numbers(view)) == "nil or 1 to 4"
    assert str(why_not(view, "5")) == "There is no number 5: choose nil or 1 to 4."


@given(st.lists(st.integers(0, 20), unique=True, min_size=2, max_size=12), st.booleans())
def test_typing_the_number_in_a_label_always_chooses_that_action(bids: list[int], can_pass: bool) -> None:
    view = bidding(*(f"Bid {bid} tricks" for bid in bids), *(["Pass"] if can_pass else []))
    assert len(set(keys(view))) == len(view.actions)
    for key, action in zip(keys(view), view.actions, strict=True):
        assert meant(view, key) == action
    places = {str(place) for place in range(1, len(view.actions) + 1)}
    if places & set(map(str, bids)):
        assert [meant(view, str(bid)) for bid in bids] == list(view.actions[: len(bids)])


def test_numbers_in_labels_are_ignored_if_two_labels_have_the_same_number_or_the_numbers_mean_seats() -> None:
    assert keys(bidding("Bid 2 low", "Bid 2 high", "Bid 1 low")) == ("1", "2", "3")
    leads = tuple(Action(seat, f"lead {seat}", say("{who} leads", who=Who(seat))) for seat in range(4))
    assert keys(replace(auction(), actions=leads)) == ("1", "2", "3", "4")


def test_the_full_name_of_an_action_must_be_typed_if_its_word_is_a_command_or_ambiguous() -> None:
    view = bidding("Show the table", "Bid 1", "Stay low", "Play low")
    assert keys(view) == ("bid 0 tricks", "1", "bid 2 tricks", "bid 3 tricks")
