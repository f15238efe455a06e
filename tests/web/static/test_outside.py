"""Tests of external games in a real browser: choosing several cards together, rules, replay, translation."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from parlour.game.catalogues import read_catalogue
from parlour.languages import catalogue_of
from tests.pages import ROOT, blocks
from tests.samples import sampled
from tests.web.browser import FREE_SPOT, PATIENCE, Person, person, press
from tests.web.conftest import UNLIMITED
from tests.web.servers import Client, Server

LANTERNS, HEARTS = ROOT / "tests" / "web" / "lanterns.py", ROOT / "examples" / "hearts.py"
# How many cards players choose together in each game.
PASSING = {"lanterns": 2, **({"hearts": 3} if HEARTS.is_file() else {})}
PHASE = {"lanterns": "lay", "hearts": "pass"}
LOSE_ONE_ANSWER = """() => {
    const { socket } = parlour.state.sitting.line, hear = socket.onmessage;
    socket.onmessage = (event) => JSON.parse(event.data).type === "stored" ? socket.close() : hear(event);
}"""
SPOIL_SECOND_MOVE = """() => {
    const { socket } = parlour.state.sitting.line;
    let moves = 0;
    socket.send = (text) => {
        const message = JSON.parse(text);
        moves += message.type === "move" ? 1 : 0;
        WebSocket.prototype.send.call(socket, moves === 2 ? JSON.stringify({ ...message, action: 62 }) : text);
    };
}"""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return the paths of the external games."""
    rollcall = tmp_path_factory.mktemp("outside") / "rollcall.py"
    rollcall.write_text(blocks("docs/add-a-game.md", "python")[0], encoding="utf-8")
    return [rollcall, LANTERNS, *([HEARTS] if HEARTS.is_file() else [])]


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory, files: list[Path]) -> Iterator[Server]:
    """Start a server with these games in addition to the built-in games."""
    games = [part for file in files for part in ("--game", str(file))]
    server = Server(f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.sqlite'}", *UNLIMITED, *games)
    yield server
    server.close()


@pytest.fixture
def ann(browser: Browser, outside: Server) -> Iterator[Person]:
    """Open a page for a player of games whose sentences are in no catalogue."""
    with person(browser, outside) as ann:
        yield ann
        assert not ann.troubles, ann.troubles


def hand(person: Person) -> Locator:
    return person.page.locator(".hand button.card")


def confirm(person: Person) -> Locator:
    return person.page.locator(".actions .confirm")


def own_hand(server: Server, opened: dict[str, Any]) -> list[str]:
    """Ask the server for the hand of the player who opened the table."""
    cards: list[str] = server.get(f"/tables/{opened['table']}/view", opened["token"])["view"]["seats"][0]["hand"]
    return cards


def with_two_people(server: Server, game: str = "lanterns") -> tuple[dict[str, Any], dict[str, Any]]:
    """Open a table with people in seats 0 and 2 and a bot between them."""
    seats = [{"kind": "person"}, {"kind": "bot", "level": "medium"}, {"kind": "person"}]
    opened = server.open_table(game, players=3, seats=seats)
    joined = server.post(f"/tables/{opened['table']}/join", data={"name": "Ben", "invite": opened["invite"]}).json()
    return opened, {"table": opened["table"], "token": joined["token"]}


# --- several cards chosen together


@pytest.mark.parametrize("game", sampled(PASSING))
def test_a_player_on_a_phone_can_pick_cards_and_change_them_before_confirming(
    browser: Browser, outside: Server, game: str
) -> None:
    number, opened = PASSING[game], outside.open_table(game)
    with person(browser, outside, "large phone") as ann:
        ann.sit(opened)
        assert ann.step() == PHASE[game]
        held = own_hand(outside, opened)
        expect(confirm(ann)).to_be_disabled()
        for n in range(number):
            press(hand(ann).nth(n))
            expect(confirm(ann).locator(".count")).to_have_text(f"{n + 1} of {number}")
        expect(confirm(ann)).to_be_enabled()
        press(hand(ann).nth(number))
        expect(ann.page.locator(".prompt.note")).to_contain_text("one card too many")
        press(hand(ann).nth(0))
        expect(hand(ann).nth(0)).to_have_attribute("aria-pressed", "false")
        expect(confirm(ann)).to_be_disabled()
        press(hand(ann).nth(number))
        expect(hand(ann).nth(number)).to_have_attribute("aria-pressed", "true")
        ann.check_accessible()
        assert own_hand(outside, opened) == held, "cards were sent before the player confirmed"
        wanted = [hand(ann).nth(n).get_attribute("data-card") for n in range(1, number + 1)]
        confirm(ann).click()
        ann.until("at.shown.phase !== value", PHASE[game])
        kept = [card for card in held if card not in wanted]
        now = own_hand(outside, opened)
        assert all(card in now for card in kept), "a card that wasn't chosen has left the hand"
        assert not set(wanted) & set(now), "a chosen card is still in the hand"
        while ann.step() == PHASE[game]:
            ann.choose()
        ann.choose()  # Ann plays a card to the first trick.
        ann.until("at.pending === null")
        assert not ann.troubles, ann.troubles


def test_cards_that_can_be_picked_are_large_enough_for_fingers(browser: Browser, outside: Server) -> None:
    with person(browser, outside, "large phone") as ann:
        for game in PASSING:
            ann.sit(outside.open_table(game))
            ann.step()
            lefts = sorted(box["x"] for card in hand(ann).all() if (box := card.bounding_box()) and box["y"] > 700)
            assert all(right - left >= 44 for left, right in pairwise(lefts))
            box = confirm(ann).bounding_box()
            assert box is not None
            assert box["height"] >= 44
            for n in range(PASSING[game]):
                press(hand(ann).nth(n))
            raised = [one.bounding_box() for one in ann.page.locator(".hand .picked .inner").all()]
            assert len(raised) == PASSING[game]
            assert all(one and one["y"] >= box["y"] + box["height"] for one in raised), (
                "a raised card covers the button"
            )


@pytest.mark.parametrize("game", sampled(PASSING, first=1))
def test_cards_can_be_picked_confirmed_and_played_with_keys_alone(ann: Person, outside: Server, game: str) -> None:
    ann.sit(outside.open_table(game))
    ann.step()
    keys = ann.page.keyboard

    def walk_to(selector: str, key: str = "Tab") -> None:
        for _ in range(40):
            if ann.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            keys.press(key)
        raise AssertionError(f"{selector} can't be reached with {key}")

    walk_to(".hand button.card")
    keys.press("Home")
    for n in range(PASSING[game]):
        keys.press("Space" if n else "Enter")
        keys.press("ArrowRight")
    keys.press("ArrowLeft")
    keys.press("Space")
    expect(confirm(ann)).to_be_disabled()
    keys.press("Space")
    status = ann.page.locator(".dock [role=status].unseen")
    expect(status).to_have_text(f"{PASSING[game]} of {PASSING[game]} chosen")
    walk_to(".confirm")
    keys.press("Enter")
    ann.until("at.shown.phase === 'play' && at.shown.actions.length > 0")
    number = ann.state("sitting.number")
    walk_to(".hand button.card")
    walk_to(".hand button.card.can", "ArrowRight")
    keys.press("Enter")
    ann.until("at.number > value", number)


def test_other_players_see_only_that_a_player_has_chosen(browser: Browser, outside: Server, ann: Person) -> None:
    opened, joined = with_two_people(outside)
    with person(browser, outside) as ben:
        heard: list[str] = []
        ben.page.on(
            "websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame)))
        )  # fmt: skip
        ben.sit(joined)
        ben.step()
        ann.sit(opened)
        ann.step()
        ann.choose()
        ann.until("at.shown.seats[0].chosen")
        expect(ann.page.locator(".seat.own .plate .chosen")).to_be_visible()
        ben.until("at.shown.seats[0].chosen")
        expect(ben.page.locator(".plate .chosen")).to_have_count(2)
        laid = ann.state("sitting.shown.centre.piles[0].open")
        assert len(laid) == 2
        told = "".join(heard)
        assert not any(json.dumps(card) in told for card in laid)


def test_cards_that_the_server_has_accepted_stay_chosen_even_if_its_answer_is_lost(
    ann: Person, outside: Server
) -> None:
    for game in PASSING:
        ann.sit(outside.open_table(game))
        ann.step()
        ann.page.evaluate(LOSE_ONE_ANSWER)
        ann.choose(1)
        ann.until("at.shown.phase !== value && !at.sending", PHASE[game])


def test_if_the_server_refuses_the_second_card_the_player_has_to_choose_only_that_card_again(
    ann: Person, outside: Server
) -> None:
    opened, _ = with_two_people(outside)
    ann.sit(opened)
    ann.step()
    ann.page.evaluate(SPOIL_SECOND_MOVE)
    press(hand(ann).nth(0))
    press(hand(ann).nth(3))
    first, second = (ann.state(f"sitting.picks[{n}]") for n in (0, 1))
    confirm(ann).click()
    expect(ann.page.locator(".prompt.note")).to_contain_text("not allowed", timeout=PATIENCE)
    ann.until("at.shown.selection?.count === 1 && !at.sending && !at.pending")
    assert ann.state("sitting.shown.selection.chosen") == [first]
    assert ann.state("sitting.picks") == [second], "the refused card must stay marked so that it can be confirmed again"
    press(ann.page.locator(f".hand [data-card='{second}']"))
    expect(confirm(ann)).to_be_disabled()
    press(hand(ann).nth(1))
    expect(confirm(ann).locator(".count")).to_have_text("2 of 2")
    confirm(ann).click()
    ann.until("at.shown.seats[0].chosen")


def test_if_only_the_first_of_several_cards_was_sent_a_reopened_page_shows_it_as_already_chosen(
    ann: Person, outside: Server
) -> None:
    opened, _ = with_two_people(outside)
    with Client(outside, opened["table"], opened["token"]) as client:
        client.until("welcome")
        client.move("first")
        laid = client.view["selection"]["chosen"]
    ann.sit(opened)
    ann.step()
    expect(ann.page.locator(".prompt small")).to_contain_text("Already chosen")
    expect(confirm(ann).locator(".count")).to_have_text("1 of 2")
    ann.choose()
    ann.until("at.shown.seats[0].chosen")
    assert ann.state("sitting.shown.centre.piles[0].open")[0] == laid[0]


def test_a_card_dragged_onto_the_felt_is_marked(ann: Person, outside: Server) -> None:
    ann.sit(outside.open_table("lanterns"))
    ann.step()
    mouse = ann.page.mouse
    x, y = hand(ann).nth(0).evaluate(FREE_SPOT)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 200, steps=5)
    expect(ann.page.locator(".card.dragged")).to_have_count(1)
    mouse.up()
    expect(hand(ann).nth(0)).to_have_attribute("aria-pressed", "true")
    assert ann.state("sitting.pending") is None
    assert ann.state("sitting.shown.selection.chosen") == [], "nothing was sent"


