"""Tests of hints on the page, which must not cover any player or card."""

import pytest
from playwright.sync_api import Browser, expect

from parlour.game.view import Action, View
from parlour.games import GAMES, all_games
from tests.samples import sampled, some_game, together
from tests.web.browser import Person, person
from tests.web.games import seen
from tests.web.servers import Client, Server

SIZES = ("large phone", "sideways phone", "tablet", "wide")
TABLES = [  # `make test` tests only two games, each in a window of a different size.
    (game, size, place < 2 and place == other) for place, game in enumerate(GAMES) for other, size in enumerate(SIZES)
]
COVERED = """() => {
    const box = document.querySelector(".advice").getBoundingClientRect();
    const apart = (other) => other.right <= box.left + 1 || other.left >= box.right - 1
        || other.bottom <= box.top + 1 || other.top >= box.bottom - 1;
    return [...document.querySelectorAll(".plate, .hand .card, .prompt, .actions button, .trick .card, .stack")]
        .filter((one) => one.getClientRects().length && !apart(one.getBoundingClientRect()))
        .map((one) => one.className + " " + one.textContent.slice(0, 40));
}"""

WIDTH = "document.querySelector('.advice').clientWidth"


@pytest.mark.parametrize(
    ("game", "size"),
    [pytest.param(game, size, marks=() if kept else pytest.mark.extensive) for game, size, kept in TABLES],
)
def test_a_hint_covers_no_player_and_no_card_in_any_phase(
    browser: Browser, server: Server, game: str, size: str
) -> None:
    with person(browser, server, size) as ann:
        ann.sit(server.open_table(game))
        asked: set[str] = set()
        for n in range(12):
            phase = ann.step()
            if phase not in ("round", "over") and phase not in asked and len(ann.state("sitting.shown.actions")) > 1:
                asked.add(phase)
                ann.page.click(".tools .hint")
                ann.page.locator(".advice p").wait_for()
                ann.until("!document.querySelector('.advice').hidden")
                covered = settled(ann)
                assert not covered, f"{phase}: {covered}"
                assert ann.page.evaluate(WIDTH) >= 150, "the words of a hint don't fit"
                ann.check_accessible()
            if phase == "over":
                break
            if phase == "round":
                ann.next_round()
                continue
            ann.move(n)
        assert asked
        ann.check_calm()


HIDDEN = """() => {
    const column = document.querySelector(".near").getBoundingClientRect();
    const plate = document.querySelector(".own .plate").getBoundingClientRect();
    return Math.max(column.top - plate.top, plate.bottom - column.bottom);
}"""  # Returns how many pixels of your plate are out of view.


@pytest.mark.parametrize("name", sampled(GAMES, kept=2))
def test_your_plate_stays_in_view_beside_a_hint_on_a_phone_held_sideways(
    browser: Browser, server: Server, name: str
) -> None:
    with person(browser, server, "sideways phone") as ann:
        ann.sit(server.open_table(name))
        while ann.step() == "round" or len(ann.state("sitting.shown.actions")) < 2:
            ann.move()
        ann.page.click(".tools .hint")
        ann.page.locator(".advice p").wait_for()
        settled(ann)
        assert ann.page.evaluate(HIDDEN) <= 1
        ann.check_calm()


HEAR = """advised => {
    parlour.state.sitting.hinting = true;
    parlour.state.sitting.line.socket.onmessage({ data: JSON.stringify({
        type: "hint", best: advised, actions: [], sentence: { template: "Good luck!", values: {} },
    }) });
}"""


def test_a_hint_sets_the_number_chooser_without_making_the_move(ann: Person, server: Server) -> None:
    game = next(game for game in all_games() if any(len(numbered(view)) > 3 for view in seen(game)))
    ann.sit(server.open_table(game.name))
    while len(offered := [one for one in ann.state("sitting.shown.actions") if not one["cards"]]) < 4:
        ann.step()
        ann.choose()
    number, advised = ann.state("sitting.number"), offered[-2]
    ann.page.evaluate(HEAR, advised["id"])
    expect(ann.page.locator("[data-focus=chosen].best")).to_have_attribute("data-action", advised["name"])
    ann.page.click("[data-focus=less]")
    expect(ann.page.locator("[data-focus=chosen]")).to_have_attribute("data-action", offered[-3]["name"])
    assert ann.state("sitting.number") == number
    assert ann.state("sitting.pending") is None


def numbered(view: View) -> list[Action]:
    """List the actions whose label contains a number and no other value."""
    return [action for action in view.actions if [*map(type, action.label.values.values())] == [int]]


def settled(ann: Person) -> list[str]:
    """Find what the hint still covers once the table has had a few frames to make room for the hint."""
    covered: list[str] = []
    for _ in range(60):
        ann.page.evaluate("new Promise(requestAnimationFrame)")
        covered = ann.page.evaluate(COVERED)
        if not covered:
            return []
    return covered


def test_a_hint_is_read_out_and_disappears_with_the_next_move(ann: Person, server: Server) -> None:
    ann.sit(server.open_table(next(iter(GAMES))))
    ann.step()
    ann.page.click(".tools .hint")
    hint = ann.page.get_by_role("region", name="Hint")
    expect(hint).to_be_visible()
    assert hint.locator("[role=status]").inner_text()
    ann.move()
    expect(hint).to_have_count(0)


def test_a_hint_stays_visible_while_another_player_chooses_in_secret(ann: Person, server: Server) -> None:
    game = some_game(2, together)
    opened = server.open_table(game, players=2, seats=[{"kind": "person"}] * 2)
    ben = server.post(f"/tables/{opened['table']}/join", data={"name": "Ben", "invite": opened["invite"]}).json()
    ann.sit(opened)
    ann.step()
    number = ann.state("sitting.number")
    ann.page.click(".tools .hint")
    expect(ann.page.locator(".advice")).to_be_visible()
    with Client(server, opened["table"], ben["token"]) as client:
        client.until("welcome")
        client.move("first")
    ann.until("at.shownNumber > value", number)
    expect(ann.page.locator(".advice")).to_be_visible()
    ann.move()
    expect(ann.page.locator(".advice")).to_be_hidden()
