"""Tests of `parlour train` as users run it: with their own game, to get a net and a report."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from parlour.engine.rule import PLAIN
from parlour.errors import ParlourError
from parlour.terminal.training import train
from tests.outside.games import INVENTED
from tests.pages import ROOT
from tests.samples import some_game

pytestmark = pytest.mark.skipif(PLAIN, reason="training needs compiled rules")


def trained(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "parlour.cli", "train", *arguments], cwd=folder, capture_output=True, text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    )  # fmt: skip


@pytest.mark.every(2)
@pytest.mark.processes
def test_training_on_a_game_file_makes_a_net_and_a_report_and_prints_the_command_to_play_against_it(
    tmp_path: Path,
) -> None:
    shutil.copy(INVENTED, tmp_path / "mygame.py")
    done = trained(tmp_path, "./mygame.py", "--minutes", "0.02", "--device", "cpu", "--out", "made")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "made" / "3.npz").is_file()
    assert "parlour play ./mygame.py --players 3 --bots net:made/3.npz" in done.stdout
    report = (tmp_path / "made" / "report.md").read_text(encoding="utf-8")
    assert "`parlour train ./mygame.py --players 3 --minutes 0.02 --device cpu --seed 0`" in report


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"minutes": 0}, "minutes cannot be 0; expected more than 0 and at most 10080"),
        ({"device": "gpu"}, "device cannot be 'gpu'; expected auto or cpu or cuda"),
        ({"players": 9}, "cannot be played by 9"),
        ({"watch": 1}, "watch cannot be 1; expected a share of the time, at least 0 and less than 1"),
        ({"study": -1}, "study cannot be -1; expected a share of the time, at least 0 and less than 1"),
        ({"watch": 0.5, "study": 0.5}, "watch and study are 1 together; expected at most 0.8"),
        ({"study": 0.3, "device": "cpu"}, "study cannot be 0.3 on the cpu; expected 0, or --device cuda"),
    ],
)
def test_impossible_settings_for_training_are_refused(tmp_path: Path, wish: dict[str, Any], reason: str) -> None:
    usual = {"players": None, "minutes": 1, "device": "auto", "folder": tmp_path / "made", "seed": 0}
    with pytest.raises(ParlourError, match=reason):
        train(some_game().name, some_game().name, **(usual | wish))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.processes
def test_learning_from_rules_of_thumb_is_refused_if_the_game_has_none(tmp_path: Path) -> None:
    text = (ROOT / "examples" / "hearts.py").read_text(encoding="utf-8")
    (tmp_path / "mygame.py").write_text(text.replace("def choose(", "def some_choice("), encoding="utf-8")
    done = trained(tmp_path, "./mygame.py", "--watch", "0.2", "--minutes", "0.02")
    assert done.returncode == 2, done.stdout
    assert "has no rules of thumb to watch; expected 0" in done.stderr
    assert done.stderr.count("\n") == 1
