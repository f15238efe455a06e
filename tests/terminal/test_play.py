from collections.abc import Iterator

import pytest

from parlour.texts import Text, say
from tests.terminal.match_for_tests import SmallMatch, played

NO_SEVEN = 2  # with this seed the first rounds are not bet again


def always(line: str) -> Iterator[str]:
    while True:
        yield line


@pytest.mark.parametrize(("name", "players"), [("oh7", 2), ("oh7", 3), ("oh7", 4), ("kod7", 2), ("kod7", 6)])
def test_a_whole_match_with_the_first_action_each_time(name: str, players: int) -> None:
    finished, shown, match = played(name, players, always("1"))
    assert finished
    assert match.over
    assert shown.count("Score sheet") == int(match.state.rounds)
    assert " wins with " in shown or " win!" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_the_person_is_told_what_they_chose_in_secret() -> None:
    _, shown, _ = played("oh7", 4, ["1"])
    assert "→ Bet " in shown


def test_an_action_is_typed_as_its_card_alone() -> None:
    match = _dealt("oh7", 4)
    action = match.view(0).actions[2]
    _, shown, _ = played("oh7", 4, [action.cards[0].lower()])
    assert action.label.told(()) in shown


def test_what_is_not_allowed_gets_a_reason_and_changes_nothing() -> None:
    finished, shown, match = played("oh7", 4, ["99", "9Z", "play 3S", "", "dance now", "'", "{who}", "[red]"])
    assert not finished
    assert "✗ There is no number 99: choose 1 to 7." in shown
    assert "✗ There is no card '9Z' in this deck" in shown
    assert "✗ 'play 3S' is no action here; expected bet and a choice" in shown
    assert "✗ Type one of the numbers shown, 1 to 7." in shown
    assert "✗ 'dance now' is no action here" in shown
    assert shown.count("✗ ") == 8
    assert match.actors == [0, 1, 2, 3]


def test_a_card_that_does_not_follow_says_so() -> None:
    _, shown, _ = played("kod7", 2, ["?!"], seed=3)
    assert "✗ ‽ has no value: choose another card." in shown


def test_the_end_of_the_input_is_said_and_how_the_match_stands() -> None:
    finished, shown, _ = played("kod7", 3, ["1"])
    assert not finished
    assert shown.endswith(
        "The input has ended, and the match with it.\nThe match stands, in points: Ann 0, Ben 0, Cleo 0.\n"
    )


def test_q_leaves_at_once() -> None:
    finished, shown, _ = played("oh7", 4, ["q", "1"])
    assert not finished
    assert "You leave the table.\nThe match stands" in shown


def test_control_c_leaves_too() -> None:
    def interrupted() -> Iterator[str]:
        yield "s"
        raise KeyboardInterrupt

    finished, shown, _ = played("oh7", 4, interrupted())
    assert not finished
    assert "You leave the table." in shown


def test_a_question_mark_shows_the_section_of_the_phase_and_how_to_read_on() -> None:
    _, shown, _ = played("oh7", 4, ["?", "? scor", "? nonsense", "??"])
    section, _, rest = shown.partition("?? shows all the rules")
    assert "Everybody secretly picks a card" in section
    assert "the basket" not in section
    assert "the basket" in rest
    assert "no section 'nonsense'" in rest
    assert "Questions and answers" in rest


def test_s_shows_the_score_sheet_of_all_rounds() -> None:
    _, shown, _ = played("oh7", 4, ["s", *["1"] * 17, "s"], seed=NO_SEVEN)
    assert "No round is over yet" in shown
    sheet = shown[shown.rindex("Score sheet") :]
    assert "promised/won, gain, total" in sheet
    assert "Basket: " in sheet
    assert all(f"  {number} │" in sheet for number in (1, 2))


def test_l_shows_what_happened_and_the_last_trick() -> None:
    _, shown, _ = played("oh7", 4, ["1", "1", "1", "l"], seed=NO_SEVEN)
    assert "Last trick: " in shown
    assert shown.count("takes the trick.") >= 2


def test_hints_are_given_when_there_is_somebody_to_give_them() -> None:
    def hint(state: object, seat: int) -> Text:
        return say("Play the highest.")

    assert "Nobody at this table gives hints." in played("oh7", 4, ["h"])[1]
    with_hints = played("oh7", 4, ["hint"], hint=hint)[1]
    assert "Play the highest." in with_hints
    assert "h hint" in with_hints


def test_t_shows_the_table_again_and_p_the_piles() -> None:
    _, shown, _ = played("kod7", 2, ["t", "p"])
    assert shown.count("Estimating") == 2
    assert "The Dummy's pile, 10: face down" in shown


def test_after_a_round_the_next_one_waits_for_enter_when_somebody_watches() -> None:
    _, shown, match = played("oh7", 4, ["1"] * 8 + ["s", "what?"], rest=True, seed=NO_SEVEN)
    assert "Enter for the next round." in shown
    assert shown.count("Score sheet") == 2
    assert int(match.state.rounds) == 1


def _dealt(name: str, players: int) -> SmallMatch:
    """The match of `played` after its first deal."""
    return played(name, players, [])[2]
