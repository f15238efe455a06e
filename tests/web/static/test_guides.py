"""Tests of guided first hands in a real browser: playing to the end, leaving early, and the first page's offer."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from parlour.game.game import Game
from parlour.game.options import complete
from parlour.games import all_games
from parlour.match.guide import guide_of
from tests.samples import sampled
from tests.web.browser import SAID, Person, person, press
from tests.web.servers import Server

GUIDED = [game for game in all_games() if guide_of(game) is not None]
SAYS = f"({SAID})(document.querySelector('.guide [role=status], .guideword'))"
FREE = """async () => {
    const at = (thing) => thing.getBoundingClientRect(), ring = document.querySelector(".guidering");
    const covers = (box, other) => other.width > 0 && box.left < other.right - 1 && other.left < box.right - 1
        && box.top < other.bottom - 1 && other.top < box.bottom - 1;
    const middle = ({ left, right, top, bottom }) =>
        new DOMRect((left + right) / 2 - 2, (top + bottom) / 2 - 2, 4, 4);
    const covered = () => [
        ...[...document.querySelectorAll("#table .prompt, #table .actions button"), ...(ring.hidden ? [] : [ring])]
            .filter((thing) => covers(at(document.querySelector(".guide")), at(thing))),
        ...[...document.querySelectorAll("#table .trick .card")]
            .filter((card) => covers(at(document.querySelector(".guide")), middle(at(card)))),
    ].map((thing) => thing.className);
    for (let n = 0; n < 90 && covered().length; n += 1) await new Promise(requestAnimationFrame); // cards come to rest
    return covered();
}"""

every_guide = pytest.mark.parametrize("game", sampled(GUIDED, kept=2), ids=lambda game: game.name)


def begin(ann: Person, game: Game) -> list[dict[str, Any]]:
    """Accept the guided hand that the first page offers; return the guide's steps."""
    ann.go("/")
    ann.page.click(f".guideoffer [data-guide={game.name}]")
    ann.page.wait_for_selector(".guide")
    steps: list[dict[str, Any]] = ann.page.evaluate(
        "async game => (await (await fetch(`/api/games/${game}/guide`)).json()).steps", game.name
    )
    return steps


def sentence(ann: Person, step: dict[str, Any], kind: str = "say") -> str:
    """Format a sentence as the page does."""
    return str(
        ann.page.evaluate(
            """async text => {
                const { formatted } = await import("/static/core/sentences.js");
                return formatted(text, parlour.state.sitting.facts.seats.map(seat => seat.name));
            }""",
            step[kind],
        )
    )


def hears(ann: Person, sentence: str) -> None:
    """Wait until the guide says this sentence."""
    ann.until(f"{SAYS}?.toLowerCase() === value.toLowerCase()", sentence)


def do(ann: Person, name: str) -> None:
    """Make the move with this name by clicking its cards, its button or the number chooser."""
    action = ann.page.evaluate("name => parlour.state.sitting.shown.actions.find(one => one.name === name)", name)
    for card in action["cards"]:
        press(ann.page.locator(f'[data-card="{card}"]').first)
    if action["cards"]:
        return
    button = ann.page.locator(f'.actions [data-action="{name}"]')
    while not button.count():
        ann.page.click("[data-focus=more]")
    button.click()


def another_move(ann: Person, step: dict[str, Any]) -> str | None:
    """Find a legal move that this step of the guide doesn't accept, if there is one."""
    names = [action["name"] for action in ann.state("sitting.shown.actions")]
    return next((name for name in names if name not in step["do"]), None)


