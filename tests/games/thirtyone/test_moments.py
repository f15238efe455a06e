"""Tests of the moments announced at the end of a round of Thirty-one, and of the seats that they mark."""

from parlour.game.game import SPECTATOR, State
from parlour.game.view import Moment
from tests.games.thirtyone.test_rules import GAME, first_deal, opened, show

NAMES = ("Ann", "Ben", "Cleo", "Dan")
LOW, MIDDLE, HIGH, BEST = "7S 8H 9D", "10S JS 7H", "10C JC 9C", "10D KD AD"


def moments(state: State) -> tuple[Moment, ...]:
    return GAME.view(GAME.hidden(state, SPECTATOR), SPECTATOR).moments


def prompt(state: State) -> str:
    return GAME.view(GAME.hidden(state, SPECTATOR), SPECTATOR).prompt.format(NAMES)


def marks(moment: Moment) -> dict[str, tuple[str, str]]:
    return {NAMES[mark.seat]: (mark.text.format(NAMES), mark.tone) for mark in moment.marks}


def test_nothing_is_announced_during_a_round() -> None:
    assert moments(GAME.new_state(4)) == ()
    assert prompt(GAME.new_state(4)) == "The cards are dealt."
    assert moments(opened()) == ()


def test_the_showdown_shows_the_points_of_every_seat_and_marks_the_loser() -> None:
    state = show(GAME.new_state(3), LOW, MIDDLE, HIGH)
    (showdown,) = moments(state)
    assert showdown.kind == "reveal"
    assert showdown.text.format(NAMES) == "Ann has the lowest hand and loses a life."
    expected = {"Ann": ("9 points, −1 life", "bad"), "Ben": ("20 points", ""), "Cleo": ("29 points", "")}
    assert marks(showdown) == expected
    assert prompt(state) == showdown.text.format(NAMES)


def test_players_with_equally_low_hands_are_named_together() -> None:
    (showdown,) = moments(show(GAME.new_state(3), "7S 8H 9D", "7H 8D 9S", HIGH))
    assert showdown.text.format(NAMES) == "Ann and Ben have the lowest hands and each lose a life."


def test_a_hand_of_31_is_announced_with_its_cards() -> None:
    state = first_deal([LOW, None, MIDDLE], BEST, "7C 8C 7D")
    GAME.apply(state, 1, GAME.parse_action(state, 1, "look A"))
    GAME.apply(state, 1, GAME.parse_action(state, 1, "keep"))
    (great,) = moments(state)
    assert (great.kind, str(great.word), set(great.cards)) == ("success", "31!", set(BEST.split()))
    assert great.text.format(NAMES) == "Ben has 31! Ann has the lowest hand and loses a life."
    assert marks(great)["Ben"] == ("31 points", "good")


def test_players_who_have_31_at_the_same_time_are_named_together() -> None:
    state = first_deal([LOW, None, "10S KS AS"], BEST, "7C 8C 7D")
    GAME.apply(state, 1, GAME.parse_action(state, 1, "look A"))
    GAME.apply(state, 1, GAME.parse_action(state, 1, "keep"))
    (great,) = moments(state)
    assert great.text.format(NAMES).startswith("Ben and Cleo have 31! ")
    assert [mark.seat for mark in great.marks if mark.tone == "good"] == [1, 2]


def test_a_new_cow_and_a_player_who_goes_out_are_announced_separately() -> None:
    state = show(GAME.new_state(3, {"lives": 1}), LOW, MIDDLE, HIGH)
    showdown, cow = moments(state)
    assert cow.text.format(NAMES) == "Ann loses the last life, gets one more and is the Cow."
    assert marks(cow) == {"Ann": ("the Cow", "bad")}
    showdown, out = moments(show(state, LOW, MIDDLE, HIGH))
    assert (out.kind, out.text.format(NAMES)) == ("failure", "Ann loses the last life and is out.")
    assert showdown.kind == "reveal"
