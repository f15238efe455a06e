"""Tests of tuning a game from the command line."""

import re

import pytest
from click.testing import CliRunner

from parlour.cli import app
from parlour.errors import ParlourError
from parlour.lab.studies import tuning
from tests.samples import alone, some_game, with_bots

RUNNER = CliRunner(env={"COLUMNS": "160"})
GAME = some_game(3, lambda game: alone(game) and with_bots(game) and bool(game.short_options))
OPTION, SHORT = next((name, int(value)) for name, value in GAME.short_options.items())
VARIED = ["--vary", f"{OPTION}={SHORT}..{SHORT + 2}", "--players", "3"]


def test_the_tune_command_says_which_setting_is_nearest_and_shows_the_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "FIRST", 30)
    done = RUNNER.invoke(app, ["tune", GAME.name, "--want", "minutes=1000", *VARIED], catch_exceptions=False)
    out = " ".join(done.stdout.split())
    assert re.search(r"1000\.0 min is impossible: between [\d.]+ min and [\d.]+ min with these settings\.", out)
    assert f"The nearest is {OPTION}={SHORT + 2}: " in out
    assert "confirmed on 120 fresh deals." in out
    for value in range(SHORT, SHORT + 3):
        assert re.search(rf"│ {OPTION}={value} +│ +[\d.]+ │ [\d.]+ to [\d.]+ │", out)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--want", "hours=1", *VARIED], "want 'hours=1' names no measure"),
        (["--want", "minutes=1"], "nothing is varied; expected --vary"),
        (["--want", "minutes=1", "--vary", f"{OPTION}=6..1"], "range 6..1 has no values, or too many"),
        (["--want", "minutes=1", "--vary", "bots=chess"], "there is no bot 'chess'"),
    ],
)
def test_invalid_wishes_and_grids_are_refused(words: list[str], message: str) -> None:
    with pytest.raises(ParlourError) as refused:
        RUNNER.invoke(app, ["tune", GAME.name, *words], catch_exceptions=False)
    assert str(refused.value).startswith(message)
