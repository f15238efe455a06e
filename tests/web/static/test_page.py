"""Tests of the page in a real browser with a real server: first match, friends, spectators, a killed server."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from parlour.game.game import Game
from parlour.games import GAMES
from tests.samples import some_game
from tests.web.browser import PATIENCE, Person, person, press
from tests.web.games import choosing_game, play_short_match, quick_game, refuses_cards
from tests.web.servers import Server

pytestmark = pytest.mark.every(1)

MOST_BYTES = 155_000
MOST_FONT_BYTES = 42_000  # The fonts take 40 kB, to which HTTP headers are added.


# --- a first match


def test_a_new_player_can_play_after_two_clicks(ann: Person) -> None:
    ann.go("/")
    ann.page.wait_for_selector(".tile")
    ann.check_accessible()
    game = choosing_game()
    ann.page.click(f"[data-play={game.name}]")
    assert ann.step() in game.phases
    ann.move()


def test_the_first_visit_loads_few_bytes(ann: Person) -> None:
    ann.go("/")
    ann.page.wait_for_selector(".tile")
    ann.page.click(f"[data-play={choosing_game().name}]")
    ann.step()
    sizes = dict(ann.page.evaluate("performance.getEntriesByType('resource').map(one => [one.name, one.transferSize])"))
    fonts = [size for name, size in sizes.items() if name.endswith(".woff2")]
    assert len(sizes) > 10
    assert sum(sizes.values()) - sum(fonts) < MOST_BYTES
    assert 0 < sum(fonts) < MOST_FONT_BYTES


def test_the_page_can_be_installed_as_an_app(ann: Person) -> None:
    ann.go("/")
    ann.page.wait_for_selector(".tile")
    session = ann.page.context.new_cdp_session(ann.page)
    assert session.send("Page.getAppManifest")["errors"] == []
    found = {one["errorId"] for one in session.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert found <= {"in-incognito"}, "only the test's private window prevents it; no service worker is needed"


def can_be_set_up(game: Game) -> bool:
    """Check whether the number of players can be chosen and a numeric option makes the match short."""
    return len(game.players) > 1 and any(isinstance(value, int) for value in game.short_options.values())


def test_seats_and_options_can_be_chosen_in_the_dialog_for_a_new_table(server: Server, ann: Person) -> None:
    game = some_game(3, can_be_set_up)
    option, value = next(one for one in game.short_options.items() if isinstance(one[1], int))
    ann.go("/")
    ann.page.fill("#name", "Ann")
    ann.page.click(f"[data-setup={game.name}]")
    ann.page.locator(".setup label.choice", has_text="3").click()
    ann.page.select_option("[name=seat-2]", "easy")
    ann.page.click(".setup summary")
    ann.page.fill(f"[name=option-{option}]", str(value))
    ann.check_accessible()
    ann.page.click(".setup [type=submit]")
    ann.step()
    facts = server.get(f"/tables/{ann.state('sitting.table')}")
    assert (facts["players"], facts["options"][option]) == (3, value)
    assert [(seat["kind"], seat["level"]) for seat in facts["seats"]][2] == ("bot", "easy")
    assert facts["seats"][0]["name"] == "Ann"


# --- other people


def test_friends_join_by_invitation_and_a_spectator_sees_no_hands(
    browser: Browser, server: Server, ann: Person
) -> None:
    seats = [{"kind": "person"}, {"kind": "person"}, {"kind": "bot", "level": "easy"}]
    opened = server.open_table(choosing_game(3).name, players=3, seats=seats)
    ann.go(f"/t/{opened['table']}#{opened['token']}")
    ann.sees("Waiting for 1 more.")
    expect(ann.page.locator(".invite img")).to_be_visible()
    ann.check_accessible()
    link = ann.page.input_value("#invite-link")
    with person(browser, server) as ben, person(browser, server) as cleo:
        ben.page.goto(link)
        ben.page.fill("#name", "Ben")
        ben.check_accessible()
        ben.page.click("text=Sit down")
        assert ben.step() == ann.step()
        ann.sees("Ben")
        cleo.go(f"/t/{opened['table']}")
        cleo.page.wait_for_selector("#table")
        assert cleo.state("sitting.seat") == -1
        assert all(seat["hand"] == [] for seat in cleo.state("sitting.shown.seats"))
        ann.choose()
        ben.sees("has chosen")
        ben.page.click("#tab-people")
        ben.page.click("text=Well played!")
        expect(ann.page.locator(".bubble")).to_have_text("Well played!")
        expect(cleo.page.locator(".bubble")).to_have_text("Well played!")
        cleo.check_accessible()
        ben.check_calm()
        cleo.check_calm()


def test_a_killed_server_loses_nothing_and_stores_a_move_that_was_made_while_it_was_down_exactly_once(
    browser: Browser, tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    server = Server(database)
    opened = server.open_table(choosing_game().name, players=2)
    with person(browser, server) as ann:
        ann.sit(opened)
        ann.step()
        number, port = ann.state("sitting.number"), server.port
        server.kill()
        server.close()
        expect(ann.page.locator(".line-lost")).to_contain_text("Your seat is safe", timeout=PATIENCE)
        ann.choose()
        expect(ann.page.locator(".card.pending")).to_have_count(1)
        server = Server(database, port=port)
        ann.until("at.number > value", number)
        expect(ann.page.locator(".line-lost")).to_be_empty()
        assert ann.state("sitting.pending") is None
        look = server.get(f"/tables/{opened['table']}/view", opened["token"])
        own = [one for one in look["log"] if one["seat"] == 0]
        assert len(own) == 1
        ann.step()
        assert [text for text in ann.troubles if "WebSocket" not in text and "ERR_CONNECTION" not in text] == []
    server.close()


# --- keys, motion and small screens


def test_a_match_can_be_played_with_letter_and_arrow_keys_alone(server: Server, ann: Person) -> None:
    ann.go("/")
    ann.page.wait_for_selector(".tile")
    ann.page.focus("#name")
    ann.page.keyboard.type("Ann")
    ann.page.focus(f"[data-play={choosing_game().name}]")
    ann.page.keyboard.press("Enter")
    ann.step()
    assert ann.state("name") == "Ann"
    ann.page.keyboard.press("Tab")
    for _ in range(40):
        if ann.page.evaluate("document.activeElement.matches('.hand button')"):
            break
        ann.page.keyboard.press("Tab")
    first = ann.page.evaluate("document.activeElement.dataset.card")
    ann.page.keyboard.press("ArrowRight")
    assert ann.page.evaluate("document.activeElement.dataset.card") != first
    number = ann.state("sitting.number")
    ann.page.keyboard.press("Enter")
    ann.until("at.number > value", number)
    ann.page.keyboard.press("s")
    assert ann.page.evaluate("document.activeElement.id") == "tab-scores"
    ann.page.keyboard.press("t")
    expect(ann.page.locator(".prompt")).not_to_be_empty()


def test_a_card_that_cannot_be_played_shows_the_reason_when_it_is_pressed(server: Server, ann: Person) -> None:
    refused = ann.page.locator(".hand .card.cannot")
    ann.sit(server.open_table(some_game(fits=refuses_cards).name))
    while not refused.count():
        if ann.step() == "round":
            ann.next_round()
        else:
            ann.move()
            ann.step()
    name = refused.first.locator(".unseen").text_content() or ""
    reason = name.partition("not playable: ")[2]
    assert reason
    assert refused.first.get_attribute("aria-disabled") == "true"
    ann.remember_notes()
    press(refused.first)
    ann.was_told(reason)
    assert ann.state("sitting.pending") is None


def test_nothing_is_animated_for_players_who_have_turned_motion_off(browser: Browser, server: Server) -> None:
    with person(browser, server, settings={"motion": "auto"}, reduced_motion="reduce") as ann:
        ann.sit(server.open_table(choosing_game().name, players=2))
        ann.step()
        ann.move()
        ann.step()
        assert ann.page.evaluate("parlour.motion.moves") == 0
    with person(browser, server, settings={"motion": "full"}) as ben:
        ben.sit(server.open_table(choosing_game().name, players=2))
        ben.step()
        ben.choose()
        ben.until("parlour.motion.moves > 0")


FITS = """() => {
    const box = document.querySelector("#table").getBoundingClientRect();
    const kinds = ".plate, .prompt, .actions button, .hand button, .stack, .tools button";
    const parts = [...document.querySelectorAll(kinds)].filter(one => one.getClientRects().length);
    const outside = parts.filter(one => {
        const part = one.getBoundingClientRect();
        return part.left < -1 || part.right > innerWidth + 1 || part.top < -1 || part.top > box.bottom - 40;
    });
    const small = parts.filter(one => one.matches("button")
        && Math.min(one.offsetWidth, one.offsetHeight) < 44).map(one => one.outerHTML);
    const hand = [...document.querySelectorAll(".hand button")].map(one => one.getBoundingClientRect())
        .sort((a, b) => a.top - b.top || a.left - b.left);
    const strips = hand.slice(1).map((card, n) => Math.abs(card.left - hand[n].left)).filter(one => one > 4);
    const page = document.documentElement;
    const scrolls = page.scrollHeight > innerHeight || page.scrollWidth > innerWidth;
    return { outside: outside.map(one => one.outerHTML.slice(0, 200)), small, scrolls, strip: Math.min(99, ...strips) };
}"""


def test_a_phone_shows_the_whole_table_of_every_game_without_scrolling(browser: Browser, server: Server) -> None:
    with person(browser, server, "phone") as ann:
        for game in GAMES:
            ann.sit(server.open_table(game))
            ann.step()
            found = ann.page.evaluate(FITS)
            assert found["outside"] == [], game
            assert found["small"] == [], game
            assert not found["scrolls"], game
            assert found["strip"] > 40, f"{game}: the cards are too close together for fingers"
            ann.check_calm()


# --- pages after a match, and wrong addresses


def test_a_finished_match_can_be_replayed_from_every_seat_and_analysed(server: Server, ann: Person) -> None:
    play_short_match(ann, server)
    ann.to_the_replay()
    ann.check_accessible()
    last = int(ann.page.get_attribute(".steps", "max") or 0)
    ann.page.get_by_role("button", name="To the end").click()
    expect(ann.page.locator(".counter")).to_have_text(f"{last + 1} / {last + 1}")
    ann.page.get_by_role("button", name="One step back").click()
    expect(ann.page.locator(".counter")).to_have_text(f"{last} / {last + 1}")
    assert ann.page.locator(".room .card .back").count() == 0, "a hand isn't face up"
    ann.page.select_option("#viewer", "0")
    ann.page.get_by_role("button", name="To the start").click()
    expect(ann.page.locator(".room .backs .face.back").first).to_be_attached()
    ann.page.click("text=Verify the deals")
    ann.sees("Checked by your browser")
    ann.page.click("text=Analyse decisions")
    ann.sees("the bot's choice")
    moments = ann.page.locator(".decisions h3").all_inner_texts()
    assert all(re.fullmatch(r"Round \d+, (trick|move) \d+", moment) for moment in moments)
    ann.page.click("text=Could I have won?")
    ann.sees("with the same deals")
    ann.sees("Scores: Ann ")
    ann.check_accessible()


def test_a_rematch_opens_a_new_table_with_the_same_seats(server: Server, ann: Person) -> None:
    opened = play_short_match(ann, server)
    ann.page.click("dialog >> text=Rematch")
    ann.until("at.shown && at.table !== value", opened["table"])
    assert ann.state("sitting.seat") == opened["seat"]


WRONG = {
    "/t/nosuchtable99": "This table is gone",
    "/replay/nosuchtable99": "This table is gone",
    "/t/nosuchtable99?invite=gone": "This table is gone",
    "/rules/snap": "No such game",
    "/some/where/else": "Nothing here",
}


def test_a_wrong_address_shows_a_friendly_page_with_a_link_to_the_games(browser: Browser, server: Server) -> None:
    with person(browser, server) as ann:
        for path, words in WRONG.items():
            ann.go(path)
            expect(ann.page.locator("h1")).to_have_text(words, timeout=PATIENCE)
            ann.check_accessible()
            ann.page.click("text=Back to the games")
            ann.page.wait_for_selector(".tile")


def test_the_page_says_what_to_do_next_if_a_table_is_full_or_an_invitation_is_used_or_a_seat_link_is_wrong(
    browser: Browser, server: Server
) -> None:
    seats = [{"kind": "person"}, {"kind": "person"}]
    opened = server.open_table(choosing_game().name, players=2, seats=seats)
    server.post(f"/tables/{opened['table']}/join", data={"name": "Ben", "invite": opened["invite"]})
    with person(browser, server) as cleo:
        cleo.go(f"/t/{opened['table']}?invite={opened['invite']}")
        expect(cleo.page.locator("h1")).to_have_text("Every seat is taken")
        cleo.page.get_by_role("button", name="Watch").click()
        cleo.page.wait_for_selector("#table")
        cleo.go(f"/t/{opened['table']}#{'x' * 43}")
        expect(cleo.page.locator("h1")).to_have_text("This link doesn't lead to a seat")


def test_a_player_who_joins_again_after_a_lost_answer_gets_the_same_seat(browser: Browser, server: Server) -> None:
    opened = server.open_table(choosing_game().name, players=2, seats=[{"kind": "person"}, {"kind": "person"}])

    def lose(route: Route) -> None:
        assert route.fetch().ok, "the server hasn't given the seat to the player"
        route.abort()

    with person(browser, server) as ben:
        ben.page.route("**/join", lose, times=1)
        ben.go(f"/t/{opened['table']}?invite={opened['invite']}")
        ben.page.fill("#name", "Ben")
        ben.page.click("text=Sit down")
        expect(ben.page.locator("h1")).to_have_text("Can't reach the server", timeout=PATIENCE)
        ben.page.click("text=Try again")
        ben.page.wait_for_selector("#table")
        ben.until("at.seat === value", 1)


def test_a_name_of_three_hundred_emoji_is_shortened_and_then_used(ann: Person) -> None:
    ann.go("/")
    ann.page.wait_for_selector(".tile")
    ann.page.fill("#name", "🂡" * 300)
    ann.page.click(f"[data-play={quick_game().name}]")
    ann.step()
    # A name has at most 24 characters; here each character takes two code units.
    assert len(ann.state("sitting.facts.seats[0].name")) <= 48
    assert not ann.page.evaluate("document.documentElement.scrollWidth > innerWidth")
