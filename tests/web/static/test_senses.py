"""Tests of playing with a screen reader alone, with keys alone and with a finger alone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from parlour.game.game import Game
from parlour.games import GAMES, find_game
from tests.samples import sampled
from tests.web.browser import CHOICES, FREE_SPOT, Person, person
from tests.web.games import choosing_game, seen, short_table
from tests.web.listener import Listener
from tests.web.servers import Server
from tests.web.static.test_notation import codes_of

CARDS = ".hand button.card.can"
MOST_TABS = 60
MOST_STEPS = 400


@pytest.mark.parametrize("name", sampled(GAMES, kept=2, first=4))
def test_a_round_can_be_played_with_a_screen_reader_alone_and_its_events_are_read_out(
    ann: Person, server: Server, name: str
) -> None:
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
    live = "".join(ann.page.locator("[role=log]").all_text_contents())
    assert len(live) > 100
    assert not codes.search(live)
    listener.press(sheet.buttons()[0])


def test_abbreviated_badges_are_read_out_in_full_by_screen_readers_and_explained_in_the_panel(
    browser: Browser, server: Server
) -> None:
    game = next(game for game in map(find_game, GAMES) if "dealer" in signs_of(game))
    with person(browser, server, "large phone") as ann:
        ann.sit(server.open_table(game.name))
        ann.step()
        dealer = next(seat["seat"] for seat in ann.state("sitting.shown.seats") if "dealer" in seat["badges"])
        seat = ann.page.get_by_role("region", name=f"seat {dealer + 1}")
        assert "dealer" in seat.aria_snapshot()
        ann.page.click(".tools .menu")
        ann.page.click("#tab-people")
        expect(ann.page.locator("#panel-body")).to_contain_text("What the badges mean")
        expect(ann.page.locator("#panel-body .people li", has_text="dealer")).to_be_visible()
        ann.check_accessible()
        ann.check_calm()


def signs_of(game: Game) -> set[str]:
    """Collect the badges shown in a match of the game."""
    return {badge for view in seen(game) for seat in view.seats for badge in seat.badges}


# --- keys


def walk_to(ann: Person, selector: str) -> None:
    """Press Tab, or arrow keys among cards, until an element that matches the selector has the focus."""
    for _ in range(MOST_TABS):
        found, cards = ann.page.evaluate(
            """selector => [document.activeElement.matches(selector),
                document.activeElement.parentElement?.querySelector(`:scope > :is(${selector})`) !== null]""",
            selector,
        )
        if found:
            return
        ann.page.keyboard.press("ArrowRight" if cards else "Tab")
    raise AssertionError(f"{selector} can't be reached with keys")


def play_match(ann: Person, next_round: Callable[[], None], move: Callable[[int], None]) -> None:
    """Play a match to its end, calling `move` with the number of steps so far."""
    for n in range(MOST_STEPS):
        phase = ann.step()
        if phase == "over":
            break
        if phase == "round":
            next_round()
            expect(ann.page.locator("dialog.roundsheet")).to_have_count(0)
            continue
        number = ann.state("sitting.number")
        move(n)
        ann.until("at.number > value", number)
    assert ann.state("sitting.shown.over")


@pytest.mark.parametrize("name", sampled(GAMES, kept=2, first=1))
def test_a_match_can_be_played_with_keys_alone(ann: Person, server: Server, name: str) -> None:
    def next_round() -> None:
        assert ann.page.evaluate("document.activeElement.closest('dialog') !== null")
        ann.page.keyboard.press("Enter")

    def move(n: int) -> None:
        walk_to(ann, CARDS if n % 2 and ann.page.locator(CARDS).count() else CHOICES)
        ann.page.keyboard.press("Enter")
        if ann.state("sitting?.chosen"):
            # The focus moves to the cards that can be chosen as the second one.
            ann.page.wait_for_selector("button.card.can:not(.chosen):focus")
            ann.page.keyboard.press("Enter")

    ann.sit(server.open_table(**short_table(find_game(name))))
    play_match(ann, next_round, move)
    walk_to(ann, "dialog .action, dialog a")


def test_the_focus_stays_on_the_bids_until_there_are_cards_to_play(ann: Person, server: Server) -> None:
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
            assert among != "hand", "after a bid the focus doesn't move to the cards"
            walk_to(ann, ".actions [data-action]:not(:disabled)")
            continue
        expect(ann.page.locator(".hand .can, .actions [data-action]").first).to_be_visible()
        return
    raise AssertionError("the auction didn't end")


# --- a finger


@pytest.mark.parametrize("name", sampled(GAMES, first=3))
def test_a_match_can_be_played_with_a_finger_alone(browser: Browser, server: Server, name: str) -> None:
    def move(n: int) -> None:
        tap(ann, CHOICES, n)
        if ann.state("sitting?.chosen"):
            tap(ann, "button.card.can:not(.chosen)", 0)

    with person(browser, server, "large phone") as ann:
        ann.sit(server.open_table(**short_table(find_game(name))))
        play_match(ann, lambda: ann.page.locator("dialog.roundsheet .action.main").tap(), move)
        ann.check_calm()


def tap(ann: Person, selector: str, n: int) -> None:
    """Tap an element that matches the selector, at a point that nothing covers."""
    found = ann.page.locator(selector)
    x, y = found.nth(n % found.count()).evaluate(FREE_SPOT)
    ann.page.touchscreen.tap(x, y)


SCROLLED = """() => [document.scrollingElement, ...document.querySelectorAll(".room, #table, #table *")]
    .filter(one => one.scrollTop || one.scrollLeft).map(one => one.className || one.tagName)"""


def test_moving_the_focus_along_the_hand_scrolls_nothing(ann: Person, server: Server) -> None:
    ann.sit(server.open_table(choosing_game().name, players=4))
    ann.step()
    ann.page.locator(".hand button[tabindex='0']").focus()
    for _ in range(ann.page.locator(".hand button").count()):
        ann.page.keyboard.press("ArrowRight")
        assert ann.page.evaluate(SCROLLED) == []
