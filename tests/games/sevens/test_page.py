"""Test in a browser that Oh 7 ? and Kod-7 turn up promises after a short pause."""

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import person
from tests.web.servers import Server
from tests.web.static.test_moments import play_to_moment

SUSPENSE = """globalThis.waited = [];
    new MutationObserver(() => parlour.state.sitting?.coming && waited.push(
        [document.querySelector(".prompt").textContent, JSON.stringify(parlour.state.sitting.shown.moments)]))
    .observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })"""


@pytest.mark.parametrize("game", ["oh7", "kod7"])
def test_promises_are_turned_up_after_a_short_pause(browser: Browser, server: Server, game: str) -> None:
    with person(browser, server, settings={"pace": "slow"}) as ann:
        ann.sit(server.open_table(game))
        ann.step()
        ann.page.evaluate(SUSPENSE)
        staged = play_to_moment(ann, "reveal")
        waited = ann.page.evaluate("waited")
        assert waited, "the table paused before it turned up the cards"
        assert all(moments == "[]" for _, moments in waited), "the table showed no promises during the pause"
        assert "Turning up the cards …" in [words for words, _ in waited]
        expect(ann.page.locator(".card.noted").first).to_be_visible()
        assert len(staged["marks"]) == len(ann.state("sitting.facts.seats"))
        ann.check_calm()
