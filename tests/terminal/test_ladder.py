"""Tests of the ladder of players from the command line."""

import re

import pytest
from click.testing import CliRunner

from parlour.cli import app
from parlour.errors import ParlourError
from parlour.lab.studies import ladder as measured
from parlour.terminal import ladder
from tests.samples import alone, some_game, with_bots

RUNNER = CliRunner(env={"COLUMNS": "160"})
GAME = some_game(2, lambda game: alone(game) and with_bots(game) and bool(game.short_options))
OPTION, SHORT = next((name, int(value)) for name, value in GAME.short_options.items())


def test_the_study_command_shows_a_ladder_for_every_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measured, "LEAST_DEALS", 2)
    monkeypatch.setattr(ladder, "DEALS", 2)
    words = ["--players", "2", "--ladder", "1,2,4", "--vary", f"{OPTION}={SHORT}..{SHORT + 1}"]
    done = RUNNER.invoke(app, ["study", GAME.name, *words], catch_exceptions=False)
    for value in (SHORT, SHORT + 1):
        for weak, strong in ((1, 2), (2, 4)):
            row = rf"│ {OPTION}={value} +│ search:{strong} among search:{weak} +│ +[\d.]+ ± [\d.]+ % │ +50.0 % │"
            assert re.search(row, done.stdout)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--ladder", "8"], "ladder '8' is no list of numbers of worlds"),
        (["--ladder", "8,16", "--matches", "3"], "deals cannot be 3; an interval needs 20 or more"),
        (["--ladder", "8,16", "--forbid", "play"], "--forbid cannot be combined with --ladder"),
    ],
)
def test_an_invalid_ladder_is_refused(words: list[str], message: str) -> None:
    with pytest.raises(ParlourError) as refused:
        RUNNER.invoke(app, ["study", GAME.name, *words], catch_exceptions=False)
    assert str(refused.value).startswith(message)
