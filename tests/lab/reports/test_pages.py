"""Tests of the pages in docs/studies: their generator, charts, commands and example."""

import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest

from parlour.game.options import parse_options
from parlour.games import find_game
from parlour.lab import study
from parlour.lab.measures import charts_of, claims_of
from parlour.lab.reports.pages import NO_NOTES, write_page
from parlour.lab.reports.report import write_report
from parlour.lab.studies.design import design, parse_vary
from tests.pages import ROOT, blocks, page
from tests.samples import some_game, with_bots, with_pages

STUDIES = ROOT / "docs" / "studies"
MOST_BYTES = 40_000
every_game = pytest.mark.parametrize("game", with_pages())


def test_a_study_page_has_claims_and_figures_and_charts_and_keeps_its_notes_when_it_is_regenerated(
    tmp_path: Path,
) -> None:
    game = some_game(fits=lambda game: with_bots(game) and bool(claims_of(game)))
    name, short, claim = game.name, game.short_options, claims_of(game)[0]
    study(name, matches=25, options=short, out=tmp_path / name, skill=25)
    write_report(study(name, matches=25, options=short, out=tmp_path / f"{name}-claims", claims=True))
    pages = tmp_path / "pages"
    pages.mkdir()
    write_page(pages, tmp_path, name)
    made = (pages / f"{name}.md").read_text()
    assert NO_NOTES in made
    settings = ", ".join(f"{option}={value}" for option, value in short.items())
    assert f"25 matches of {game.default_players} players, options: {settings}, bots: basic in all seats" in made
    assert "(joint test p " in made
    assert f"| “{claim.says}” *{claim.reading}* | random |" in made
    assert "| medium over easy | 25 |" in made
    (pages / f"{name}.md").write_text(
        made.replace(NO_NOTES, "<!-- notes -->\nSeat 0 is fine.\n<!-- end of notes -->\n")
    )
    write_page(pages, tmp_path, name)
    assert "Seat 0 is fine." in (pages / f"{name}.md").read_text()
    charts = re.findall(r"!\[[^]]+\]\(([^)]+)\)", made)
    assert charts
    assert all((pages / chart).stat().st_size < MOST_BYTES for chart in charts)


@every_game
def test_each_study_page_in_docs_has_verdicts_and_small_charts(game: str) -> None:
    text = page(f"docs/studies/{game}.md")
    assert "## What the source says" in text
    assert re.search(r"\*\*(confirmed|refuted|open)\*\*", text)
    charts = re.findall(r"!\[[^]]+\]\(([^)]+)\)", text)
    assert len(charts) >= len(charts_of(find_game(game))) - 1
    for chart in charts:
        assert (STUDIES / chart).stat().st_size < MOST_BYTES


@every_game
def test_the_commands_on_each_study_page_in_docs_are_valid(game: str) -> None:
    commands = blocks(f"docs/studies/{game}.md", "sh")[0].replace("\\\n", " ").splitlines()
    assert len(commands) >= 2  # one command for the main study and at least one for the claims
    for command in commands:
        _, _, name, *words = shlex.split(command)
        given = dict(pairwise(word for word in words if word != "--claims"))
        made = design(
            name, int(given["--players"]), given["--bots"].split(","), int(given["--matches"]),
            parse_options([given["--option"]] if "--option" in given else []),
            parse_vary([given["--vary"]] if "--vary" in given else []), int(given["--seed"]),
            levels=given["--levels"].split(","), claims="--claims" in words,
        )  # fmt: skip
        assert made.game == game


def test_the_notebook_example_in_the_docs_about_studies_runs() -> None:
    names: dict[str, object] = {}
    code = blocks("docs/studies/README.md", "python")[0].replace("matches=500", "matches=30")
    exec(compile(code, "example", "exec"), names)
    assert "found" in names
