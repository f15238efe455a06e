"""Draw the score sheet, laid out like a score sheet on paper, and the end of a match."""

from collections.abc import Sequence

from rich import box
from rich.align import Align
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Ink

from parlour.game.texts import Text, say
from parlour.game.view import Cell, SheetRow, View
from parlour.terminal._cards import ACCENT, GREEN, QUIET, RED, inked
from parlour.terminal._house import TableWords
from parlour.terminal.words import said

ROUND_WIDTH = 8
GARLAND = "♠ ♥ ♣ ♦ "


class Sheet:
    """The score sheet of all finished rounds; a view contains only the last round."""

    def __init__(self) -> None:
        self.rows: list[SheetRow] = []

    def note(self, view: View) -> bool:
        """Record the last finished round; return whether it wasn't recorded before."""
        row = view.sheet
        if row is None or (self.rows and row.round <= self.rows[-1].round):
            return False
        self.rows.append(row)
        return True

    def drawn(self, view: View, house: TableWords, log: Sequence[Text] = ()) -> RenderableType:
        """Draw the sheet of all rounds so far."""
        return score_sheet(self.rows, view, house, log)


def score_sheet(rows: Sequence[SheetRow], view: View, house: TableWords, log: Sequence[Text] = ()) -> RenderableType:
    """Draw one line per round and one column per player or team, without notes that the log already shows."""
    if not rows:
        return Ink(said(say("No round is over yet: the score sheet is empty.")))
    lines = _lines(rows, house)
    sides = house.sides(view, len(rows[0].cells))
    widths = [max(len(side), *(line[index].cell_len for line in lines)) for index, side in enumerate(sides)]
    room = house.width - ROUND_WIDTH - sum(widths) - 3 * len(widths)
    sheet = _ruled(sides, roomy=room >= 0)
    beside = room >= _notes_width(rows, house) > 0
    if beside:
        sheet.add_column("", style=QUIET, no_wrap=True)
    for row, line in zip(rows, lines, strict=True):
        sheet.add_row(str(row.round), *line, *(house.inked(note) for note in row.notes[:1] if beside))
    below = [note for note in rows[-1].notes if note not in log and not beside]
    title = Ink.assemble((said(say("Score sheet")), ACCENT), (f" · {_key(rows)}", QUIET))
    return Group(title, sheet, *(Ink.assemble("  ", house.inked(note)) for note in below))


def _key(rows: Sequence[SheetRow]) -> str:
    """Explain what the numbers in a cell mean."""
    cells = [cell for row in rows for cell in row.cells]
    words = [say("promised/won")] if any(cell.won is not None for cell in cells) else []
    words = words or ([say("promised")] if any(cell.bid is not None for cell in cells) else [])
    return ", ".join(map(said, [*words, say("gain"), say("total")]))


def _ruled(sides: Sequence[str], *, roomy: bool) -> Table:
    """Make an empty sheet, with the names of the players or teams above their columns."""
    sheet = Table(box=box.MINIMAL, padding=(0, 1 if roomy else 0))
    sheet.add_column(said(say("Round")) if roomy else "", justify="right", style=QUIET)
    for side in sides:
        sheet.add_column(Ink(side), justify="right", no_wrap=True)
    return sheet


def _notes_width(rows: Sequence[SheetRow], house: TableWords) -> int:
    """Return the width of the notes beside the rounds, or the full table width if a round has several notes."""
    if any(len(row.notes) > 1 for row in rows):
        return house.width
    return max((house.inked(note).cell_len + 3 for row in rows for note in row.notes), default=0)


def _lines(rows: Sequence[SheetRow], house: TableWords) -> list[list[Ink]]:
    """Format the cells as they appear on the sheet, gains and totals aligned."""
    cells = [cell for row in rows for cell in row.cells]
    gain, total = (max(len(text) for text in texts) for texts in ([f"{cell.gain:+d}" for cell in cells],
                                                                   [f"{cell.total}" for cell in cells]))  # fmt: skip
    return [[_cell(cell, gain, total, -1 if house.scoring.lowest_wins else 1) for cell in row.cells] for row in rows]


def _cell(cell: Cell, gain: int, total: int, better: int) -> Ink:
    """Format tricks bid and won, the gain and the total: 3/3 +7 24; green is good for the player."""
    colour = GREEN if better * cell.gain > 0 else RED if better * cell.gain < 0 else QUIET
    won = "" if cell.won is None else f"/{cell.won}"
    promise = "" if cell.bid is None else f"{cell.bid}{cell.bid_mark}{won} "
    change = f"{cell.gain:+d}" if cell.gain else "0"
    return Ink.assemble((promise, QUIET), (f"{change:>{gain}}", colour), (f" {cell.total:>{total}}", "bold"))


def standing(view: View, house: TableWords) -> Ink:
    """Describe the standing of the match in one sentence."""
    seats = view.seats[: len(house.names)]
    if view.sheet is not None and len(view.sheet.cells) != len(house.names):
        totals = [cell.total for cell in view.sheet.cells]
    elif view.sheet is None and all(seat.team is not None for seat in seats):
        totals = list({seat.team: seat.score for seat in sorted(seats, key=lambda seat: seat.team or 0)}.values())
    else:
        totals = [seat.score for seat in seats]
    sides = house.sides(view, len(totals))
    listed = ", ".join(f"{side} {total}" for side, total in zip(sides, totals, strict=True))
    return Ink(said(say("The score, in {unit}: {standing}.", unit=house.unit, standing=listed)))


def celebration(view: View, house: TableWords) -> RenderableType:
    """Show the winners, with a closing sentence for the viewer."""
    winners = house.listing([house.name(seat) for seat in view.winners])
    if not view.winners:
        sentence = say("The match is over, and nobody has won.")
    elif len(view.winners) == 1:
        score = house.counted(view.seats[view.winners[0]].score)
        sentence = say("{winner} wins with {score}!", winner=winners, score=score)
    else:
        sentence = say("{winners} win!", winners=winners)
    lines = [inked(GARLAND * 5), Ink(said(sentence), style=ACCENT), Ink(_farewell(view, house))]
    content = Group(*(Align.center(line) for line in [*lines, inked(GARLAND * 5)]))
    return Align.center(Panel(content, padding=(1, 4), border_style=ACCENT, expand=False))


def _farewell(view: View, house: TableWords) -> str:
    if view.seat < 0:
        return ""
    name = house.name(view.seat)
    if view.seat in view.winners:
        return said(say("Congratulations, {name}.", name=name))
    return said(say("Well played, {name}. Another match?", name=name))
