"""`parlour dev`: watch the file of a game, and replace the process that serves its table after each save."""

import secrets
import signal
import sys
import threading
import time
import webbrowser
from pathlib import Path
from queue import Empty, SimpleQueue
from socket import socket
from tempfile import TemporaryDirectory
from types import FrameType

from parlour.errors import ParlourError, printable
from parlour.game.problems import Problem
from parlour.games.outside import main_file
from parlour.web.address import SQLITE, address_of, listen
from parlour.web.dev._channel import Found, Hanging, Load, Loaded, Measured, Moved, Report, Serve, Serving, Step, Tell
from parlour.web.dev._processes import Process, Said
from parlour.web.dev._trial import TRIAL_SECONDS, still
from parlour.web.dev._watch import Watch

HOST = "127.0.0.1"
LOOK_SECONDS = 0.1  # seconds between two checks of the files
SPARE_SECONDS = 2.0  # extra time for a hanging process to report where it hangs
KILL_AT_ONCE = 0.0


def develop(path: Path, players: int | None, options: dict[str, str], port: int | None, *, browser: bool) -> None:
    """Serve the game at this path, to this machine only and always with the rules saved last, until ^C."""
    main_file(path)  # raises an error if the game's file does not exist
    with listen(HOST, port) as listening, TemporaryDirectory(prefix="parlour-dev-") as folder:
        wanted = Load(str(path.resolve()), f"{SQLITE}{Path(folder) / 'tables.sqlite'}", players, options, "")
        supervisor = Supervisor(wanted, listening, browser=browser)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, supervisor.interrupt)
        try:
            supervisor.run()
        except KeyboardInterrupt:
            pass  # stopping the program is not a failure
        finally:
            supervisor.close()


