"""Tests of playing in the browser: dragging cards, the bars of a hint, and browser tabs that missed events."""

import re
from collections.abc import Callable

from playwright.sync_api import Browser, Locator, expect

from tests.web.browser import FREE_SPOT, Person, person
from tests.web.games import choosing_game
from tests.web.servers import Server

Spot = tuple[float, float]
Drag = Callable[[Person, Spot, Spot], None]
DEAF = """() => {
    const { socket } = parlour.state.sitting.line, hear = socket.onmessage;
    socket.onmessage = (event) => JSON.parse(event.data).type === "event" || hear(event);
}"""
WITHOUT_THE_MATCH = """() => {
    parlour.state.sitting.table = "gone99999999";
    parlour.state.sitting.line.socket.close();
}"""


def spot(thing: Locator) -> Spot:
    """Find a point of an element that no other element covers."""
    x, y = thing.evaluate(FREE_SPOT)
    return x, y


def with_the_mouse(person: Person, start: Spot, end: Spot) -> None:
    mouse = person.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(*end, steps=5)
    expect(person.page.locator(".card.dragged")).to_have_count(1)
    mouse.up()


def with_a_finger(person: Person, start: Spot, end: Spot) -> None:
    session = person.page.context.new_cdp_session(person.page)
    way = [(start[0] + (end[0] - start[0]) * n / 5, start[1] + (end[1] - start[1]) * n / 5) for n in range(6)]
    for n, (x, y) in enumerate(way):
        kind = "touchMove" if n else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    expect(person.page.locator(".card.dragged")).to_have_count(1)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def drag_a_card(person: Person, drag: Drag) -> None:
    """Check that a card dropped near the hand comes back, and that a card dropped on the felt is played."""
    person.step()
    number = person.state("sitting.number")
    card = person.page.locator(".hand .card.can").first
    name = card.get_attribute("data-card")
    x, y = spot(card)
    drag(person, (x, y), (x + 10, y - 30))
    expect(person.page.locator(".card.dragged")).to_have_count(0)
    assert (person.state("sitting.pending"), person.state("sitting.number")) == (None, number)
    drag(person, (x, y), (x, y - 260))
    person.until("at.number > value", number)
    person.until("at.log.some(one => one.story.some(text => text.values.card?.card === value))", name)
    person.check_calm()


def test_a_card_can_be_dragged_onto_the_felt_with_the_mouse(server: Server, ann: Person) -> None:
    ann.sit(server.open_table(choosing_game().name, players=2))
    drag_a_card(ann, with_the_mouse)


def test_a_card_can_be_dragged_onto_the_felt_with_a_finger(browser: Browser, server: Server) -> None:
    with person(browser, server, "phone") as ann:
        ann.sit(server.open_table(choosing_game().name, players=2))
        drag_a_card(ann, with_a_finger)


def test_a_hint_shows_its_margin_of_error(server: Server, ann: Person) -> None:
    ann.sit(server.open_table(choosing_game(3).name, players=3))
    ann.step()
    ann.page.click(".tools .hint")
    ann.page.locator(".advice summary").click()
    bars = ann.page.locator(".advice .bars li")
    expect(bars.first).to_be_visible(timeout=60_000)
    offered = len(ann.state("sitting.shown.actions"))
    assert bars.count() == min(6, offered)
    values = ann.page.locator(".advice .value").all_inner_texts()
    assert values[0] == "best"
    assert all(re.fullmatch(r"about as good|−\d+(\.\d+)?", words) for words in values[1:])
    widths = bars.locator(".gauge i").evaluate_all("all => all.map(one => one.offsetWidth)")
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > widths[-1] > 0
    assert bars.locator(".gauge em").first.evaluate("one => one.offsetWidth") > 0
    expect(ann.page.locator(".advice p")).to_contain_text("possible deals were tried")
    expect(ann.page.locator(".hand .card.best")).to_have_count(1)
    ann.check_accessible()
    ann.page.get_by_label("Close the hint").click()
    expect(ann.page.locator(".advice")).to_be_hidden()


def test_a_browser_tab_that_missed_events_says_so_and_catches_up(browser: Browser, server: Server, ann: Person) -> None:
    opened = server.open_table(choosing_game().name, players=2)
    ann.sit(opened)
    ann.step()
    ann.page.evaluate(DEAF)
    with person(browser, server) as elsewhere:
        elsewhere.sit(opened)
        elsewhere.step()
        elsewhere.move()
        elsewhere.step()
        number = elsewhere.state("sitting.number")
        ann.remember_notes()
        ann.choose()
        ann.was_told("The table has moved on; please choose again.")
        ann.until("at.number >= value && at.shown === at.view", number)
        assert ann.state("sitting.pending") is None


def test_if_the_server_has_lost_a_match_the_page_says_so_with_a_link_to_the_games(server: Server, ann: Person) -> None:
    ann.sit(server.open_table(choosing_game().name, players=2))
    ann.step()
    ann.page.evaluate(WITHOUT_THE_MATCH)
    expect(ann.page.locator("h1")).to_have_text("This table is gone")
    ann.check_accessible()
    ann.page.click("text=Back to the games")
    ann.page.wait_for_selector(".tile")


def test_a_players_own_move_is_shown_as_soon_as_it_is_no_longer_pending(browser: Browser, server: Server) -> None:
    with person(browser, server, settings={"pace": "slow"}) as ann:
        for _ in range(3):  # The bots choose at the same time, so their moves may come before Ann's.
            ann.sit(server.open_table(choosing_game(4).name, players=4))
            ann.step()
            ann.choose()
            ann.until("at.pending === null")
            told = [text["values"].get("who") for one in ann.state("sitting.log") for text in one["story"]]
            assert {"seat": 0} in told
        ann.check_calm()
