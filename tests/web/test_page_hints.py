"""Hints on the page: in a place of their own, where they cover nobody and no card."""

import pytest
from playwright.sync_api import Browser, expect

from parlour.games import GAMES
from tests.web.browser import Person, person
from tests.web.servers import Server

SIZES = ("large phone", "tablet", "wide")  # `make test` takes one for each game
COVERED = """() => {
    const box = document.querySelector(".advice").getBoundingClientRect();
    const apart = (other) => other.right <= box.left + 1 || other.left >= box.right - 1
        || other.bottom <= box.top + 1 || other.top >= box.bottom - 1;
    return [...document.querySelectorAll(".plate, .hand .card, .prompt, .actions button, .trick .card, .stack")]
        .filter((one) => one.getClientRects().length && !apart(one.getBoundingClientRect()))
        .map((one) => one.className + " " + one.textContent.slice(0, 40));
}"""


@pytest.mark.parametrize(
    ("game", "size"),
    [
        pytest.param(game, size, marks=() if (place - other) % len(SIZES) == 0 else pytest.mark.extensive)
        for place, game in enumerate(GAMES)
        for other, size in enumerate(SIZES)
    ],
)
def test_a_hint_covers_nothing_in_any_phase(browser: Browser, server: Server, game: str, size: str) -> None:
    with person(browser, server, size) as ann:
        ann.sit(server.open_table(game))
        seen: set[str] = set()
        for n in range(12):
            phase = ann.step()
            if phase not in ("round", "over") and phase not in seen and len(ann.state("sitting.shown.actions")) > 1:
                seen.add(phase)
                ann.page.click(".tools .hint")
                ann.page.locator(".advice p").wait_for()
                ann.until("!document.querySelector('.advice').hidden")
                covered = settled(ann)
                assert not covered, f"{phase}: {covered}"
                ann.check_accessible()
            if phase == "over":
                break
            if phase == "round":
                ann.next_round()
                continue
            number = ann.state("sitting.number")
            ann.choose(n)
            ann.until("at.number > value", number)
        assert seen
        ann.check_calm()


def settled(ann: Person) -> list[str]:
    """What the hint covers once the table has made room for it, which takes a few frames."""
    covered: list[str] = []
    for _ in range(60):
        ann.page.evaluate("new Promise(requestAnimationFrame)")
        covered = ann.page.evaluate(COVERED)
        if not covered:
            return []
    return covered


def test_a_hint_is_read_out_and_goes_with_the_next_move(ann: Person, server: Server) -> None:
    ann.sit(server.open_table(next(iter(GAMES))))
    ann.step()
    ann.page.click(".tools .hint")
    hint = ann.page.get_by_role("region", name="Hint")
    expect(hint).to_be_visible()
    assert hint.locator("[role=status]").inner_text()
    number = ann.state("sitting.number")
    ann.choose()
    ann.until("at.number > value", number)
    expect(hint).to_have_count(0)
