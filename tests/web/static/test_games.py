"""Tests that the page draws an invented game from the game's declarations alone."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import Person, person
from tests.web.games import choosing_game
from tests.web.servers import Server

INVENTED: dict[str, Any] = {
    "name": "invented",
    "scoring": {"name": "scores", "one": "point", "many": "points", "lowest_wins": True, "lives": False},
    "badges": {},
    "other_seats": ["the Ghost"],
    "deck": {
        "suits": [
            {"letter": "W", "word": "waves", "glyph": "≈", "ink": "blue", "two_ink": "black", "drawing": "wave",
             "card": "{value} of {suit}", "paper": "white"},
            {"letter": "L", "word": "lime", "glyph": "", "ink": "green", "two_ink": "", "drawing": "",
             "card": "{suit} {value}", "paper": "cream"},
        ],
        "faces": {"Joker": {"word": "the Joker", "glyph": "☺", "ink": "red", "drawing": "joker"}},
        "ranks": {"K": "King"},
        "pips": True,
        "pictures": {},
        "drawings": {},
    },
}  # fmt: skip
DRAWN = """async ([game, card]) => {
    const { drawCard } = await import("/static/cards/cards.js");
    const face = drawCard(card, true, game);
    return {
        name: face.getAttribute("aria-label"), looks: face.getAttribute("class"), words: face.textContent,
        pips: face.querySelectorAll(".glyph").length, paper: face.querySelector(".paper").getAttribute("class"),
    };
}"""
PICTURED = """async ([game, card]) => {
    const { drawCard } = await import("/static/cards/cards.js");
    const face = drawCard(card, false, game);
    return {
        court: face.querySelector(".picture use")?.getAttribute("href") ?? null,
        rings: face.querySelectorAll(".picture .ring").length, corner: face.querySelector(".rank").textContent,
    };
}"""
INKED = """async ([game, sentence, values]) => {
    const { inkedSentence } = await import("/static/cards/inked.js");
    const seen = (part) => (part.querySelector(".sign") ?? part).textContent.replace("\\ufe0e", "");
    parlour.state.game = game;
    return inkedSentence({ template: sentence, values }, ["Ann", "Ben"])
        .map((part) => (part.className ? [seen(part), part.querySelector(".unseen")?.textContent ?? null,
            part.className] : part));
}"""
SHEET = """async ([game, gains]) => {
    const { sheetTable } = await import("/static/table/sheet.js");
    parlour.state.game = game;
    const cells = gains.map((gain) => ({ gain, total: gain, bid: null, won: null }));
    const view = { seats: cells.map((_, seat) => ({ seat, team: null })) };
    return [...sheetTable([{ round: 1, cells, notes: [] }], view, null).querySelectorAll("tbody td")]
        .map((cell) => cell.className);
}"""
NEWS = """value => parlour.state.sitting.line.socket.onmessage({ data: JSON.stringify({
    type: "event", number: parlour.state.sitting.number + 1, seat: null, patch: {}, can_undo: false,
    story: [{ template: "The match is over.", values: {} }], news: [{ template: "You have won!", values: {} }],
}) })"""


@pytest.fixture(scope="module")
def landed(browser: Browser, server: Server) -> Iterator[Person]:
    """Open the first page for a player; the tests draw there what the invented game declares."""
    with person(browser, server) as ann:
        ann.go("/")
        ann.page.wait_for_selector(".tile")
        yield ann
        assert not ann.troubles, ann.troubles


def drawn(ann: Person, card: str) -> dict[str, Any]:
    """Describe how a card of the invented game is drawn."""
    found: dict[str, Any] = ann.page.evaluate(DRAWN, [INVENTED, card])
    return found


def test_a_suit_without_a_drawing_is_drawn_with_its_glyph(landed: Person) -> None:
    face = drawn(landed, "3W")
    assert face["looks"] == "face ink-blue two-black"
    assert face["name"] == "3 of waves"
    assert face["pips"] == 3 + 2, "a three has three pips and two corner symbols"
    assert face["words"].count("≈") == 5


def test_a_suit_without_a_glyph_is_drawn_with_its_letter(landed: Person) -> None:
    face = drawn(landed, "12L")
    assert (face["looks"], face["paper"], face["name"]) == ("face ink-green", "paper cream", "lime 12")
    assert face["words"].count("12") == 3, "a rank with too many pips is a large number"


def test_a_rank_can_show_the_picture_of_another_rank_with_its_own_number(landed: Person) -> None:
    deck = {**INVENTED["deck"], "pictures": {"0": "K", "1": "A"}}
    like_a_king, like_an_ace = (
        landed.page.evaluate(PICTURED, [{**INVENTED, "name": "pictured", "deck": deck}, card]) for card in ("0W", "1W")
    )
    assert like_a_king == {"court": "#court-K", "rings": 0, "corner": "0"}
    assert like_an_ace == {"court": None, "rings": 2, "corner": "1"}


def test_a_card_without_a_rank_shows_only_its_suit(landed: Person) -> None:
    face = drawn(landed, "W")
    assert (face["name"], face["pips"], face["words"].replace("\ufe0e", "")) == ("waves", 1, "≈")


def test_a_card_that_has_neither_suit_nor_drawing_is_drawn_as_text(landed: Person) -> None:
    face = drawn(landed, "Joker")
    assert (face["looks"], face["name"]) == ("face ink-red", "the Joker")
    assert "☺" in face["words"]


def test_sentences_can_name_cards_and_seats_of_an_invented_game(landed: Person) -> None:
    sentence = "{who} plays {card}, {other} or {face} after {suit} and limelight."
    values = {"who": {"seat": 2}, "card": {"card": "3W"}, "other": {"card": "12L"}, "face": {"card": "Joker"},
              "suit": {"card": "L"}}  # fmt: skip
    told = landed.page.evaluate(INKED, [INVENTED, sentence, values])
    assert told == [
        "The Ghost", " plays ", ["3≈", "3 of waves", "ink ink-blue two-black"], ", ",
        ["lime 12", None, "ink ink-green"], " or ", ["☺", "the Joker", "ink ink-red"], " after ",
        ["lime", None, "ink ink-green"], " and limelight.",
    ]  # fmt: skip


def test_the_colour_of_a_score_change_shows_whether_it_is_good_for_the_player(landed: Person) -> None:
    assert landed.page.evaluate(SHEET, [INVENTED, [16, -3, 0]]) == ["bad", "good", "naught"]
    highest = {**INVENTED, "scoring": {**INVENTED["scoring"], "lowest_wins": False}}
    assert landed.page.evaluate(SHEET, [highest, [16, -3, 0]]) == ["good", "bad", "naught"]


def test_a_game_that_counts_lives_shows_them_as_tokens_on_the_score_sheet(landed: Person) -> None:
    lives = {**INVENTED, "scoring": {**INVENTED["scoring"], "lives": True, "one": "life", "many": "lives"}}
    found = landed.page.evaluate(SHEET.replace('"tbody td"', '"tfoot .lives"'), [lives, [2, 1]])
    assert found == ["lives", "lives"]


def test_private_news_for_the_players_seat_appears_in_the_log_and_is_read_out(server: Server, ann: Person) -> None:
    ann.sit(server.open_table(choosing_game().name, players=2))
    ann.step()
    ann.page.evaluate(NEWS)
    expect(ann.page.locator("[role=log] p").last).to_have_text("The match is over. You have won!")
    ann.page.click("#tab-log")
    expect(ann.page.locator("#panel-body .log li").last).to_contain_text("You have won!")
