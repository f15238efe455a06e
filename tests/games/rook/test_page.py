"""Tests of Rook on the page, where a slider offers the bids."""

import re

from playwright.sync_api import expect

from tests.web.browser import Person
from tests.web.servers import Server
from tests.web.static.test_moments import play_to_last_card


def test_a_player_can_drag_the_slider_to_choose_a_bid(server: Server, ann: Person) -> None:
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


def test_the_score_sheet_shows_where_a_hands_points_come_from(server: Server, ann: Person) -> None:
    opened = server.open_table("rook")
    play_to_last_card(server, opened)
    ann.sit(opened)
    expect(ann.page.locator(".stack .label", has_text="Tricks: ")).to_have_count(2)
    for seat in ann.state("sitting.shown.seats"):
        place = ann.page.get_by_role("region", name=f"seat {seat['seat'] + 1}")
        expect(place.locator(".bid")).to_have_text(re.compile("pass|bid [0-9]+"))
    while ann.step() != "round":
        ann.move()
    table = ann.page.locator("dialog.roundsheet .breakdown")
    expect(table.get_by_role("rowheader")).to_have_text(["Cards that count", "Tricks", "For cards", "Taken", "Bid"])
    counters, tricks, cards, taken, bid = (
        [cell.inner_text() for cell in row.get_by_role("cell").all()] for row in table.locator("tbody tr").all()
    )
    assert [int(one) + int(other) for one, other in zip(counters, cards, strict=True)] == [int(one) for one in taken]
    assert sum(int(one.split()[0]) for one in tricks) == 14
    assert re.fullmatch(r"\d+, (made|not made)", next(one for one in bid if one != "–"))
    ann.check_accessible()
    ann.check_calm()
