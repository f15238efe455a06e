"""Tests of how figures, intervals, seats and bots are formatted in reports."""

import math
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from parlour.bots.nets.player import net_file
from parlour.cli import app
from parlour.errors import ParlourError
from parlour.game.game import Game
from parlour.games import all_games
from parlour.lab._ratios import Interval
from parlour.lab.measures import Measure
from parlour.lab.measures.skill import elsewhere
from parlour.lab.reports.wording import (
    bots_text,
    chart_title,
    command_of,
    interval_text,
    key_text,
    matches_text,
    value_text,
)
from parlour.lab.studies.design import STAND_IN, Design, design
from tests.samples import alone, some_game, some_option, with_bots

ALONE = some_game(2, lambda game: alone(game) and with_bots(game))
OPTION, (LOW, HIGH) = some_option(ALONE)
LAST = next(option for option in reversed(ALONE.options) if not option.words and option.name != OPTION)
SHARE = Measure("made", "game", "Made.", elsewhere, share=True)
POINTS = Measure("gain", "game", "Gain.", elsewhere, unit="points")
PLAIN = Measure("rounds", "length", "Rounds.", elsewhere)
WINS = Measure("wins", "fairness", "Wins.", elsewhere, by="seat")


@pytest.mark.parametrize(
    ("name", "by", "title"),
    [
        ("wins", "seat", "wins, by seat"),
        ("upgrades by round", "round", "upgrades by round"),
        ("kept by promise", "tricks promised", "kept by promise"),
        ("sum of promises", "sum", "sum of promises"),
    ],
)
def test_the_title_of_a_chart_says_only_once_what_its_figures_are_grouped_by(name: str, by: str, title: str) -> None:
    assert chart_title(Measure(name, "game", "Wins.", elsewhere, by=by)) == title


@pytest.mark.parametrize(
    ("measure", "found", "signed", "value", "interval"),
    [
        (SHARE, Interval(0.43217, 0.428, 0.436), False, "43.2 %", "42.8 to 43.6"),
        (SHARE, Interval(0.43217, 0.33, 0.53), False, "43 %", "33 to 53"),
        (PLAIN, Interval(7.4551, 7.41, 7.5), False, "7.46", "7.41 to 7.50"),
        (PLAIN, Interval(246.7, 240, 253), False, "247", "240 to 253"),
        (POINTS, Interval(-0.012, -0.02, -0.004), False, "−0.012 points", "−0.020 to −0.004"),
        (POINTS, Interval(-0.001, -0.03, 0.028), False, "0.00 points", "−0.03 to 0.03"),
        (POINTS, Interval(-0.5, -0.7, -0.3), True, "−0.5 points", "−0.7 to −0.3"),
        (SHARE, Interval(0.0032, -0.0028, 0.0098), True, "+0.3 pp", "−0.3 to +1.0"),
        (SHARE, Interval(0.0, 0.0, 0.0), True, "+0 pp", "the same in every match"),
        (PLAIN, Interval(7.0), False, "7.0", "too few matches for an interval (below 20)"),
    ],
)
def test_a_figure_is_shown_with_as_many_decimals_as_its_interval_justifies(
    measure: Measure, found: Interval, signed: bool, value: str, interval: str
) -> None:
    assert value_text(measure, found, signed=signed) == value
    assert interval_text(measure, found, signed=signed) == interval


def test_a_figure_about_a_seat_or_a_team_names_its_seats() -> None:
    assert key_text(design(ALONE.name), WINS, 2) == "seat 2"
    for game in all_games():
        if game.teams:
            own = range(1, game.default_players, game.teams)
            assert key_text(design(game.name), WINS, 1) == f"seats {' and '.join(map(str, own))}"


@pytest.mark.parametrize(
    "wanted",
    [
        {"matches": 7, "seed": 3, "max_rounds": 9},
        {"options": {OPTION: LOW}, "bots": ["basic", "easy"]},
        {"vary": {OPTION: [HIGH, LOW]}, "levels": ["random", "basic"], "skill": 2, "rollouts": 1},
        {"options": {OPTION: HIGH}, "claims": True, "bots": ["random", "search:2"]},
        {"vary": {LAST.name: [LAST.default, int(LAST.default) + LAST.step], OPTION: [HIGH, LOW]}},
        {"claims": True},
        {"levels": ["basic"]},
        {"levels": ["basic"], "skill": 0},
    ],
    ids=str,
)
def test_the_command_that_repeats_a_study_makes_the_same_design(
    wanted: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = design(ALONE.name, 2, **{"matches": 20, **wanted})  # type: ignore[arg-type]
    repeated: list[Design] = []

    def noted(planned: Design, *_: object, **__: object) -> None:
        repeated.append(planned)
        raise ParlourError("seen")

    monkeypatch.setattr("parlour.lab.studies.results.run_study", noted)
    words = [*shlex.split(command_of(made))[1:], "--out", str(tmp_path / "s")]
    with pytest.raises(ParlourError, match="seen"):
        CliRunner().invoke(app, words, catch_exceptions=False)
    assert repeated == [made]


def test_a_bot_that_plays_in_all_seats_is_named_once() -> None:
    assert bots_text(design(ALONE.name)) == "basic in all seats"
    assert bots_text(design(ALONE.name, 2, ["basic", "easy"])) == "basic easy"


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (Interval(31, 28, 36), "31 (28 to 36)"),
        (Interval(31, 28, math.inf), "31 (28 to more than 100,000)"),
        (Interval(31), "31"),
    ],
)
def test_the_number_of_matches_needed_is_shown_with_its_interval_if_there_is_one(found: Interval, text: str) -> None:
    assert matches_text(found) == text


def test_a_level_in_a_game_without_rules_of_thumb_is_named_with_what_plays_it(monkeypatch: pytest.MonkeyPatch) -> None:
    part = Game.part
    monkeypatch.setattr(Game, "part", lambda game, name: None if name == "basic" else part(game, name))
    for players, played in ((4, "a net"), (3, "a short search")):
        game = some_game(players, lambda game: net_file(game, 4).is_file() and 3 in game.players)
        assert bots_text(design(game.name, players, bots=["medium"])) == f"medium ({played}) in all seats"
        assert bots_text(design(game.name, players, bots=["basic"])) == f"{STAND_IN} in all seats"
