"""The first minute in a browser: nobody waits for the compiler, and the page says which bots aren't ready yet."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from parlour.engine.rule import PLAIN
from parlour.games import GAMES
from tests.samples import sampled, some_game
from tests.web.browser import PATIENCE, SIZES, Person, person
from tests.web.games import quick_game, short_table
from tests.web.servers import Server

GAME = some_game(players=2)
STRONG = dict.fromkeys(GAMES, "ready")
WEAK = dict.fromkeys(GAMES, "preparing")
PAUSES = 300  # In this time, in milliseconds, a page that keeps asking for the status would ask several times.
OVERLAPS = """note => {
    const one = note.getBoundingClientRect();
    return [...document.querySelectorAll("button.card, .plate, .chip")].some((other) => {
        const two = other.getBoundingClientRect();
        return one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
    });
}"""

PLACES = """[...document.querySelectorAll("[data-today], .tile button, .tile a")].map(
    (one) => [one.innerText, one.getBoundingClientRect().top])"""


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Start a server that has never compiled anything."""
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))
    server = Server(f"sqlite:///{tmp_path / 'tables.sqlite'}", plain=False)
    yield server
    server.close()


@pytest.mark.skipif(PLAIN, reason="nothing is compiled in plain mode")
@pytest.mark.parametrize("name", sampled(GAMES))
def test_the_first_card_of_every_game_is_dealt_before_the_game_is_compiled(
    browser: Browser, cold: Server, name: str
) -> None:
    with person(browser, cold, "phone") as ann:
        ann.go("/")
        ann.page.click(f"[data-play={name}]")
        ann.page.wait_for_selector(".hand .card")
        assert cold.get("/status")["games"][name] == "preparing"
        note = ann.page.locator(".bar .preparing")
        expect(note).to_contain_text("Strong bots are warming up", timeout=PATIENCE)
        _check_in_sight(ann, "phone")
        if ann.step() not in ("round", "over"):  # Some rounds are over as soon as they are dealt.
            ann.choose()
        ann.check_calm()


def _check_in_sight(ann: Person, size: str) -> None:
    """Check that the note at the table is inside the window and covers no card, seat or button."""
    note = ann.page.locator(".bar .preparing")
    box = note.bounding_box()
    width, height = SIZES[size]
    assert box is not None
    assert 0 <= box["x"] <= width - box["width"]
    assert 0 <= box["y"] <= height / 4 - box["height"]
    assert not note.evaluate(OVERLAPS)


class Answers:
    """Answers the page's requests for the server's status with a fake status, and counts the requests."""

    def __init__(self, ann: Person) -> None:
        self.games, self.progress, self.asked = WEAK, 0.4, 0
        ann.page.route("**/api/status", self._answer)

    def _answer(self, route: Route) -> None:
        self.asked += 1
        status = {"version": "1", "games": self.games, "progress": self.progress, "server": "x"}
        route.fulfill(status=200, content_type="application/json", body=json.dumps(status))


@pytest.fixture
def asking(browser: Browser, server: Server) -> Iterator[Person]:
    """Open the page for a person; the page asks for the server's status at shorter intervals."""
    with person(browser, server, pauses=False) as ann:
        yield ann
        ann.check_calm()


def test_when_the_bots_are_ready_the_notes_that_they_are_warming_up_disappear_and_the_page_stops_asking(
    asking: Person,
) -> None:
    ann, answers = asking, Answers(asking)
    ann.go("/")
    notes = ann.page.locator(".tile .preparing:visible")
    expect(notes).to_have_count(len(GAMES), timeout=PATIENCE)
    expect(notes.first).to_have_text("Strong bots are warming up (games ready: 40%)")
    ann.check_accessible()
    answers.games, answers.progress = {**STRONG, GAME.name: "preparing"}, 0.9
    expect(notes).to_have_count(1, timeout=PATIENCE)
    expect(notes.first).to_contain_text("games ready: 90%")
    answers.games = STRONG
    expect(notes).to_have_count(0, timeout=PATIENCE)
    asked = answers.asked
    ann.page.wait_for_timeout(PAUSES)
    assert answers.asked == asked


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_nothing_on_the_first_page_moves_when_answers_from_the_server_arrive(
    browser: Browser, server: Server, size: str
) -> None:
    with person(browser, server, size) as ann:
        held: list[Route] = []
        ann.page.route("**/api/today", lambda route: held.append(route))
        ann.page.route("**/api/tables", lambda route: route.fulfill(json=[]))  # Hides tables left by other tests.
        Answers(ann)
        ann.go("/")
        ann.page.wait_for_selector("[data-today]:disabled")
        ann.page.evaluate("document.fonts.ready.then(() => null)")
        before = ann.page.evaluate(PLACES)
        expect(ann.page.locator(".tile .preparing:visible")).to_have_count(len(GAMES), timeout=PATIENCE)
        answer = held[0].fetch().json()
        answer["chain"]["first"] = "2026-01-01"  # The answer pretends that the server already existed yesterday.
        held[0].fulfill(json=answer)
        ann.page.wait_for_selector("[data-yesterday]")
        assert ann.page.evaluate(PLACES) == before
        ann.check_calm()


