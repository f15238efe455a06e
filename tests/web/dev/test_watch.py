"""When a change to a file counts: once, when it is complete, and only in files of the game."""

from pathlib import Path

import pytest

from parlour.web.dev._watch import Watch


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "hearts.py"
    path.write_text("points = 1\n")
    return path


def looks(watch: Watch) -> list[bool]:
    """Return the results of three looks."""
    return [watch.changed() for _ in range(3)]


def test_a_change_counts_once_and_only_when_it_has_settled(file: Path) -> None:
    watch = Watch(file)
    assert looks(watch) == [False, False, False]
    file.write_text("points = 12\n")
    assert looks(watch) == [False, True, False]


def test_a_file_that_is_still_being_written_does_not_count(file: Path) -> None:
    watch = Watch(file)
    for length in range(1, 5):
        file.write_text("points = " + "1" * length)
        assert not watch.changed()
    assert watch.changed()


def test_a_file_that_replaces_another_counts_even_with_the_same_length(file: Path, tmp_path: Path) -> None:
    watch = Watch(file)
    fresh = tmp_path / "hearts.py~"
    fresh.write_text("points = 2\n")
    fresh.replace(file)
    assert looks(watch) == [False, True, False]


def test_a_file_that_is_gone_is_waited_for(file: Path) -> None:
    watch = Watch(file)
    file.unlink()
    assert looks(watch) == [False, False, False]
    file.write_text("points = 2\n")
    assert looks(watch) == [False, True, False]


def test_a_module_beside_the_file_counts_if_the_game_has_loaded_it(file: Path, tmp_path: Path) -> None:
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


def test_after_a_failure_a_module_that_was_missing_counts(file: Path, tmp_path: Path) -> None:
    watch = Watch(file)
    watch.follow([], beside=True)
    (tmp_path / "missing.py").write_text("now here")
    assert looks(watch) == [False, True, False]


def test_in_a_folder_rules_pages_sentences_and_drawings_count_and_hidden_files_do_not(tmp_path: Path) -> None:
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


def test_what_was_saved_during_the_trial_still_counts(file: Path) -> None:
    watch = Watch(file)
    file.write_text("points = 12\n")
    watch.follow([str(file)], beside=False)
    assert True in looks(watch)
