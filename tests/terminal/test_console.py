import io

import pytest
from rich.console import Console

from parlour.terminal.console import MOMENT, asker, moment, open_console, teller


def test_a_pipe_gets_eighty_columns_without_colours() -> None:
    stream = io.StringIO()
    console = open_console(stream)
    console.print("[red]3♥[/]")
    assert console.width == 80
    assert stream.getvalue() == "3♥\n"


def test_letters_stand_for_suits_where_there_are_no_pictures() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    teller(open_console(stream))("╭ 3♠ 2★ ‽ ●○ ╮ René")
    stream.flush()
    assert raw.getvalue() == b"+ 3S 2* ? @o + Ren?\n"


def test_answers_from_a_pipe_are_shown_and_end_with_the_input() -> None:
    stream = io.StringIO()
    ask = asker(open_console(stream), io.StringIO("1\n[bold]\n"))
    assert [ask().strip(), ask().strip()] == ["1", "[bold]"]
    assert stream.getvalue() == "› 1\n› [bold]\n"
    with pytest.raises(EOFError):
        ask()


def test_bytes_that_are_no_text_do_not_end_the_match() -> None:
    lines = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n1\n"), encoding="utf-8")
    ask = asker(open_console(io.StringIO()), lines)
    assert ask() == "\ufffd\ufffd\n"
    assert ask() == "1\n"


def test_bots_pause_at_a_terminal_and_not_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("parlour.terminal.console.time.sleep", slept.append)
    moment(open_console(io.StringIO()))()
    assert slept == []
    moment(Console(file=io.StringIO(), force_terminal=True))()
    assert slept == [MOMENT]
