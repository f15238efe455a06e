"""Tests of games in which finished tricks stay on the table, in a row where everybody can count them."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from parlour.game.game import Game
from parlour.games import all_games
from tests.web.browser import CHOICES, Person, person
from tests.web.cover import WINDOWS
from tests.web.games import seen
from tests.web.servers import Server
from tests.web.static.test_moments import play_to_last_card, play_to_moment

KEEPING = [game for game in all_games() if any(view.centre.tricks is not None for view in seen(game))]
LEADS = """globalThis.leads = [];
    const lead = document.querySelector(".lead");
    new MutationObserver(() => leads.push(lead.textContent)).observe(lead, { childList: true, characterData: true })"""
SPOKEN = "async card => (await import('/static/core/deck.js')).spoken(card)"
ENOUGH = 3  # How many finished tricks the tests wait for.
ROW = """async () => {
    for (let n = 0; n < 3; n += 1) await new Promise(requestAnimationFrame); // the window may have another size
    return [...document.querySelectorAll(".trick.row .card")].map((card) => {
    const box = card.getBoundingClientRect(), { a, b } = new DOMMatrix(getComputedStyle(card).transform);
    const turn = Math.abs(Math.round((Math.atan2(b, a) * 180) / Math.PI));
    return {
        name: card.querySelector(".unseen").textContent, x: box.x + box.width / 2, y: box.y + box.height / 2,
        sideways: turn > 45, width: Math.min(box.width, box.height),
    };
    });
}"""


def play_until_tricks_lie_there(ann: Person) -> list[dict[str, Any]]:
    """Play until it is Ann's turn and enough finished tricks lie on the table; return these tricks."""
    while True:
        if ann.step() == "round":
            ann.next_round()
            continue
        tricks: list[dict[str, Any]] = ann.state("sitting.shown.centre.tricks")
        if len(tricks) >= ENOUGH:
            return tricks
        ann.move()


def test_the_tricks_of_a_round_lie_in_a_row_and_losing_cards_lie_sideways(ann: Person, server: Server) -> None:
    (game,) = KEEPING
    ann.sit(server.open_table(game.name))
    ann.step()
    tricks, own = play_until_tricks_lie_there(ann), ann.state("sitting.shown.seat")
    played = [(play, trick["winner"]) for trick in tricks for play in trick["plays"]]
    for window in ("phone", "phone sideways", "200 % of 1440 x 900", "wide"):
        width, height = WINDOWS[window]
        ann.page.set_viewport_size({"width": width, "height": height})
        cards = ann.page.evaluate(ROW)
        assert len(cards) == len(played)
        for card, (play, winner) in zip(cards, played, strict=True):
            assert card["sideways"] == (winner is not None and winner != play["seat"])
            assert card["width"] >= 40
        middles = [sum(card["x"] for card in cards[n : n + 2]) / 2 for n in range(0, len(cards), 2)]
        assert middles == sorted(middles), "the tricks aren't in the order of play"
        mine = [card["y"] for card, (play, _) in zip(cards, played, strict=True) if play["seat"] == own]
        theirs = [card["y"] for card, (play, _) in zip(cards, played, strict=True) if play["seat"] != own]
        assert min(mine) > max(theirs), "a card isn't in front of its player"
        assert all("lost a trick with" in card["name"] for card in cards if card["sideways"])
        ann.check_accessible()


def test_the_page_explains_only_once_in_a_match_why_cards_lie_sideways(ann: Person, server: Server) -> None:
    (game,) = KEEPING
    ann.sit(server.open_table(game.name))
    ann.page.evaluate(LEADS)
    while ann.step() != "round":
        ann.move()
    ann.next_round()
    while ann.step() != "round":
        ann.move()
    told = [words for words in ann.page.evaluate("globalThis.leads") if "sideways" in words]
    assert told == ["A sideways card has lost its trick."]


# --- between two rounds: one event ends the first round and begins the second


