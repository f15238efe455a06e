from dataclasses import replace as replaced

from msgspec.structs import replace
from rich.console import RenderableType

from parlour.game.game import Scoring
from parlour.game.texts import say
from parlour.game.view import Cell, SheetRow
from parlour.terminal._cards import GREEN, QUIET, RED
from parlour.terminal._draw import table
from parlour.terminal._house import TableWords
from parlour.terminal._sheet import Sheet, _lines, celebration, score_sheet, standing
from tests.terminal.match_for_tests import paper, written
from tests.terminal.views_for_tests import FOUR, LIVES, auction, switching

SIX = TableWords("Six", ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"))


def drawn(what: RenderableType) -> str:
    console = paper()
    console.print(what)
    return written(console)


def test_a_score_sheet_without_rounds_says_that_it_is_empty() -> None:
    assert "empty" in drawn(score_sheet([], auction(), FOUR))


def test_each_team_has_one_column_on_the_score_sheet() -> None:
    view = auction()
    assert view.sheet is not None
    text = drawn(score_sheet([view.sheet], view, FOUR))
    assert "Ann & Cleo" in text
    assert "Ben & Dan" in text
    assert "75 +120 120" in text
    assert "The bid was made" in text


def test_positive_gains_are_green_if_the_highest_score_wins_and_red_if_the_lowest_score_wins() -> None:
    row = SheetRow(1, (Cell(16, 16), Cell(-3, 5), Cell(0, 2), Cell(1, 1)))
    for house, good, bad in ((FOUR, GREEN, RED), (replaced(FOUR, scoring=Scoring(lowest_wins=True)), RED, GREEN)):
        (line,) = _lines([row], house)
        assert [cell.spans[0].style for cell in line] == [good, bad, QUIET, good]


def test_a_score_sheet_for_six_players_fits_80_columns() -> None:
    cells = tuple(Cell(gain, -12, 7, 5) for gain in (-3, 17, 0, -1, 12, 1))
    rows = [SheetRow(number, cells, (say("Basket: {points}", points=9),)) for number in range(1, 12)]
    text = drawn(score_sheet(rows, switching(), SIX))
    assert max(map(len, text.splitlines())) <= 80
    assert "\n 11│7/5  -3 -12│7/5 +17 -12│7/5   0 -12│" in text
    assert "…" not in text
    assert "Basket: 9" in text


def test_the_score_sheet_omits_notes_that_the_log_has_just_shown() -> None:
    notes = (say("Ann has 21 points."), say("Ben has 9 points and loses a life."))
    row = SheetRow(1, tuple(Cell(-1, 2) for _ in range(4)), notes)
    assert "Ann has 21 points." in drawn(score_sheet([row], switching(), LIVES))
    assert "Ann has 21 points." not in drawn(score_sheet([row], switching(), LIVES, notes))


def test_each_round_is_added_to_the_score_sheet_only_once() -> None:
    sheet, view = Sheet(), auction()
    assert sheet.note(view)
    assert not sheet.note(view)
    assert not sheet.note(switching())
    assert len(sheet.rows) == 1


def test_brackets_in_player_names_are_not_read_as_markup() -> None:
    view = auction()
    assert view.sheet is not None
    house = TableWords("Auction", ("[red]", "Ben", "Cleo", "{who}"))
    assert "[red] & Cleo" in drawn(score_sheet([view.sheet], view, house))
    assert "[red]" in drawn(table(view, house))


def test_the_score_is_shown_as_the_points_of_teams_or_as_lives() -> None:
    assert standing(auction(), FOUR).plain == "The score, in points: Ann & Cleo 120, Ben & Dan 80."
    begun = replace(auction(), sheet=None)
    assert standing(begun, FOUR).plain == "The score, in points: Ann & Cleo 120, Ben & Dan 120."
    assert standing(switching(), LIVES).plain == "The score, in lives: Ann 3, Ben 1, Cleo 2, Dan 0."


def test_the_end_of_a_match_names_the_winners_and_addresses_the_viewer() -> None:
    assert "Ben wins with 1 life!" in drawn(celebration(replace(switching(), winners=(1,)), LIVES))
    both = drawn(celebration(replace(auction(), winners=(0, 2)), FOUR))
    assert "Ann and Cleo win!" in both
    assert "Congratulations, Ann." in both
    assert "Well played, Ann." in drawn(celebration(replace(auction(), winners=(1, 3)), FOUR))
    assert "nobody has won" in drawn(celebration(auction(), FOUR))
