from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour.games import find_game
from parlour.terminal.console import Ask, teller
from parlour.terminal.house import House, seat_names
from parlour.terminal.replay import tell_match
from parlour.texts import Text
from tests.terminal.match_for_tests import SmallMatch, answers, paper, written


@dataclass
class Told:
    story: Sequence[Text]
    match: SmallMatch


def steps(match: SmallMatch) -> Iterator[Told]:
    """A match played with the first action each time."""
    while not match.over:
        yield Told(match.advance(), match)
        seat = match.actors[0]
        yield Told(match.act(seat, match.view(seat).actions[0].id), match)


def told(ask: Ask | None = None, most: int | None = None) -> tuple[bool, str]:
    game, console = find_game("oh7"), paper()
    match = SmallMatch(game, 4, seat_names(4))
    house = House.of(game, match.state, match.names)
    told_steps = steps(match) if most is None else (step for _, step in zip(range(most), steps(match), strict=False))
    return tell_match(told_steps, house, teller(console), ask), written(console)


def test_a_whole_match_is_told_with_a_section_for_every_round() -> None:
    whole, text = told()
    assert whole
    assert text.startswith("Round 1 ─")
    assert text.count("Score sheet") == 1
    rounds = text.count(" is over.")
    assert rounds >= 7
    assert text.count("\nRound ") == rounds - 1
    assert " wins with " in text or " win!" in text


def test_step_by_step_enter_goes_on_t_shows_the_table_and_q_stops() -> None:
    whole, text = told(answers(["", "", "t", "x", "q"]))
    assert not whole
    assert "Ann has chosen." in text
    assert "Cleo has chosen." not in text
    assert "Oh 7 ? · round 1" in text
    assert "Enter: the next step" in text


def test_step_by_step_ends_with_the_input() -> None:
    assert told(answers([""]))[0] is False


def test_a_record_that_stops_early_says_so() -> None:
    whole, text = told(most=6)
    assert whole
    assert text.endswith("The record ends here; the match is not over.\n")
