from collections.abc import Iterator
from itertools import islice

from parlour.match.match import Match
from parlour.match.record import ReplayStep, replay
from parlour.terminal._house import TableWords, seat_names
from parlour.terminal._replay import tell_match
from parlour.terminal.console import Ask, teller
from tests.samples import some_game, together
from tests.terminal.match_for_tests import answers, paper, seeded_match, written


def steps(match: Match) -> Iterator[ReplayStep]:
    """Play a match by always choosing the first action, and return the steps of its record."""
    match.advance()
    while not match.over:
        seat = match.actors[0]
        match.act(seat, match.legal(seat)[0])
        match.advance()
    return replay(match.record())


def told(ask: Ask | None = None, most: int | None = None) -> tuple[bool, str, list[str]]:
    """Replay a short match; return whether the end was reached, the output, and all sentences of the match."""
    game, console = some_game(4, together), paper()
    match = seeded_match(game, 4, seat_names(4), options=game.short_options)
    house = TableWords.of(game, match.names)
    finished = tell_match(islice(steps(match), most), house, teller(console), ask)
    return (
        finished,
        written(console),
        [house.inked(text).plain for step in replay(match.record()) for text in step.story],
    )


def test_a_replayed_match_is_shown_with_a_section_for_every_round() -> None:
    whole, text, _ = told()
    assert whole
    assert text.startswith("Round 1 ─")
    assert text.count("Score sheet") == 1
    assert text.count("\nRound ") >= 1
    assert " wins with " in text or " win!" in text


def test_in_a_stepwise_replay_enter_continues_and_t_shows_the_table_and_q_stops() -> None:
    whole, text, sentences = told(answers(["", "", "t", "x", "q"]))
    assert not whole
    shown = [sentence for sentence in sentences if f"  {sentence}\n" in text]
    assert shown
    assert len(shown) < len(sentences) / 2
    assert f"{some_game(4, together).title} · round 1" in text
    assert "Enter: the next step" in text


def test_a_stepwise_replay_stops_when_the_input_ends() -> None:
    assert told(answers([""]))[0] is False


def test_the_replay_of_an_unfinished_record_says_that_the_match_is_not_over() -> None:
    whole, text, _ = told(most=6)
    assert whole
    assert text.endswith("The record ends here; the match is not over.\n")
