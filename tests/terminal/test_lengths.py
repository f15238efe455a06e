"""Tests of the study command with a time or a goal instead of a number of matches."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from parlour.cli import app
from parlour.errors import ParlourError
from parlour.lab.studies import growing
from parlour.lab.studies.results import open_study
from parlour.terminal.lengths import time_text
from tests.samples import some_game, with_bots

RUNNER = CliRunner()
GAME = some_game(fits=with_bots)
SHORT = [*(word for name, value in GAME.short_options.items() for word in ("--option", f"{name}={value}"))]
QUICK = [*SHORT, "--skill", "0", "--rollouts", "0", "--bots", "random", "--threads", "1"]


def study(*words: str) -> Result:
    return RUNNER.invoke(app, ["study", GAME.name, *words], env={"COLUMNS": "160"})


def test_a_study_until_a_figure_is_precise_says_how_to_repeat_it(tmp_path: Path) -> None:
    done = study("--until", "wins ±10", "--out", str(tmp_path / "s"), *QUICK)
    assert done.exit_code == 0
    matches = open_study(tmp_path / "s").design.matches
    assert f"wins ±10: reached after {matches:,} matches" in done.stderr
    said = re.search(r"the same study again: parlour (.*)", done.stderr)
    assert said
    assert f"--matches {matches} " in said[1]
    again = RUNNER.invoke(app, [*said[1].split(), "--out", str(tmp_path / "again")])
    assert again.exit_code == 0
    one, other = (tmp_path / name / "figures.json" for name in ("s", "again"))
    assert one.read_bytes() == other.read_bytes()


def test_a_goal_that_is_out_of_reach_says_what_it_would_take_and_fails(tmp_path: Path) -> None:
    done = study("--until", "minutes ±0.00001", "--out", str(tmp_path / "s"), *QUICK)
    assert done.exit_code == 1
    assert re.search(r"estimate for minutes ±1e-05: [\d,]{9,} matches, [\d,]+ h", done.stderr)
    assert re.search(r"was not reached in [\d,]+ matches: it takes about [\d,]{9,} matches", done.stderr)
    assert (tmp_path / "s" / "report.html").is_file()


def test_a_study_within_a_time_prints_its_estimate_and_how_to_repeat_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter(range(10_000))
    monkeypatch.setattr(growing.Growing, "clock", staticmethod(lambda: 0.05 * next(times)))
    done = study("--within", "3s", "--out", str(tmp_path / "s"), *QUICK)
    assert done.exit_code == 0
    assert re.search(r"estimate: about [\d,]+ matches", done.stderr)
    assert f"--matches {open_study(tmp_path / 's').design.matches} " in done.stderr


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--within", "60"], "within '60' is no time"),
        (["--until", "minutes"], "until 'minutes' is no goal"),
        (["--within", "60s", "--matches", "9"], "matches 9 and within '60s' exclude each other"),
        (["--until", "minutes ±1", "--matches", "9"], "matches 9 and until 'minutes ±1' exclude each other"),
    ],
)
def test_a_length_that_cannot_be_understood_is_refused(words: list[str], reason: str, tmp_path: Path) -> None:
    done = study(*words, "--out", str(tmp_path / "s"))
    assert isinstance(done.exception, ParlourError)
    assert reason in str(done.exception)


@pytest.mark.parametrize(("seconds", "text"), [(40, "40 s"), (720, "12 min"), (3 * 3600, "3 h")])
def test_a_long_time_is_written_in_a_larger_unit(seconds: float, text: str) -> None:
    assert time_text(seconds) == text