@every_guide
@pytest.mark.parametrize("size", ["phone", pytest.param("wide", marks=pytest.mark.extensive)])
def test_a_guided_hand_can_be_played_to_its_end_and_explains_why_other_moves_are_not_accepted(
    browser: Browser, server: Server, game: Game, size: str
) -> None:
    with person(browser, server, size, color_scheme="dark" if size == "phone" else "light") as ann:
        steps, phases = begin(ann, game), set()
        asked = next(step for step in steps if step["do"])
        for place, step in enumerate(steps):
            hears(ann, sentence(ann, step))
            if (phase := ann.state("sitting.shown.phase")) not in phases or step is steps[-1]:
                ann.check_accessible()
                phases.add(phase)
            if ann.page.locator("dialog.roundsheet[open]").count():
                ann.page.locator("dialog.roundsheet .buttons button").last.click()
                hears(ann, sentence(ann, step))
            assert ann.page.evaluate(FREE) == []
            number = ann.state("sitting.number")
            if step is asked:
                refuse_another_move(ann, step)
            if step["do"]:
                do(ann, step["do"][0])
                ann.until("at.number > value", number)
            elif place < len(steps) - 1:
                ann.page.click(".guide .main")
        go_on_after(ann, game)
        ann.check_calm()


def refuse_another_move(ann: Person, asked: dict[str, Any]) -> None:
    """Check that the guide doesn't accept a legal move other than the one that it asks for."""
    number, other = ann.state("sitting.number"), another_move(ann, asked)
    assert other is not None
    do(ann, other)
    hears(ann, sentence(ann, asked, "otherwise"))
    assert ann.state("sitting.number") == number
    assert ann.state("sitting.pending") is None
    ann.check_accessible()


def go_on_after(ann: Person, game: Game) -> None:
    """At the end of a guide, continue its match or, if the match is over, start a normal one with the same bots."""
    if not ann.state("sitting.shown.over"):
        assert ann.page.locator(".guide :is(button, a)").count() <= 3
        ann.page.locator(".guidebuttons > *").first.click()
        expect(ann.page.locator(".guide")).to_have_count(0)
        return
    assert ann.page.locator(":is(.guide, .actions) :is(button, a)").count() <= 3
    table, seats = (ann.state(f"sitting.{what}") for what in ("table", "facts.seats"))
    ann.page.locator(".actions > *").first.click()
    ann.until("at.table !== value && at.shown", table)
    assert ann.state("sitting.facts.options") == complete(game.options, {})
    assert [seat["name"] for seat in ann.state("sitting.facts.seats")] == [seat["name"] for seat in seats]
    assert not ann.state("sitting.facts.guide")


def test_after_a_reload_the_guide_continues_at_the_same_step(ann: Person) -> None:
    steps = begin(ann, GUIDED[0])
    first = next(place for place, step in enumerate(steps) if step["do"])
    for _ in range(first):
        ann.page.click(".guide .main")
    hears(ann, sentence(ann, steps[first]))
    do(ann, steps[first]["do"][0])
    hears(ann, sentence(ann, steps[first + 1]))
    ann.page.reload()
    ann.page.wait_for_selector(".guide")
    hears(ann, sentence(ann, steps[first + 1]))


def test_a_guide_can_be_left_at_any_time_and_the_match_goes_on(ann: Person) -> None:
    steps = begin(ann, GUIDED[0])
    asked = next(step for step in steps if step["do"])
    ann.page.get_by_role("button", name="Leave the guide").click()
    expect(ann.page.locator(".guide")).to_have_count(0)
    number, other = ann.state("sitting.number"), another_move(ann, asked)
    assert other is not None
    do(ann, other)
    ann.until("at.number > value", number)
    ann.page.reload()
    ann.step()
    expect(ann.page.locator(".guide")).to_have_count(0)


def test_the_first_page_offers_a_guide_only_once_and_the_rules_page_always(ann: Person) -> None:
    first, second = GUIDED[:2]
    ann.go("/")
    ann.page.wait_for_selector(".tile")
    expect(ann.page.locator(".guideoffer")).to_have_count(len(GUIDED))
    ann.page.get_by_role("button", name=f"No thanks, skip the guide for {first.title}").click()
    ann.page.click(f".guideoffer [data-guide={second.name}]")
    ann.page.wait_for_selector(".guide")
    ann.go("/")
    ann.page.wait_for_selector(".tile")
    expect(ann.page.locator(".guideoffer")).to_have_count(len(GUIDED) - 2)
    ann.go(f"/rules/{first.name}")
    ann.page.click(f"main [data-guide={first.name}]")
    ann.page.wait_for_selector(".guide")
