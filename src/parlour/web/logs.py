"""The server's log: lines or JSON, each with the id of its request.

A failure that is repeated is written once a minute, with the number of repetitions. Changes of state, such as the
beginning and the end of an outage, are no repetitions.
"""

import json
import logging
import re
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TextIO

from parlour.errors import printable

FORMATS = ("lines", "json")
REQUEST: ContextVar[str] = ContextVar("request", default="")  # the id of the request being handled; empty for none
QUIET_SECONDS = 60.0  # a repeated failure is written at most once in this time
MOST_TEXTS = 5  # the maximum number of texts of one template whose repetitions are counted separately
MOST_CHANGES = 10  # of one subject; further changes within QUIET_SECONDS wait, and only the last of them is written
MOST_KNOWN = 1000  # the maximum number of failures whose repetitions are counted at the same time
LONGEST_SEGMENT, LONGEST_PATH = 24, 200
NUMBERS = re.compile(r"0x[0-9a-f]+|\d+")
ACCESS = logging.getLogger("parlour.access")
Key = tuple[str, int, str, type[BaseException] | None]  # logger, level, template without numbers, class of the error


def begin_logging(level: str, form: str, *, access: bool) -> None:
    """Write the log of this process to standard error; with `access`, also a line for every request and socket.

    Below warnings only Parlour itself logs, because libraries would log whole messages and rows, which contain tokens
    and cards.
    """
    least = logging.getLevelNamesMapping()[level.upper()]
    handler = SparingHandler()
    handler.setFormatter(JsonFormatter() if form == "json" else LineFormatter())
    logging.basicConfig(level=max(least, logging.WARNING), handlers=[handler])
    logging.getLogger("parlour").setLevel(least)
    ACCESS.setLevel(logging.INFO if access else logging.WARNING)


def changes(subject: str) -> dict[str, str]:
    """Return what marks a record as a change of this subject's state: `log.error(…, extra=changes("table abc"))`."""
    return {"subject": subject}


def shown(path: str) -> str:
    """Return the path of a request for the log: without control characters, and without anything as long as a token."""
    segments = ("…" if len(segment) > LONGEST_SEGMENT else segment for segment in path.split("/"))
    return printable("/".join(segments))[:LONGEST_PATH]


# --- formats


class LineFormatter(logging.Formatter):
    """Writes a line for people; the traceback of an error follows it."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s%(request)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name in logging
        """Write the line with the id of the request."""
        request = REQUEST.get()
        vars(record)["request"] = f" [{request}]" if request else ""
        return super().formatMessage(record)


class JsonFormatter(logging.Formatter):
    """Writes a JSON object for programs, on one line even if it has a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Write the object."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        entry = {"time": at, "level": record.levelname.lower(), "logger": record.name, "message": record.getMessage()}
        if request := REQUEST.get():
            entry["request"] = request
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry | getattr(record, "facts", {}))


# --- repetitions


@dataclass(slots=True)
class _Failure:
    """A failure that is already in the log, and its repetitions, which have been left out of the log since."""

    since: float
    texts: Counter[str] = field(default_factory=Counter)  # how often each text was left out
    others: int = 0  # how often further texts were left out

    def repeat(self, text: str) -> None:
        if text in self.texts or len(self.texts) < MOST_TEXTS:
            self.texts[text] += 1
        else:
            self.others += 1


@dataclass(slots=True)
class _Changes:
    """The changes of one subject's state within QUIET_SECONDS."""

    since: float
    written: int = 0
    waiting: int = 0
    last: logging.LogRecord | None = None  # the last of those that wait


