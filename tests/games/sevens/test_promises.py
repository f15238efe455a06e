"""What Oh 7 ? and Kod-7 show of promises: the asterisk of a star."""

from parlour.game import SPECTATOR
from parlour.terminal.draw import table as drawn_table
from parlour.terminal.house import House
from parlour.terminal.sheet import score_sheet
from parlour.view import View
from tests.games.sevens.table import Table, play_out
from tests.terminal.match_for_tests import paper, written

NAMES = ("Ann", "Ben", "Cleo", "Dan")
SUITS = ("0S 1S 2S 3S 4S 5S 6S", "0H 1H 2H 3H 4H 5H 6H", "0C 1C 2C 3C 4C 5C 6C")
STARS = "7S 7H 7C 0* 1* 2* 3*"


def view_of(table: Table, seat: int = SPECTATOR) -> View:
    return table.game.view(table.game.hidden(table.state, seat), seat)


def in_the_terminal(table: Table, seat: int = SPECTATOR) -> str:
    console = paper()
    console.print(drawn_table(view_of(table, seat), House(table.game.title, NAMES[: table.players])))
    return written(console)


def story(table: Table, text: str, seat: int) -> list[str]:
    """What is told when a player does that."""
    before = table.state.copy()
    table.do(text, seat)
    action = table.game.parse_action(before, seat, text)
    names = table.game.seat_names(NAMES[: table.players])
    return [sentence.told(names) for sentence in table.game.tell(before, table.state, seat, action)]


def test_an_estimation_with_a_star_is_marked_with_an_asterisk_as_on_paper() -> None:
    table = Table("kod7", *SUITS, STARS)
    table.estimate("3S 0H 1C 2*")
    assert [seat.bid_mark for seat in view_of(table).seats] == ["", "", "", "*"]
    assert "2* 2★" in in_the_terminal(table)
    (turned,) = view_of(table).moments
    assert [str(mark.text) for mark in turned.marks] == ["promises 3", "promises 0", "promises 1", "promises 2*"]


def test_the_asterisk_stands_on_the_sheet_and_in_the_story_of_the_round() -> None:
    table = Table("kod7", *SUITS, STARS)
    table.estimate("3S 0H 1C 2*")
    while table.rounds == 0:
        seat, card = table.turn, table.may().split()[-1]
        told = story(table, f"play {card}", seat)
    assert "Dan promised 2* and won 1: -1 points, -1 in all." in told
    assert any(line.startswith("Ann promised 3 and won ") for line in told)
    row = view_of(table).sheet
    assert row is not None
    assert [(cell.bid, cell.bid_mark) for cell in row.cells] == [(3, ""), (0, ""), (1, ""), (2, "*")]
    console = paper()
    console.print(score_sheet([row], view_of(table), House("Kod-7", NAMES)))
    assert "2*/1 -1 -1" in written(console)


def test_no_bet_of_oh_7_has_a_mark() -> None:
    table = Table("oh7", *SUITS)
    table.bet("3S 0H 1C")
    play_out(table)
    row = view_of(table).sheet
    assert row is not None
    assert [cell.bid_mark for cell in row.cells] == ["", "", ""]
