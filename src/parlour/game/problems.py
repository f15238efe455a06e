"""What is wrong with the file of a game: the file, the line, the text of the line, the reason."""

import linecache
import re
import sysconfig
import traceback
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Literal

from msgspec import Struct

from parlour.errors import ParlourError

PACKAGE = Path(__file__).parents[1]  # Parlour itself, which may lie beside a game too
PYTHON = Path(sysconfig.get_path("stdlib"))
Moment = Literal["loading", "playing", "compiling"]
NAMED_LINE = re.compile(r"(?P<file>[^\s/]+\.py), line (?P<line>\d+): (?P<reason>.+)")  # hearts.py, line 12: …
NUMBA_PLACE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+):')
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

    @property
    def one_line(self) -> str:
        """The problem in one line: the place, the text of the line, the reason."""
        parts = [self.file, f"line {self.line}" if self.line else "", f"`{self.text.strip()}`" if self.text else ""]
        place = ", ".join(part for part in parts if part)
        reason = " ".join(self.reason.split())
        return f"{place}: {reason}" if place else reason


def home_of(path: Path) -> Path:
    """The folder in which all the code of a game lies: a folder game itself, or the folder of its file."""
    return path if path.is_dir() else path.parent


def is_own(file: str | None, home: Path) -> bool:
    """Whether a file belongs to the game whose code lies in `home`, and not to a library, Python or Parlour itself."""
    if not file or not Path(file).is_relative_to(home) or LIBRARIES in Path(file).relative_to(home).parts:
        return False
    return not any(Path(file).is_relative_to(one) for one in (PACKAGE, PYTHON) if not home.is_relative_to(one))


def problem_of(error: BaseException, home: Path, moment: Moment) -> Problem | None:
    """The problem behind an error, at the last line of the game that was reached; None if no line of it was."""
    cause = error.__cause__ if isinstance(error, ParlourError) and error.__cause__ else error
    if isinstance(cause, SyntaxError) and is_own(cause.filename, home):
        reason = f"{type(cause).__name__}: {cause.msg}"
        return Problem(moment, reason, cause.filename or "", cause.lineno, (cause.text or "").rstrip())
    if type(cause).__module__.startswith("numba."):
        return _refused_by_the_compiler(str(cause), home)
    frames = [frame for frame in traceback.extract_tb(cause.__traceback__) if is_own(frame.filename, home)]
    if not frames:
        return None
    return at_line(moment, reason_of(cause), frames[-1].filename, frames[-1].lineno or 0)


def at_line(moment: Moment, reason: str, file: str, line: int) -> Problem:
    """A problem at a line of a file, with the text of that line as it is saved now."""
    linecache.checkcache(file)
    return Problem(moment, reason, file, line, linecache.getline(file, line).rstrip())


def _refused_by_the_compiler(message: str, home: Path) -> Problem | None:
    """What Numba refuses, at the innermost line of the game that its message names, which comes first."""
    for file, line, refused in compiler_places(message):
        if is_own(str(file), home):
            return at_line("compiling", f"the rules cannot be compiled: {refused}", str(file), line)
    return None


def compiler_places(message: str) -> Iterator[tuple[Path, int, str]]:
    """The places that a message of Numba names, the innermost first: file, line, and what is refused there."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    for before, line in pairwise(lines):
        if place := NUMBA_PLACE.fullmatch(line):
            yield Path(place["file"]).resolve(), int(place["line"]), before


def compiling_problem(message: str, path: Path) -> Problem:
    """What the compiler refuses, at the line that it names, if it names one of the game."""
    named = NAMED_LINE.search(message)
    file = home_of(path) / named["file"] if named else path
    if named is None or not file.is_file():
        return Problem("compiling", message, str(path))
    return at_line("compiling", named["reason"], str(file), int(named["line"]))


def reason_of(error: BaseException) -> str:
    """What went wrong; our own errors speak for themselves."""
    if isinstance(error, ParlourError):
        return str(error)
    if isinstance(error, SystemExit):
        return "SystemExit: the file ends the program; expected it to make a GAME"
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