class SparingHandler(logging.StreamHandler[TextIO]):
    """Writes a warning or an error once, then for a minute only counts its repetitions, and then writes their number.

    A full disk or a lost database makes every request fail; without this, the log would fill the disk as well. Changes
    of state are written at once and in order. If a subject changes too often, only the last change of each minute is
    written, when the minute is over, so that the last line about a subject is true.
    """

    def __init__(self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        """Write to a stream, by default standard error."""
        super().__init__(stream or sys.stderr)
        self._clock = clock
        self._failures: dict[Key, _Failure] = {}  # in the order in which they will be reported
        self._changes: dict[str, _Changes] = {}  # by subject, in the same order
        self._timer: threading.Timer | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, or count it if it repeats a failure."""
        try:
            if (subject := getattr(record, "subject", None)) is not None:
                self._change(subject, record)
            elif record.levelno < logging.WARNING or self._is_new(record):
                super().emit(record)
        except Exception:  # for instance if a message doesn't fit its values; logging must not fail
            self.handleError(record)

    def _is_new(self, record: logging.LogRecord) -> bool:
        self.report()
        error = record.exc_info[0] if record.exc_info else None
        key = (record.name, record.levelno, NUMBERS.sub("#", str(record.msg)), error)
        if failure := self._failures.get(key):
            failure.repeat(record.getMessage())
            return False
        if len(self._failures) >= MOST_KNOWN:
            oldest = next(iter(self._failures))
            self._write(oldest, self._failures.pop(oldest))
        self._failures[key] = _Failure(self._clock())
        self._wait()
        return True

    def _change(self, subject: str, record: logging.LogRecord) -> None:
        """Write a change of a subject's state, or let it wait if the subject has changed too often."""
        self.report()
        if subject not in self._changes and len(self._changes) >= MOST_KNOWN:
            self._write_last(self._changes.pop(next(iter(self._changes))))
        known = self._changes.setdefault(subject, _Changes(self._clock()))
        if known.written < MOST_CHANGES:
            known.written += 1
            super().emit(record)
        else:
            known.waiting, known.last = known.waiting + 1, record
        self._wait()

    def report(self, *, all_of_them: bool = False) -> None:
        """Write how often failures were repeated, of those whose minute is over; forget those that were not."""
        now = self._clock()
        for key, failure in list(self._failures.items()):
            if not all_of_them and now - failure.since < QUIET_SECONDS:
                break
            del self._failures[key]
            if failure.texts:
                self._write(key, failure)
                self._failures[key] = _Failure(now)
        for subject, known in list(self._changes.items()):
            if not all_of_them and now - known.since < QUIET_SECONDS:
                break
            del self._changes[subject]
            if known.last is not None:
                self._write_last(known)
                self._changes[subject] = _Changes(now, written=1)

    def _write_last(self, known: _Changes) -> None:
        if known.last is not None:
            record = known.last
            arguments = (record.getMessage(), known.written + known.waiting, self._clock() - known.since)
            record.msg, record.args = "%s (the last of %d changes in %.0f s)", arguments
            token = REQUEST.set("")  # the change belongs to another request than the one that is being handled
            super().emit(record)
            REQUEST.reset(token)

    def _write(self, key: Key, failure: _Failure) -> None:
        seconds = self._clock() - failure.since
        texts = {**failure.texts, "other messages of this kind": failure.others}
        token = REQUEST.set("")  # the repetitions belong to other requests than the one that is being handled
        for text, number in texts.items():
            if number:
                arguments = (text, number, "time" if number == 1 else "times", seconds)
                record = logging.LogRecord(key[0], key[1], "", 0, "%s (repeated %d %s in %.0f s)", arguments, None)
                vars(record)["facts"] = {"repeated": number}
                super().emit(record)
        REQUEST.reset(token)

    def _wait(self) -> None:
        """Report when the next minute is over, even if nothing is logged then."""
        if self._timer is None and (self._failures or self._changes):
            self._timer = threading.Timer(QUIET_SECONDS, self._report_later)
            self._timer.daemon = True
            self._timer.start()

    def _report_later(self) -> None:
        with self.lock:  # type: ignore[union-attr] # there is always a lock
            self._timer = None
            self.report()
            self._wait()

    def close(self) -> None:
        """Write what has been left out so far."""
        with self.lock:  # type: ignore[union-attr] # there is always a lock
            if self._timer is not None:
                self._timer.cancel()
            self.report(all_of_them=True)
            self._failures.clear()
            self._changes.clear()
        super().close()
