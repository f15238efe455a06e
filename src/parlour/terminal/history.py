"""Show the player's matches as a table in the terminal, or write them to a file of records."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from rich.table import Table
from rich.text import Text as Ink

from parlour.engine.files import whole_file
from parlour.errors import ParlourError
from parlour.game.texts import Text, say
from parlour.terminal.console import CleanConsole
from parlour.terminal.kept import KeptMatch
from parlour.terminal.words import said

WITH = 5  # The index of the opponents' column, which may wrap because it can be long.
MOST_MATCHES = 10_000


def check_most(most: int) -> None:
    """Refuse a number of matches that is out of range."""
    if not 1 <= most <= MOST_MATCHES:
        raise ParlourError(f"most cannot be {most}; expected 1 to {MOST_MATCHES}")


def show_history(matches: Sequence[KeptMatch], folder: Path) -> None:
    """Show one line per match, then how many were won; `folder` holds their records."""
    console = CleanConsole()
    if not matches:
        console.print(said(say("No match has been played to its end yet.")))
        return
    table = Table(box=None, pad_edge=False)
    for index, heading in enumerate(_heads()):
        table.add_column(said(heading), no_wrap=index != WITH)
    for match in matches:
        result = say("won") if match.won else say("place {n} of {all}", n=match.place, all=match.players)
        when = datetime.fromtimestamp(match.finished).strftime("%Y-%m-%d %H:%M")
        others = Ink(", ".join(match.others))
        table.add_row(when, match.title, said(result), str(match.score), str(match.rounds), others)
    console.print(table)
    won = sum(match.won for match in matches)
    console.print(said(say("{n} of {all} won", n=won, all=len(matches))))
    console.print(said(say("records of matches played in the terminal: {folder}", folder=str(folder))), soft_wrap=True)


def _heads() -> list[Text]:
    """Return the headings of the columns."""
    return [say("finished"), say("game"), say("result"), say("score"), say("rounds"), say("with")]


def write_records(path: Path, records: Iterable[str]) -> None:
    """Write records, one per line, to a file."""
    number = 0
    with whole_file(path) as file:
        for record in records:
            file.write(record)
            number += 1
    print(said(say("{n} records: {file}", n=number, file=str(path))))
