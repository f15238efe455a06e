"""Tests that cards move at once, before words are drawn and without a forced layout, and that matches free memory.

No test in this module measures time; `tools/measure_page.py` does.
"""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from parlour.games import all_games, find_game
from tests.samples import sampled
from tests.web.browser import PATIENCE, TRACED, WORK, Person, forced_in, person
from tests.web.games import choosing_game, quick_game, short_table, trick_phase, with_tricks
from tests.web.servers import Server

MOVING = {"motion": "full", "pace": "quick"}
PLAYED = """async () => {
    const { socket } = parlour.state.sitting.line, hear = socket.onmessage, before = parlour.motion.moves;
    const prompt = document.querySelector(".prompt");
    const seen = await new Promise((done) => {
        socket.onmessage = (event) => {
            hear(event);
            if (JSON.parse(event.data).type !== "event") return;
            const words = prompt.textContent;
            queueMicrotask(() => done({ moves: parlour.motion.moves - before, waited: prompt.textContent === words }));
            socket.onmessage = hear;
        };
        document.querySelector("button.card.can").click();
    });
    return seen;
}"""
TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
PLACES = """() => [...document.querySelectorAll("#table :is(.card, .seat, .dock, .ring, .markers)")]
    .map((one) => [one, one.getBoundingClientRect()])
    .map(([one, box]) => [one.localName, ...[box.x, box.y, box.width, box.height].map(Math.round)].join(" ")).sort()"""


def to_the_tricks(ann: Person, phase: str | None) -> None:
    while ann.step() != phase:
        number = ann.state("sitting.number")
        ann.page.evaluate("document.querySelector('button.card.can, .actions [data-action]:not(:disabled)').click()")
        ann.until("at.number > value", number)


def test_cards_move_as_soon_as_the_servers_answer_arrives_and_words_are_drawn_afterwards(
    browser: Browser, server: Server
) -> None:
    with person(browser, server, settings=MOVING) as ann:
        name = with_tricks(players=2)[0]
        ann.sit(server.open_table(name, players=2))
        to_the_tricks(ann, trick_phase(find_game(name)))
        seen = ann.page.evaluate(PLAYED)
        assert seen["moves"] > 0, "the cards waited for a frame or a timer"
        assert seen["waited"], "words were drawn before the cards moved"
        expect(ann.page.locator(".prompt")).not_to_have_text("Sending your move …")
        ann.check_calm()


@pytest.mark.parametrize("game", sampled(with_tricks(players=4)))
def test_when_an_event_is_handled_no_script_forces_the_browser_to_compute_the_layout(
    browser: Browser, server: Server, game: str
) -> None:
    with person(browser, server, settings=MOVING) as ann:
        phase = trick_phase(find_game(game))
        ann.sit(server.open_table(game, players=4))
        to_the_tricks(ann, phase)
        first = ann.state("sitting.number")
        browser.start_tracing(page=ann.page, categories=TRACED)
        for _ in range(2):
            number = ann.state("sitting.number")
            ann.page.evaluate("document.querySelector('button.card.can').click()")
            ann.until("at.number > value && at.shown === at.view", number)
            assert ann.step() == phase
        ann.page.evaluate(TWO_FRAMES)  # After two frames, the frame of the last event is complete.
        traced: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
        assert ann.state("sitting.number") >= first + 2
    work = [one for one in traced if one["ph"] == "X"]
    assert any(one["name"] == "Layout" for one in work)
    stacks = [one["args"]["beginData"]["stackTrace"] for name in WORK.values() for one in forced_in(work, name)]
    assert [[call["functionName"] for call in stack] for stack in stacks if "/static/" in stack[0]["url"]] == []


@pytest.mark.parametrize("size", ["phone", "wide"])
@pytest.mark.parametrize("game", sampled([game.name for game in all_games() if 3 in game.players]))
def test_a_player_who_joins_late_sees_the_same_table_as_a_player_who_followed_the_match(
    browser: Browser, server: Server, game: str, size: str
) -> None:
    with person(browser, server, size) as ann, person(browser, server, size) as later:
        opened = server.open_table(game, players=3)
        ann.sit(opened)
        for move in range(5):
            if ann.step() == "round":
                ann.next_round()
                continue
            later.sit(opened)
            later.until("at.number >= value", ann.state("sitting.number"))
            ann.page.mouse.move(0, 0)  # The page would lift a card under the pointer.
            for _ in range(PATIENCE // 50):  # Each of the two browsers may still have a frame to draw.
                places = [one.page.evaluate(PLACES) for one in (ann, later)]
                if places[0] == places[1]:
                    break
                ann.page.wait_for_timeout(50)
            assert places[0] == places[1]
            ann.move(move)


def test_the_cloth_is_painted_in_a_separate_layer_from_the_cards(browser: Browser, server: Server) -> None:
    with person(browser, server) as ann:
        ann.sit(server.open_table(choosing_game().name, players=2))
        ann.step()
        session = ann.page.context.new_cdp_session(ann.page)
        trees: list[Any] = []
        session.on("LayerTree.layerTreeDidChange", lambda event: trees.append(event.get("layers", [])))
        session.send("DOM.enable")
        session.send("DOM.getDocument")
        session.send("LayerTree.enable")
        while not any(trees):  # The browser reports layers only when it paints.
            ann.page.evaluate("document.querySelector('.title').append(' ')")
            ann.page.wait_for_timeout(50)
        nodes = [one["backendNodeId"] for one in trees[-1] if "backendNodeId" in one]
        told = [session.send("DOM.describeNode", {"backendNodeId": node})["node"] for node in nodes]
        layers = {word for node in told for word in node.get("attributes", [])}
        assert {"things", "tools"} <= layers


def test_finished_matches_do_not_stay_in_memory(browser: Browser, server: Server) -> None:
    with person(browser, server) as ann:
        session = ann.page.context.new_cdp_session(ann.page)

        def kept() -> tuple[int, int]:
            """Count event listeners and DOM nodes on the first page, after all requests have been answered."""
            ann.page.locator(".tile .main").first.wait_for()
            ann.page.locator("[data-today]:enabled").first.wait_for()
            session.send("HeapProfiler.collectGarbage")
            counted = session.send("Memory.getDOMCounters")
            return counted["jsEventListeners"], counted["nodes"]

        def match() -> None:
            opened = server.open_table(**short_table(quick_game(), 2))
            path = f"/t/{opened['table']}#{opened['token']}"
            ann.page.evaluate(f"history.pushState(null, '', '{path}'); dispatchEvent(new Event('popstate'))")
            ann.play_out()
            ann.page.click("dialog >> text=Other games")

        ann.go("/")
        counts = []
        # The first two counts are the baseline: modules loaded for the first match stay in memory.
        for _ in range(2):
            match()
            counts.append(kept())
        listeners, nodes = map(max, *counts)
        for _ in range(3):
            match()
        # A timer or promise may keep the last match in memory for a moment; a leak would keep it forever.
        for _ in range(PATIENCE // 50):
            now = kept()
            if now[0] <= listeners + 2 and now[1] < nodes + 200:
                break
            ann.page.wait_for_timeout(50)
        assert now[0] <= listeners + 2
        assert now[1] < nodes + 200, "nodes of finished matches, each with more than a thousand, are still in memory"
