"""Problems in the file of a game: the file, the line number, the line itself and the reason."""

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

PACKAGE = Path(__file__).parents[1]  # folder of Parlour itself, which may lie in the same folder as a game
PYTHON = Path(sysconfig.get_path("stdlib"))
Moment = Literal["loading", "playing", "compiling"]
NAMED_LINE = re.compile(r"(?P<file>[^\s/]+\.py), line (?P<line>\d+): (?P<reason>.+)")  # "hearts.py, line 12: …"
NUMBA_LINE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+):')
LIBRARIES = "site-packages"  # folder of installed packages, which may lie in the same folder as a game


class Problem(Struct, frozen=True):
    """An error in a game's file, as the page and the terminal show it."""

    moment: Moment
    reason: str  # what went wrong, such as ZeroDivisionError: division by zero
    file: str = ""  # path of the file; empty if it isn't known
    line: int | None = None
    text: str = ""  # text of the line

    def __str__(self) -> str:
        """Format the problem for the terminal: where it is and the reason, then the line itself."""
        where = f"{self.file}, line {self.line}: " if self.line else f"{self.file}: " if self.file else ""
        return f"{where}{self.reason}" + (f"\n    {self.text.strip()}" if self.text.strip() else "")

    @property
    def one_line(self) -> str:
        """The problem in one line: where it is, the line itself, and the reason."""
        parts = [self.file, f"line {self.line}" if self.line else "", f"`{self.text.strip()}`" if self.text else ""]
        where = ", ".join(part for part in parts if part)
        reason = " ".join(self.reason.split())
        return f"{where}: {reason}" if where else reason


def home_of(path: Path) -> Path:
    """Find the folder with all of a game's code: the game's own folder, or the folder that contains its file."""
    return path if path.is_dir() else path.parent


def is_own(file: str | None, home: Path) -> bool:
    """Return whether a file belongs to the game in the folder `home`, not to a library, Python or Parlour."""
    if not file or not Path(file).is_relative_to(home) or LIBRARIES in Path(file).relative_to(home).parts:
        return False
    return not any(Path(file).is_relative_to(one) for one in (PACKAGE, PYTHON) if not home.is_relative_to(one))


def problem_of(error: BaseException, home: Path, moment: Moment) -> Problem | None:
    """Locate an error at the last line of the game that was reached; return None if no line was reached."""
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
    """Make a problem at a line of a file, with the text that the line now has in the saved file."""
    linecache.checkcache(file)
    return Problem(moment, reason, file, line, linecache.getline(file, line).rstrip())


def _refused_by_the_compiler(message: str, home: Path) -> Problem | None:
    """Find what Numba refuses, at the innermost line of the game that its message names."""
    for file, line, refused in compiler_places(message):
        if is_own(str(file), home):
            return at_line("compiling", f"the rules cannot be compiled: {refused}", str(file), line)
    return None


def compiler_places(message: str) -> Iterator[tuple[Path, int, str]]:
    """Find the places that a message from Numba names, innermost first: file, line, and what is refused there."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    for before, line in pairwise(lines):
        if found := NUMBA_LINE.fullmatch(line):
            yield Path(found["file"]).resolve(), int(found["line"]), before


def compiling_problem(message: str, path: Path) -> Problem:
    """Make a problem from a compiler message; if the message names a line of the game, show that line."""
    named = NAMED_LINE.search(message)
    file = home_of(path) / named["file"] if named else path
    if named is None or not file.is_file():
        return Problem("compiling", message, str(path))
    return at_line("compiling", named["reason"], str(file), int(named["line"]))


def reason_of(error: BaseException) -> str:
    """Say what went wrong, with the error's class name unless the message is Parlour's own."""
    if isinstance(error, ParlourError):
        return str(error)
    if isinstance(error, SystemExit):
        return "SystemExit: the file ends the program; expected it to make a GAME"
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
