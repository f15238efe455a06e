"""Tests of measuring restricted play from the command line."""

import re

import pytest
from click.testing import CliRunner

from parlour.cli import app
from parlour.errors import ParlourError
from parlour.lab import worths
from parlour.lab.conditions import actions_of
from parlour.terminal.restricted import usual_deals
from tests.samples import alone, some_game, with_bots

GAME = some_game(3, lambda game: alone(game) and with_bots(game))
ACTIONS = actions_of(GAME, 3, GAME.short_options)
PHASE = next(iter(ACTIONS))
OPTIONS = [word for name, value in GAME.short_options.items() for word in ("--option", f"{name}={value}")]


def study(*words: str) -> str:
    done = RUNNER.invoke(app, ["study", GAME.name, "--players", "3", *OPTIONS, *words], catch_exceptions=False)
    assert done.exit_code == 0
    return " ".join(done.stdout.split())


RUNNER = CliRunner(env={"COLUMNS": "160"})


def test_the_study_command_says_what_a_restriction_costs_with_each_bot() -> None:
    name = ACTIONS[PHASE][0]
    out = study("--forbid", name, "--matches", "20", "--bots", "basic,random")
    for bot in ("basic", "random"):
        assert f"3 players, {', '.join(OPTIONS[1::2])}, {bot} in all seats, 20 deals" in out
    assert re.search(rf"A player who may not take {name} wins [\d.]+ ± [\d.]+ % of the matches\.", out)
    assert "the same player wins 33.3 % on the same deals." in out
    assert re.search(r"So the restriction costs −?[\d.]+ ± [\d.]+ percentage points of the wins", out)
    assert "Instead of a forbidden action, random takes another allowed action, at random." in out


def test_the_study_command_lists_what_each_action_of_a_phase_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worths, "MATCHES", 20)
    out = study("--forbid", f"{PHASE}:each", "--matches", "20")
    for name in ACTIONS[PHASE]:
        assert re.search(rf"│ {re.escape(name)} +│ +\d+ % │", out)
    assert "Dominant: best in more than 90 % of its offers." in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--forbid", "sing=1"], "forbid 'sing=1' fits no action; expected"),
        (["--forbid", "sing=1", "--claims"], "--claims cannot be combined with --forbid"),
        (["--forbid", "sing=1", "--vary", "a=1,2"], "--vary cannot be combined with --forbid"),
        (["--forbid", ACTIONS[PHASE][0], "--matches", "3"], "deals cannot be 3; an interval needs 20 or more"),
        (["--forbid", ACTIONS[PHASE][0], "--bots", "chess"], "there is no bot 'chess'"),
    ],
)
def test_invalid_arguments_of_restricted_play_are_refused(words: list[str], message: str) -> None:
    with pytest.raises(ParlourError) as refused:
        RUNNER.invoke(app, ["study", GAME.name, *words], catch_exceptions=False)
    assert str(refused.value).startswith(message)


def test_slower_bots_and_more_restrictions_play_fewer_deals_by_default() -> None:
    compiled, searched = (usual_deals(GAME, bot, 3, 1) for bot in ("basic", "search:16"))
    assert compiled > searched >= 20
    assert usual_deals(GAME, "basic", 3, 60) < compiled
    assert usual_deals(GAME, "search:16", 3, 60) == 20
