"""`parlour new` writes a working game with the given name, and never overwrites files."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.engine.rule import PLAIN
from parlour.errors import ParlourError
from parlour.games import GAMES
from parlour.terminal.new import new_game, title_of
from tests.pages import ROOT

NAME = "crazy_moon"


def run(folder: Path, *command: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a Python command in a folder, with plain rules unless `more` says otherwise."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PARLOUR_PLAIN": "1", **more}
    return subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Create a folder with a new game."""
    new_game(NAME, tmp_path)
    return tmp_path


def test_parlour_new_prints_the_three_commands_to_try_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new_game(NAME, tmp_path)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:3] for line in lines] == [
        ["parlour", verb, f"./{NAME}.py"] for verb in ("play", "dev", "check")
    ]


def test_a_new_game_uses_the_given_name_everywhere(folder: Path) -> None:
    assert {file.name for file in folder.iterdir()} == {f"{NAME}.py", f"test_{NAME}.py"}
    for file in folder.iterdir():
        text = file.read_text(encoding="utf-8")
        assert text.startswith('"""Crazy Moon: ')
        assert "mygame" not in text
        assert "My Game" not in text


@pytest.mark.processes
def test_a_new_game_can_be_simulated_immediately(folder: Path) -> None:
    done = run(folder, "-m", "parlour.cli", "simulate", f"./{NAME}.py", "--games", "20", "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert "wins of seat 2" in done.stdout


@pytest.mark.processes
def test_the_rules_page_of_a_new_game_has_every_section(folder: Path) -> None:
    done = run(folder, "-m", "parlour.cli", "rules", f"./{NAME}.py")
    for heading in ("The deal", "Playing tricks", "Scoring"):
        assert heading in done.stdout


@pytest.mark.every(4)
@pytest.mark.processes
@pytest.mark.slow
def test_a_new_game_passes_its_own_tests(folder: Path) -> None:
    command = ("-m", "pytest", "-q", "-p", "no:cacheprovider", f"test_{NAME}.py")
    plain = "1" if PLAIN else "0"
    done = run(folder, *command, PARLOUR_PLAIN=plain, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", ["", "two words", "7up", "a/b", "../up", "hearts.py", "class", "match", "ça va"])
def test_a_new_game_cannot_have_a_name_that_is_not_a_python_identifier(name: str, tmp_path: Path) -> None:
    with pytest.raises(ParlourError, match="a game cannot be called"):
        new_game(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_new_game_cannot_have_the_name_of_an_existing_game(name: str, tmp_path: Path) -> None:
    with pytest.raises(ParlourError, match=f"there is a game '{name}' already"):
        new_game(name, tmp_path)


def test_a_new_game_cannot_have_the_name_of_a_python_module(tmp_path: Path) -> None:
    with pytest.raises(ParlourError, match=r"there is a Python module 'random', which random\.py would hide"):
        new_game("random", tmp_path)


@pytest.mark.parametrize("name", [f"{NAME}.py", f"test_{NAME}.py"])
def test_parlour_new_writes_no_file_at_all_if_one_already_exists(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(ParlourError, match="already exists"):
        new_game(NAME, tmp_path)
    assert [file.read_text() for file in tmp_path.iterdir()] == ["mine"]


def test_parlour_new_reports_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(ParlourError, match="cannot be written: No such file or directory"):
        new_game(NAME, tmp_path / "nowhere")


def test_the_title_of_a_new_game_consists_of_the_words_in_its_name() -> None:
    assert [title_of(name) for name in ("crazy_eights", "oh7", "_", "McNab")] == ["Crazy Eights", "Oh7", "_", "McNab"]