class Supervisor:
    """Runs up to four processes: one serves, one tries the saved file, one is ready for the next save, one measures."""

    def __init__(self, wanted: Load, listening: socket, *, browser: bool) -> None:
        """Prepare to try out the game and to serve it."""
        self.wanted, self.listening, self.browser = wanted, listening, browser
        self.watch = Watch(Path(wanted.path))
        self.token = ""
        self.serving: Process | None = None
        self.trying: Process | None = None
        self.spare: Process | None = None
        self.measuring: Process | None = None
        self.opened = False
        self.stopping = False  # set when the user interrupts the program
        self._said: Said = SimpleQueue()
        self._saved = time.monotonic()
        self._step, self._tried_since = "", self._saved  # the trial's current step, and when that step began
        self._since: float | None = None  # when the serving process started to answer
        self._builds, self._run = 0, secrets.token_hex(4)

    def run(self) -> None:
        """Try out the game after every save, and serve it, until the user interrupts the program."""
        self._try()
        while not self.stopping:
            try:
                process, report = self._said.get(timeout=LOOK_SECONDS)
                self._hear(process, report)
            except Empty:
                pass
            if self.watch.changed():
                self._try()
            if self.trying and self._step and time.monotonic() - self._tried_since > TRIAL_SECONDS + SPARE_SECONDS:
                self._drop(Problem("loading", still(self._step), self.wanted.path))

    def interrupt(self, number: int, frame: FrameType | None) -> None:
        """Stop at once. If the KeyboardInterrupt is swallowed, as in a finalizer, `run` stops at its next turn."""
        self.stopping = True
        raise KeyboardInterrupt

    def close(self) -> None:
        """End all processes."""
        for process in (self.trying, self.spare, self.measuring):
            if process:
                process.end(KILL_AT_ONCE)
        if self.serving:
            self.serving.end()

    # --- what was saved

    def _try(self) -> None:
        """Let a new process load and try the saved file."""
        self._saved = time.monotonic()
        self._step = ""
        for process in (self.trying, self.measuring):
            if process:
                process.end(KILL_AT_ONCE)
        self.measuring = None
        self.trying, self.spare = self.spare or self._start(), None
        self.trying.order(self.wanted)

    def _start(self) -> Process:
        return Process(self._said, "dev-server", self.listening)

    def _hear(self, process: Process, report: Report | None) -> None:
        if report is None:
            self._ended(process)
        elif isinstance(report, Step) and process is self.trying:
            self._tried_since = self._tried_since if self._step else time.monotonic()
            self._step = report.name
        elif isinstance(report, Hanging) and process is self.trying:
            self._drop(report.problem)
        elif isinstance(report, Loaded) and process is self.trying:
            self._tried(process, report)
        elif isinstance(report, Serving) and process is self.serving:
            self._served(report)
        elif isinstance(report, Moved) and process is self.serving:
            self.wanted.table, self.token = report.table, report.token
        elif isinstance(report, Measured) and process is self.measuring and self.serving:
            self.serving.order(report)
        elif isinstance(report, Found) and process in (self.serving, self.measuring):
            self._say(str(report.problem))

    def _tried(self, process: Process, loaded: Loaded) -> None:
        self.watch.follow(loaded.files, beside=loaded.problem is not None)
        if loaded.unfit:
            if not self.opened:
                raise ParlourError(loaded.unfit)
            self._say(f"{loaded.unfit}; the game's own are used")
        if loaded.problem is None:
            self._replace(process, None)
        else:
            self._fail(loaded.problem)

    def _replace(self, process: Process, problem: Problem | None) -> None:
        """Let this process serve the table in place of the process that has served it so far."""
        if self.serving:
            self.serving.end()
        self.serving, self.trying, self._since = process, None, None
        self._builds += 1
        process.order(Serve(self.wanted, f"{self._run}-{self._builds}", self.token, problem))

    def _fail(self, problem: Problem) -> None:
        """Report the problem; the last good version is still served."""
        self._say(str(problem))
        failed, self.trying = self.trying, None
        if self.serving is None:
            self._replace(failed or self._start(), problem)
            return
        if failed:
            failed.end(KILL_AT_ONCE)
        self.serving.order(Tell(problem))
        self._stand_by()

    def _drop(self, problem: Problem) -> None:
        """Give up the process that tries the saved file, because it hangs or has ended."""
        if self.trying:
            self.trying.end(KILL_AT_ONCE)
        self.trying = None
        self._fail(problem)

    def _stand_by(self) -> None:
        if self.spare is None:
            self.spare = self._start()

    def _measure(self) -> None:
        """Measure the rules that are served now."""
        if self.measuring:
            self.measuring.end(KILL_AT_ONCE)
        self.measuring = Process(self._said, "dev-figures")
        self.measuring.order(self.wanted)

    def _served(self, report: Serving) -> None:
        self.wanted.table, self.token = report.table, report.token
        self._since = time.monotonic()
        self._stand_by()
        if report.table:
            self._measure()
        name, seconds = Path(self.wanted.path).name, time.monotonic() - self._saved
        if not self.opened:
            self.opened = True
            address = address_of(HOST, self.listening.getsockname()[1])
            print(f"Parlour is open at {address}  (save {name} to change the rules; Ctrl-C closes it)", flush=True)
            if self.browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        elif report.table:
            self._say(f"{name}: new rules after {seconds:.1f} s")
        if report.anew:
            self._say(f"the match was restarted: {report.anew}")

    def _ended(self, process: Process) -> None:
        """Handle a process that has ended although it should still run."""
        if process is self.spare:
            self.spare = None
        elif process is self.measuring:
            self.measuring = None
        elif process is self.trying:
            reason = "the program ended while the file was tried; expected a file that creates a GAME"
            self._drop(Problem("loading", reason, self.wanted.path))
        elif process is self.serving:
            self.serving = None
            status = process.end()
            if self._since is None:
                raise ParlourError(f"the server cannot be started: it ended with status {status}")
            again = time.monotonic() - self._since > TRIAL_SECONDS
            self._say(f"the server ended with status {status}; " + ("starting again" if again else "save the file"))
            if again:
                self._try()

    def _say(self, text: str) -> None:
        print(time.strftime("%H:%M:%S"), printable(text, keep="\n"), file=sys.stderr, flush=True)
