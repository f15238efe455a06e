"""In a game with closed tricks, log lines about a finished trick stay hidden until the round is over."""

from dataclasses import replace

from parlour.game.view import Play
from parlour.match.fair import seeded_key
from parlour.match.log import Log, Now, now_of
from parlour.match.match import Match
from tests.samples import some_game
from tests.web.games import trick_phase

ANN, BEN, CLEO, DAN = (Play(seat, card) for seat, card in enumerate(("3S", "9S", "2S", "5S")))
DEALT = Now()
FIRST = [Now(0, (ANN,)), Now(0, (ANN, BEN))]
SECOND = [Now(0, (CLEO,)), Now(0, (CLEO, DAN))]
NEXT_ROUND = Now(1)


def log_of(*steps: Now) -> Log[int]:
    """Make a log in which line n is about step n."""
    log: Log[int] = Log()
    for number, now in enumerate(steps):
        log.add(number, now)
    return log


def test_log_lines_about_a_trick_can_be_read_while_it_lies_on_the_table() -> None:
    assert log_of(DEALT, *FIRST).open == [0, 1, 2]


def test_the_next_lead_hides_only_the_log_lines_of_the_previous_trick() -> None:
    log = log_of(DEALT, *FIRST)
    assert log.add(3, SECOND[0]).closed == [1, 2]
    assert log.open == [0, 3]
    assert list(log) == [(0, True), (1, False), (2, False), (3, True)]


def test_the_log_lines_of_a_trick_are_hidden_at_once_if_it_leaves_the_table_before_the_next_lead() -> None:
    assert log_of(DEALT, *FIRST, Now()).open == [0, 3]


def test_log_lines_of_all_tricks_can_be_read_again_when_the_round_is_over() -> None:
    log = log_of(DEALT, *FIRST, SECOND[0])
    changed = log.add(4, Now(1, SECOND[1].trick))
    assert (changed.closed, changed.opened) == ([], [1, 2])
    log.add(5, NEXT_ROUND)
    log.add(6, Now(1, (DAN,)))
    log.add(7, Now(1, (BEN,)))
    assert log.open == [0, 1, 2, 3, 4, 5, 7], "a new round must not close lines of earlier rounds"


def test_taking_back_a_lead_shows_the_log_lines_of_the_previous_trick_again() -> None:
    log = log_of(DEALT, *FIRST, SECOND[0])
    changed = log.add(4, FIRST[1])
    assert (changed.closed, changed.opened) == ([3], [1, 2])


def test_a_log_keeps_only_the_requested_number_of_lines() -> None:
    log: Log[int] = Log(2)
    for number in range(5):
        log.add(number, DEALT)
    assert log.open == [3, 4]


def test_log_lines_are_hidden_only_in_a_game_with_closed_tricks() -> None:
    plain = some_game(4, lambda game: trick_phase(game) is not None)
    for closed in (False, True):
        match = Match(replace(plain, closed_tricks=closed), 4, key=seeded_key(1, 0))
        match.advance()
        while not match.view().centre.trick:
            match.act(match.actors[0], match.legal(match.actors[0])[-1])
            match.advance()
        assert now_of(match) == Now(match.rounds, match.view().centre.trick if closed else ())
