"""An installed package adds games through the entry point group parlour.games, unless their names are taken."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.errors import ParlourError
from parlour.games import GAMES, OWN, find_game, load_game
from tests.outside.games import INVENTED

pytestmark = pytest.mark.processes

METADATA = "Metadata-Version: 2.1\nName: club-games\nVersion: 1.0\n"


def _install(folder: Path, *points: str) -> dict[str, str]:
    """Install a package in its own folder, as an installer would; return an environment in which it is found."""
    package, described = folder / "club_games", folder / "club_games-1.0.dist-info"
    package.mkdir(parents=True)
    described.mkdir()
    (package / "__init__.py").write_text('"""Games of a club."""\n', encoding="utf-8")
    (package / "beans.py").write_text(INVENTED.read_text(encoding="utf-8"), encoding="utf-8")
    (described / "METADATA").write_text(METADATA, encoding="utf-8")
    (described / "entry_points.txt").write_text("\n".join(["[parlour.games]", *points, ""]), encoding="utf-8")
    paths = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": paths, "PARLOUR_PLAIN": "1", "COLUMNS": "160"}


def _run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "parlour.cli", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_a_game_from_an_installed_package_is_found_by_its_name(tmp_path: Path) -> None:
    environment = _install(tmp_path / "site", "beanrow = club_games.beans:GAME")
    assert "Bean Row" in _run(environment, "games").stdout
    records = tmp_path / "records.jsonl"
    assert _run(environment, "simulate", "beanrow", "--games", "2", "--records", str(records)).returncode == 0
    assert _run(environment, "verify", str(records)).returncode == 0
    assert _run(environment, "check", "beanrow", "--no-compiled", "--seconds", "2").returncode == 0


def test_a_game_whose_name_differs_from_its_entry_point_is_refused(tmp_path: Path) -> None:
    environment = _install(tmp_path / "site", "beans = club_games.beans")
    done = _run(environment, "simulate", "beans", "--games", "1")
    assert done.returncode == 2
    assert "club_games.beans makes a game called 'beanrow'; expected 'beans'" in done.stderr


def test_a_package_cannot_take_the_name_of_a_game_of_parlour(tmp_path: Path) -> None:
    name = next(iter(OWN))
    environment = _install(tmp_path / "site", f"{name} = club_games.beans")
    done = _run(environment, "games")
    assert done.returncode == 0
    assert "Bean Row" not in done.stdout
    assert find_game(name).title in done.stdout
    assert f"brings a game called '{name}', which is one of Parlour's own games; skipped" in done.stderr


def test_two_files_cannot_define_games_with_the_same_name(tmp_path: Path) -> None:
    copied = tmp_path / "copied.py"
    copied.write_text(INVENTED.read_text(encoding="utf-8"), encoding="utf-8")
    load_game(str(INVENTED))
    with pytest.raises(ParlourError, match="makes a game called 'beanrow', and there is one; expected another name"):
        load_game(str(copied))
    ours = tmp_path / "ours.py"
    ours.write_text(copied.read_text(encoding="utf-8").replace('name="beanrow"', f'name="{next(iter(OWN))}"'), "utf-8")
    with pytest.raises(ParlourError, match="and there is one; expected another name"):
        load_game(str(ours))
    assert list(GAMES)[: len(OWN)] == list(OWN)


def test_two_game_files_with_the_same_file_name_cannot_be_loaded_together(tmp_path: Path) -> None:
    text = INVENTED.read_text(encoding="utf-8")
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
        file = tmp_path / folder / "beans.py"
        file.write_text(text.replace('name="beanrow"', f'name="{folder}"'), encoding="utf-8")
    load_game(str(tmp_path / "first" / "beans.py"))
    with pytest.raises(ParlourError, match="expected files of different names"):
        load_game(str(tmp_path / "second" / "beans.py"))
