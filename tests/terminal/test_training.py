"""`parlour train` as a person calls it: a file of one's own in, a net and a report out."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.rule import PLAIN
from tests.pages import ROOT
from tests.samples import some_game

pytestmark = pytest.mark.skipif(PLAIN, reason="nets learn from compiled rules")


def trained(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "parlour.cli", "train", *arguments], cwd=folder, capture_output=True, text=True
    )


def test_a_file_of_ones_own_gets_a_net_a_report_and_the_command_to_play_against_it(tmp_path: Path) -> None:
    shutil.copy(ROOT / "examples" / "hearts.py", tmp_path / "mygame.py")
    done = trained(tmp_path, "./mygame.py", "--minutes", "0.02", "--device", "cpu", "--out", "made")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "made" / "4.npz").is_file()
    assert "parlour play ./mygame.py --players 4 --bots net:made/4.npz" in done.stdout
    report = (tmp_path / "made" / "report.md").read_text(encoding="utf-8")
    assert "`parlour train ./mygame.py --players 4 --minutes 0.02 --device cpu --seed 0`" in report


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--minutes", "0"), "minutes cannot be 0; expected more than 0 and at most 10080"),
        (("--device", "gpu"), "device cannot be 'gpu'; expected auto or cpu or cuda"),
        (("--players", "9"), "cannot be played by 9"),
        (("--watch", "1"), "watch cannot be 1; expected a part of the time, at least 0 and less than 1"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(tmp_path: Path, arguments: tuple[str, ...], reason: str) -> None:
    done = trained(tmp_path, some_game().name, *arguments)
    assert done.returncode == 2
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_game_without_rules_of_thumb_has_none_to_watch(tmp_path: Path) -> None:
    text = (ROOT / "examples" / "hearts.py").read_text(encoding="utf-8")
    (tmp_path / "mygame.py").write_text(text.replace("def choose(", "def some_choice("), encoding="utf-8")
    done = trained(tmp_path, "./mygame.py", "--watch", "0.2", "--minutes", "0.02")
    assert done.returncode == 2, done.stdout
    assert "has no rules of thumb to watch; expected 0" in done.stderr
