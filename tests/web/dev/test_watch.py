"""A changed file is noticed once, when it is completely written, and only if it belongs to the game."""

from pathlib import Path

import pytest

from parlour.web.dev._watch import Watch


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "hearts.py"
    path.write_text("points = 1\n")
    return path


def looks(watch: Watch) -> list[bool]:
    """Look for changes three times; return the results."""
    return [watch.changed() for _ in range(3)]


def test_a_changed_file_is_noticed_once_when_it_has_stopped_changing(file: Path) -> None:
    watch = Watch(file)
    assert looks(watch) == [False, False, False]
    file.write_text("points = 12\n")
    assert looks(watch) == [False, True, False]


def test_a_file_that_is_still_being_written_is_not_reported_as_changed(file: Path) -> None:
    watch = Watch(file)
    for length in range(1, 5):
        file.write_text("points = " + "1" * length)
        assert not watch.changed()
    assert watch.changed()


def test_a_replaced_file_is_noticed_even_if_it_has_the_same_length(file: Path, tmp_path: Path) -> None:
    watch = Watch(file)
    fresh = tmp_path / "hearts.py~"
    fresh.write_text("points = 2\n")
    fresh.replace(file)
    assert looks(watch) == [False, True, False]


def test_a_deleted_file_is_not_reported_until_it_is_written_again(file: Path) -> None:
    watch = Watch(file)
    file.unlink()
    assert looks(watch) == [False, False, False]
    file.write_text("points = 2\n")
    assert looks(watch) == [False, True, False]


def test_a_changed_module_is_noticed_only_if_the_game_imports_it(file: Path, tmp_path: Path) -> None:
    watch, module, other = Watch(file), tmp_path / "numbers.py", tmp_path / "notes.py"
    module.write_text("a")
    assert looks(watch) == [False, False, False]
    watch.follow([str(file), str(module)], beside=False)
    assert looks(watch) == [False, False, False]
    module.write_text("ab")
    other.write_text("a")
    assert looks(watch) == [False, True, False]
    other.write_text("ab")
    assert looks(watch) == [False, False, False]


def test_a_new_module_in_the_games_folder_is_noticed_after_the_game_failed_to_load(file: Path, tmp_path: Path) -> None:
    watch = Watch(file)
    watch.follow([], beside=True)
    (tmp_path / "missing.py").write_text("now here")
    assert looks(watch) == [False, True, False]


def test_in_a_games_folder_a_changed_rules_page_or_catalogue_or_drawing_is_noticed_but_a_hidden_file_is_not(
    tmp_path: Path,
) -> None:
    home = tmp_path / "hearts"
    for name in ("__init__.py", "rules.md", "texts/fr.po", "drawings/moon.svg", ".git/a.py", "__pycache__/b.py"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text("1")
    watch = Watch(home)
    for name in ("rules.md", "texts/fr.po", "drawings/moon.svg"):
        (home / name).write_text("12")
        assert looks(watch) == [False, True, False]
    for name in (".git/a.py", "__pycache__/b.py", "notes.txt"):
        (home / name).write_text("12")
        assert looks(watch) == [False, False, False]


def test_a_file_saved_while_its_previous_version_is_being_tried_out_is_noticed_afterwards(file: Path) -> None:
    watch = Watch(file)
    file.write_text("points = 12\n")
    watch.follow([str(file)], beside=False)
    assert True in looks(watch)
