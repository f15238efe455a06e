"""Rook on the page: many bids are one slider."""

from playwright.sync_api import expect

from tests.web.browser import Person
from tests.web.servers import Server


def test_the_slider_of_a_bid_is_drawn_along(server: Server, ann: Person) -> None:
    ann.sit(server.open_table("rook", options={"all_pass": "dealer_bids"}))
    ann.step()
    box = ann.page.locator(".chooser input").bounding_box()
    assert box is not None
    mouse, middle = ann.page.mouse, box["y"] + box["height"] / 2
    mouse.move(box["x"] + 8, middle)
    mouse.down()
    for part in (0.3, 0.6, 0.99):
        mouse.move(box["x"] + box["width"] * part, middle)
    mouse.up()
    expect(ann.page.locator(".chooser .main")).to_have_text("Bid 200")
    ann.page.get_by_label("less").click()
    expect(ann.page.locator(".chooser .main")).to_have_text("Bid 195")
    ann.page.locator(".chooser .main").click()
    ann.until("at.log.some(one => one.story.some(text => text.values.bid === 195))")