def test_the_list_of_games_stays_in_place_when_an_unfinished_match_appears(
    browser: Browser, server: Server
) -> None:  # fmt: skip
    with person(browser, server, "phone") as ann:
        ann.page.route("**/api/tables", lambda route: route.fulfill(json=[]))  # Hides tables left by other tests.
        Answers(ann)
        opened = server.open_table(GAME)
        ann.sit(opened)
        ann.go("/")
        ann.page.wait_for_selector(".waiting .match")
        held: list[Route] = []
        ann.page.route(f"**/api/tables/{opened['table']}", lambda route: held.append(route))
        ann.go("/")
        ann.page.wait_for_selector(".tile")
        ann.page.evaluate("document.fonts.ready.then(() => null)")
        before = ann.page.evaluate(PLACES)
        expect(ann.page.locator(".waiting .match")).to_have_count(0)
        held[0].continue_()
        ann.page.wait_for_selector(".waiting .match")
        assert ann.page.evaluate(PLACES) == before
        ann.check_calm()


def test_if_a_game_cannot_be_compiled_no_note_says_that_its_bots_are_warming_up(asking: Person) -> None:
    ann, answers = asking, Answers(asking)
    answers.progress = 1.0
    ann.go("/")
    ann.page.wait_for_selector(".tile")
    ann.page.wait_for_timeout(PAUSES)
    assert answers.asked == 1
    expect(ann.page.locator(".preparing:visible")).to_have_count(0)


def test_the_note_that_bots_are_warming_up_is_visible_at_the_table_and_read_out_once(
    asking: Person, server: Server
) -> None:
    ann, answers = asking, Answers(asking)
    ann.sit(server.open_table(GAME))
    note = ann.page.locator(".bar .preparing")
    expect(note).to_be_visible(timeout=PATIENCE)
    assert note.get_attribute("role") == "status"
    said = note.locator("span:not([aria-hidden])")
    said.evaluate("element => { globalThis.said = element; }")
    for size, (width, height) in SIZES.items():
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        _check_in_sight(ann, size)
        ann.check_accessible()
    answers.progress = 0.6
    expect(note).to_contain_text("60%", timeout=PATIENCE)
    assert said.evaluate("element => element === globalThis.said")
    answers.games = STRONG
    expect(note).to_be_hidden(timeout=PATIENCE)


def test_the_page_explains_why_an_analysis_is_not_ready_yet_and_later_shows_the_analysis_by_itself(
    asking: Person, server: Server
) -> None:
    ann, answers = asking, Answers(asking)
    opened = server.open_table(**short_table(quick_game(), 2))
    ann.sit(opened)
    ann.play_out(clicking=False)
    refused = {"refused": "preparing", "reason": "Thinking ahead is being prepared; try again in a minute."}
    path = "**/api/tables/*/could"
    ann.page.route(path, lambda route: route.fulfill(status=503, json=refused))
    ann.go(f"/replay/{opened['table']}")
    ann.page.get_by_role("button", name="Could I have won?").click()
    ann.sees("The strong bot is still warming up. Its answer will appear here.")
    ann.page.unroute(path)
    answers.games, answers.progress = STRONG, 1.0
    ann.sees("the bot")
    expect(ann.page.locator("body")).not_to_contain_text("still warming up", timeout=PATIENCE)
    ann.troubles = [
        trouble for trouble in ann.troubles if "503" not in trouble
    ]  # The browser logs refused requests as errors.
