import io
from typing import Any

import pytest
from rich.console import Console
from rich.table import Table
from rich.text import Text as Ink

from parlour.terminal._house import TableWords
from parlour.terminal.console import MOMENT, CleanConsole, asker, moment, open_console, teller
from tests.samples import some_game

ATTACKS = {
    "escape": "\x1bc",
    "CSI": "\x1b[2J\x1b[31m",
    "OSC 8": "\x1b]8;;http://example.org\x1b\\here\x1b]8;;\x07",
    "C1": "\x9b2J\x85\x90",
    "bidi": "\u202eneB\u202c\u2066\u200f",
    "lines": "\r\u2028\u2029\x0b",
    "back": "\x08\x7f\x00",
    "surrogate": "\ud800\udfff",
    "tags": "\U000e0041\ufeff",
}
every_attack = pytest.mark.parametrize("attack", ATTACKS.values(), ids=list(ATTACKS))


def test_output_to_a_pipe_has_80_columns_and_no_colours() -> None:
    stream = io.StringIO()
    console = open_console(stream)
    console.print(Ink("3♥", style="red"))
    assert console.width == 80
    assert stream.getvalue() == "3♥\n"


def test_letters_replace_suit_symbols_if_the_console_cannot_show_them() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    teller(open_console(stream))("╭ 3♠ 2★ ‽ ●○ ╮ René")
    stream.flush()
    assert raw.getvalue() == b"+ 3S 2* ? @o + Ren?\n"


def test_answers_from_a_pipe_are_echoed_until_the_input_ends() -> None:
    stream = io.StringIO()
    ask = asker(open_console(stream), io.StringIO("1\n[bold]\n"))
    assert [ask().strip(), ask().strip()] == ["1", "[bold]"]
    assert stream.getvalue() == "› 1\n› [bold]\n"
    with pytest.raises(EOFError):
        ask()


def test_undecodable_bytes_do_not_end_the_match() -> None:
    lines = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n1\n"), encoding="utf-8")
    ask = asker(open_console(io.StringIO()), lines)
    assert ask() == "\ufffd\ufffd\n"
    assert ask() == "1\n"


def test_bots_pause_before_they_act_at_a_terminal_but_not_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("parlour.terminal.console.time.sleep", slept.append)
    moment(open_console(io.StringIO()))()
    assert slept == []
    moment(Console(file=io.StringIO(), force_terminal=True))()
    assert slept == [MOMENT]


# --- text from files and bots


def shown(what: Any, *, colours: bool = False) -> str:
    stream = io.StringIO()
    CleanConsole(file=stream, width=60, force_terminal=colours).print(what)
    return stream.getvalue()


def in_a_table(cell: str) -> Table:
    table = Table(title=cell)
    table.add_column(cell)
    table.add_row(cell)
    return table


@every_attack
def test_names_and_other_outside_texts_cannot_send_control_codes_to_the_terminal(attack: str) -> None:
    name = f"Ann{attack}Ben"
    for what in (name, Ink(name), in_a_table(name), Ink.assemble("  ", (name, "bold"))):
        text = shown(what).replace("\n", "")
        assert "Ann" in text
        assert text.isprintable()
        text.encode()


def test_cleaning_text_does_not_remove_the_colours_that_parlour_adds() -> None:
    assert "\x1b[31m" in shown(Ink("3♥ \x1b[2J", style="red"), colours=True)
    assert "\x1b[2J" not in shown(Ink("3♥ \x1b[2J", style="red"), colours=True)


@pytest.mark.parametrize("name", ["[bold]Ann[/]", "[/nothing]", "[link=http://example.org]Ann", ":heart:"])
def test_brackets_and_colons_in_a_name_are_not_read_as_markup(name: str) -> None:
    assert name in shown(name)
    assert "\x1b]8" not in shown(name, colours=True)
    assert name in shown(in_a_table(name))


@every_attack
def test_player_names_are_cleaned_to_one_printable_line(attack: str) -> None:
    game = some_game(2)
    house = TableWords.of(game, [f"Ann{attack}\nBen took it all", "Zoë 👩‍🚀"])
    assert house.name(0).startswith("Ann\ufffd")
    assert house.name(0).isprintable()
    assert house.name(1) == "Zoë 👩‍🚀"


def test_typed_lines_are_echoed_without_escape_sequences() -> None:
    stream = io.StringIO()
    ask = asker(open_console(stream), io.StringIO("\x1b[2Jq\n"))
    assert ask() == "\x1b[2Jq\n"
    assert stream.getvalue() == "› \ufffd[2Jq\n"
