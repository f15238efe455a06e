"""The channel between `parlour dev` and the process that serves the table: one JSON message per line.

The channel uses standard input and output. Text that a game prints goes to standard error, and so to the terminal.
"""

import os
import socket
import sys
from base64 import b64decode
from collections.abc import Iterator
from threading import Lock

import msgspec

from parlour.game.problems import Problem


class Load(msgspec.Struct, tag=True):
    """The order to load the game, try its first deal, and replay the match under its rules."""

    path: str
    database: str
    players: int | None
    options: dict[str, str]
    table: str  # the table of the current match; empty before the first match


class Serve(msgspec.Struct, tag=True):
    """The order to serve the table with the loaded game or, if loading failed, a page with the problem."""

    wanted: Load
    build: str  # different for every process that serves the table
    token: str  # the token of the designer's seat
    problem: Problem | None


class Tell(msgspec.Struct, tag=True):
    """A command to the page: show what is wrong with the file that was saved last."""

    problem: Problem | None


class Shown(msgspec.Struct, frozen=True):
    """A figure as the page shows it."""

    name: str
    value: str
    detail: str  # the interval, and what the figure would be by luck alone


class Measured(msgspec.Struct, tag=True, frozen=True):
    """The most telling figures so far, from matches of these bots: first a report, then an order to show them."""

    bots: str
    matches: int
    figures: list[Shown]


class Step(msgspec.Struct, tag=True):
    """The trial of a game has reached its next step: loading, dealing, showing or replaying."""

    name: str


class Hanging(msgspec.Struct, tag=True):
    """A step of the trial hangs, so the process has to be killed."""

    problem: Problem


class Loaded(msgspec.Struct, tag=True):
    """The game is loaded, or `problem` says why not; `files` are the files to watch."""

    files: list[str]
    problem: Problem | None = None
    unfit: str = ""  # why the requested number of players or options cannot be used


class Serving(msgspec.Struct, tag=True):
    """The process has begun to serve the table."""

    table: str
    token: str
    anew: str  # why the match was restarted; empty if it continues


class Moved(msgspec.Struct, tag=True):
    """The designer plays at another table now: a rematch or a new match has begun."""

    table: str
    token: str


class Found(msgspec.Struct, tag=True):
    """A problem was found during the match, or when its rules were compiled."""

    problem: Problem


Order = Load | Serve | Tell | Measured
Report = Step | Hanging | Loaded | Serving | Moved | Found | Measured
encode = msgspec.json.encode
read_order = msgspec.json.Decoder(Order).decode
read_report = msgspec.json.Decoder(Report).decode


class Channel:
    """The channel as seen from the process that serves the table."""

    def __init__(self) -> None:
        """Take over standard input and output for messages; from now on, `print` writes to standard error."""
        self._orders = os.fdopen(os.dup(0), "rb")
        self._reports = os.fdopen(os.dup(1), "wb")
        self._lock = Lock()
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)

    def orders(self) -> Iterator[Order]:
        """Yield orders from `parlour dev` as they arrive, until the channel is closed."""
        for line in self._orders:
            yield read_order(line)

    def report(self, report: Report) -> None:
        """Send a report to `parlour dev`; it is lost if `parlour dev` has ended."""
        with self._lock:
            try:
                self._reports.write(encode(report) + b"\n")
                self._reports.flush()
            except (BrokenPipeError, ValueError):
                return

    def listening(self, handle: str) -> socket.socket:
        """Return the inherited socket, given by its number or, on Windows, by the data for sharing a socket."""
        if sys.platform == "win32":
            return socket.fromshare(b64decode(self._orders.readline()))
        return socket.socket(fileno=int(handle))
