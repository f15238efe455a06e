"""Tests of `@rule`: switching to plain Python, and the cache folder of compiled rules."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.engine import rule

pytestmark = [pytest.mark.processes, pytest.mark.every(1)]


def run(program: str, **environment: str) -> str:
    """Run a program in a new process; return what it prints."""
    switches = ("PARLOUR_PLAIN", "NUMBA_DISABLE_JIT")
    inherited = {name: value for name, value in os.environ.items() if name not in switches}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env={**inherited, **environment}, capture_output=True, text=True, check=True)
    return done.stdout.strip()


SWITCH = "import sys; from parlour.engine import rule; print(rule.PLAIN, 'numba' in sys.modules)"


@pytest.mark.parametrize("setting", [{"PARLOUR_PLAIN": "1"}, {"NUMBA_DISABLE_JIT": "1"}])
def test_plain_mode_leaves_rules_as_python_functions_and_does_not_import_numba(setting: dict[str, str]) -> None:
    assert run(SWITCH, **setting) == "True False"


@pytest.mark.parametrize("value", ["", "0"])
def test_rules_are_compiled_unless_plain_mode_is_asked_for(value: str, tmp_path: Path) -> None:
    assert run(SWITCH, PARLOUR_PLAIN=value, PARLOUR_CACHE=str(tmp_path)) == "False True"


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the package's sources so that a test can change them."""
    copied = tmp_path / "parlour"
    shutil.copytree(rule.PACKAGE, copied, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(rule, "PACKAGE", copied)
    return copied


@pytest.mark.parametrize(
    "name",
    [
        "game/cards.py",
        "engine/sets.py",
        "match/walk.py",
        "games/__init__.py",
        "games/kit/fitting.py",
        "bots/__init__.py",
    ],
)
def test_the_source_hash_changes_when_any_file_of_the_rules_changes(sources: Path, name: str) -> None:
    before = rule.source_hash()
    with (sources / name).open("a") as file:
        file.write("# changed\n")
    assert rule.source_hash() != before


def test_the_source_hash_changes_when_a_file_is_added_or_renamed(sources: Path) -> None:
    before = rule.source_hash()
    (sources / "games" / "another.py").write_text("")
    added = rule.source_hash()
    (sources / "games" / "another.py").rename(sources / "games" / "other.py")
    assert len({before, added, rule.source_hash()}) == 3


def test_the_source_hash_does_not_depend_on_the_location_of_the_package(sources: Path) -> None:
    copied = rule.source_hash()
    rule.PACKAGE = Path(rule.__file__).parents[1]  # monkeypatch restores PACKAGE after the test
    assert rule.source_hash() == copied


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "compiled"


compiled_only = pytest.mark.skipif(rule.PLAIN, reason="plain mode keeps no compiled code")


@compiled_only
def test_the_name_of_the_cache_folder_is_a_hash_of_everything_that_compiled_code_depends_on(cache: Path) -> None:
    from parlour.engine._kept_code import machinery

    assert rule.cache_folder() == cache / machinery()
    assert (cache / machinery()).is_dir()


def test_compiled_rules_are_cached_in_the_cache_folder_of_the_user_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PARLOUR_CACHE", raising=False)
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda name, appauthor: str(tmp_path / name))
    assert rule.cache_base() == tmp_path / "parlour" / "compiled"


@compiled_only
def test_a_cache_folder_that_cannot_be_created_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "file"))
    assert rule.cache_folder() is None


@compiled_only
def test_a_cache_folder_that_is_not_writable_is_not_used(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rule.cache_folder() is not None
    monkeypatch.setattr("os.access", lambda folder, mode: mode != os.W_OK)
    assert rule.cache_folder() is None


def _file(program: Path) -> str:
    """Run the program from a file, because Numba only caches functions whose source is in a file."""
    return f"import runpy; runpy.run_path({str(program)!r})"


COMPILES = """
from parlour.engine.rule import FOLDER, LASTING, cache_on_disk, rule
def twice(n):
    return 2 * n
print(cache_on_disk(rule(twice))(21), FOLDER, LASTING)
"""
NOWHERE = """
import tempfile
def mkdtemp(prefix):
    raise FileNotFoundError("no temporary folder")
tempfile.mkdtemp = mkdtemp
"""


def test_rules_are_cached_in_a_temporary_folder_that_is_removed_at_the_end_if_no_cache_folder_is_writable(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "program.py").write_text(COMPILES)
    number, folder, lasting = run(
        _file(tmp_path / "program.py"), PARLOUR_CACHE=str(tmp_path / "file"), TMPDIR=str(tmp_path)
    ).split()
    assert (number, lasting) == ("42", "False")
    assert Path(folder).is_relative_to(tmp_path)
    assert not Path(folder).exists()


def test_rules_can_be_compiled_even_if_nothing_can_be_cached(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "program.py").write_text(NOWHERE + COMPILES)
    told = run(_file(tmp_path / "program.py"), PARLOUR_CACHE=str(tmp_path / "file"))
    assert told.split() == ["42", "None", "False"]


KEEPS = """
import numba
from numba.core import config
from parlour.engine.rule import cache_on_disk, rule
def twice(n):
    return 2 * n
kept = cache_on_disk(rule(twice))
kept(21)
own = numba.njit(cache=True)(twice)
own(21)
print(config.CACHE_DIR, kept._cache.cache_path, own._cache.cache_path, sep="\\n")
"""


def test_a_cache_folder_that_the_user_has_set_for_numbas_own_use_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(KEEPS)
    own, ours = tmp_path / "own", tmp_path / "ours"
    setting, kept, users = run(
        _file(tmp_path / "program.py"), NUMBA_CACHE_DIR=str(own), PARLOUR_CACHE=str(ours)
    ).splitlines()
    assert setting == str(own)
    assert Path(kept).is_relative_to(ours / "compiled")
    assert Path(users).is_relative_to(own)
    assert list(ours.rglob("*.nbc"))


COMPILED_PROGRAM = """
from parlour.games import all_games
from parlour.engine.rule import is_compiled
print([is_compiled(game.over) for game in all_games()[:2]])
"""
FIRST_GAME = "from parlour.games import all_games; game = all_games()[0]; game.over(game.new_state())"


def test_a_game_does_not_count_as_compiled_because_a_rule_of_another_game_is_compiled(tmp_path: Path) -> None:
    environment = {**os.environ, "PARLOUR_CACHE": str(tmp_path), "PARLOUR_PLAIN": "0", "NUMBA_DISABLE_JIT": "0"}
    told = []
    for program in (COMPILED_PROGRAM, FIRST_GAME, COMPILED_PROGRAM):
        run = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        told.append(run.stdout.strip())
    assert told == ["[False, False]", "", "[True, False]"]


THREADS = """
import threading
from parlour.engine import rule
started, go = threading.Barrier(2), threading.Event()
def early():
    with rule.plain_calls():
        started.wait()
        go.wait()
first = threading.Thread(target=early)
first.start()
with rule.plain_calls():  # begins while another thread loads a game, and ends after it
    started.wait()
    go.set()
    first.join()
    inside = rule.Rule.__call__ is rule._run_plain
print(inside, "__call__" in vars(rule.Rule))
"""


@compiled_only
def test_rules_run_compiled_again_after_several_threads_have_loaded_games_at_once(tmp_path: Path) -> None:
    assert run(THREADS, PARLOUR_CACHE=str(tmp_path)) == "True False"
