"""Finished tricks that stay on the table: a row in front of the players, in which everybody can count."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from parlour.games import all_games
from tests.web.browser import Person, person
from tests.web.cover import WINDOWS
from tests.web.games import seen
from tests.web.servers import Server

KEEPING = [game for game in all_games() if any(view.centre.tricks is not None for view in seen(game))]
ENOUGH = 3  # finished tricks on the table
ROW = """() => [...document.querySelectorAll(".trick.row .card")].map((card) => {
    const box = card.getBoundingClientRect(), { a, b } = new DOMMatrix(getComputedStyle(card).transform);
    const turn = Math.abs(Math.round((Math.atan2(b, a) * 180) / Math.PI));
    return {
        name: card.querySelector(".unseen").textContent, x: box.x + box.width / 2, y: box.y + box.height / 2,
        sideways: turn > 45, width: Math.min(box.width, box.height),
    };
})"""


def play_until_tricks_lie_there(ann: Person) -> list[dict[str, Any]]:
    """Play until there are enough finished tricks; they, as the view has them."""
    while len(tricks := ann.state("sitting.shown.centre.tricks")) < ENOUGH:
        if ann.step() == "round":
            ann.next_round()
            continue
        number = ann.state("sitting.number")
        ann.choose()
        ann.until("at.number > value", number)
    found: list[dict[str, Any]] = tricks
    return found


@pytest.mark.parametrize("window", ["phone", "phone sideways", "200 % of 1440 x 900", "wide"])
def test_tricks_of_a_round_lie_in_a_row_and_a_losing_card_lies_sideways(
    browser: Browser, server: Server, window: str
) -> None:
    (game,) = KEEPING
    with person(browser, server) as ann:
        width, height = WINDOWS[window]
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.sit(server.open_table(game.name))
        ann.step()
        tricks, own = play_until_tricks_lie_there(ann), ann.state("sitting.shown.seat")
        cards = ann.page.evaluate(ROW)
        played = [(play, trick["winner"]) for trick in tricks for play in trick["plays"]]
        assert len(cards) == len(played)
        for card, (play, winner) in zip(cards, played, strict=True):
            assert card["sideways"] == (winner is not None and winner != play["seat"])
            assert card["width"] >= 40
        middles = [sum(card["x"] for card in cards[n : n + 2]) / 2 for n in range(0, len(cards), 2)]
        assert middles == sorted(middles), "the tricks stand in the order of play"
        mine = [card["y"] for card, (play, _) in zip(cards, played, strict=True) if play["seat"] == own]
        theirs = [card["y"] for card, (play, _) in zip(cards, played, strict=True) if play["seat"] != own]
        assert min(mine) > max(theirs), "each card lies before its player"
        assert all("lost a trick with" in card["name"] for card in cards if card["sideways"])
        ann.check_accessible()
        ann.check_calm()
