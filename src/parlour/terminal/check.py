"""`parlour check`: check that one game has the properties that every game needs, and show one line per property.

The checks run in a separate thread. If a rule doesn't return, the check names the line that it is stuck at, stops the
thread and goes on with the other properties.
"""

import ctypes
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.text import Text as Line

from parlour.game.game import Game
from parlour.games import find_game
from parlour.terminal.console import open_console
from parlour.testing.broken import Broken, home_of
from parlour.testing.compiled import NotChecked, plain_and_compiled_agree
from parlour.testing.runner import AGREEMENT, PROPERTIES, RANDOM_PLAY, Property, check_property, sample

FOR_COMPILED = 0.5  # The share of the time that is reserved for checking compiled rules.
LEAST_FOR_COMPILED = 20.0  # seconds
PATIENCE = 10.0  # How many seconds after its time limit a check is stopped: by then, a rule seems stuck.
LESS_PATIENCE = 2.0  # Replaces PATIENCE in later checks, once some rule is known not to return.
STYLES = {"ok": "green", "wrong": "bold red", "open": "yellow"}


def show_checks(name: str, seconds: float, *, compiled: bool, console: Console | None = None) -> bool:
    """Check a game and report line by line; return whether no check has failed."""
    checks = Checks(find_game(name), seconds, console or open_console())
    checks.run(compiled=compiled)
    checks.conclude()
    return checks.wrong == 0


class GivenUp(BaseException):  # Not an Exception, so that rules with `except Exception` can't catch it.
    """Raised in the thread of a check that has taken too long."""


class Checks:
    """One run over all properties of a game."""

    def __init__(self, game: Game, seconds: float, console: Console) -> None:
        """Set up a run; `seconds` is the rough limit for the whole run."""
        self.game, self.console = game, console
        self.start, self.seconds = time.monotonic(), seconds
        self.wrong = self.right = 0
        self.open: list[str] = []  # Names of properties that weren't checked.
        self.stuck = False  # Whether a rule has failed to return.

    @property
    def passed(self) -> float:
        """Return how many seconds have passed since the run began."""
        return time.monotonic() - self.start

    def run(self, *, compiled: bool) -> None:
        """Check random play, then every property, and finally the compiled rules."""
        limit = self.seconds * (1 - FOR_COMPILED if compiled else 1)
        self._check(RANDOM_PLAY, self._play, limit / 2)
        if self.stuck or not sample(self.game).positions:
            reason = "no random match could be played"
            self._leave([*(one.name for one in PROPERTIES), AGREEMENT], reason)
            return
        for number, one in enumerate(PROPERTIES):
            share = max(limit - self.passed, 1.0) / (len(PROPERTIES) - number)
            self._check(one.name, self._checker(one, share), share)
        if not compiled:
            self._leave([AGREEMENT], "skipped because of --no-compiled")
        elif self.wrong:
            self._leave([AGREEMENT], "fix the other problems first")
        else:
            left = max(self.seconds - self.passed, LEAST_FOR_COMPILED)
            self._check(AGREEMENT, lambda: _agreed(self.game, left), 2 * left)

    def _leave(self, names: list[str], reason: str) -> None:
        """Show that properties are skipped, and why."""
        self.open += names
        subject = names[0] if len(names) == 1 else f"the other {len(names)} properties"
        self._say("open", subject, f"not checked: {reason}")

    def _play(self) -> str:
        """Play random matches at every table size."""
        found = sample(self.game)
        if found.broken is not None:
            raise found.broken
        phases = {self.game.phase(position.state) for position in found.positions}
        return f"{len(found.positions)} positions, phases {', '.join(sorted(phases))}"

    def _checker(self, one: Property, seconds: float) -> Callable[[], str]:
        def check() -> str:
            positions = sample(self.game).positions
            number = check_property(one, positions, seconds)
            return f"{number} matches" if one.of_matches else f"{number} positions"

        return check

    def _check(self, name: str, check: Callable[[], str], seconds: float) -> None:
        """Check one property, and show the result."""
        result: list[str | BaseException] = []

        def work() -> None:
            try:
                result.append(check())
            except BaseException as error:  # The waiting thread shows the error or raises it again.
                result.append(error)

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        patience = seconds + (LESS_PATIENCE if self.stuck else PATIENCE)
        thread.join(patience)
        if not result:
            self._give_up(name, thread, patience)
        elif isinstance(result[0], Broken):
            self._say_wrong(name, result[0].what, result[0].where())
        elif isinstance(result[0], NotChecked):
            self._leave([name], str(result[0]))
        elif isinstance(result[0], BaseException):
            raise result[0]
        else:
            self.right += 1
            self._say("ok", name, result[0])

    def _give_up(self, name: str, thread: threading.Thread, patience: float) -> None:
        """Stop a check that doesn't end; report only the first, because later checks probably hang in the same rule."""
        reached = _reached(thread, self.game)
        _end(thread)
        if self.stuck:
            self._leave([name], f"after {patience:.0f} seconds the check was still in {reached}")
        else:
            self.stuck = True
            self._say_wrong(name, f"a rule does not return: {reached}", [])

    def _say_wrong(self, name: str, what: str, where: list[str]) -> None:
        self.wrong += 1
        self._say("wrong", name, "")
        for line in [*what.splitlines(), *where]:
            self.console.print(Line(f"       {line}"), soft_wrap=True)

    def _say(self, mark: str, name: str, more: str) -> None:
        line = Line.assemble((f"{mark:7}", STYLES[mark]), name, (f"  ({more})" if more else "", "dim"))
        self.console.print(line, soft_wrap=True)

    def conclude(self) -> None:
        """Report the outcome."""
        found = f"{self.wrong} wrong, {self.right} ok" if self.wrong else f"{self.right} properties hold"
        outcome = f"{found}, {len(self.open)} not checked" if self.open else found if self.wrong else f"All {found}"
        self.console.print(Line(f"{self.game.title}: {outcome} ({self.passed:.0f} seconds)."), soft_wrap=True)


def _agreed(game: Game, seconds: float) -> str:
    plain_and_compiled_agree(game, seconds)
    return "the same bytes"


def _end(thread: threading.Thread) -> None:
    """Raise `GivenUp` in a thread, before its next line of Python."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(GivenUp))
    thread.join(LESS_PATIENCE)


def _reached(thread: threading.Thread, game: Game) -> str:
    """Describe the line of the game's code that a thread is executing."""
    frame, home = sys._current_frames().get(thread.ident or 0), home_of(game)
    frames = traceback.extract_stack(frame) if frame else []
    own = [one for one in frames if home is not None and Path(one.filename).resolve().is_relative_to(home)]
    inside = (own or frames)[-1:]
    return f"{inside[0].filename}, line {inside[0].lineno}, in {inside[0].name}" if inside else "no line is known"
