"""Tests of Thirty-one on the page, where players exchange a card from their hand for a card in the middle."""

from playwright.sync_api import Browser, expect

from tests.web.browser import Person, person
from tests.web.servers import Server
from tests.web.static.test_hands import spot, with_the_mouse
from tests.web.static.test_moments import play_to_moment


def test_dragging_a_card_onto_another_card_exchanges_them(server: Server, ann: Person) -> None:
    ann.sit(server.open_table("thirtyone", players=2))
    ann.step()
    number = ann.state("sitting.number")
    own, other = ann.page.locator(".hand .card.can").first, ann.page.locator(".middle .card.can").last
    given, taken = own.get_attribute("data-card"), other.get_attribute("data-card")
    with_the_mouse(ann, spot(own), spot(other))
    ann.until("at.number > value", number)
    told = next(one["story"][0] for one in ann.state("sitting.log") if one["number"] == number + 1)
    assert [told["values"][gap]["card"] for gap in ("give", "take")] == [given, taken], told


def test_the_showdown_shows_the_points_beside_the_hands(browser: Browser, server: Server) -> None:
    with person(browser, server, settings={"pace": "slow"}) as ann:
        ann.sit(server.open_table("thirtyone", players=4))
        staged = play_to_moment(ann)
        shown = ann.state("sitting.shown.seats")
        for mark in staged["marks"]:
            assert len(shown[mark["seat"]]["hand"]) == 3
            plate = ann.page.get_by_role("region", name=f"seat {mark['seat'] + 1}").locator(".plate .mark").first
            expect(plate).to_contain_text(f"{mark['text']['values']['points']} points")
        expect(ann.page.locator(".mark.bad").first).to_contain_text("−1 life")
        ann.check_calm()
