"""Thirty-one on the page: a card of the hand is exchanged for one in the middle."""

from tests.web.browser import Person
from tests.web.servers import Server
from tests.web.test_page_hands import spot, with_the_mouse


def test_a_card_dragged_onto_another_is_exchanged_for_it(server: Server, ann: Person) -> None:
    ann.sit(server.open_table("thirtyone", players=2))
    ann.step()
    number = ann.state("sitting.number")
    own, other = ann.page.locator(".hand .card.can").first, ann.page.locator(".middle .card.can").last
    given, taken = own.get_attribute("data-card"), other.get_attribute("data-card")
    with_the_mouse(ann, spot(own), spot(other))
    ann.until("at.number > value", number)
    told = next(one["story"][0] for one in ann.state("sitting.log") if one["number"] == number + 1)
    assert [told["values"][gap]["card"] for gap in ("give", "take")] == [given, taken], told
