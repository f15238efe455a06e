"""Every game is played by ear alone, with keys alone and with a finger alone."""

import pytest
from playwright.sync_api import Browser, expect

from parlour.games import GAMES, find_game
from tests.web.browser import CHOICES, FREE_SPOT, Person, person
from tests.web.games import short_table
from tests.web.listener import Listener
from tests.web.servers import Server
from tests.web.test_page_notation import codes_of

CARDS = ".hand button.card.can"
MOST_TABS = 60
MOST_STEPS = 400
every_game = pytest.mark.parametrize("name", list(GAMES))


@every_game
def test_a_round_is_played_by_the_tree_of_a_screen_reader_alone(ann: Person, server: Server, name: str) -> None:
    ann.sit(server.open_table(name))
    ann.step()
    listener, codes = Listener(ann.page), codes_of(find_game(name))
    prompts = listener.play_round()
    assert prompts
    assert not [words for words in prompts if codes.search(words)]
    page = listener.listen()
    (sheet,) = page.all("dialog")
    assert sheet.name
    assert sheet.all("table")
    told = " ".join(log.words() for log in Listener(ann.page).listen().all("log"))
    assert not codes.search(told)
    listener.press(sheet.buttons()[0])


def test_what_happened_is_read_out_as_it_happens(ann: Person, server: Server) -> None:
    name = next(iter(GAMES))
    ann.sit(server.open_table(name))
    ann.step()
    Listener(ann.page).play_round()
    live = ann.page.locator("[role=log]").all_text_contents()
    assert len("".join(live)) > 100
    assert not codes_of(find_game(name)).search("".join(live))


# --- keys


def walk_to(ann: Person, selector: str) -> None:
    """Press Tab, and in the hand an arrow, until something of that kind has the focus."""
    for _ in range(MOST_TABS):
        found, cards = ann.page.evaluate(
            """selector => [document.activeElement.matches(selector),
                document.activeElement.parentElement?.querySelector(`:scope > :is(${selector})`) !== null]""",
            selector,
        )
        if found:
            return
        ann.page.keyboard.press("ArrowRight" if cards else "Tab")
    raise AssertionError(f"{selector} is not reached with the keys")


@every_game
def test_a_match_is_played_with_keys_alone(ann: Person, server: Server, name: str) -> None:
    ann.sit(server.open_table(**short_table(find_game(name))))
    for n in range(MOST_STEPS):
        phase = ann.step()
        if phase == "over":
            break
        number = ann.state("sitting.number")
        if phase == "round":
            assert ann.page.evaluate("document.activeElement.closest('dialog') !== null")
            ann.page.keyboard.press("Enter")
            expect(ann.page.locator("dialog.roundsheet")).to_have_count(0)
            continue
        walk_to(ann, CARDS if n % 2 and ann.page.locator(CARDS).count() else CHOICES)
        ann.page.keyboard.press("Enter")
        if ann.state("sitting?.chosen"):
            ann.page.wait_for_selector("button.card.can:not(.chosen):focus")  # the focus goes to the other cards
            ann.page.keyboard.press("Enter")
        ann.until("at.number > value", number)
    assert ann.state("sitting.shown.over")
    walk_to(ann, "dialog .action, dialog a")


def test_the_focus_stays_at_the_bids_until_there_are_cards_to_play(ann: Person, server: Server) -> None:
    game = next(game for game in map(find_game, GAMES) if "bid" in game.phases)
    ann.sit(server.open_table(game.name))
    assert ann.step() == "bid"
    walk_to(ann, ".actions [data-action]:not(:disabled)")
    for _ in range(MOST_STEPS):
        number = ann.state("sitting.number")
        ann.page.keyboard.press("Enter")
        ann.until("at.number > value", number)
        phase = ann.step()
        among = ann.page.evaluate("[...document.querySelectorAll('.hand, .actions')].find(one => "
                                  "one.contains(document.activeElement))?.className ?? ''")  # fmt: skip
        if phase == "bid":
            assert among != "hand", "after a bid the focus is not led away to the cards"
            walk_to(ann, ".actions [data-action]:not(:disabled)")
            continue
        expect(ann.page.locator(".hand .can, .actions [data-action]").first).to_be_visible()
        return
    raise AssertionError("the auction does not end")


# --- a finger


@every_game
def test_a_match_is_played_with_a_finger_alone(browser: Browser, server: Server, name: str) -> None:
    with person(browser, server, "large phone") as ann:
        ann.sit(server.open_table(**short_table(find_game(name))))
        for n in range(MOST_STEPS):
            phase = ann.step()
            if phase == "over":
                break
            number = ann.state("sitting.number")
            if phase == "round":
                ann.page.locator("dialog.roundsheet .action.main").tap()
                expect(ann.page.locator("dialog.roundsheet")).to_have_count(0)
                continue
            tap(ann, CHOICES, n)
            if ann.state("sitting?.chosen"):
                tap(ann, "button.card.can:not(.chosen)", 0)
            ann.until("at.number > value", number)
        assert ann.state("sitting.shown.over")
        ann.check_calm()


def tap(ann: Person, selector: str, n: int) -> None:
    """Touch one of these things where nothing covers it."""
    found = ann.page.locator(selector)
    x, y = found.nth(n % found.count()).evaluate(FREE_SPOT)
    ann.page.touchscreen.tap(x, y)