# --- face-down piles


def test_the_owner_of_a_face_down_pile_can_look_at_its_cards(browser: Browser, outside: Server, ann: Person) -> None:
    opened, joined = with_two_people(outside)
    ann.sit(opened)
    ann.step()
    ann.choose()
    ann.until("at.shown.seats[0].chosen")
    pile = ann.page.locator(".seat.own .stack")
    laid = ann.state("sitting.shown.centre.piles[0].open")
    expect(pile).to_have_class("stack many known")
    label = pile.locator("> .unseen").text_content() or ""
    assert "face down; you know" in label
    assert label.count(" of ") == sum(card != "Moth" for card in laid)
    expect(pile.locator(".peek")).to_be_hidden()
    pile.hover()
    expect(pile.locator(".peek")).to_be_visible()
    expect(pile.locator(".peek .face")).to_have_count(2)
    pile.click()
    expect(ann.page.locator("dialog.pilecards")).to_contain_text("These cards are face down, but you know them.")
    expect(ann.page.locator("dialog.pilecards .face")).to_have_count(2)
    ann.check_accessible()
    with person(browser, outside) as ben:
        ben.sit(joined)
        ben.step()
        theirs = ben.page.locator(".seat.other .stack").first
        expect(theirs).to_be_visible()
        expect(ben.page.locator(".stack.known")).to_have_count(0)


