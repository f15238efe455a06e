"""A match in the terminal begins at once: its process compiles nothing itself, and no other process outlives it."""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from parlour.engine.rule import PLAIN
from parlour.games import GAMES, find_game

pytestmark = pytest.mark.processes

PLAY = """
    import sys
    from parlour import cli; from parlour.club import compilation; from parlour.engine import rule
    from numba.core import event

    class Compiled(event.Listener):
        def on_start(self, started):
            raise AssertionError(f"compiled: {started.data['dispatcher'].py_func.__qualname__}")
        def on_end(self, ended):
            pass

    forever = "import os, pathlib, sys, time; pathlib.Path(sys.argv[1], str(os.getpid())).touch(); time.sleep(3600)"
    workers = sys.argv.pop(1)
    compilation.worker_command = lambda name, stage: [sys.executable, "-c", forever, workers]
    with event.install_listener("numba:compile", Compiled()):
        cli.main()
"""


@pytest.mark.skipif(PLAIN, reason="nothing is compiled in plain mode")
@pytest.mark.parametrize("name", list(GAMES))
def test_a_match_is_played_to_its_end_while_the_compiler_is_still_at_work(name: str, tmp_path: Path) -> None:
    """The compiler in this test never finishes, so the test would hang if the match waited for it."""
    game, workers, record = find_game(name), tmp_path / "workers", tmp_path / "match.json"
    workers.mkdir()
    options = [word for option, value in game.short_options.items() for word in ("--option", f"{option}={value}")]
    arguments = ["play", name, "--bots", "hard", "--seed", "3", "--record", str(record), *options]
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(PLAY), str(workers), *arguments],
        input="h\n" + "1\n" * 3000, capture_output=True, text=True,
        env={**os.environ, "PARLOUR_CACHE": str(tmp_path / "cache")},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "The rule of thumb says" in done.stdout
    assert "Thinking ahead is being prepared." in done.stdout
    assert done.stdout.count("play more simply until the game has been compiled") == 1
    assert json.loads(record.read_text())["result"]["ended"] == "rules"
    assert done.stderr == ""
    for worker in workers.iterdir():
        with pytest.raises(ProcessLookupError):
            os.kill(int(worker.name), 0)


def test_replaying_a_match_compiles_nothing(tmp_path: Path) -> None:
    program = PLAY.replace("workers = sys.argv.pop(1)", "workers = ''")
    example = Path(__file__).parents[2] / "docs" / "example.json"
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program), "replay", str(example)],
        capture_output=True, text=True, env={**os.environ, "PARLOUR_CACHE": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Round 1" in done.stdout
