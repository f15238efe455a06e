"""The log names requests, repeats itself sparingly, and can be read by programs."""

import io
import json
import logging
from collections.abc import Iterator
from datetime import datetime

import pytest

from parlour.web import logs
from parlour.web.logs import (
    MOST_CHANGES,
    MOST_KNOWN,
    MOST_TEXTS,
    QUIET_SECONDS,
    REQUEST,
    JsonFormatter,
    LineFormatter,
    SparingHandler,
    shown,
)
from parlour.web.store import outage
from parlour.web.store.outage import Outage

log = logging.getLogger("tests.web.test_logs")


class Written:
    """A sparing handler with a clock that the test sets, and what it has written."""

    def __init__(self, formatter: logging.Formatter) -> None:
        self.stream, self.now = io.StringIO(), 0.0
        self.handler = SparingHandler(self.stream, lambda: self.now)
        self.handler.setFormatter(formatter)
        log.addHandler(self.handler)

    @property
    def lines(self) -> list[str]:
        """The lines since the last call, without their times."""
        text = self.stream.getvalue()
        self.stream.seek(0)
        self.stream.truncate()
        return [line.partition(f"{log.name}: ")[2] or line for line in text.splitlines()]


@pytest.fixture
def written() -> Iterator[Written]:
    made = Written(LineFormatter())
    yield made
    log.removeHandler(made.handler)
    made.handler.close()


def fail(table: str = "abc") -> None:
    """Log a failure with its traceback."""
    try:
        raise OSError("no space left")
    except OSError as error:
        log.error("table %s cannot be stored", table, exc_info=error)


def test_a_repeated_failure_is_written_once_and_after_a_minute_its_repetitions_are_counted(written: Written) -> None:
    for _ in range(1000):
        fail()
    first, *traceback = written.lines
    assert first == "table abc cannot be stored"
    assert traceback[0] == "Traceback (most recent call last):"
    assert traceback[-1] == "OSError: no space left"
    written.now = QUIET_SECONDS - 1
    fail()
    assert written.lines == []
    written.now = QUIET_SECONDS
    fail()
    assert written.lines == ["table abc cannot be stored (repeated 1000 times in 60 s)"]


def test_the_number_of_repetitions_is_written_even_if_the_failure_has_ended(written: Written) -> None:
    fail()
    fail()
    assert written.lines
    written.now = QUIET_SECONDS
    written.handler.report()
    assert written.lines == ["table abc cannot be stored (repeated 1 time in 60 s)"]
    written.now = 2 * QUIET_SECONDS
    written.handler.report()
    assert written.lines == []
    fail()
    assert written.lines[0] == "table abc cannot be stored"


def test_the_number_of_repetitions_is_written_when_the_minute_is_over_even_if_nothing_is_logged_then(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "QUIET_SECONDS", 0.01)
    fail()
    fail()
    written.now = QUIET_SECONDS
    timer = written.handler._timer
    assert timer is not None
    timer.join()
    assert written.lines[-1] == "table abc cannot be stored (repeated 1 time in 60 s)"


def test_the_number_of_repetitions_is_written_when_the_server_closes(written: Written) -> None:
    fail()
    fail()
    written.now = 5
    written.handler.close()
    assert written.lines[-1] == "table abc cannot be stored (repeated 1 time in 5 s)"


def test_failures_with_different_values_are_counted_by_their_texts(written: Written) -> None:
    fail("first")
    assert written.lines
    names = [f"other{letter}" for letter in "abcdefgh"]
    for name in [*names, names[0]]:
        fail(name)
    written.now = QUIET_SECONDS
    written.handler.report()
    *texts, others = written.lines
    assert texts[0] == "table othera cannot be stored (repeated 2 times in 60 s)"
    assert len(texts) == MOST_TEXTS
    assert others == f"other messages of this kind (repeated {len(names) - MOST_TEXTS} times in 60 s)"


def test_a_message_that_differs_only_in_numbers_is_a_repetition(written: Written) -> None:
    for number in range(10):
        log.error(f"Task at 0x{number:x}ff was lost after {number} s")
    assert len(written.lines) == 1


def test_different_failures_and_messages_that_are_no_failures_are_all_written(written: Written) -> None:
    log.setLevel(logging.INFO)
    fail()
    log.error("table %s cannot be stored", "abc")  # without a traceback
    log.warning("table %s cannot be stored", "abc")
    for _ in range(3):
        log.info("as expected")
    assert [line for line in written.lines if line.startswith(("table", "as"))] == [
        *["table abc cannot be stored"] * 3,
        *["as expected"] * 3,
    ]