# --- an invented game


def test_an_external_game_has_a_tile_and_a_dialog_for_new_tables(ann: Person) -> None:
    ann.go("/")
    ann.page.wait_for_selector(".tile")
    tile = ann.page.locator(".tile", has=ann.page.locator("[data-play=lanterns]"))
    expect(tile.locator("h3")).to_have_text("Lanterns")
    expect(tile.locator(".tilehand .face")).to_have_count(3)
    expect(tile.locator(".pitch")).to_have_text("Lay your worst cards under another's lamp.")
    ann.check_accessible()
    ann.page.click("[data-setup=lanterns]")
    ann.page.click("dialog.setup summary")
    ann.page.fill("#option-length", "1")
    ann.page.click("dialog.setup .action.main")
    assert ann.step() == "lay"
    assert ann.state("sitting.facts.options.length") == 1


def test_the_rules_page_of_an_external_game_comes_from_its_docstring(ann: Person) -> None:
    for game, words in {"lanterns": "under their lamps", "rollcall": "the highest card of the suit called"}.items():
        ann.go("/")
        ann.page.wait_for_selector(".tile")
        ann.page.click(f"a[href='/rules/{game}']")
        expect(ann.page.locator(".rulespage")).to_contain_text(words)
    ann.check_accessible()


def test_an_external_game_with_its_own_cards_can_be_played_to_the_end(ann: Person, outside: Server) -> None:
    ann.sit(outside.open_table("lanterns", options={"length": 1}))
    badges: set[str] = set()
    hinted: list[str] = []

    def before(phase: str) -> None:
        badges.update(ann.page.locator(".plate .badge").all_text_contents())
        if phase == "play" and not hinted and len(ann.state("sitting.shown.actions")) > 1:
            ann.page.click(".tools .hint")
            expect(ann.page.locator(".advice")).to_be_visible(timeout=PATIENCE)
            hinted.append(ann.page.locator(".advice").inner_text())

    ann.play_out(look=lambda phase: ann.check_accessible(), before=before)
    assert "keeper of the flame" in "".join(badges)
    assert hinted
    expect(ann.page.locator("dialog.roundsheet")).to_contain_text("won")
    expect(ann.page.locator("dialog.roundsheet tfoot th")).to_have_text("Sparks")
    scores = ann.state("sitting.shown.seats")
    said = ann.page.locator(".plate .score .unseen").all_text_contents()
    assert sorted(said) == sorted(f"{seat['score']} spark{'' if seat['score'] == 1 else 's'}" for seat in scores)
    check_afterwards(ann)


