"""Tests that whole matches can be played by clicking, and that cards appear as symbols or words, never as codes."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from parlour.game.game import Game
from parlour.games import GAMES, find_game
from tests.samples import sampled
from tests.web.browser import Person
from tests.web.games import refuses_cards, short_table
from tests.web.servers import Server

STEPS = 15  # How many steps of the replay are checked.
# Returns all words of the page except those drawn on cards and the rules, which explain how records are written.
WORDS = """() => {
    const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
        if (!node.parentElement.closest("svg, script, style, .rules")) found.push(node.textContent.trim());
    for (const element of document.querySelectorAll("*"))
        for (const name of ["aria-label", "title", "aria-valuetext", "aria-description", "placeholder", "alt"])
            if (element.hasAttribute(name)) found.push(element.getAttribute(name));
    found.push(document.title);
    return found.filter(Boolean);
}"""


def codes_of(game: Game) -> re.Pattern[str]:
    """Make a pattern that finds the codes of the game's cards, which only records should contain."""
    names = sorted({re.escape(name) for name in game.deck.names if name not in game.deck.faces})
    return re.compile(rf"(?<![\w.])({'|'.join(names)})(?![\w])")


def checker(person: Person, game: Game) -> Callable[[str], None]:
    """Make a function that fails if the page shows a card's code."""
    codes = codes_of(game)

    def check(phase: str) -> None:
        found = [words for words in person.page.evaluate(WORDS) if codes.search(words)]
        assert not found, f"{game.name}, {phase}: {found}"

    return check


@pytest.mark.parametrize("name", sampled(GAMES, first=2))
def test_a_whole_match_can_be_played_by_clicking_and_no_page_shows_the_codes_of_cards(
    ann: Person, server: Server, name: str
) -> None:  # fmt: skip
    game = find_game(name)
    opened = server.open_table(**short_table(game))
    check, hinted = checker(ann, game), set[str]()
    ann.sit(opened)
    ann.page.click("#tab-log")

    def look(phase: str) -> None:
        ann.check_accessible()
        check(phase)

    def before(phase: str) -> None:
        check(phase)
        # If there is only one legal card, the page plays it automatically.
        has_choice = len(ann.state("sitting.shown.actions")) > 1
        if phase in game.phases and phase not in hinted and has_choice:
            hinted.add(phase)
            ann.page.click(".tools .hint")
            expect(ann.page.locator(".advice p")).to_be_visible()
            check(f"a hint in {phase}")

    ann.play_out(look, before)
    assert hinted
    assert server.get(f"/tables/{opened['table']}")["over"]
    assert server.get(f"/tables/{opened['table']}/verify")["verified"] is True
    ann.go(f"/replay/{opened['table']}")
    ann.page.wait_for_selector(".steps")
    steps = int(ann.page.locator(".steps").get_attribute("max") or 0)
    for step in range(0, steps + 1, max(1, steps // STEPS)):
        ann.page.locator(".steps").fill(str(step))
        check(f"step {step} of the replay")


@pytest.mark.parametrize("name", sampled([name for name in GAMES if refuses_cards(find_game(name))], first=1))
def test_reasons_why_a_card_cannot_be_played_contain_no_codes(ann: Person, server: Server, name: str) -> None:
    """A click on a card that can't be played now shows the reason."""
    game = find_game(name)
    check = checker(ann, game)
    ann.sit(server.open_table(name))
    ann.step()
    for _ in range(60):
        if ann.step() == "round":
            ann.next_round()
            continue
        cards = ann.page.locator(".hand button.card.cannot")
        if cards.count():
            cards.first.dispatch_event("click")
            expect(ann.page.locator(".prompt.note")).to_be_visible()
            check("a refusal")
            return
        ann.move()
    raise AssertionError("no card was ever refused")
