"""Tests of the page's look and its settings: fonts, card backs, large numbers, left-handed layout, dark theme."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from parlour.games import all_games, find_game
from tests.samples import some_game
from tests.web.browser import Person, person, press
from tests.web.cover import WINDOWS, covered
from tests.web.games import quick_game
from tests.web.servers import Server

SMALLEST_LABEL = 11  # pixels
LABELS = """smallest => [...document.querySelectorAll("body *")]
    .filter((one) => !one.closest("svg, .unseen, [hidden], dialog:not([open])") && one.checkVisibility())
    .filter((one) => [...one.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
    .filter((one) => parseFloat(getComputedStyle(one).fontSize) < smallest)
    .map((one) => `${one.className}: ${one.textContent}, ${getComputedStyle(one).fontSize}`)"""
SAID = """async seat => {
    const { changed } = await import("/static/core/state.js");
    parlour.state.sitting.phrases = [{ seat, phrase: parlour.state.phrases[0].name, id: 1 }];
    changed();
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
        const bubble = document.querySelector(".bubble").getBoundingClientRect();
        const table = document.querySelector("#table").getBoundingClientRect();
        done({ left: bubble.left - table.left, right: table.right - bubble.right, width: bubble.width });
    })));
}"""
FRAMES = """async () => {
    for (let n = 0; n < 3; n += 1) await new Promise(requestAnimationFrame);
}"""
DEADLINE = """async seconds => {
    const { changed } = await import("/static/core/state.js");
    parlour.state.sitting.deadline = Date.now() + seconds * 1000;
    changed();
}"""
RAISED = "cards => cards.forEach((card) => card.classList.add('can', 'chosen'))"
SHEET = """async players => {
    const { sheetTable } = await import("/static/table/sheet.js");
    const cells = Array.from({ length: players }, () => ({ gain: 12, total: -105, bid: 3, won: 2 }));
    const seats = cells.map((_, seat) => ({ seat, team: null }));
    const names = ["Nora", "Benjamin", "Cleo"], named = (one) => ({ ...one, name: names[one.seat % 3] });
    const facts = { players, seats: seats.map(named) };
    const rows = [1, 2].map((round) => ({ round, cells, notes: [] }));
    const home = document.querySelector("#panel-body");
    home.replaceChildren(sheetTable(rows, { seats }, facts));
    const table = home.querySelector("table"), box = home.querySelector(".scroll").getBoundingClientRect();
    const heads = [...table.querySelectorAll("thead th")].slice(1);
    return {
        room: box.right - heads.at(-1).getBoundingClientRect().right,
        heights: heads.map((head) => head.getBoundingClientRect().height), names: heads.map((head) => head.title),
    };
}"""


def resize(ann: Person, window: str) -> None:
    """Resize the window and wait until the table has been laid out again."""
    width, height = WINDOWS[window]
    ann.page.set_viewport_size({"width": width, "height": height})
    ann.page.evaluate(FRAMES)


def at_table(ann: Person, server: Server, window: str = "wide", **more: Any) -> None:
    """Sit down at a table in a window of this size and wait for the first choice."""
    resize(ann, window)
    ann.sit(server.open_table(**{"game": some_game().name, **more}))
    ann.step()


def test_words_and_numbers_use_the_fonts_of_the_page(ann: Person, server: Server) -> None:
    at_table(ann, server)
    ann.page.evaluate("document.fonts.ready.then(() => null)")
    loaded = ann.page.evaluate("[...document.fonts].filter((one) => one.status === 'loaded').map((one) => one.family)")
    assert {name.strip('"') for name in loaded} >= {"Alegreya", "Figtree"}


def test_no_label_at_a_table_is_smaller_than_11_pixels(ann: Person, server: Server) -> None:
    for game in all_games():
        at_table(ann, server, game=game.name, players=max(game.players))
        for window in ("phone", "phone sideways", "wide"):
            resize(ann, window)
            assert ann.page.evaluate(LABELS, SMALLEST_LABEL) == [], f"{game.name}, {window}"


@pytest.mark.parametrize("page", ["/", f"/rules/{some_game().name}"])
def test_no_label_on_any_page_other_than_the_table_is_smaller_than_11_pixels(ann: Person, page: str) -> None:
    ann.go(page)
    ann.page.wait_for_selector("h1")
    assert ann.page.evaluate(LABELS, SMALLEST_LABEL) == []


def test_the_card_back_chosen_in_the_settings_is_remembered(ann: Person, server: Server) -> None:
    at_table(ann, server)
    for back in ("lattice", "waves", "petals"):
        ann.page.click("#tab-settings")
        ann.page.check(f"[name=setting-back][value={back}]", force=True)
        assert f"url(#{back})" in ann.page.inner_html("#card-back")
        ann.page.reload()
        ann.step()
        assert f"url(#{back})" in ann.page.inner_html("#card-back")
        ann.check_calm()


def test_a_setting_makes_the_numbers_on_the_cards_larger(ann: Person, server: Server) -> None:
    at_table(ann, server)
    height = "document.querySelector('.hand .rank').getBoundingClientRect().height"
    before = ann.page.evaluate(height)
    ann.page.click("#tab-settings")
    ann.page.check("[name=setting-index][value=large]", force=True)
    assert ann.page.evaluate(height) > before * 1.4
    assert covered(ann) == []
    ann.check_accessible()


def test_the_layout_for_left_handed_players_moves_their_plate_and_the_buttons_to_the_opposite_side(
    browser: Browser, server: Server
) -> None:
    windows, places = ("wide", "phone sideways"), {}
    for side in ("right", "left"):
        with person(browser, server, settings={"side": side}) as ann:
            at_table(ann, server)
            for window in windows:
                resize(ann, window)
                assert covered(ann) == []
                box = ann.page.locator(".own .plate").bounding_box()
                assert box is not None
                places[side, window] = box["x"] + box["width"] / 2
            ann.check_calm()
    for window in windows:
        middle = WINDOWS[window][0] / 2
        assert (places["right", window] < middle) != (places["left", window] < middle)


def test_the_panel_is_dark_and_readable_in_the_dark_theme(browser: Browser, server: Server) -> None:
    with person(browser, server, settings={"theme": "dark"}) as ann:
        at_table(ann, server)
        colour = ann.page.evaluate("getComputedStyle(document.querySelector('.panel')).backgroundColor")
        assert max(int(part) for part in colour.strip("rgb()").split(",")) < 80
        for tab in ("scores", "log", "rules", "people", "settings"):
            ann.page.click(f"#tab-{tab}")
            ann.check_accessible()
        ann.check_calm()


def test_dialogs_and_rules_are_dark_and_readable_in_the_dark_theme(browser: Browser, server: Server) -> None:
    game = quick_game()
    with person(browser, server, settings={"theme": "dark"}) as ann:
        at_table(ann, server, game=game.name, players=2, options=dict(game.short_options))
        while ann.step() not in ("round", "over"):
            ann.move()
        ann.check_accessible()
        colour = ann.page.evaluate("getComputedStyle(document.querySelector('dialog.roundsheet')).backgroundColor")
        assert max(int(part) for part in colour.strip("rgb()").split(",")) < 80
        ann.go(f"/rules/{game.name}")
        ann.page.wait_for_selector(".rulespage h1")
        ann.check_accessible()
        ann.check_calm()


def test_a_phrase_above_a_plate_is_never_cut_off(ann: Person, server: Server) -> None:
    game = max(all_games(), key=lambda game: max(game.players))
    at_table(ann, server, game=game.name, players=max(game.players))
    for window in ("phone", "phone sideways", "wide"):
        resize(ann, window)
        for seat in range(max(game.players)):
            said = ann.page.evaluate(SAID, seat)
            assert said["left"] >= 0, window
            assert said["right"] >= 0, window
            assert said["width"] > 40, window


def test_the_score_sheet_of_six_players_shows_every_column_and_keeps_names_on_one_line(
    ann: Person, server: Server
) -> None:
    at_table(ann, server)
    for window in ("wide", "phone"):
        resize(ann, window)
        if window == "phone":
            ann.page.click(".tools .menu")
        found = ann.page.evaluate(SHEET, 6)
        assert found["room"] >= 0, f"{window}: the last column can't be seen without scrolling"
        assert max(found["heights"]) < 40, f"{window}: a name takes more than one line"
        assert found["names"][0] == "Nora"
    ann.page.evaluate("parlour.said.clear()")


def test_the_score_sheet_after_a_round_does_not_repeat_what_the_panel_beside_the_table_shows(
    ann: Person, server: Server
) -> None:
    game = quick_game()
    at_table(ann, server, game=game.name, players=2, options=dict(find_game(game.name).short_options))
    ann.page.click("#tab-scores")
    rounds = 0
    while (phase := ann.step()) != "over" and rounds < 2:
        if phase == "round":
            rounds += 1
            expect(ann.page.locator("dialog.roundsheet tbody tr")).to_have_count(1)
            expect(ann.page.locator("dialog.roundsheet .curve")).to_have_count(0)
            ann.next_round()
            continue
        ann.move()
    expect(ann.page.locator("#panel-body tbody tr").first).to_be_visible()


def test_a_raised_card_covers_neither_the_prompt_nor_a_button(ann: Person, server: Server) -> None:
    for game in all_games():
        at_table(ann, server, game=game.name)
        for window in ("phone", "phone sideways", "200 % of 1440 x 900", "wide"):
            resize(ann, window)
            ann.page.locator(".hand button.card").evaluate_all(RAISED)
            covers = [one for one in covered(ann) if "covers prompt" in one or "covers action" in one]
            assert covers == [], f"{game.name}, {window}"


def test_the_clock_is_beside_the_prompt_and_turns_red_when_little_time_is_left(ann: Person, server: Server) -> None:
    at_table(ann, server)
    clock = ann.page.locator(".dock .timer")
    expect(clock).to_be_hidden()
    for seconds, late in ((25, False), (8, True)):
        ann.page.evaluate(DEADLINE, seconds)
        expect(clock).to_be_visible()
        assert clock.evaluate("clock => clock.classList.contains('late')") is late
        assert covered(ann) == []
    press(ann.page.locator("button.card.can, .actions [data-action]").first)


UNDER_CARDS = """() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const cards = boxes(".backs .card"), badges = boxes(".other .badge");
    return { cards: cards.length, badges: badges.length,
        under: badges.filter((badge) => cards.some((card) => meet(badge, card))).length };
}"""


@pytest.mark.parametrize("size", ["phone", "large phone", "sideways phone"])
def test_no_badge_of_another_player_lies_under_cards_on_a_phone(browser: Browser, server: Server, size: str) -> None:
    with person(browser, server, size) as ann:
        ann.sit(server.open_table(some_game(fits=lambda game: game.teams > 0).name))
        ann.step()
        found = ann.page.evaluate(UNDER_CARDS)
        assert found["cards"] > 0
        assert found["badges"] > 0
        assert found["under"] == 0
        ann.check_calm()
