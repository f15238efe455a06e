"""Progress bars on standard error."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from parlour.terminal.console import CleanConsole

Advance = Callable[..., None]  # Takes how much was done since its last call; by default 1.


@contextmanager
def progress(what: str, total: float | None, done: float = 0, *, in_bytes: bool = False) -> Iterator[Advance]:
    """Show a progress bar if standard error is a terminal; yield the function that advances it.

    `total` is None if nobody knows how much there is to do, and `done` is what an earlier run has done.
    """
    console = CleanConsole(stderr=True)
    if not console.is_terminal:
        yield lambda number=1: None
        return
    # Importing these takes as long as many commands.
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    counted = DownloadColumn() if in_bytes else MofNCompleteColumn()
    columns = (TextColumn(what), BarColumn(), counted, TimeElapsedColumn(), TimeRemainingColumn())
    # What is printed meanwhile appears above the bar, unless it goes to a file.
    with Progress(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as bar:
        task = bar.add_task(what, total=total, completed=done)  # type: ignore[arg-type]
        yield lambda number=1: bar.advance(task, number)
