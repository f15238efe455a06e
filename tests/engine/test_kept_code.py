"""Cached machine code is reused until something that it was compiled from changes."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from parlour.engine.rule import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="plain mode keeps no compiled code")

GAME = '''
from parlour.engine.rule import cache_on_disk, rule

@rule
def inner(number):
    return number + 1

@rule
def outer(number):
    """Twice."""
    return 2 * inner(number)

@rule
def other(number):
    return number - 1
'''
PROGRAM = """
import sys, importlib.util
from numba.core import event
spec = importlib.util.spec_from_file_location("made_up", sys.argv[1])
made = importlib.util.module_from_spec(spec)
sys.modules["made_up"] = made
spec.loader.exec_module(made)
compiled = []
class Compiled(event.Listener):
    def on_start(self, started):
        compiled.append(started.data["dispatcher"].py_func.__name__)
    def on_end(self, ended):
        pass
with event.install_listener("numba:compile", Compiled()):
    print(made.cache_on_disk(made.outer)(20), made.cache_on_disk(made.other)(20))
print(*sorted(compiled))
if sys.argv[2:]:
    print(sys.argv[2] in sys.modules)
"""


COMPILER = "numba.np.arraymath"  # one of the modules that Numba imports to compile, and SciPy with it
HASHING = """
from parlour.engine.rule import cache_on_disk, rule

@rule
def outer(number):
    seen = {}
    for one in range(number):
        seen["seat " + str(one)] = one
    return len(seen)

@rule
def other(number):
    return number - 1
"""


def run(file: Path, cache: Path) -> tuple[str, str]:
    """Run the rules in a file; return their results, and the names of the rules that had to be compiled."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(file)], env={**os.environ, "PARLOUR_CACHE": str(cache)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    numbers, compiled = done.stdout.split("\n")[:2]
    return numbers, compiled


@pytest.mark.processes
def test_after_a_change_only_rules_that_depend_on_it_are_compiled_again(tmp_path: Path) -> None:
    file, cache = tmp_path / "made_up.py", tmp_path / "cache"
    file.write_text(GAME)
    assert run(file, cache) == ("42 19", "inner other outer")
    assert run(file, cache) == ("42 19", "")
    file.write_text(GAME.replace("Twice.", "Two times.") + "\n# a comment\n")
    assert run(file, cache) == ("42 19", "")
    file.write_text(GAME.replace("number + 1", "number + 2"))
    assert run(file, cache) == ("44 19", "inner outer"), "changing a rule must compile its callers again"
    file.write_text(GAME)
    assert run(file, cache) == ("42 19", ""), "the code from before the change should still be in the cache"


def test_the_cache_removes_code_that_was_not_used_for_a_month(tmp_path: Path) -> None:
    from parlour.engine._kept_code import KEPT_SECONDS, LOOK_AGAIN_SECONDS, SWEPT, sweep

    def aged(name: str, seconds: float) -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("")
        os.utime(path, times=(time.time() - seconds,) * 2)
        return path

    old, recent = aged("first/old.nbc", KEPT_SECONDS + 60), aged("first/recent.nbc", 60)
    alone = aged("second/old.nbc", KEPT_SECONDS + 60)
    sweep(tmp_path)
    assert (old.exists(), recent.exists(), alone.parent.exists()) == (False, True, False)
    again = aged("first/again.nbc", KEPT_SECONDS + 60)
    sweep(tmp_path)
    assert again.exists(), "the cache should be swept only once a day"
    os.utime(tmp_path / SWEPT, times=(time.time() - LOOK_AGAIN_SECONDS - 60,) * 2)
    sweep(tmp_path)
    assert not again.exists()


@pytest.mark.processes
def test_loading_cached_code_marks_it_as_used(tmp_path: Path) -> None:
    file, cache = tmp_path / "made_up.py", tmp_path / "cache"
    file.write_text(GAME)
    run(file, cache)
    kept = [path for path in cache.rglob("*.nb?") if "outer" in path.name]
    assert len(kept) == 2
    for path in kept:
        os.utime(path, times=(1, 1))
    run(file, cache)
    assert all(path.stat().st_mtime > 1 for path in kept)


@pytest.mark.processes
def test_loading_cached_code_does_not_import_what_only_compiling_needs(tmp_path: Path) -> None:
    file, environment = tmp_path / "made_up.py", {**os.environ, "PARLOUR_CACHE": str(tmp_path / "cache")}
    file.write_text(GAME)
    command = [sys.executable, "-c", PROGRAM, str(file), COMPILER]
    imported = [subprocess.check_output(command, env=environment, text=True).split()[-1] for _ in range(2)]
    assert imported == ["True", "False"]


@pytest.mark.processes
def test_cached_code_that_hashes_texts_is_loaded(tmp_path: Path) -> None:
    """It contains addresses that Numba announces only when it imports some of its modules."""
    file, cache = tmp_path / "made_up.py", tmp_path / "cache"
    file.write_text(HASHING)
    assert run(file, cache)[0] == "20 19"
    assert run(file, cache) == ("20 19", ""), "the second process should have loaded the code"