def at_the_last_card(server: Server, game: Game, leftovers: bool = False) -> dict[str, Any]:
    """Open a table where another seat leads, and play until Ann has only one card left, which will end the first round.

    A round ends when any player has no cards left, so Ann plays cards whenever she can. With `leftovers`, another
    player will have cards left.
    """

    def spent(_: int, actions: list[dict[str, Any]]) -> dict[str, Any]:
        return next((action for action in actions if action["cards"]), actions[0])

    for _ in range(40):
        opened = server.open_table(game.name)
        path, token = f"/tables/{opened['table']}/view", opened["token"]
        if server.get(path, token)["view"]["seats"][opened["seat"]]["badges"]:  # This seat leads.
            continue
        play_to_last_card(server, opened, spent)
        view = server.get(path, token)["view"]
        others = [seat["cards"] for seat in view["seats"] if seat["seat"] != opened["seat"]]
        if view["round"] == 1 and (not leftovers or max(others) > 1 - len(view["centre"]["trick"])):
            return opened
    raise AssertionError("no such table")


def test_leftover_cards_are_added_face_up_to_the_row_of_tricks_as_tricks_of_one_card_each(
    browser: Browser, server: Server
) -> None:
    (game,) = KEEPING
    with person(browser, server, "phone", settings={"pace": "slow"}) as ann:
        for _ in range(8):  # a bot may still spend cards before the last trick, and then none are left
            ann.sit(at_the_last_card(server, game, leftovers=True))
            play_to_moment(ann)
            tricks, gains = ann.state("sitting.shown.centre.tricks"), ann.state("sitting.shown.sheet.cells")
            left = [trick["plays"][0] for trick in tricks if len(trick["plays"]) == 1]
            if left:
                break
        assert left
        expect(ann.page.locator(".trick.row .card")).to_have_count(sum(len(trick["plays"]) for trick in tricks))
        cards = ann.page.evaluate(ROW)
        for card, play in zip(cards[-len(left) :], left, strict=True):
            assert not card["sideways"]
            assert ann.page.evaluate(SPOKEN, play["card"]) in card["name"], "a leftover card doesn't lie face up"
        for seat, cell in enumerate(gains):
            upright = [trick for trick in tricks if trick["winner"] in (seat, None)]
            assert len(upright) == cell["gain"], "the row of tricks doesn't show the points of the round"


@pytest.mark.parametrize("way", ["key", "tap"])
def test_nobody_can_play_in_the_next_round_before_the_end_of_the_previous_round_has_been_shown(
    browser: Browser, server: Server, way: str
) -> None:
    (game,) = KEEPING
    with person(browser, server, "large phone", settings={"pace": "slow"}) as ann:
        ann.sit(at_the_last_card(server, game))
        ann.page.evaluate(LEADS)
        play_to_moment(ann)
        told = [words for words in ann.page.evaluate("globalThis.leads") if words and "sideways" not in words]
        assert re.search(r"wins? the trick|A drawn trick", told[-1]), "the page didn't say who won the last trick"
        assert ann.page.evaluate("parlour.state.sitting.view.actions.length"), "Ann can't act in the next round yet"
        expect(ann.page.locator("h1")).to_contain_text(f"round {ann.state('sitting.rows')[-1]['round']}")
        sheet = ann.page.locator("dialog.roundsheet[open]")
        while not sheet.count():
            expect(ann.page.locator(CHOICES)).to_have_count(0)
            assert ann.page.evaluate(ROW), "the tricks disappeared while the end of the round was shown"
            expect(ann.page.get_by_role("button", name="Go on")).to_be_visible()
            if way == "key":
                ann.page.keyboard.press("Enter")
            else:
                ann.page.locator(".hand .card").first.tap(force=True)  # This card can't be played yet.
            ann.page.evaluate("new Promise(requestAnimationFrame)")
        ann.next_round()
        expect(ann.page.locator(".trick.row .card")).to_have_count(0)
        expect(ann.page.locator(CHOICES).first).to_be_visible()
        ann.check_calm()
