"""If an undocumented part of Numba has changed, Parlour warns in one line and goes on with the same results."""

import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from parlour.engine.rule import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="in plain mode, rules don't use Numba")

NO_CLASS = "import numba.core.caching as caching; del caching.IndexDataCacheFile"
OTHER_ARGUMENTS = "import numba.core.caching as caching; caching.FunctionCache.save_overload = lambda self, data: None"
OTHER_RESULT = """
import numba.core.caching as caching
def fails(self, result):
    raise TypeError("a result cannot be reduced")
caching.CompileResultCacheImpl.reduce = fails
"""
FIXED_CLASS = """
from numba.core.dispatcher import Dispatcher
def fixed(self, name, value):
    if name == "__class__":
        raise TypeError("the class is fixed")
    object.__setattr__(self, name, value)
Dispatcher.__setattr__ = fixed
"""
NO_OPTION = "from numba.core import cpu; del cpu._options_mixin.no_cfunc_wrapper"
NO_INSTRUCTION = "from llvmlite import ir; del ir.IRBuilder.ctpop"

SMALL = """
from parlour.engine.rule import LASTING, is_compiled, cache_on_disk, start_plain, rule
def twice(number):
    return 2 * number
kept = cache_on_disk(rule(twice))
print(kept(21), is_compiled(kept), LASTING)
start_plain()
fresh = rule(twice)
print(fresh(4), is_compiled(fresh))
"""
MATCHES = """
import hashlib
from parlour.match.fair import seeded_key
from parlour.games import all_games
from parlour.match.walk import find_random, play_random
from parlour.engine.rule import PLAIN
game = min(all_games(), key=lambda game: game.state.itemsize)
states, outcomes = play_random(game, game.new_state(), [seeded_key(0, number) for number in range(3)], 2)
digest = hashlib.sha256(states.tobytes() + outcomes.decisions.tobytes()).hexdigest()
print(digest, bool(PLAIN or find_random(game).signatures))
"""


def outcome(folder: Path, change: str, program: str, plain: str = "0") -> tuple[list[str], list[str]]:
    """Run a program with a changed Numba; return the program's output and Parlour's warnings."""
    environment = {**os.environ, "PARLOUR_CACHE": str(folder), "PARLOUR_PLAIN": plain, "NUMBA_DISABLE_JIT": "0"}
    command = [sys.executable, "-c", f"{change}\n{program}"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split(), done.stderr.splitlines()


@pytest.mark.processes
@pytest.mark.parametrize(
    ("change", "reason", "meaning", "kept", "waits"),
    [
        ("", "", "", True, False),
        (NO_CLASS, "IndexDataCacheFile", "not kept on disk", False, False),
        (OTHER_ARGUMENTS, "too many positional arguments", "not kept on disk", False, False),
        (OTHER_RESULT, "TypeError: a result cannot be reduced", "not kept on disk", True, False),
        (FIXED_CLASS, "the class is fixed", "waits for the compiler", True, True),
        (NO_OPTION, "there is no option no_cfunc_wrapper", "compile more slowly", True, False),
    ],
    ids=("nothing", "class", "arguments", "result", "fixed", "option"),
)
def test_a_changed_part_of_numba_is_named_in_one_line_and_rules_compile_without_it(
    tmp_path: Path, change: str, reason: str, meaning: str, kept: bool, waits: bool
) -> None:
    printed, said = outcome(tmp_path, change, SMALL)
    assert printed == ["42", "True", str(kept), "8", str(waits)]
    assert len(said) == bool(meaning), said
    assert all(reason in line and meaning in line for line in said)


@pytest.mark.processes
def test_matches_end_as_with_plain_rules_even_if_every_part_of_numba_has_changed(tmp_path: Path) -> None:
    (expected, _), silent = outcome(tmp_path, "", MATCHES, plain="1")
    (digest, compiled), said = outcome(tmp_path, "\n".join((NO_CLASS, FIXED_CLASS, NO_OPTION)), MATCHES)
    assert (digest, compiled, silent) == (expected, "True", [])
    assert len(said) == 3


@pytest.mark.processes
def test_rules_run_as_plain_python_if_numba_lacks_a_required_instruction(tmp_path: Path) -> None:
    program = "from parlour.engine import rule\nprint(rule.PLAIN, rule.MISSING)"
    (plain, *missing), said = outcome(tmp_path, NO_INSTRUCTION, program)
    assert (plain, said) == ("True", [])
    assert "IRBuilder has no ctpop): games run on plain rules" in " ".join(missing)


def test_a_loop_runs_even_if_numba_provides_no_entry_point_for_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    import numba

    from parlour.engine import numba_parts
    from parlour.engine.rule import rule

    def twice(number: int) -> int:
        return 2 * number

    loop: Any = rule(twice)
    real, types = type(loop).compile, (numba.typeof(21),)
    monkeypatch.setattr(numba_parts, "_said", set())
    assert numba_parts.entry(loop, types) is not loop
    assert numba_parts.entry(loop, types)(21) == 42
    monkeypatch.setattr(type(loop), "compile", lambda self, sig: (real(self, sig), None)[1])
    with caplog.at_level(logging.WARNING, "parlour.engine.rule"):
        for _ in range(2):
            assert numba_parts.entry(loop, types)(21) == 42
    assert numba_parts.entry(loop, types) is loop
    assert len(caplog.messages) == 1
    assert numba_parts.NOT_DIRECT in caplog.messages[0]
