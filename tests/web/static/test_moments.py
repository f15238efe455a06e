"""Tests of special moments: the page says what has just happened until the player continues or time passes."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from parlour.games import GAMES, all_games, find_game
from tests.pages import ROOT
from tests.samples import sampled, some_game
from tests.web.browser import BOTS_AT_ONCE, Person, person
from tests.web.conftest import UNLIMITED
from tests.web.cover import WINDOWS
from tests.web.servers import Server

UNTIL_MOMENT = """async kind => {
    const chosen = () => document.querySelector("button.card.can, .actions [data-action]:not(:disabled)");
    for (const end = performance.now() + 60000; performance.now() < end; ) {
        const at = parlour.state.sitting;
        if (at.moment && (kind === "end" ? at.newRow : at.moment.moment.kind === kind)) return "moment";
        if (at.moment) document.querySelector("#table").click();
        else if (document.querySelector("dialog.roundsheet[open]"))
            document.querySelector("dialog.roundsheet .action.main").click();
        else if (!at.coming && !at.pending && chosen()) return "choice";
        await new Promise(done => setTimeout(done, 15));
    }
    throw new Error("nothing happens: " + document.body.innerText);
}"""
MARKED = """async () => {
    const { changed } = await import("/static/core/state.js"), at = parlour.state.sitting;
    const said = (template) => ({ template, values: {} }), { lives } = parlour.state.game.scoring;
    const score = (seat) => (lives ? seat.score : seat.team === null ? -12 : -195); // as it can be in the games
    const seats = at.shown.seats.map((seat) => ({ ...seat, score: score(seat) }));
    const marks = seats.map(({ seat }) => ({ seat, text: said("Good luck!"), tone: "good" }));
    const moment = { kind: "result", word: said("Good luck!"), text: said("The match is over."), marks, cards: [] };
    at.shown = { ...at.shown, seats, actions: [], selection: null };
    at.moment = { moment, marks, cards: [] };
    changed();
}"""
CROWDED = """async () => {
    for (let n = 0; n < 3; n += 1) await new Promise(requestAnimationFrame);
    const box = (one) => one.getBoundingClientRect();
    const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1
        || b.bottom <= a.top + 1;
    const inside = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1 && a.bottom <= b.bottom + 1;
    return [...document.querySelectorAll("#table .plate")].filter((plate) => {
        const parts = [...plate.querySelectorAll("strong, .mark, .score, .lives")].map(box);
        const name = plate.querySelector("strong");
        return name.scrollWidth > name.clientWidth + 1 || parts.some((one) => !inside(one, box(plate)))
            || parts.some((one, n) => parts.slice(n + 1).some((other) => !apart(one, other)));
    }).map((plate) => plate.innerText).concat(
        apart(box(document.querySelector(".own .plate")), box(document.querySelector(".dock"))) ? [] : ["the dock"]);
}"""
# If a game counts lives, nobody can act at the end of a round.
LIVES = some_game(4, lambda game: game.scoring.lives).name


def in_turn(number: int, actions: list[dict[str, Any]]) -> dict[str, Any]:
    """Choose the first action, then the second, and so on, starting again after the last action."""
    return actions[number % len(actions)]


def play_to_last_card(
    server: Server, opened: dict[str, Any], chosen: Callable[[int, list[dict[str, Any]]], dict[str, Any]] = in_turn
) -> None:
    """Play over HTTP until the player has one card left in the round; `chosen` picks the action at every step."""
    path, token = f"/tables/{opened['table']}", opened["token"]
    for n in range(2000):
        look = server.get(f"{path}/view", token)
        view, own = look["view"], look["seat"]
        if view["phase"] == "play" and view["seats"][own]["cards"] <= 1:
            return
        if not view["actions"]:
            time.sleep(0.01)  # Meanwhile the server's bots play.
            continue
        action = chosen(n, view["actions"])
        server.post(f"{path}/move", token, {"id": f"move-{n}", "number": look["number"], "action": action["id"]})
    raise AssertionError("the round never comes to the last card")


def play_to_moment(ann: Person, kind: str = "end") -> dict[str, Any]:
    """Play until a moment of this kind is shown, by default the end of a round."""
    for _ in range(400):
        if ann.page.evaluate(UNTIL_MOMENT, kind) == "moment":
            staged: dict[str, Any] = ann.state("sitting.moment")
            return staged
        ann.move(-1, clicking=False)  # A round soon ends if Ann always takes the last action, for example "stay".
    raise AssertionError(f"no moment of the kind {kind} was shown")


@pytest.fixture
def slow(browser: Browser, server: Server) -> Iterator[Person]:
    """Seat a player for whom moments last long enough to be checked, without animations."""
    with person(browser, server, pauses=False, settings={"pace": "slow"}) as ann:
        yield ann
        ann.check_calm()


def sentence(ann: Person, text: Any) -> str:
    """Format a sentence of the game as the page does."""
    words: str = ann.page.evaluate(
        """async text => (await import("/static/core/sentences.js")).formattedFirst(
            text, parlour.state.sitting.facts.seats.map(one => one.name))""",
        text,
    )
    return words


@pytest.mark.parametrize("game", sampled(GAMES, kept=2))
def test_the_page_says_how_a_round_ended_until_the_player_taps(slow: Person, server: Server, game: str) -> None:
    opened = server.open_table(game, options=dict(find_game(game).short_options))
    if "play" in find_game(game).phases:
        play_to_last_card(server, opened)
    slow.sit(opened)
    staged = play_to_moment(slow)
    assert staged["marks"]
    prompt = slow.page.locator(".prompt.moment[role=status]")
    expect(prompt).to_contain_text(sentence(slow, staged["moment"]["text"]))
    assert "cards are dealt" not in prompt.inner_text()
    for mark in staged["marks"]:
        place = slow.page.get_by_role("region", name=f"seat {mark['seat'] + 1}").locator(".mark")
        expect(place.first).to_be_visible()
    assert slow.page.locator("dialog.roundsheet").count() == 0, "the score sheet opened before the moment was over"
    slow.check_accessible()


def test_a_tap_a_key_or_the_button_ends_a_moment(slow: Person, server: Server) -> None:
    """Test with a game in which nobody can act at the end of a round."""
    slow.sit(server.open_table(LIVES, players=2))
    ways: list[Callable[[], object]] = [
        lambda: slow.page.locator("#table").click(position={"x": 200, "y": 300}),
        lambda: slow.page.keyboard.press("Escape"),
        lambda: slow.page.get_by_role("button", name="Go on").click(),
    ]
    for way in ways:
        play_to_moment(slow)
        slow.page.evaluate("document.activeElement.blur()")
        while slow.state("sitting.moment"):
            before = slow.state("sitting.moment")
            way()
            slow.until("JSON.stringify(at.moment) !== JSON.stringify(value)", before)
        slow.page.wait_for_selector("dialog.roundsheet[open]")
        if slow.page.locator("dialog.roundsheet a").count():
            return  # The match is over.
        slow.next_round()


def test_a_moment_ends_by_itself_after_some_time(browser: Browser, server: Server) -> None:
    with person(browser, server, settings={"pace": "quick"}) as ann:
        ann.page.context.add_init_script(BOTS_AT_ONCE)
        ann.sit(server.open_table(LIVES, players=2))
        play_to_moment(ann)
        ann.page.wait_for_selector("dialog.roundsheet[open]")
        assert ann.state("sitting.moment") is None
        ann.check_calm()


def test_at_the_instant_pace_no_moments_are_shown(ann: Person, server: Server) -> None:
    ann.sit(server.open_table(LIVES, players=2, options=dict(find_game(LIVES).short_options)))
    ann.remember_notes()
    ann.play_out(before=lambda phase: expect(ann.page.locator(".prompt.moment")).to_have_count(0))


def test_a_moment_is_animated_only_if_motion_is_on(browser: Browser, server: Server) -> None:
    for motion, animated in (("none", False), ("full", True)):
        with person(browser, server, pauses=False, settings={"pace": "slow", "motion": motion}) as ann:
            ann.sit(server.open_table(LIVES, players=2))
            play_to_moment(ann)
            name = ann.page.locator(".prompt.moment").evaluate("one => getComputedStyle(one).animationName")
            assert (name != "none") == animated
            expect(ann.page.locator(".prompt.moment .word")).to_be_visible()


def test_marks_and_long_scores_never_cover_players_names(ann: Person, server: Server) -> None:
    for game in all_games():
        ann.sit(server.open_table(game, players=max(game.players)))
        ann.step()
        ann.page.evaluate(MARKED)
        for window in ("phone", "phone sideways", "small phone sideways"):
            width, height = WINDOWS[window]
            ann.page.set_viewport_size({"width": width, "height": height})
            assert ann.page.evaluate(CROWDED) == [], f"{game.name}, {window}"
        ann.check_calm()


def test_the_replay_shows_the_marks_of_moments(slow: Person, server: Server) -> None:
    game = find_game(LIVES)
    opened = server.open_table(game.name, players=2, options=dict(game.short_options))
    slow.sit(opened)
    slow.page.evaluate("parlour.state.settings.pace = 'instant'")
    slow.play_out(clicking=False)
    slow.go(f"/replay/{opened['table']}")
    slow.page.wait_for_selector(".steps")
    slow.page.get_by_role("button", name="To the end").click()
    expect(slow.page.locator(".mark").first).to_be_visible()
    slow.check_accessible()


def test_an_external_game_can_declare_moments_just_like_the_built_in_games(browser: Browser, tmp_path: Path) -> None:
    source = ROOT / "tests" / "outside" / "invented.py"
    server = Server(f"sqlite:///{tmp_path / 'tables.sqlite'}", *UNLIMITED, "--game", str(source))
    try:
        with person(browser, server, pauses=False, settings={"pace": "slow"}) as ann:
            opened = server.open_table("beanrow")
            play_to_last_card(server, opened)
            ann.sit(opened)
            play_to_moment(ann)
            expect(ann.page.locator(".prompt.moment")).to_contain_text("The beans of the row are counted.")
            expect(ann.page.locator(".mark")).to_have_count(len(ann.state("sitting.facts.seats")))
            ann.check_accessible()
    finally:
        server.close()
