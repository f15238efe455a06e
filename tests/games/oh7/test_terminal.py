"""Tests of Oh 7 ? in the terminal: its messages, score sheet and rules page."""

from parlour.games import find_game
from tests.terminal.match_for_tests import played

OH7 = find_game("oh7")
NO_SEVEN = 2  # a seed with which the bets of the first rounds never sum to 7


def test_an_input_that_is_not_allowed_changes_nothing_and_is_refused_with_a_reason() -> None:
    finished, shown, match = played(OH7, 4, ["99", "9Z", "play 3S", "", "dance now", "'", "{who}", "[red]"])
    assert not finished
    assert "✗ There is no number 99: choose 1 to 7." in shown
    assert "✗ There is no card '9Z' in this deck" in shown
    assert "✗ 'play 3S' is not an action here; expected bet and a choice" in shown
    assert "✗ Type one of the numbers shown, 1 to 7." in shown
    assert "✗ 'dance now' is not an action here" in shown
    assert shown.count("✗ ") == 8
    assert match.actors == [0, 1, 2, 3]


def test_typing_a_question_mark_shows_the_rules_about_the_current_phase_and_says_how_to_read_on() -> None:
    _, shown, _ = played(OH7, 4, ["?", "? scor", "? nonsense", "??"])
    section, _, rest = shown.partition("?? shows all the rules")
    assert "Everybody secretly picks a card" in section
    assert "the basket" not in section
    assert "the basket" in rest
    assert "no section 'nonsense'" in rest
    assert "Questions and answers" in rest


def test_the_command_s_shows_the_score_sheet_of_all_rounds() -> None:
    _, shown, _ = played(OH7, 4, ["s", *["1"] * 17, "s"], seed=NO_SEVEN)
    assert "No round is over yet" in shown
    sheet = shown[shown.rindex("Score sheet") :]
    assert "promised/won, gain, total" in sheet
    assert "Basket: " in sheet
    assert all(f"  {number} │" in sheet for number in (1, 2))


def test_the_command_l_shows_the_log_and_the_last_trick() -> None:
    _, shown, _ = played(OH7, 4, ["1", "1", "1", "l"], seed=NO_SEVEN)
    assert "Last trick: " in shown
    assert shown.count("takes the trick.") >= 2


def test_after_a_round_the_terminal_waits_for_enter_if_a_person_is_watching() -> None:
    _, shown, match = played(OH7, 4, ["1"] * 8 + ["s", "what?"], rest=True, seed=NO_SEVEN)
    assert "Press Enter for the next round." in shown
    assert shown.count("Score sheet") == 2
    assert int(match.state.rounds) == 1
