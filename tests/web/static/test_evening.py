"""Tests of a duplicate evening in the browser: opening, joining by the link, playing, and the final ranking."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.samples import some_game
from tests.web.browser import CHOICES, Person, person
from tests.web.evenings import PAIRS, Visitor
from tests.web.servers import Server

TURN = f"""() => {{
    const at = parlour.state.sitting;
    return [at.shown.over, !at.pending && document.querySelector("{CHOICES}") !== null];
}}"""  # Returns whether the board is over, and whether it is your turn.
GAME = some_game(4, lambda game: game.teams == 2)


def open_evening(ann: Person) -> str:
    """Open a duplicate evening for pairs on the first page; return the evening's address."""
    ann.go("/")
    ann.page.click("[data-evening]")
    ann.check_accessible()
    ann.page.select_option("dialog.setup [name=game]", GAME.name)
    ann.page.select_option("dialog.setup [name=boards]", "3")
    ann.page.click("dialog.setup >> text=Open the evening")
    ann.page.wait_for_url(re.compile("/evening/"))
    return ann.page.url.removeprefix(ann.url)


def test_two_people_play_an_evening_as_a_pair(browser: Browser, server: Server) -> None:
    with person(browser, server, "phone") as ann, person(browser, server, "wide") as ben:
        address = open_evening(ann)
        expect(ann.page.locator("#evening-link")).to_have_value(ann.url + address)
        assert ann.page.locator("img.qr").evaluate("picture => picture.decode().then(() => picture.naturalWidth)") > 0
        ann.check_accessible()
        ann.page.click("[data-place='0']")
        ben.go(address)
        ben.page.fill("#name", "Ben")
        ben.check_accessible()
        ben.page.click("[data-place='1']")
        expect(ann.page.locator(".pairs li").first.locator(".guest")).to_have_count(2)
        expect(ann.page.locator(".pairs li").first).to_contain_text("Ben")
        ann.go("/")
        ann.page.get_by_role("region", name="Your evenings").locator("a").click()
        ann.page.click("text=Start the evening")
        for board in range(1, 4):
            for one in (ann, ben):
                if board > 1:
                    one.page.get_by_role("button", name="Go to your table").click()
                one.page.wait_for_selector("#table")  # The page opens the first board by itself.
            assert ann.state("sitting.table") == ben.state("sitting.table")
            assert ann.page.locator(".chip.hint").count() == 0
            play_together(ann, ben, clicking=board == 1)
            for one in (ann, ben):
                expect(one.page.locator("dialog.roundsheet")).not_to_contain_text("Rematch")
                one.page.click("dialog.roundsheet >> text=Back to the evening")
        for one in (ann, ben):
            expect(one.page.locator("#board-3")).to_be_visible()
            # The player's line appears in the ranking and in each of the three boards' results.
            expect(one.page.locator("tr.mine")).to_have_count(4)
            # Bots have played the same cards at another table, so that the pair has somebody to be compared with.
            expect(one.page.get_by_role("button", name="By match points")).to_be_visible()
            one.check_accessible()
            one.check_calm()


def play_together(*players: Person, clicking: bool) -> None:
    """Let the players act in turn until the board is over for all of them."""
    playing = list(players)
    while playing:
        for one in list(playing):
            over, can_act = one.page.evaluate(TURN)
            if over:
                playing.remove(one)
            elif can_act:
                one.move(clicking=clicking)


ENDS = {
    "en": ("Your score on this board: ", "It's compared when all tables have finished."),
    "de": ("Dein Ergebnis auf diesem Board: ", "Verglichen wird, sobald alle Tische fertig sind."),
    "fr": ("Votre résultat sur cette donne\u00a0: ", "Il sera comparé quand toutes les tables auront fini."),
}


@pytest.mark.parametrize("language", ENDS)
def test_the_end_of_a_board_says_your_score_and_when_it_is_compared(
    browser: Browser, server: Server, language: str
) -> None:
    score, compared = ENDS[language]
    ann, ben = Visitor(server), Visitor(server, "Ben")
    evening, own = ann.running(PAIRS, 1, ben)
    with person(browser, server, language=language) as window:
        window.go(f"/t/{own['table']}#{own['token']}")
        window.page.wait_for_selector("#table")
        play_together(window, clicking=False)
        title = window.page.locator("#roundsheet-title")
        expect(title).to_contain_text(score)
        expect(title).to_contain_text(compared)
        points = window.state(f"sitting.shown.seats[{own['seat']}].score")
        expect(title).to_contain_text(re.compile(rf"{re.escape(score)}{str(points).replace('-', '−')}\s"))
        window.check_calm()
    server.post(f"/evenings/{evening}/leave", ben.secret)
    ben.looks_until_over(evening)
    with person(browser, server, language=language) as window:
        window.go(f"/t/{own['table']}#{own['token']}")
        expect(window.page.locator(".prompt")).to_contain_text(score)
        expect(window.page.locator("body")).not_to_contain_text(compared)


def test_spectators_see_the_ranking_with_replays(browser: Browser, server: Server) -> None:
    host = Visitor(server)
    evening, _ = host.running(PAIRS, 1)
    server.post(f"/evenings/{evening}/leave", host.secret)
    host.looks_until_over(evening)
    with person(browser, server) as eve:
        eve.go(f"/evening/{evening}")
        eve.sees("The evening is over.")
        expect(eve.page.locator("#ranking")).to_be_visible()
        eve.page.locator("a:has-text('Replay')").first.click()
        eve.page.wait_for_selector(".steps")
        eve.check_calm()


def test_an_unknown_evening_is_reported(browser: Browser, server: Server) -> None:
    with person(browser, server) as eve:
        eve.go("/evening/nowhere")
        eve.sees("No such evening")
