"""Tests of navigation between pages: leaving a table, returning to a match, going from the rules to a table."""

import pytest
from playwright.sync_api import Browser, expect

from parlour.games import GAMES, all_games
from tests.samples import sampled, some_game
from tests.web.browser import OTHER_SIZES, SIZES, Person, person
from tests.web.servers import Server

ON_TOP = """link => {
    const box = link.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return { width: box.width, height: box.height, top: link.contains(top) };
}"""


def test_every_table_has_a_link_to_the_first_page_that_is_large_enough_for_a_finger(
    ann: Person, server: Server
) -> None:
    opened = server.open_table(some_game().name)
    ann.sit(opened)
    for width, height in SIZES.values():
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.step()
        link = ann.page.get_by_role("link", name="Parlour")
        found = link.evaluate(ON_TOP)
        assert found["top"]
        assert found["height"] >= 40
        assert found["width"] >= 40
        ann.check_accessible()
        link.click()
        ann.page.wait_for_selector(".tile")
        match = ann.page.locator(f".waiting a[href='/t/{opened['table']}']")
        expect(match).to_be_in_viewport()
        match.click()
    ann.step()


def test_the_panel_of_a_table_has_a_link_to_all_games(ann: Person, server: Server) -> None:
    ann.sit(server.open_table(some_game().name))
    ann.step()
    ann.page.click("#tab-people")
    ann.page.get_by_role("tabpanel").get_by_role("link", name="All games").click()
    ann.page.wait_for_selector(".tile")
    ann.check_calm()


def test_closing_the_panel_returns_the_focus_to_the_menu_button(browser: Browser, server: Server) -> None:
    with person(browser, server, "phone") as ann:
        ann.sit(server.open_table(some_game().name))
        ann.step()
        menu = ann.page.locator(".tools .menu")
        menu.click()
        expect(ann.page.locator("[role=tab][aria-selected=true]")).to_be_focused()
        ann.page.keyboard.press("Escape")
        expect(menu).to_be_focused()
        ann.check_calm()


def test_the_first_page_lists_tables_waiting_for_players_before_the_games(ann: Person, server: Server) -> None:
    person_seat = {"kind": "person"}
    opened = server.open_table(some_game(2).name, players=2, seats=[person_seat, person_seat], listed=True)
    ann.go("/")
    match = ann.page.locator(f".waiting a[href='/t/{opened['table']}']")
    match.wait_for()
    order = ann.page.evaluate(
        """table => document.querySelector(`.waiting a[href='/t/${table}']`).compareDocumentPosition(
            document.querySelector(".tile"))""",
        opened["table"],
    )
    assert order == 4, "the games follow"
    ann.check_accessible()
    ann.check_calm()


def test_pressing_enter_in_the_name_field_starts_the_first_game_or_the_game_played_last(ann: Person) -> None:
    first, other = all_games()[0], all_games()[-1]
    ann.go("/")
    field = ann.page.get_by_role("textbox", name="Your name", exact=True)
    expect(field).to_have_accessible_description(f"Enter starts {first.title}")
    expect(field).to_have_attribute("enterkeyhint", "go")
    field.fill("Ann")
    field.press("Enter")
    assert ann.step() in first.phases
    assert ann.state("sitting.facts.game") == first.name
    expect(ann.page.locator(".plate", has_text="Ann")).to_be_visible()
    ann.go("/")
    ann.page.click(f"[data-play={other.name}]")
    ann.step()
    ann.go("/")
    expect(field).to_have_value("Ann")
    expect(field).to_have_accessible_description(f"Enter starts {other.title}")
    field.press("Enter")
    assert ann.step() in other.phases
    assert ann.state("sitting.facts.game") == other.name
    ann.check_calm()


def test_pressing_enter_in_an_empty_name_field_starts_a_match_under_the_default_name(ann: Person) -> None:
    ann.go("/")
    ann.page.get_by_role("textbox", name="Your name", exact=True).press("Enter")
    ann.step()
    assert ann.state("sitting.facts.seats[parlour.state.sitting.shown.seat].name") == "Guest"
    ann.check_calm()


@pytest.mark.parametrize("size", [*SIZES, *OTHER_SIZES])
def test_the_name_field_and_the_games_are_visible_without_scrolling(
    browser: Browser, server: Server, size: str
) -> None:
    with person(browser, server, size) as ann:
        ann.page.route("**/tables", lambda route: route.fulfill(json=[]))  # Hides tables left by other tests.
        ann.go("/")
        expect(ann.page.locator("#name")).to_be_in_viewport(ratio=1)
        expect(ann.page.get_by_text("Enter starts")).to_be_in_viewport(ratio=1)
        expect(ann.page.locator(".tile h3").first).to_be_in_viewport(ratio=1)
        assert not ann.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        ann.check_calm()


def test_the_reason_why_a_match_cannot_be_opened_appears_below_the_name_field(ann: Person) -> None:
    ann.page.route("**/tables", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    ann.go("/")
    ann.page.press("#name", "Enter")
    expect(ann.page.locator(".nameform [role=status]")).not_to_be_empty()
    expect(ann.page.locator(".nameform button")).to_be_enabled()
    ann.troubles.clear()  # The browser logs the failed request as an error.


def test_a_match_can_be_started_from_the_rules_page(ann: Person) -> None:
    game = some_game()
    ann.go(f"/rules/{game.name}")
    ann.page.click(f"main [data-play={game.name}]")
    assert ann.step() in game.phases
    ann.check_calm()


def test_a_partners_plate_shows_the_word_partner_and_screen_readers_say_it(ann: Person, server: Server) -> None:
    game = next(game for game in all_games() if game.teams)
    ann.sit(server.open_table(game.name))
    ann.step()
    partner, own = ann.page.get_by_role("region", name="your partner"), ann.state("sitting.shown.seat")
    expect(partner).to_have_count(1)
    expect(partner.locator(".badge.partner")).to_be_visible()
    seats = ann.state("sitting.shown.seats")
    named = next(one for one in seats if one["seat"] != own and one["team"] == seats[own]["team"])
    assert f"seat {named['seat'] + 1}" in (partner.get_attribute("aria-label") or "")
    ann.check_accessible()
    ann.check_calm()


@pytest.mark.parametrize("game", sampled(GAMES, kept=2, first=3))
def test_a_rules_page_is_accessible(ann: Person, game: str) -> None:
    ann.go(f"/rules/{game}")
    ann.page.wait_for_selector(".rulespage h1")
    ann.check_accessible()
    ann.check_calm()
