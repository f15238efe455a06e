"""Tests of the moments that the table announces in Rook: the highest bid, and every way in which a hand can end."""

from parlour.game.game import SPECTATOR, State
from parlour.game.view import Moment
from tests.games.rook.test_rules import MIXED, ROOK, SEVEN, bid_won, dealt, do, play_out, playing

NAMES = ("Ann", "Ben", "Cleo", "Dan")


def moments(state: State) -> tuple[Moment, ...]:
    return ROOK.view(ROOK.hidden(state, SPECTATOR), SPECTATOR).moments


def told(moment: Moment) -> tuple[str, str, str]:
    return moment.kind, str(moment.word), moment.text.format(NAMES)


def test_only_the_highest_possible_bid_is_announced() -> None:
    assert moments(bid_won(dealt(), 1, 195)) == ()
    (top,) = moments(bid_won(dealt(), 1, 200))
    assert told(top) == ("surprise", "200!", "Ben bids 200: there is no higher bid.")
    assert [mark.seat for mark in top.marks] == [1]


def test_a_bid_that_is_made_is_announced_with_the_points_taken_and_each_teams_gain() -> None:
    state = play_out(playing(SEVEN, "8G", 1, "8G", "G"))
    (made,) = moments(state)
    points = [int(points) for points in state.points]
    assert told(made) == ("success", "Made", f"Ben and Dan bid 70 and took {points[1]}.")
    assert [str(mark.text) for mark in made.marks] == [f"{points[seat % 2]:+d}" for seat in range(4)]
    assert ROOK.view(state, SPECTATOR).prompt == made.text


def test_a_bid_that_is_not_made_is_announced_with_the_points_lost() -> None:
    state = play_out(playing(SEVEN, "8G", 1, "8G", "G", bid=195))
    (failed,) = moments(state)
    assert told(failed)[:2] == ("failure", "Not made")
    assert [(str(mark.text), mark.tone) for mark in failed.marks][1] == ("-195", "bad")


def test_a_revoke_and_a_hand_that_is_thrown_in_are_announced() -> None:
    (thrown,) = moments(do(dealt(), "1 pass", "2 pass", "3 pass", "0 pass"))
    assert told(thrown) == ("result", "Thrown in", "All have passed: the hand is thrown in.")
    state = playing(MIXED, "1Y", 2, "9Y", "R", revoke="forfeit")
    (revoke,) = moments(do(state, "2 play 13R", "3 play 9B"))
    assert told(revoke) == ("failure", "A revoke", "Ann and Cleo receive 200 points.")
