"""The report is one self-contained page with every figure, its interval and its meaning."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from parlour.lab import study
from parlour.lab.measures.common import TOGETHER
from parlour.lab.reports._charts import standing_alone
from parlour.lab.reports.report import report, write_report
from parlour.lab.reports.wording import command_of
from parlour.lab.studies.results import Study
from tests.samples import some_game, some_option, with_bots

GAME = some_game(fits=with_bots)
OPTION, (START, OTHER) = some_option(GAME)
VOID = {"meta", "br", "path", "use", "rect"}
OPTIONAL = {"td", "th", "tr", "p", "thead"}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return study(
        GAME.name, matches=40, vary={OPTION: [START, OTHER]}, seed=2, skill=4,
        out=tmp_path_factory.mktemp("study") / "s",
    )  # fmt: skip


@pytest.fixture(scope="module")
def page(found: Study) -> str:
    return report(found)


class Reader(HTMLParser):
    """A parser that checks that opened tags are closed, and gathers the texts."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in VOID | OPTIONAL:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID | OPTIONAL:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_the_page_is_whole(page: str) -> None:
    reader = Reader()
    reader.feed(page)
    assert reader.open == []


def test_the_page_needs_no_network(page: str) -> None:
    addresses = set(re.findall(r"https?://[^\"' <)]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert not re.search(r"<(script|link|img|iframe)\b|@import|url\((?!#)", page)


def test_the_page_is_light_dark_and_for_paper(page: str) -> None:
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page
    colours = set(re.findall(r"(?:fill|stroke): ?(#[0-9a-f]{6})", page))
    assert colours <= {"#ffffff", "#000000"}, "charts take their colours from the page"


def test_every_figure_is_in_the_page_with_its_meaning(found: Study, page: str) -> None:
    reader = Reader()
    reader.feed(page)
    text = " ".join(reader.texts)
    for one in found.all_figures:
        if one.measure.name not in TOGETHER:
            assert one.measure.meaning in text
    assert f"{OPTION}={OTHER}" in text
    assert "stronger wins, by levels" in text


def test_the_command_in_the_page_repeats_the_study(found: Study, page: str) -> None:
    command = command_of(found.design)
    assert command in page
    assert command == (
        f"parlour study {GAME.name} --players {GAME.default_players} --matches 40 --seed 2 --bots basic "
        f"--vary {OPTION}={START},{OTHER} "
        "--skill 4 --rollouts 0 --levels random,easy,medium"
    )


def test_charts_are_small_and_have_a_label(page: str) -> None:
    charts = re.findall(r"<svg .*?</svg>", page, flags=re.DOTALL)
    assert len(charts) > 10
    for chart in charts:
        assert len(standing_alone(chart)) < 40_000
        assert re.search(r'role="img" aria-label="[^"]{10,}"', chart)


def test_ids_in_the_page_are_unique(page: str) -> None:
    names = re.findall(r' id="([^"]+)"', page)
    assert len(names) == len(set(names))
    assert set(re.findall(r"url\(#([^)]+)\)", page)) <= set(names)


def test_charts_are_the_same_every_time(found: Study, page: str) -> None:
    assert report(found) == page


def test_too_few_matches_give_a_warning() -> None:
    few = report(study(GAME.name, matches=3, options=GAME.short_options))
    assert "3 matches are too few for an interval; expected at least 20" in few
    assert not re.search(r"\bnan\b", few.casefold())


def test_figures_and_report_are_written(found: Study) -> None:
    path = write_report(found)
    assert path.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert (Path(path).parent / "figures.json").stat().st_size > 1000
