"""Own matches as a table for the terminal, or as a file of records."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol

from rich.table import Table
from rich.text import Text as Ink

from parlour.engine.files import whole_file
from parlour.game.texts import Text, say
from parlour.terminal.console import CleanConsole
from parlour.terminal.words import said

WITH = 5  # the column with the others, which may be long


class Other(Protocol):
    """Somebody at the table of a match."""

    name: str
    level: str | None


class PlayedMatch(Protocol):
    """A match as a history tells it."""

    table: str
    title: str
    place: int
    players: int
    score: int
    rounds: int
    won: bool
    finished: float

    @property
    def others(self) -> Sequence[Other]:
        """All who sat at the table beside the person."""


def show_history(found: Sequence[PlayedMatch], most: int, folder: Path | None = None) -> None:
    """A line for each of the latest matches, the latest first, and how many of them were won.

    `folder`: where the records of those are that were played in the terminal.
    """
    console = CleanConsole()
    matches = sorted(found, key=lambda match: match.finished, reverse=True)[:most]
    if not matches:
        console.print(said(say("No match has been played to its end yet.")))
        return
    table = Table(box=None, pad_edge=False)
    for place, heading in enumerate(_heads()):
        table.add_column(said(heading), no_wrap=place != WITH)
    for match in matches:
        result = say("won") if match.won else say("place {n} of {all}", n=match.place, all=match.players)
        when = datetime.fromtimestamp(match.finished).strftime("%Y-%m-%d %H:%M")
        others = ", ".join(f"{other.name}{_level(other)}" for other in match.others)
        table.add_row(when, match.title, said(result), str(match.score), str(match.rounds), Ink(others), match.table)
    console.print(table)
    won = sum(match.won for match in matches)
    console.print(said(say("{n} of {all} won", n=won, all=len(matches))))
    if folder is not None:
        console.print(said(say("records of matches in the terminal: {folder}", folder=str(folder))), soft_wrap=True)


def _heads() -> list[Text]:
    """The heads of the columns."""
    what = [say("finished"), say("game"), say("result"), say("score"), say("rounds")]
    return [*what, say("with"), say("table")]


def _level(other: Other) -> str:
    """What is said of a bot behind its name."""
    if other.level is None:
        return ""
    return f" ({said(say('bot, {level}', level=say(other.level)))})"


def write_records(path: Path, records: Iterable[str]) -> None:
    """Write the records of matches, which are lines, into a file."""
    number = 0
    with whole_file(path) as file:
        for record in records:
            file.write(record)
            number += 1
    print(said(say("{n} records: {file}", n=number, file=str(path))))
