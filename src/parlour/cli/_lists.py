"""How `parlour admin` shows tables, people and sizes: as lists for people, or as JSON."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from rich.filesize import decimal
from rich.table import Table
from rich.text import Text as Ink

from parlour.errors import ParlourError
from parlour.game.texts import Text, say
from parlour.terminal.console import CleanConsole
from parlour.terminal.words import said
from parlour.web.admin.people import ShownPerson
from parlour.web.admin.sizes import Sizes
from parlour.web.admin.tables import ShownSeat, ShownTable, TableCounts

MOST_ROWS = 10_000
WIDE = 500  # columns in a pipe, so that each line is whole
NOTHING = "–"


def check_most(most: int) -> None:
    """Refuse a number of rows that is out of range."""
    if not 1 <= most <= MOST_ROWS:
        raise ParlourError(f"most cannot be {most}; expected 1 to {MOST_ROWS}")


def show_json(found: Any) -> None:
    """Print what was found as JSON."""
    print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())


def show_tables(counts: TableCounts, found: Sequence[ShownTable]) -> None:
    """Show how many tables there are, a line for each of these, and why any of them are set aside."""
    console = _console()
    console.print(
        said(
            say(
                "Tables: {waiting} not begun, {playing} playing, {finished} over; {aside} set aside",
                waiting=counts.waiting, playing=counts.playing, finished=counts.finished, aside=counts.set_aside,
            )
        )
    )  # fmt: skip
    heads = [say("table"), say("game"), say("state"), say("seats"), say("opened"), say("last event"), say("events")]
    rows = [
        (
            one.table, one.game, _state(one), ", ".join(_seat(seat) for seat in one.seats), _when(one.opened),
            _when(one.last_event), str(one.events),
        )
        for one in found
    ]  # fmt: skip
    _show(console, heads, rows, wrapped=3)
    for one in found:
        for aside in one.set_aside:
            since = say("since {when}, server {server}", when=_when(aside.since), server=aside.server)
            console.print(f"{aside.reason} ({said(since)})", soft_wrap=True)


def _state(table: ShownTable) -> str:
    states = {"waiting": say("not begun"), "playing": say("playing"), "finished": say("over")}
    return said(say("set aside") if table.set_aside else states[table.state])


def _seat(seat: ShownSeat) -> str:
    if seat.level is not None:
        return f"{seat.name} ({seat.level})"
    name = seat.name or NOTHING
    return said(say("{name} (away)", name=name)) if seat.away else name


def show_people(number: int, found: Sequence[ShownPerson]) -> None:
    """Show how many people there are, and a line for each of these."""
    console = _console()
    console.print(said(say("People: {n}", n=number)))
    heads = [say("id"), say("name"), say("devices"), say("last day"), say("matches"), say("tables")]
    rows = [
        (one.person, one.name, str(one.devices), _day(one.used), str(one.matches), str(one.tables)) for one in found
    ]
    _show(console, heads, rows, wrapped=1)


def show_sizes(found: Sizes) -> None:
    """Show the size of each table of the database, and of its files."""
    console = _console()
    rows = [
        (
            one.table, f"~{one.rows}" if one.estimated else str(one.rows),
            NOTHING if one.bytes is None else decimal(one.bytes),
        )
        for one in found.tables
    ]  # fmt: skip
    _show(console, [say("database table"), say("rows"), say("size")], rows)
    wholes = (
        (say("database"), found.database), (say("-wal beside it"), found.wal), (say("unused in it"), found.unused),
        (say("free on the disk"), found.free),
    )  # fmt: skip
    for what, number in wholes:
        if number is not None:
            console.print(f"{said(what)}: {decimal(number)}")
    if found.free is None:
        console.print(said(say("The disk is the database server's, which doesn't say how much of it is free.")))


def _show(console: CleanConsole, heads: Sequence[Text], rows: Sequence[Sequence[str]], wrapped: int = -1) -> None:
    """Show rows in columns, of which one may be wrapped."""
    table = Table(box=None, pad_edge=False)
    for index, head in enumerate(heads):
        table.add_column(said(head), no_wrap=index != wrapped)
    for row in rows:
        table.add_row(*map(Ink, row))
    if rows:
        console.print(table)


def _console() -> CleanConsole:
    return CleanConsole(highlight=False, width=None if sys.stdout.isatty() else WIDE)


def _when(time: float | None) -> str:
    return NOTHING if time is None else datetime.fromtimestamp(time).strftime("%Y-%m-%d %H:%M")


def _day(began: float | None) -> str:
    """Format a day, which begins at midnight UTC."""
    return NOTHING if began is None else datetime.fromtimestamp(began, UTC).strftime("%Y-%m-%d")
