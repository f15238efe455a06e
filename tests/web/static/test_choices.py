"""Tests of cards that the rules choose for a dummy: the page first shows them face up, and gives the reason."""

from collections.abc import Iterator
from itertools import pairwise

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from parlour.game.game import Game
from parlour.game.view import Choice, View
from parlour.games import all_games
from tests.web.browser import Person, person
from tests.web.servers import Server
from tests.web.static.test_promises import SHOW, played

TURNED_UP = "Turning up the cards …"
STAGES = """async views => {
    const { jump, push } = await import("/static/sitting/pace.js"), at = parlour.state.sitting, shown = [];
    let now = at.shown;
    const note = (view) => shown.push({ trick: view.centre.trick.map((play) => play.card),
        open: view.centre.piles.flatMap((pile) => pile.open), prompt: view.prompt });
    Object.defineProperty(at, "shown", { get: () => now, set: (view) => note(now = view) });
    const prompts = [];
    jump(at, views[0]);
    push(at, { number: at.number + 1, seat: 1, story: [], view: views[1], canUndo: false, closes: [], opens: false });
    for (const end = performance.now() + 60000; at.timer && performance.now() < end; ) {
        await new Promise((done) => setTimeout(done, 15));
        const { textContent: words } = document.querySelector(".prompt");
        if (prompts.at(-1) !== words) prompts.push(words);
    }
    return { shown, prompts };
}"""


def chosen() -> tuple[Game, View, View, Choice]:
    """Find a game in which the rules choose a card; return the game, the views before and after, and the choice."""
    for game in all_games():
        views = played(game, 2) if 2 in game.players else ()
        for before, view in pairwise(views):
            choice, trick = view.centre.choice, before.centre.trick
            if choice is not None and len(trick) == 1 and view.centre.last_trick[0] == trick[0]:
                return game, before, view, choice
    raise LookupError("no game has rules that choose a card for a seat")


@pytest.fixture
def watching(browser: Browser, server: Server) -> Iterator[Person]:
    """Seat a player at a pace that keeps finished tricks on the table for a moment."""
    with person(browser, server, settings={"pace": "quick"}) as ann:
        yield ann


def test_the_cards_that_the_rules_choose_from_are_shown_face_up_before_one_of_them_joins_the_trick(
    watching: Person, server: Server
) -> None:
    game, before, view, choice = chosen()
    watching.sit(server.open_table(game, players=2))
    watching.step()
    seen = watching.page.evaluate(STAGES, msgspec.to_builtins([before, view]))
    last = [play.card for play in view.centre.last_trick]
    _, opened, played_, after = seen["shown"]
    assert (opened["trick"], sorted(opened["open"])) == (last[:-1], sorted(choice.cards))
    assert (played_["trick"], played_["prompt"]) == (last, msgspec.to_builtins(choice.reason))
    assert sorted([*played_["open"], last[-1]]) == sorted(choice.cards)
    assert after["prompt"] == msgspec.to_builtins(view.prompt)
    reason = choice.reason.template.rpartition("}")[2]
    turned = seen["prompts"].index(TURNED_UP)
    assert reason in seen["prompts"][turned + 1], "the next player's prompt came before the cards could be seen"


def test_the_dialog_of_the_last_trick_shows_which_cards_the_rules_chose_from_and_why(
    server: Server, ann: Person
) -> None:
    game, _, view, choice = chosen()
    ann.sit(server.open_table(game, players=2))
    ann.step()
    ann.page.evaluate(SHOW, msgspec.to_builtins(view))
    ann.until("at.shown.centre.choice !== null")
    ann.page.get_by_role("button", name="Last trick").click()
    dialog = ann.page.locator("dialog.lasttrick")
    expect(dialog.locator(".row.small li")).to_have_count(len(choice.cards))
    expect(dialog).to_contain_text(": it wants " if ": it wants " in choice.reason.template else choice.reason.template)
    ann.check_accessible()
