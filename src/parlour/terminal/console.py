"""Read input from and write output to a terminal, a file or a pipe.

All output of the commands goes through `CleanConsole`, so no text from a file or a bot can control the terminal.
"""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from parlour.errors import printable

Ask = Callable[[], str]  # Returns the next line of input; raises EOFError at the end of the input.
Tell = Callable[[RenderableType], None]  # Shows something to the player.
Pause = Callable[[], None]

PROMPT = "› "
PIPE_WIDTH = 80
WIDEST = 100  # Tables are at most this wide, because wider tables are hard to read.
MOMENT = 0.6  # Seconds to pause before a bot acts.

# Each symbol is replaced by exactly one character, so that columns stay aligned.
PLAIN_SIGNS = str.maketrans("♠♥♣♦✿★‽●○✗▮▸›→·–−…×✓•╭╮╰╯─│┼╷╵╶╴▲▼", "SHCDF*?@o!#>>>.--.xv*++++-|+||--+-")


class CleanConsole(Console):
    """A console that shows text unchanged: only styles become escape sequences, and brackets aren't markup."""

    def __init__(self, **settings: Any) -> None:
        """Take the same settings as Rich's console."""
        super().__init__(markup=False, emoji=False, **settings)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """Clean all text on its way to the terminal."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(printable(segment.text, keep="\n"), segment.style)


class PlainWriter:
    """A wrapper for a stream that can't show suit symbols: it writes letters instead."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.encoding = getattr(stream, "encoding", None) or "ascii"

    def write(self, text: str) -> int:
        """Write the text in characters that the stream can encode."""
        plain = text.translate(PLAIN_SIGNS).encode(self.encoding, "replace")
        return self._stream.write(plain.decode(self.encoding))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def open_console(file: TextIO | None = None, *, width: int | None = None) -> Console:
    """Open a console on the file or on standard output, without colours and symbols that the output can't show."""
    stream = sys.stdout if file is None else file
    target: IO[str] = stream if _shows_suits(stream) else PlainWriter(stream)  # type: ignore[assignment]
    console = CleanConsole(file=target, highlight=False, width=width or (None if stream.isatty() else PIPE_WIDTH))
    console.width = min(console.width, WIDEST)
    return console


def _shows_suits(stream: TextIO) -> bool:
    try:
        "♠✿★‽╭●".encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def teller(console: Console) -> Tell:
    """Return a function that prints to the console."""

    def tell(what: RenderableType) -> None:
        console.print(what)

    return tell


def asker(console: Console, lines: TextIO | None = None) -> Ask:
    """Return a function that asks the player at the keyboard, or reads lines from a pipe and echoes them."""
    source = sys.stdin if lines is None else lines
    if source is sys.stdin and source.isatty() and console.is_terminal:
        return _ask_keyboard
    return _line_asker(console, _readable_lines(source))


def _ask_keyboard() -> str:
    return input(PROMPT)


def _line_asker(console: Console, lines: Iterator[str]) -> Ask:
    def ask() -> str:
        line = next(lines, None)
        if line is None:
            raise EOFError
        console.out(PROMPT + line.rstrip("\n"), highlight=False)
        return line

    return ask


def _readable_lines(source: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a stream; undecodable bytes become replacement characters."""
    reconfigure = getattr(source, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    yield from source


def moment(console: Console) -> Pause:
    """Return a function that pauses before a bot acts; without a terminal, it does nothing."""
    return (lambda: time.sleep(MOMENT)) if console.is_terminal else (lambda: None)


def watched(console: Console) -> bool:
    """Check whether a person is at the keyboard."""
    return console.is_terminal and sys.stdin.isatty()
