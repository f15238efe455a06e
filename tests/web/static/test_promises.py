"""Tests of promised tricks on the page: their marks, as players would write them on paper, and refused promises."""

import random
from collections.abc import Callable
from functools import cache

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from parlour.game.game import Game
from parlour.game.view import Seat, View
from parlour.games import all_games
from parlour.match.fair import seeded_key
from parlour.match.match import Match
from tests.web.browser import Person, person
from tests.web.servers import Server

MATCHES = 16
SHOW = """view => parlour.state.sitting.line.socket.onmessage({ data: JSON.stringify({
    type: "event", number: parlour.state.sitting.number + 1000, seat: null, patch: view, can_undo: false, story: [],
    news: [],
}) })"""  # Makes the page show a view as if all events before it had happened.


@cache
def played(game: Game, players: int) -> tuple[View, ...]:
    """Collect the first seat's views of the first round of some random matches."""
    choices = random.Random(1)
    views: list[View] = []
    for number in range(MATCHES):
        match = Match(game, players, key=seeded_key(number, 0))
        while not match.over and match.rounds == 0:
            match.advance()
            seat = choices.choice(match.actors)
            match.act(seat, choices.choice(match.legal(seat)))
            views.append(match.view(0))
    return tuple(views)


def first_view(fits: Callable[[View], bool], players: int = 4) -> tuple[Game, View]:
    """Find a view that fulfils a condition, in the first game for this number of players that has such a view."""
    for game in all_games():
        for view in played(game, players) if players in game.players else ():
            if fits(view):
                return game, view
    raise LookupError("no game shows what this test needs")


def look_at(ann: Person, server: Server, game: Game, view: View, players: int = 4) -> None:
    """Sit down at a table with this game, and make the page show this view."""
    ann.sit(server.open_table(game, players=players))
    ann.step()
    ann.page.evaluate(SHOW, msgspec.to_builtins(view))
    ann.until("JSON.stringify(at.shown.seats) === JSON.stringify(value)", msgspec.to_builtins(view.seats))


def marked(view: View) -> list[Seat]:
    """List the other players' seats with a mark after their promise."""
    return [seat for seat in view.seats if seat.bid_mark and seat.promised and seat.seat != view.seat]


@pytest.mark.parametrize("window", ["phone", "wide"])
def test_on_a_plate_a_promise_is_followed_by_its_mark(browser: Browser, server: Server, window: str) -> None:
    game, view = first_view(lambda view: bool(marked(view)))
    with person(browser, server, window) as ann:
        look_at(ann, server, game, view)
        for seat in view.seats:
            plate = ann.page.get_by_role("region", name=f"seat {seat.seat + 1}").locator(".plate")
            expect(plate.locator(".bidmark")).to_have_text([seat.bid_mark] if seat.bid_mark else [])
            expect(plate.locator(".promise .unseen")).to_contain_text(f"promised {seat.promised}{seat.bid_mark}, won")
        seat = marked(view)[0]
        plate = ann.page.get_by_role("region", name=f"seat {seat.seat + 1}").locator(".plate")
        expect(plate.locator(".bidmark")).to_be_visible()
        ann.check_accessible()
        ann.check_calm()


def test_on_the_score_sheet_a_promise_is_followed_by_its_mark(server: Server, ann: Person) -> None:
    game, view = first_view(lambda view: view.sheet is not None and any(cell.bid_mark for cell in view.sheet.cells))
    assert view.sheet is not None
    look_at(ann, server, game, view)
    words = [f"{cell.bid}{cell.bid_mark} → {cell.won}" for cell in view.sheet.cells]
    expect(ann.page.locator("dialog.roundsheet tbody tr.last small")).to_have_text(words)
    ann.page.locator("dialog.roundsheet .action.main").click()
    ann.page.click("#tab-scores")
    expect(ann.page.locator("#panel-body .sheet tbody tr.last small")).to_have_text(words)
    ann.check_calm()


@pytest.mark.parametrize("window", ["phone", "wide"])
def test_the_cards_of_a_refused_promise_stay_crossed_out_and_no_promise_is_shown(
    browser: Browser, server: Server, window: str
) -> None:
    game, view = first_view(lambda view: bool(view.actions) and all(seat.refused_cards for seat in view.seats), 3)
    with person(browser, server, window) as ann:
        look_at(ann, server, game, view, 3)
        for seat in view.seats:
            place = ann.page.get_by_role("region", name=f"seat {seat.seat + 1}")
            expect(place.locator(".promise, .bid")).to_have_count(0)
            expect(place.locator(".struckout .bidcard")).to_have_count(len(seat.refused_cards))
            expect(place.locator(".struckout .bidcard").first).to_be_visible()
            expect(place.locator(".struckout .unseen").first).to_contain_text("refused: ")
        others = sum(len(seat.refused_cards) for seat in view.seats if seat.seat != view.seat)
        expect(ann.page.locator(".card.other.refused")).to_have_count(others)
        assert "promised" not in ann.page.locator("#table").evaluate("one => one.textContent")
        ann.check_accessible()