def test_a_message_that_does_not_fit_its_values_harms_nothing(
    written: Written, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(3):  # passed to the handler itself, because pytest's handler would raise the error
        written.handler.handle(log.makeRecord(log.name, logging.ERROR, "", 0, "%d tables", ("many",), None))
    assert capsys.readouterr().err.count("--- Logging error ---") == 3
    fail()
    assert written.lines[0] == "table abc cannot be stored"


def test_the_number_of_remembered_failures_is_limited(written: Written) -> None:
    fail()
    fail()
    for number in range(MOST_KNOWN):
        log.error("failure of %s" + number * "x", "something")
    assert "table abc cannot be stored (repeated 1 time in 0 s)" in written.lines
    assert len(written.handler._failures) == MOST_KNOWN


def test_a_line_names_the_request_that_is_being_handled(written: Written) -> None:
    token = REQUEST.set("a1b2c3")
    log.error("it has failed")
    REQUEST.reset(token)
    log.error("another has failed")
    one, other = written.stream.getvalue().splitlines()
    assert one.endswith(" ERROR tests.web.test_logs [a1b2c3]: it has failed")
    assert other.endswith(" ERROR tests.web.test_logs: another has failed")


def test_half_of_a_surrogate_pair_can_be_written_to_a_json_log() -> None:
    entry = JsonFormatter().format(logging.makeLogRecord({"msg": "table %s", "args": ("\ud800",)}))
    assert entry.encode()
    assert json.loads(entry)["message"] == "table \ud800"


def test_every_entry_of_a_json_log_is_one_line_with_all_facts() -> None:
    written = Written(JsonFormatter())
    token = REQUEST.set("a1b2c3")
    try:
        fail("a\nb")
        fail()
        log.warning("socket %s", "opened", extra={"facts": {"socket": "opened"}})
        written.handler.close()
    finally:
        REQUEST.reset(token)
        log.removeHandler(written.handler)
    failed, opened, repeated = map(json.loads, written.stream.getvalue().splitlines())
    assert datetime.fromisoformat(failed.pop("time")).tzinfo is not None
    error = failed.pop("error")
    assert error.startswith("Traceback")
    assert error.endswith("OSError: no space left")
    assert failed == {
        "level": "error", "logger": log.name, "message": "table a\nb cannot be stored", "request": "a1b2c3",
    }  # fmt: skip
    assert opened["socket"] == "opened"
    assert "request" not in repeated  # it may have been a different request
    assert repeated["repeated"] == 1


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/api/tables/abcdefghjkmn/move", "/api/tables/abcdefghjkmn/move"),
        (f"/t/abc/{'x' * 43}", "/t/abc/…"),
        ("/t/abcde-fghjk-mnpqr-stuvw-xyz23", "/t/…"),
        ("/a\nb\x1b[31m", "/a�b�[31m"),
        ("/" + "a/" * 500, "/" + "a/" * 99 + "a"),
    ],
)
def test_a_path_is_shown_without_secrets_and_without_control_characters(path: str, text: str) -> None:
    assert shown(path) == text


# --- changes of state


def test_two_outages_within_a_minute_give_four_lines_in_order(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outage, "log", log)
    storing = Outage("store anything")
    for _ in range(2):
        for _ in range(100):
            storing.begin(TimeoutError())
        storing.end()
    began = "the database cannot store anything (no answer within 10 s): such requests are refused until it can"
    ended = "the database can store anything again"
    assert written.lines == [began, ended, began, ended]
    written.now = QUIET_SECONDS
    written.handler.report()
    assert written.lines == []


def test_if_a_state_changes_all_the_time_the_last_line_is_true(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outage, "log", log)
    storing, reading = Outage("store anything"), Outage("be read")
    for _ in range(500):
        storing.begin(OSError("no space left"))
        storing.end()
    storing.begin(OSError("no space left"))
    reading.begin(OSError("no space left"))
    *lines, other = written.lines
    assert len(lines) == MOST_CHANGES
    assert other.startswith("the database cannot be read")
    written.now = QUIET_SECONDS
    written.handler.report()
    (last,) = written.lines
    assert last.startswith("the database cannot store anything (no space left)")
    assert last.endswith("(the last of 1001 changes in 60 s)")
    storing.end()
    assert written.lines == ["the database can store anything again"]


def test_a_change_that_waits_is_written_when_the_server_closes(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outage, "log", log)
    storing = Outage("store anything")
    for _ in range(MOST_CHANGES):
        storing.begin(OSError("no space left"))
        storing.end()
    written.handler.close()
    assert written.lines[-1] == f"the database can store anything again (the last of {2 * MOST_CHANGES} changes in 0 s)"