def check_afterwards(ann: Person) -> None:
    """Check the replay, the analysis and the proof of a finished match."""
    ann.page.click("dialog >> text=Replay and analysis")
    ann.page.wait_for_selector(".steps")
    ann.check_accessible()
    ann.page.click("text=Analyse decisions")
    expect(ann.page.locator("body")).to_contain_text("the bot's choice", timeout=PATIENCE)
    ann.page.click("text=Verify the deals")
    ann.sees("Verified.")


def test_a_match_of_the_game_roll_call_can_be_played_on_the_page(ann: Person, outside: Server) -> None:
    ann.sit(outside.open_table("rollcall", players=2, options={"length": 5}))
    ann.play_out()
    check_afterwards(ann)


def test_an_external_game_is_shown_in_french_if_it_has_a_french_catalogue_and_otherwise_in_english(
    browser: Browser, outside: Server
) -> None:
    french = catalogue_of("fr")
    hearts = read_catalogue(HEARTS.with_name("hearts.fr.po")) if HEARTS.is_file() else french
    with person(browser, outside, language="fr") as ann:
        ann.go("/")
        for game in outside.get("/games"):
            tile = ann.page.locator(".tile", has=ann.page.locator(f"[data-play={game['name']}]"))
            expect(tile.locator(".main")).to_contain_text(french.translated("Play now", {}))
            words = {"hearts": hearts, "lanterns": None, "rollcall": None}.get(game["name"], french)
            expect(tile.locator(".pitch")).to_have_text(words.translated(game["pitch"], {}) if words else game["pitch"])
        for name in PASSING:
            ann.sit(outside.open_table(name))
            ann.step()
            label = ann.state("sitting.shown.actions")[0]["label"]
            own = (hearts if name == "hearts" else french).translated(label["template"], {})
            assert (own == label["template"]) == (name == "lanterns")
        assert not ann.troubles
