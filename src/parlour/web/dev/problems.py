"""What is wrong with the file of a game: the file, the line, the text of the line, the reason."""

import linecache
import re
import traceback
from pathlib import Path
from typing import Literal

from msgspec import Struct

from parlour.errors import ParlourError

Moment = Literal["loading", "playing", "compiling"]
NAMED_LINE = re.compile(r"(?P<file>[^\s/]+\.py), line (?P<line>\d+): (?P<reason>.+)")  # hearts.py, line 12: …
LIBRARIES = "site-packages"  # the folder of installed packages, which may lie beside a game


class Problem(Struct, frozen=True):
    """An error in a game, for the page and the terminal."""

    moment: Moment
    reason: str  # ZeroDivisionError: division by zero
    file: str = ""  # the path; empty if it is not known
    line: int | None = None
    text: str = ""  # of the line

    def __str__(self) -> str:
        """The problem as the terminal shows it: the place and the reason, then the text of the line."""
        place = f"{self.file}, line {self.line}: " if self.line else f"{self.file}: " if self.file else ""
        return f"{place}{self.reason}" + (f"\n    {self.text.strip()}" if self.text.strip() else "")


def home_of(path: Path) -> Path:
    """The folder in which all the code of a game lies: a folder game itself, or the folder of its file."""
    return path if path.is_dir() else path.parent


def is_own(file: str | None, home: Path) -> bool:
    """Whether a file belongs to the game, and not to a library."""
    return bool(file) and Path(file or "").is_relative_to(home) and LIBRARIES not in Path(file or "").parts


def problem_of(error: BaseException, home: Path, moment: Moment) -> Problem | None:
    """The problem behind an error, at the last line of the game that was reached; None if no line of it was."""
    cause = error.__cause__ if isinstance(error, ParlourError) and error.__cause__ else error
    if isinstance(cause, SyntaxError) and is_own(cause.filename, home):
        reason = f"{type(cause).__name__}: {cause.msg}"
        return Problem(moment, reason, cause.filename or "", cause.lineno, (cause.text or "").rstrip())
    frames = [frame for frame in traceback.extract_tb(cause.__traceback__) if is_own(frame.filename, home)]
    if not frames:
        return None
    last = frames[-1]
    linecache.checkcache(last.filename)
    text = linecache.getline(last.filename, last.lineno or 0).rstrip()
    return Problem(moment, reason_of(cause), last.filename, last.lineno, text)


def compiling_problem(message: str, path: Path) -> Problem:
    """What the compiler refuses, at the line that it names, if it names one of the game."""
    named = NAMED_LINE.search(message)
    file = home_of(path) / named["file"] if named else path
    if named is None or not file.is_file():
        return Problem("compiling", message, str(path))
    linecache.checkcache(str(file))
    line = int(named["line"])
    return Problem("compiling", named["reason"], str(file), line, linecache.getline(str(file), line).rstrip())


def reason_of(error: BaseException) -> str:
    """What went wrong; our own errors speak for themselves."""
    if isinstance(error, ParlourError):
        return str(error)
    if isinstance(error, SystemExit):
        return "SystemExit: the file ends the program; expected it to make a GAME"
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
