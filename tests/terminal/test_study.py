"""Tests of running and comparing studies from the command line."""

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from parlour.cli import app
from parlour.errors import ParlourError
from parlour.lab.measures import claims_of
from parlour.lab.studies._batch import play_batch
from parlour.lab.studies.design import BATCH, Design, design
from parlour.lab.studies.folder import Folder
from parlour.lab.studies.results import open_study, run_study
from parlour.terminal.study import check_packages
from tests.samples import some_game, some_option, with_bots

RUNNER = CliRunner()
GAME = some_game(fits=lambda game: with_bots(game) and bool(claims_of(game)))
OPTION, (START, OTHER, MORE) = some_option(GAME, 3)
QUICK = ["--skill", "0", "--rollouts", "0"]
SHORT = [*(word for name, value in GAME.short_options.items() for word in ("--option", f"{name}={value}")), *QUICK]


def study(*words: str) -> str:
    done = RUNNER.invoke(app, ["study", GAME.name, *words], catch_exceptions=False, env={"COLUMNS": "160"})
    assert done.exit_code == 0
    return done.stdout


def test_the_study_command_shows_figures_and_the_path_of_the_report(tmp_path: Path) -> None:
    out = study("--matches", "40", "--vary", f"{OPTION}={START},{OTHER}", "--out", str(tmp_path / "s"), *SHORT)
    assert f"differences from {OPTION}={START} (as in the rules), on the same deals" in out
    settings = ", ".join(f"{name}={value}" for name, value in GAME.short_options.items())
    assert f"options: {settings}\n" in out
    assert f"{GAME.title}, {GAME.default_players} players, 40 matches" in out
    assert "bots: basic in all seats" in out
    assert re.search(rf"│ {START} \(rules\) +│ +[\d.−]+", out)
    assert re.search(rf"│ {OTHER} +│ +[\d.−]+", out)
    said = (f"Changing {OPTION} ", " a match takes ", f"│ {START} (rules)", "What to look at next", "│ decisions")
    places = [out.index(text) for text in said]
    assert places == sorted(places), "the answers should come before the tables"
    assert re.search(r"decisions +│ +[\d.]+ │ +[\d.]+ to [\d.]+", out)
    assert "How many decisions a match takes, forced moves included." in out
    assert (tmp_path / "s" / "report.html").is_file()
    assert "report.html" in out


def test_a_study_shows_a_verdict_on_each_claim_for_every_level_of_bots(tmp_path: Path) -> None:
    out = study("--claims", "--matches", "40", "--out", str(tmp_path / "s"), "--skill", "0", "--rollouts", "0")
    claim = claims_of(GAME)[0].name
    for level in ("random", "easy", "medium"):
        assert re.search(rf"{claim} +│ {level} +│ .* │ (confirmed|refuted|open)", out)


def test_a_study_with_too_few_matches_warns_instead_of_showing_intervals(tmp_path: Path) -> None:
    out = study("--matches", "2", "--out", str(tmp_path / "s"), *SHORT)
    assert "2 matches are too few for an interval; expected at least 20" in out
    assert "too few matches for an interval (below 20)" in out
    assert not re.search(r"\bnan\b", out)


def test_the_compare_command_compares_two_studies(tmp_path: Path) -> None:
    for bots in ("basic", "random"):
        made = design(GAME.name, matches=30, options=GAME.short_options, bots=[bots], skill=0, rollouts=0)
        run_study(made, tmp_path / bots)
    done = RUNNER.invoke(app, ["compare", str(tmp_path / "basic"), str(tmp_path / "random")], env={"COLUMNS": "160"})
    assert done.exit_code == 0
    assert "on the same deals, match by match" in done.stdout
    assert re.search(r"│ clear", done.stdout)


def test_the_compare_command_shows_every_common_variant_and_names_what_only_one_study_has(tmp_path: Path) -> None:
    for name, values in (("a", [START, OTHER]), ("b", [OTHER, MORE])):
        run_study(
            design(GAME.name, matches=25, options=GAME.short_options, vary={OPTION: values}, skill=0, rollouts=0),
            tmp_path / name,
        )
    done = RUNNER.invoke(app, ["compare", str(tmp_path / "a"), str(tmp_path / "b")], env={"COLUMNS": "160"})
    assert done.exit_code == 0
    assert re.search(rf"^{OPTION}={OTHER} *$", done.stdout, re.MULTILINE)
    settings = ", ".join(f"{name}={value}" for name, value in GAME.short_options.items())
    assert f"25 matches, options: {settings}" in " ".join(done.stdout.split())
    assert f"variants that only A has: {OPTION}={START}" in done.stdout
    assert f"variants that only B has: {OPTION}={MORE}" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--vary", "bonus=1,2"], "there is no option 'bonus'"),
        (["--vary", OPTION], f"vary {OPTION!r} has no values"),
        (["--matches", "0"], "matches cannot be 0"),
        (["--threads", "0"], "threads cannot be 0"),
        (["--engine", "steam"], "there is no engine 'steam'"),
    ],
)
def test_invalid_arguments_of_a_study_are_reported_in_one_line(tmp_path: Path, words: list[str], message: str) -> None:
    with pytest.raises(ParlourError) as refused:
        RUNNER.invoke(app, ["study", GAME.name, "--out", str(tmp_path / "s"), *words], catch_exceptions=False)
    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)


def test_an_interrupted_study_says_how_many_matches_are_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(made: Design, number: int, threads: int) -> dict[str, bytes]:
        if number == 1:
            raise KeyboardInterrupt
        return play_batch(made, number)

    monkeypatch.setattr("parlour.lab.studies._engine.play_batch", interrupt)
    words = ["--matches", str(2 * BATCH), "--out", str(tmp_path / "s"), "--max-rounds", "1", *SHORT]
    done = RUNNER.invoke(app, ["study", GAME.name, *words])
    assert done.exit_code != 0
    output = " ".join(done.stderr.split())
    assert f"interrupted: {BATCH:,} of {2 * BATCH:,} matches are kept in" in output
    assert "the same command continues" in output
    monkeypatch.undo()
    assert len(Folder(tmp_path / "s").missing(open_study(tmp_path / "s").design)) == 1


def test_the_message_names_a_missing_package_that_studies_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ParlourError, match=r"studies need polars; expected: pip install 'parlour\[lab\]'"):
        check_packages()
