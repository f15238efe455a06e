"""Tests of markers whose card shows a suit: a pile with this card on top or, on a phone, just the suit."""

import pytest
from playwright.sync_api import Browser, expect

from parlour.game.game import Game
from parlour.game.view import View
from parlour.games import all_games
from tests.samples import sampled
from tests.web.browser import person
from tests.web.servers import Server
from tests.web.static.test_promises import look_at, played


def with_piles() -> list[tuple[Game, View]]:
    """Find the games whose markers have a pile; return each with the first view in which a marker's suit is known."""
    found = []
    for game in all_games():
        views = played(game, 4) if 4 in game.players else ()
        known = (view for view in views if any(one.pile and one.suit for one in view.centre.markers))
        found += [(game, view) for view in [next(known, None)] if view is not None]
    return found


@pytest.mark.parametrize("window", sampled(["large phone", "sideways phone", "wide"]))
def test_the_card_that_shows_the_suit_is_face_up_on_its_pile(browser: Browser, server: Server, window: str) -> None:
    assert with_piles()
    for game, view in with_piles():
        with person(browser, server, window) as ann:
            ann.sit(server.open_table(game))
            ann.step()
            pile = ann.page.locator(".marker.piled")
            expect(pile.locator(".suit")).to_have_count(0)
            expect(pile.locator(".face")).to_be_visible()
            expect(pile.locator(".unseen")).to_have_text(": not yet known")
            look_at(ann, server, game, view)
            expect(pile.locator(".face")).to_be_visible(visible=window == "wide")
            expect(pile.locator(".suit")).to_be_visible(visible=window != "wide")
            ann.check_accessible()
