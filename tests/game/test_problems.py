"""A problem is shown at the last line of the game that ran, never at a line of a library."""

import pathlib
from pathlib import Path

import pytest
from numba.core import errors

import parlour.game.cards
from parlour.errors import ParlourError
from parlour.game.problems import Problem, compiling_problem, is_own, problem_of


def raised(path: Path, source: str) -> BaseException:
    """Run a Python file; return the error that it raises."""
    path.write_text(source)
    try:
        exec(compile(source, str(path), "exec"), {"refuse": refuse})
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


def refuse() -> None:
    raise ParlourError("a game cannot be called '?'; expected a short name")


def test_an_error_in_a_library_is_shown_at_the_line_of_the_game_that_called_it(tmp_path: Path) -> None:
    file = tmp_path / "hearts.py"
    found = problem_of(raised(file, "a = 1\n\nrefuse()\n"), tmp_path, "loading")
    reason = "a game cannot be called '?'; expected a short name"
    assert found == Problem("loading", reason, str(file), 3, "refuse()")
    assert str(found) == f"{file}, line 3: {reason}\n    refuse()"


def test_a_syntax_error_is_shown_with_its_line_number_and_text(tmp_path: Path) -> None:
    file = tmp_path / "hearts.py"
    found = problem_of(raised(file, "a = 1\nb = = 2\n"), tmp_path, "loading")
    assert found == Problem("loading", "SyntaxError: invalid syntax", str(file), 2, "b = = 2")


def test_an_error_that_wraps_another_error_is_shown_where_that_error_was_raised(tmp_path: Path) -> None:
    error = ParlourError("hearts.py, line 2: …")
    error.__cause__ = raised(tmp_path / "hearts.py", "a = 1\n1 / 0\n")
    found = problem_of(error, tmp_path, "playing")
    assert found is not None
    assert (found.line, found.reason) == (2, "ZeroDivisionError: division by zero")


def test_an_error_outside_the_game_is_not_a_problem_of_the_game(tmp_path: Path) -> None:
    with pytest.raises(ParlourError) as caught:
        refuse()
    assert problem_of(caught.value, tmp_path, "playing") is None


def test_packages_installed_in_the_folder_of_a_game_are_not_part_of_the_game(tmp_path: Path) -> None:
    assert is_own(str(tmp_path / "hearts.py"), tmp_path)
    assert not is_own(str(tmp_path / ".venv" / "lib" / "site-packages" / "numpy" / "core.py"), tmp_path)
    assert not is_own(None, tmp_path)


def test_parlour_and_python_in_the_folder_of_a_game_are_not_part_of_the_game() -> None:
    for library in (parlour.game.cards, pathlib):
        file = Path(library.__file__ or "")
        assert not is_own(str(file), Path(file.anchor))
        assert is_own(str(file), file.parent)


def test_a_problem_written_on_one_line_has_a_file_and_a_line_number_and_source_text_and_a_reason() -> None:
    found = Problem("playing", "KeyError: 'a'\nb", "/hearts.py", 3, "    return names['a']")
    assert found.one_line == "/hearts.py, line 3, `return names['a']`: KeyError: 'a' b"
    assert Problem("playing", "it hangs").one_line == "it hangs"


def test_a_problem_with_code_that_numba_refuses_is_shown_at_the_innermost_line_of_the_game(tmp_path: Path) -> None:
    file = tmp_path / "hearts.py"
    file.write_text("a = 1\nb = c\n")
    refused = errors.TypingError(f'Failed in nopython mode\nUntyped name\n\nFile "{file}", line 2:\nb = c\n^\n')
    reason = "the rules cannot be compiled: Untyped name"
    assert problem_of(refused, tmp_path, "playing") == Problem("compiling", reason, str(file), 2, "b = c")
    assert problem_of(refused, tmp_path / "other", "playing") is None


def test_a_problem_with_code_that_the_compiler_refuses_is_shown_at_the_line_in_the_compilers_message(
    tmp_path: Path,
) -> None:
    file = tmp_path / "hearts.py"
    file.write_text("a = 1\nb = {}\n")
    said = "hearts (rules) could not be compiled and stays on plain rules: "
    found = compiling_problem(f"{said}hearts.py, line 2: cannot type an empty dict", file)
    assert found == Problem("compiling", "cannot type an empty dict", str(file), 2, "b = {}")
    assert compiling_problem(f"{said}status 1", file) == Problem("compiling", f"{said}status 1", str(file))
