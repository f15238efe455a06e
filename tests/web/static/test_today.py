"""Tests of today's deal in the browser: playing it, sharing the result, and comparing results on the next day."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from parlour.club.today import is_whole_match
from tests.samples import some_game
from tests.web.browser import Person, person
from tests.web.days import DAY, DayServer, Player

GAME = some_game(fits=lambda game: not is_whole_match(game))
CLOSED = 13.5  # Hours from noon to a time at which the day's results are published.


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Return the path of a test's database."""
    return f"sqlite:///{tmp_path / 'days.sqlite'}"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DayServer]:
    """Start a server whose clock shows noon on a known day."""
    server = DayServer(f"sqlite:///{tmp_path_factory.mktemp('house') / 'days.sqlite'}")
    yield server
    server.close()


def begin(someone: Person) -> None:
    """Play today's deal from the first page."""
    if someone.page.url.removeprefix(someone.url) != "/":
        someone.go("/")
    someone.page.click(f"[data-today={GAME.name}]")
    someone.page.wait_for_selector("#table")


def test_two_people_get_the_same_cards_and_can_compare_and_share_their_results(
    browser: Browser, house: DayServer
) -> None:
    with person(browser, house, "phone") as ann, person(browser, house, "wide") as ben:
        for one, name in ((ann, "Ann"), (ben, "Ben")):
            one.go("/")
            expect(one.page.locator(f"[data-today={GAME.name}]")).to_be_enabled()
            one.check_accessible()
            one.page.fill("#name", name)
            begin(one)
            one.step()
            assert one.page.locator(".chip.hint").count() == 0
        assert ann.state("sitting.table") != ben.state("sitting.table")
        assert ann.state("sitting.shown.seats[0].hand") == ben.state("sitting.shown.seats[0].hand")
        for one in (ann, ben):
            one.play_out()
            expect(one.page.locator("dialog.roundsheet")).not_to_contain_text("Replay and analysis")
            one.page.click("dialog.roundsheet >> text=Your result")
            shown = one.page.locator("dialog.dayresult")
            expect(shown.locator(".sharetext")).to_contain_text(f"Parlour · {GAME.title} · {DAY}")
            expect(shown.locator(".daylist tr.mine")).to_have_count(1)
            one.check_accessible()
        lines = ben.page.locator("dialog.dayresult .daylist tbody tr")
        expect(lines).to_have_count(2)
        expect(lines.filter(has_text="Ann")).to_have_count(1)
        expect(lines.filter(has_text="Ben")).to_have_class("mine")
        for one in (ann, ben):
            check_own_page(one)
            one.go("/")
            expect(one.page.locator(f"[data-today={GAME.name}]")).to_contain_text("Result")
            one.check_calm()


def check_own_page(somebody: Person) -> None:
    """Check that a player's own page shows the result of today's deal, and open everybody's results from there."""
    somebody.go("/me")
    somebody.sees("You haven't finished a match yet. Today's deals don't count as matches.")
    somebody.check_accessible()
    somebody.page.locator(".days button", has_text=GAME.title).click()
    expect(somebody.page.locator("dialog.dayresult .sharetext")).to_contain_text(f"Parlour · {GAME.title} · {DAY}")
    pressed = somebody.page.locator("dialog .chips [aria-pressed=true]")
    expect(pressed).to_have_text(GAME.title)
    # The transparent border of a chip must stay transparent, or the pressed chip looks taller than the others.
    expect(pressed).to_have_css("background-clip", "padding-box")
    expect(pressed).to_have_css("border-top-color", "rgba(0, 0, 0, 0)")


def test_an_unfinished_try_at_todays_deal_can_be_continued(browser: Browser, house: DayServer) -> None:
    with person(browser, house) as ann:
        begin(ann)
        ann.step()
        ann.move()
        table = ann.state("sitting.table")
        ann.go("/")
        button = ann.page.locator(f"[data-today={GAME.name}]")
        expect(button).to_contain_text("continue")
        button.click()
        ann.page.wait_for_selector("#table")
        assert ann.state("sitting.table") == table
        ann.check_calm()


def test_nobody_else_can_see_a_players_match_of_todays_deal_before_the_day_is_over(
    browser: Browser, house: DayServer
) -> None:
    begun = Player(house).begin(GAME.name)
    for path in (f"/t/{begun['table']}", f"/replay/{begun['table']}"):
        with person(browser, house) as eve:
            eve.go(path)
            eve.page.wait_for_selector(".problem")
            eve.check_accessible()


def test_on_the_next_day_everyones_moves_are_shown_side_by_side(browser: Browser, file: str) -> None:
    house = DayServer(file)
    for name, choice in (("Ann", -1), ("Ben", 0)):
        Player(house, name).play(GAME.name, choice)
    forgotten = Player(house, "Dan")
    forgotten.play(GAME.name)
    assert forgotten.own(GAME.name)["state"] == "over"  # Once the state is "over", the result has been stored.
    house.post("/me/forget", forgotten.secret)
    house.turn_clock(CLOSED)
    for size in ("phone", "wide"):
        check_the_day_before(browser, house, size)
    house.close()


def check_the_day_before(browser: Browser, house: DayServer, size: str) -> None:
    """Open the previous day's results, and then a replay from there."""
    with person(browser, house, size) as cleo:
        cleo.go("/")
        cleo.page.click("[data-yesterday]")
        cleo.page.click(f"[data-of={GAME.name}]")
        shown = cleo.page.locator("dialog.dayresult")
        expect(shown).to_contain_text("Move by move")
        for name in ("Ann", "Ben"):
            expect(shown.get_by_role("columnheader", name=name)).to_be_visible()
        expect(shown.locator("tr.nobodys")).to_contain_text("Somebody")
        expect(shown).to_contain_text("Tries begun: 3, finished: 3, without a name: 1.")
        expect(shown).not_to_contain_text("Dan")
        cleo.check_accessible()
        shown.locator("a", has_text="Ann").click()
        cleo.page.wait_for_selector(".steps")
        cleo.check_calm()


def test_a_browser_that_saw_the_servers_chain_in_advance_can_check_the_key_of_a_later_day(
    browser: Browser, file: str
) -> None:
    house = DayServer(file)
    with person(browser, house) as ann:
        ann.go("/")
        expect(ann.page.locator(f"[data-today={GAME.name}]")).to_be_enabled()
        begun = Player(house, "Ben").play(GAME.name)
        house.turn_clock(CLOSED)
        ann.go(f"/replay/{begun['table']}")
        ann.page.wait_for_selector(".steps")
        ann.page.click("text=Verify the deals")
        words = f"{DAY:%B} {DAY.day}, {DAY.year}"
        expect(ann.page.locator("#witnessed")).to_contain_text(f"The key was fixed on {words} at the latest")
        ann.check_calm()
    house.close()
