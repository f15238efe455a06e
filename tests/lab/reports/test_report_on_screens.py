"""Tests of reports in a real browser: they are short, fit on a phone, and no label of a chart is cut."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from parlour.games import all_games
from parlour.lab import study
from parlour.lab.reports.report import write_report
from tests.samples import with_bots
from tests.web.browser import launched

VARIANTS, SCREENS = 8, 3
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
UNFOLD = "document.querySelectorAll('details').forEach(part => part.open = true)"
CUT_LABELS = """[...document.querySelectorAll('svg')].flatMap(chart => {
  const frame = chart.getBoundingClientRect();
  return [...chart.querySelectorAll('text')]
    .filter(label => {
      const box = label.getBoundingClientRect();
      return box.left < frame.left - 1 || box.right > frame.right + 1
        || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
    })
    .map(label => `${chart.getAttribute('aria-label')}: ${label.textContent}`);
})"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start a browser."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the report of a study of eight variants."""
    game, option = next(
        (game, option) for game in all_games() if with_bots(game)
        for option in game.options if not option.words and option.most >= int(option.default) + VARIANTS
    )  # fmt: skip
    values = [int(option.default) + place for place in range(VARIANTS)]
    options = {name: value for name, value in game.short_options.items() if name != option.name}
    folder = tmp_path_factory.mktemp("study") / "s"
    return write_report(study(game.name, matches=40, vary={option.name: values}, options=options, skill=8, out=folder))


@pytest.fixture
def page(browser: Browser, report: Path) -> Iterator[Page]:
    """Open the report."""
    page = browser.new_page(viewport=WIDE)  # type: ignore[arg-type]
    page.goto(report.as_uri())
    yield page
    page.close()


def test_a_report_of_eight_variants_fits_on_three_screens(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollHeight") <= SCREENS * WIDE["height"]


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_no_part_of_a_report_is_wider_than_the_screen(page: Page, size: dict[str, int]) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.evaluate(UNFOLD)
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_no_label_of_a_chart_is_cut(page: Page, size: dict[str, int]) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.evaluate(UNFOLD)
    assert page.locator("svg text").count() > 100
    assert page.evaluate(CUT_LABELS) == []
