"""The terminal asks for a name only once, only if there is a keyboard, and uses this name from then on."""

import os
import pty
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from parlour.club.today import is_whole_match
from parlour.errors import ParlourError
from parlour.terminal._person import person_name
from parlour.terminal.console import PROMPT, open_console
from tests.samples import some_game

GAME = some_game(fits=lambda game: not is_whole_match(game)).name
QUESTION = "What is your name?"


def at_keyboard(home: Path, answers: list[str], *arguments: str) -> str:
    """Run a command at a terminal and type each answer at a prompt; return what the terminal showed."""
    keyboard, terminal = pty.openpty()
    program = subprocess.Popen(
        [sys.executable, "-m", "parlour.cli", *arguments], stdin=terminal, stdout=terminal, stderr=terminal,
        env={**os.environ, **_home(home), "TERM": "dumb", "COLUMNS": "100"},
    )  # fmt: skip
    os.close(terminal)
    shown, answered = b"", 0
    try:
        while part := _read(keyboard):
            shown += part
            if answered < len(answers) and shown.count(PROMPT.encode()) > answered:
                os.write(keyboard, f"{answers[answered]}\n".encode())
                answered += 1
    finally:
        os.close(keyboard)
        status = program.wait()
    assert status == 0, shown.decode(errors="replace")
    return shown.decode()


def _read(keyboard: int) -> bytes:
    """Read what the terminal shows next; return nothing once the program has ended."""
    try:
        return os.read(keyboard, 4096)
    except OSError:
        return b""


def through_a_pipe(home: Path, *arguments: str) -> str:
    """Run a command with input from a pipe, which quits the table at once."""
    done = subprocess.run(
        [sys.executable, "-m", "parlour.cli", *arguments], input="q\n", capture_output=True, text=True,
        env={**os.environ, **_home(home)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def _home(home: Path) -> dict[str, str]:
    return {"XDG_DATA_HOME": str(home), "HOME": str(home), "PARLOUR_PLAIN": "1"}


@pytest.mark.processes
def test_the_player_is_asked_for_a_name_once_and_keeps_it(tmp_path: Path) -> None:
    first = at_keyboard(tmp_path, ["Zoe", "q"], "play", GAME)
    assert first.count(QUESTION) == 1
    assert "Zoe" in first.partition("Zoe")[2], "the table shows the name, in addition to the echo of the answer"
    later = at_keyboard(tmp_path, ["q"], "today", GAME)
    assert QUESTION not in later
    assert "Zoe" in later


@pytest.mark.processes
def test_the_player_is_not_asked_for_a_name_if_the_input_is_a_pipe(tmp_path: Path) -> None:
    shown = through_a_pipe(tmp_path, "play", GAME)
    assert QUESTION not in shown
    assert "Ann" in shown
    assert not list(tmp_path.rglob("name"))


# --- without a separate process


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "parlour" / "name"


def named(file: Path, *answers: str, given: str | None = None) -> tuple[str, str]:
    """Return the name that the player plays under and the output; check that the terminal asked for every answer."""
    console, lines = open_console(StringIO(), width=100), iter(answers)
    name = person_name(console, lambda: next(lines), given, file=file, watched=bool(answers))
    assert next(lines, None) is None
    return name, console.file.getvalue()  # type: ignore[attr-defined]


def test_a_name_given_on_the_command_line_is_used_without_asking_and_not_saved(file: Path) -> None:
    assert named(file, given="Yan") == ("Yan", "")
    assert not file.exists()
    named(file, "Zoe")
    assert named(file, given="Yan") == ("Yan", "")
    assert named(file) == ("Zoe", ""), "a name given for one match is not saved"


def test_pressing_enter_saves_the_default_name(file: Path) -> None:
    assert named(file, "")[0] == "Ann"
    assert named(file) == ("Ann", "")
    assert file.exists()


@pytest.mark.parametrize("content", [b"", b" \n"])
def test_a_player_with_an_empty_name_file_is_asked_again(file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    assert named(file) == ("Ann", "")
    assert named(file, " Zoe\x1b ")[0] == "Zoe"
    assert file.read_text() == "Zoe\n"


def test_an_unreadable_name_file_is_reported_in_one_line(file: Path) -> None:
    file.parent.mkdir()
    file.write_bytes(b"\xff\xfe")
    reason = f"{file} cannot be read: its content is not text; expected your name, or no such file"
    with pytest.raises(ParlourError, match=f"^{re.escape(reason)}$"):
        named(file)


def test_a_name_that_cannot_be_saved_is_still_used(file: Path) -> None:
    file.parent.write_text("in the way")
    name, shown = named(file, "Zoe")
    assert name == "Zoe"
    assert "Your name could not be saved: the folder" in shown
