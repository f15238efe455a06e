"""Tests of links that share a replay or one moment of a match, opened by somebody who didn't play in it."""

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import Person, person
from tests.web.games import play_short_match
from tests.web.servers import Server


@pytest.fixture(scope="module")
def replay(browser: Browser, server: Server) -> str:
    """Play a match and return the address of its replay."""
    with person(browser, server) as ann:
        play_short_match(ann, server)
        ann.to_the_replay()
        return ann.page.url.removeprefix(ann.url)


@pytest.fixture
def replayed(ann: Person, replay: str) -> Person:
    """Open the replay in Ann's browser."""
    ann.go(replay)
    ann.page.wait_for_selector(".steps")
    return ann


def place_of(someone: Person) -> str:
    return someone.page.locator(".counter").inner_text()


def test_anybody_with_the_link_sees_the_shared_moment_and_what_led_to_it(
    browser: Browser, server: Server, replayed: Person
) -> None:
    ann = replayed
    for _ in range(7):
        ann.page.get_by_role("button", name="One step forward").click()
    before = ann.page.locator(".prompt").text_content() or ""
    ann.page.get_by_role("button", name="Share").click()
    ann.check_accessible()
    link = ann.page.input_value("#moment-link")
    assert ann.page.input_value("#match-link") == link.partition("?")[0]
    with person(browser, server, "phone") as ben:
        ben.page.goto(link)
        ben.page.wait_for_selector(".steps")
        assert place_of(ben) == place_of(ann)
        expect(ben.page.locator(".prompt")).to_have_text(before)
        around = ben.page.locator(".around")
        expect(around).to_be_visible()
        expect(around).to_contain_text("Before:")
        assert "Next to act: " in around.inner_text() or "Round" in around.inner_text()
        ben.check_accessible()
        ben.page.get_by_role("button", name="One step forward").click()
        expect(around).to_be_hidden()
        ben.check_calm()


def test_a_link_to_a_moment_shows_it_from_the_viewpoint_from_which_it_was_shared(
    browser: Browser, server: Server, replayed: Person
) -> None:
    ann = replayed
    ann.page.select_option("#viewer", "1")
    ann.page.get_by_role("button", name="To the start").click()
    ann.page.get_by_role("button", name="One step forward").click()
    ann.page.get_by_role("button", name="Share").click()
    link = ann.page.input_value("#moment-link")
    assert link.endswith("&by=1")
    with person(browser, server) as ben:
        ben.page.goto(link)
        ben.page.wait_for_selector(".steps")
        assert ben.page.input_value("#viewer") == "1"
        assert place_of(ben) == place_of(ann)
        expect(ben.page.locator(".room .backs .face.back").first).to_be_attached()
        ben.check_calm()


def test_a_button_copies_the_link_to_the_replay(replayed: Person) -> None:
    ann = replayed
    ann.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.page.get_by_role("button", name="Share").click()
    ann.page.locator("dialog.sharing").get_by_role("button", name="Copy").first.click()
    expect(ann.page.locator("dialog.sharing")).to_contain_text("Copied")
    assert ann.page.evaluate("navigator.clipboard.readText()") == ann.page.input_value("#moment-link")


def test_escape_closes_the_analysis_and_the_focus_returns_to_its_button(replayed: Person) -> None:
    ann = replayed
    ann.page.set_viewport_size({"width": 390, "height": 844})
    button = ann.page.get_by_role("button", name="Analysis")
    width = ann.page.locator(".room .brand").evaluate("one => one.getBoundingClientRect().width")
    assert width >= 44, "the link back is too small for a finger"
    button.click()
    expect(ann.page.locator(".replaypanel .body")).to_be_focused()
    ann.check_accessible()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator(".replaypanel")).to_be_hidden()
    expect(button).to_be_focused()


def test_a_link_to_a_moment_that_does_not_exist_still_shows_the_match(ann: Person, replay: str) -> None:
    for query in ("?at=99999999", "?at=none&by=77", "?at=-1", "?by=x"):
        ann.go(replay.partition("?")[0] + query)
        ann.page.wait_for_selector(".steps")
        assert " / " in place_of(ann), query
