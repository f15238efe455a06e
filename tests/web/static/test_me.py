"""Tests of the player's own page in a real browser: matches, statistics, devices, and deletion or removal."""

from playwright.sync_api import Browser, expect

from parlour.web.wire.tokens import new_person, new_token
from tests.samples import some_game, together
from tests.web.browser import SIZES, Person, person
from tests.web.people.test_history import played
from tests.web.servers import Server

PERSON = {"kind": "person"}
GAME = some_game(2, lambda game: not game.teams)


def known_as(somebody: Person, secret: str) -> None:
    """Make a browser identify its player with this secret."""
    somebody.go("/")
    somebody.page.evaluate("secret => localStorage.setItem('parlour.person', JSON.stringify(secret))", secret)


def test_the_players_page_lists_matches_with_statistics_and_a_chart(ann: Person, server: Server) -> None:
    secret = new_token()
    table = played(server, secret, GAME)
    known_as(ann, secret)
    ann.go("/")
    ann.page.get_by_role("link", name="Your matches").click()
    for width, height in SIZES.values():
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.page.reload()
        expect(ann.page.locator(".matches.past .match")).to_have_count(1)
        ann.page.locator(f"[data-game={GAME.name}]").click()
        expect(ann.page.locator(".numbers")).to_contain_text("Rating")
        expect(ann.page.locator(".statistics figure svg").first).to_be_visible()
        ann.check_accessible()
    ann.page.locator(".matches.past .match").click()
    ann.page.wait_for_url(f"**/replay/{table}**")


def test_a_player_without_matches_is_invited_to_play(ann: Person) -> None:
    ann.go("/me")
    ann.sees("Play a match, and you'll find it here with its replay.")
    ann.check_accessible()


def test_a_second_device_joins_when_the_first_device_accepts_it(browser: Browser, server: Server, ann: Person) -> None:
    secret = new_token()
    played(server, secret, GAME)
    known_as(ann, secret)
    ann.go("/me")
    ann.page.get_by_role("button", name="Play on another device").click()
    link = ann.page.locator("#device-link").input_value()
    with person(browser, server, "phone") as phone:
        phone.page.goto(link)
        phone.page.get_by_role("button", name="Ask the other device").click()
        letters = phone.page.locator(".letters").inner_text()
        expect(ann.page.locator(".letters")).to_have_text(letters)
        ann.check_accessible()
        ann.page.get_by_role("button", name="They match: accept").click()
        expect(phone.page.locator(".matches.past .match")).to_have_count(1)
        phone.check_calm()


def test_a_recovery_code_restores_a_person_and_the_forget_me_button_deletes_the_person(
    browser: Browser, server: Server
) -> None:
    secret = new_token()
    played(server, secret, GAME)
    with person(browser, server) as ann, person(browser, server) as again:
        known_as(ann, secret)
        ann.go("/me")
        ann.page.get_by_role("button", name="Recovery code", exact=True).click()
        code = ann.page.locator(".recovery").inner_text()
        again.go("/me")
        again.page.get_by_role("button", name="I have a recovery code").click()
        again.page.fill("#recovery", code)
        again.page.get_by_role("button", name="Come back").click()
        expect(again.page.locator(".matches.past .match")).to_have_count(1)
        again.page.get_by_role("button", name="Forget me", exact=True).click()
        again.page.get_by_role("button", name="Forget me for good").click()
        again.page.wait_for_selector(".tile")
        ann.go("/me")
        ann.sees("Play a match, and you'll find it here with its replay.")


SHAPES = ("circle", "square", "triangle", "diamond", "pentagon", "hexagon", "star", "cross")
COLOURS = ("red", "orange", "yellow", "green", "teal", "blue", "violet", "pink")


def mark_of(person: str) -> str:
    """Compute a person's mark as docs/protocol.md describes it."""
    value = 2166136261
    for letter in person:
        value = (value ^ ord(letter)) * 16777619 % 2**32
    return f"{COLOURS[value >> 20 & 7]} {SHAPES[value >> 12 & 7]}"


def test_the_page_draws_a_persons_mark_as_the_protocol_defines_it(ann: Person) -> None:
    ann.go("/")
    ids = [new_person() for _ in range(200)]
    drawn = ann.page.evaluate(
        "ids => import('/static/core/marks.js').then(({markPicture}) => ids.map((id) => markPicture(id).ariaLabel))",
        ids,
    )
    assert drawn == [mark_of(one) for one in ids]


def test_marks_distinguish_players_of_the_same_name(browser: Browser, server: Server) -> None:
    opened = server.open_table(some_game(4, together), "Ben", players=4, seats=[PERSON] * 3, person=new_token())
    with person(browser, server, "phone") as other:
        other.go(f"/t/{opened['table']}?invite={opened['invite']}")
        other.page.fill("#name", "Ben")
        other.page.click("text=Sit down")
        expect(other.page.locator(".people .personmark")).to_have_count(2)
        people = [seat["person"] for seat in server.get(f"/tables/{opened['table']}")["seats"] if seat["person"]]
        assert len(set(people)) == 2
        for place, one in enumerate(people):
            shown = other.page.locator(".people .personmark").nth(place)
            expect(shown).to_have_attribute("aria-label", mark_of(one))
        other.check_accessible()
        other.check_calm()


def test_a_player_whom_the_host_removes_may_watch_the_match(browser: Browser, server: Server) -> None:
    opened = server.open_table(some_game(4, together), players=4, seats=[PERSON] * 2)
    seat = server.post(f"/tables/{opened['table']}/join", None, {"name": "Ben", "invite": opened["invite"]}).json()
    with person(browser, server, "phone") as ann, person(browser, server) as ben:
        ben.sit({"table": opened["table"], **seat})
        ann.sit(opened)
        ann.page.locator(".tools .menu").click()
        ann.page.locator("#tab-people").click()
        remove = ann.page.locator("[data-remove='1']")
        remove.click()
        expect(remove).to_contain_text("Give Ben's seat to a bot?")
        ann.check_accessible()
        remove.click()
        ann.until("at.facts.seats[1].kind === 'bot'")
        ben.sees("Your seat was given to a bot")
        ben.check_calm()


def test_the_question_whether_to_remove_a_player_stays_visible_until_the_panel_is_closed(
    browser: Browser, server: Server
) -> None:
    opened = server.open_table(some_game(4, together), players=4, seats=[PERSON] * 2)
    seat = server.post(f"/tables/{opened['table']}/join", None, {"name": "Ben", "invite": opened["invite"]}).json()
    with person(browser, server) as ann, person(browser, server) as ben:
        ann.sit(opened)
        ann.page.locator("#tab-people").click()
        remove = ann.page.locator("[data-remove='1']")
        remove.click()
        ann.page.locator("#tab-scores").click()
        ann.page.locator("#tab-people").click()
        expect(remove).to_contain_text("Remove")
        remove.click()
        ben.sit({"table": opened["table"], **seat})
        ann.until("at.facts.seats[1].present")
        expect(ann.page.locator("li:has([data-remove='1'])")).to_contain_text("here")
        expect(remove).to_contain_text("Give Ben's seat to a bot?")
        expect(remove).to_be_focused()
        ann.page.keyboard.press("Enter")
        ann.until("at.facts.seats[1].kind === 'bot'")
        ann.check_calm()
