"""Tests of a study's report, a self-contained page with every figure, its interval and its meaning."""

import json
import re
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from parlour.lab import study
from parlour.lab.measures import SECTIONS, claims_of
from parlour.lab.measures.common import TOGETHER
from parlour.lab.reports._charts import standing_alone
from parlour.lab.reports.answers import answers
from parlour.lab.reports.report import report, write_report
from parlour.lab.reports.wording import command_of
from parlour.lab.studies.results import Study
from tests.samples import some_game, some_option, with_bots

GAME = some_game(fits=with_bots)
OPTION, (START, OTHER, THIRD) = some_option(GAME, 3)
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
    """An HTML parser that checks that all tags are closed, and collects the texts."""

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


def test_every_tag_in_a_report_is_closed(page: str) -> None:
    reader = Reader()
    reader.feed(page)
    assert reader.open == []


def test_a_report_loads_nothing_from_the_network(page: str) -> None:
    addresses = set(re.findall(r"https?://[^\"' <)]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert not re.search(r"<(script|link|img|iframe)\b|@import|url\((?!#)", page)


def test_a_report_has_light_and_dark_colours_and_can_be_printed(page: str) -> None:
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page
    colours = set(re.findall(r"(?:fill|stroke): ?(#[0-9a-f]{6})", page))
    assert colours <= {"#ffffff", "#000000"}, "charts must take their colours from the page"


def test_every_measure_of_a_study_is_in_its_report_with_its_meaning(found: Study, page: str) -> None:
    reader = Reader()
    reader.feed(page)
    text = " ".join(reader.texts)
    for one in found.all_figures:
        if one.measure.name not in TOGETHER:
            assert one.measure.meaning in text
    assert f"{OPTION}={OTHER}" in text
    assert "stronger wins, by levels" in text


def test_a_report_shows_the_command_that_repeats_its_study(found: Study, page: str) -> None:
    command = command_of(found.design)
    assert command in page
    assert command == (
        f"parlour study {GAME.name} --players {GAME.default_players} --matches 40 --seed 2 --bots basic "
        f"--vary {OPTION}={START},{OTHER} "
        "--skill 4 --rollouts 0 --levels random,easy,medium"
    )


def test_a_report_names_the_options_that_were_set_and_the_variant_to_which_the_others_are_compared(
    tmp_path: Path,
) -> None:
    settings = dict(GAME.short_options)
    made = study(GAME.name, matches=25, vary={OPTION: [OTHER, START]}, options=settings, out=tmp_path / "s")
    page, data = report(made), json.loads((write_report(made).parent / "figures.json").read_bytes())
    assert f"<p>options: {', '.join(f'{name}={value}' for name, value in settings.items())}</p>" in page
    assert f"Differences are from {OPTION}={START} (as in the rules)." in page
    assert data["base"] == 1
    assert [one[OPTION] for one in data["options"]] == [OTHER, START]
    assert all(settings.items() <= one.items() for one in data["options"])


def test_differences_are_from_the_first_value_if_none_is_the_value_in_the_rules() -> None:
    made = study(GAME.name, matches=25, vary={OPTION: [OTHER, THIRD]}, options=GAME.short_options)
    assert f"Differences are from {OPTION}={OTHER} (the first value)." in report(made)


def test_a_report_begins_with_answers_then_shows_what_was_varied_and_what_is_next_and_the_rest_unfolds(
    found: Study, page: str
) -> None:
    places = [page.index(text) for text in ("<section class=answers>", "<div class=curves>", "What to look at next")]
    assert places == sorted(places)
    assert escape(answers(found)[0]).replace(" %", "&nbsp;%") in page
    parts = re.findall(r"<details class=part( open)?><summary><h2>(.*?)</h2>", page)
    assert [title for _, title in parts if title != "What the source says"] == [
        "How the variants differ", *(title for section, title in SECTIONS.items() if has(found, section)),
        "Not measured",
    ]  # fmt: skip
    assert not any(unfolded for unfolded, _ in parts)
    assert page.index("What to look at next") < page.index("<details class=part")


def has(found: Study, section: str) -> bool:
    return any(one.measure.section == section for one in found.all_figures)


def test_a_report_about_claims_unfolds_them() -> None:
    game = some_game(fits=lambda game: with_bots(game) and bool(claims_of(game)))
    made = study(game.name, matches=25, options=game.short_options, claims=True)
    assert "<details class=part open><summary><h2>What the source says</h2>" in report(made)


def test_charts_are_small_files_and_have_a_label_for_screen_readers(page: str) -> None:
    charts = re.findall(r"<svg .*?</svg>", page, flags=re.DOTALL)
    assert len(charts) > 10
    for chart in charts:
        assert len(standing_alone(chart)) < 40_000
        assert re.search(r'role="img" aria-label="[^"]{10,}"', chart)


def test_ids_in_a_report_are_unique(page: str) -> None:
    names = re.findall(r' id="([^"]+)"', page)
    assert len(names) == len(set(names))
    assert set(re.findall(r"url\(#([^)]+)\)", page)) <= set(names)


def test_two_reports_of_the_same_study_are_identical(found: Study, page: str) -> None:
    assert report(found) == page


def test_the_report_of_a_study_with_too_few_matches_has_a_warning() -> None:
    few = report(study(GAME.name, matches=3, options=GAME.short_options))
    assert "3 matches are too few for an interval; expected at least 20" in few
    assert not re.search(r"\bnan\b", few.casefold())


def test_the_function_write_report_writes_the_report_and_a_file_with_the_figures(found: Study) -> None:
    path = write_report(found)
    assert path.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert (Path(path).parent / "figures.json").stat().st_size > 1000
