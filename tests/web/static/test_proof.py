"""Tests, in a real browser, of what the page stores about a seat and what it can prove after the match."""

import hashlib
import hmac
import json
import secrets
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from parlour.match.fair import commitment, new_key
from tests.web.browser import Person, person
from tests.web.games import choosing_game, quick_game, short_table
from tests.web.servers import Server

OPEN = """async wish => {
    const [opening, paths] = await Promise.all([import("/static/pages/opening.js"), import("/static/core/paths.js")]);
    const table = await opening.openTable(wish);
    paths.go(`/t/${table}`);  // at once, because the server waits for the salt for ten seconds only
    return table;
}"""
WITHOUT_SUBTLE = "Object.defineProperty(Crypto.prototype, 'subtle', {get: () => undefined})"
Change = Callable[[dict[str, Any]], None]


# --- links and stored seats


def kept_token(ann: Person, table: str) -> str | None:
    found = "table => JSON.parse(localStorage.getItem('parlour.seats')).find(one => one.table === table)?.token ?? null"
    token: str | None = ann.page.evaluate(found, table)
    return token


def expect_trouble(ann: Person, said: str) -> None:
    """Check that the browser's console shows no error except the refused request."""
    assert [said in trouble for trouble in ann.troubles] == [True], ann.troubles
    ann.troubles.clear()


def test_a_link_with_a_wrong_token_does_not_change_the_stored_seat(server: Server, ann: Person) -> None:
    opened = server.open_table(choosing_game())
    ann.sit(opened)
    assert kept_token(ann, opened["table"]) == opened["token"]
    ann.go("/")
    ann.page.wait_for_selector(".tile")
    ann.go(f"/t/{opened['table']}#{'a' * 43}")
    ann.page.wait_for_selector("#table")
    ann.until("at.seat === 0")
    assert kept_token(ann, opened["table"]) == opened["token"]
    assert ann.page.evaluate("location.hash") == ""
    expect_trouble(ann, "401")


def test_a_browser_without_a_seat_stores_nothing_after_a_link_with_a_wrong_token(server: Server, ann: Person) -> None:
    opened = server.open_table(choosing_game())
    ann.go(f"/t/{opened['table']}#{'a' * 43}")
    ann.sees("This link doesn't lead to a seat")
    assert ann.page.evaluate("localStorage.getItem('parlour.seats')") is None
    expect_trouble(ann, "401")


def test_a_stored_seat_survives_while_the_server_cannot_be_reached(server: Server, ann: Person) -> None:
    opened = server.open_table(choosing_game())
    ann.sit(opened)
    ann.page.route("**/view", lambda route: route.abort())
    ann.go("/")
    ann.page.wait_for_selector(".tile")
    ann.go(f"/t/{opened['table']}#{'a' * 43}")
    ann.sees("Can't reach the server")
    assert kept_token(ann, opened["table"]) == opened["token"]
    expect_trouble(ann, "ERR_FAILED")


def kept_seats(ann: Person, table: str) -> list[int]:
    """List the seats that the browser stores for a table, the player's own first."""
    found = "table => JSON.parse(localStorage.getItem('parlour.seats')).filter(one => one.table === table)"
    return [one["seat"] for one in ann.page.evaluate(found, table)]


def salt_of(ann: Person, table: str) -> tuple[int, str | None]:
    """Return the seat and the salt that the browser has stored for a table."""
    ann.page.evaluate("dispatchEvent(new Event('pagehide'))")
    found: dict[str, Any] = ann.page.evaluate("table => JSON.parse(localStorage['parlour.witness.' + table])", table)
    return found["seat"], found["salt"]


@pytest.mark.parametrize("players", [2, 3], ids=["match", "lobby"])
def test_a_link_to_another_seat_offers_to_switch_to_that_seat_without_losing_the_first_one(
    server: Server, ann: Person, players: int
) -> None:
    game = choosing_game(players).name
    table = open_in_page(ann, server, game=game, players=players, seats=[{"kind": "person"}] * players, options={})
    ann.until("at.seat === 0 && at.invite")
    seat, salt = salt_of(ann, table)
    assert (seat, salt and len(salt)) == (0, 64)
    ben = server.post(f"/tables/{table}/join", None, {"name": "Ben", "invite": ann.state("sitting.invite")}).json()
    ann.until("at.facts.started || at.facts.seats.some(seat => !seat.taken)")
    link = f"/t/{table}#{ben['token']}"

    ann.go("/")
    ann.page.wait_for_selector(".tile")
    ann.go(link)
    ann.sees("You're already at this table as Ann. The link opens Ben's seat.")
    ann.until("at.seat === 0")
    ann.check_accessible()
    assert ann.page.evaluate("location.hash") == ""
    assert kept_seats(ann, table) == [0, 1]
    ann.page.click("text=Stay in my seat")
    expect(ann.page.locator("dialog.switch")).to_have_count(0)
    assert (ann.state("sitting.seat"), kept_seats(ann, table)) == (0, [0, 1])
    ann.page.reload()
    ann.until("at.seat === 0")

    ann.go("/")
    ann.page.wait_for_selector(".match")
    assert ann.page.locator(f".match[href='/t/{table}']").count() == 1
    ann.go(link)
    ann.page.click("text=Switch to the other seat")
    ann.until("at.seat === 1")
    assert kept_seats(ann, table) == [1, 0]
    ann.page.reload()
    ann.until("at.seat === 1")
    assert salt_of(ann, table) == (1, None)

    if players == 2:
        ann.page.click("#tab-people")
    ann.page.click("text=Switch to Ann's seat")
    ann.until("at.seat === 0")
    assert kept_seats(ann, table) == [0, 1]
    assert salt_of(ann, table) == (0, salt), "the seat must get its own salt back"


# --- the proof after the match


def open_in_page(ann: Person, server: Server, **more: Any) -> str:
    """Open a table with the page's own code, so that the browser adds a salt."""
    ann.go("/")
    ann.page.wait_for_selector(".tile")
    table: str = ann.page.evaluate(OPEN, {**wish(), **more})
    return table


def wish() -> dict[str, Any]:
    short = short_table(quick_game())
    game = short.pop("game")
    return {"game": game if isinstance(game, str) else game.name, "name": "Ann", **short}


def findings(ann: Person, table: str) -> list[tuple[str, str]]:
    """List the page's checks of a match: for each check, its result and its text."""
    ann.go(f"/replay/{table}")
    ann.page.click("text=Verify the deals")
    ann.page.wait_for_selector("#witnessed")
    found = ann.page.locator("#witnessed li").all()
    return [(one.get_attribute("data-good") or "", one.inner_text()) for one in found]


@pytest.fixture(scope="module")
def played(browser: Browser, server: Server) -> Any:
    """Let a browser without `crypto.subtle` play a whole match."""
    with person(browser, server) as ann:
        ann.page.add_init_script(WITHOUT_SUBTLE)
        table = open_in_page(ann, server)
        ann.play_out()
        yield ann, table


def test_without_crypto_subtle_the_page_can_still_check_the_key_the_salt_and_the_moves(
    server: Server, played: tuple[Person, str]
) -> None:
    ann, table = played
    assert ann.page.evaluate("crypto.subtle === undefined")
    found = findings(ann, table)
    assert [good for good, _ in found] == ["true", "true", "true"], found
    assert "fingerprint that this browser was shown before the first card" in found[0][1]
    assert "browser's salt is in the record" in found[1][1]
    assert "matches what this browser saw" in found[2][1]
    ann.sees("only the server has checked deals")
    assert server.get(f"/tables/{table}/record")["fair"]["salts"][0] is not None


def another_key(record: dict[str, Any]) -> None:
    key = new_key()
    record["fair"] |= {"key": key.hex(), "commitment": commitment(key)}


def without_salt(record: dict[str, Any]) -> None:
    record["fair"]["salts"][0] = None


def another_salt(record: dict[str, Any]) -> None:
    record["fair"]["salts"][0] = secrets.token_hex(32)


def another_move(record: dict[str, Any]) -> None:
    acted = [event for event in record["events"] if event.get("seat") == 1]
    acted[0]["do"], acted[-1]["do"] = acted[-1]["do"], f"{acted[0]['do']} "


def a_move_less(record: dict[str, Any]) -> None:
    record["events"].pop()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (another_key, "fingerprint isn't the one that this browser was shown"),
        (without_salt, "salt isn't in the record"),
        (another_salt, "salt for this seat isn't the one"),
        (another_move, "contradicts what this browser saw as event"),
        (a_move_less, "contradicts what this browser saw as event"),
    ],
)
def test_the_page_notices_that_a_server_has_rewritten_the_record(
    played: tuple[Person, str], change: Change, said: str
) -> None:
    ann, table = played

    def rewrite(route: Route) -> None:
        record = route.fetch().json()
        change(record)
        route.fulfill(body=json.dumps(record), content_type="application/json")

    ann.page.route("**/record", rewrite)
    found = findings(ann, table)
    ann.page.unroute("**/record")
    assert any(said in words and good != "true" for good, words in found), found


def test_the_page_says_so_if_its_browser_saw_nothing_of_a_match(
    server: Server, played: tuple[Person, str], ann: Person
) -> None:
    found = findings(ann, played[1])
    assert [good for good, _ in found] == ["null", "null", "null"]
    assert "hadn't seen the fingerprint in advance" in found[0][1]
    assert "saw no move" in found[2][1]


def test_a_rematch_uses_a_new_salt(server: Server, played: tuple[Person, str]) -> None:
    ann, table = played
    ann.go(f"/t/{table}")
    ann.page.wait_for_selector("#table")
    following = ann.page.evaluate("import('/static/sitting/wishes.js').then(({ rematch }) => rematch())")
    ann.go(f"/t/{following}")
    ann.page.wait_for_selector("#table")
    facts = server.get(f"/tables/{following}")
    before = server.get(f"/tables/{table}")
    assert facts["seats"][0]["salt_revealed"]
    assert facts["seats"][0]["salt_commitment"] != before["seats"][0]["salt_commitment"]


def test_friends_who_join_from_the_page_also_add_salts(browser: Browser, server: Server, ann: Person) -> None:
    table = open_in_page(ann, server, players=2, seats=[{"kind": "person"}, {"kind": "person"}])
    ann.sees("Waiting for 1 more.")
    invite = ann.state("sitting.invite")
    with person(browser, server) as ben:
        ben.go(f"/t/{table}?invite={invite}")
        ben.page.fill("#name", "Ben")
        ben.page.click("text=Sit down")
        ben.page.wait_for_selector("#table")
        ann.page.wait_for_selector("#table")
    assert [seat["salt_revealed"] for seat in server.get(f"/tables/{table}")["seats"]] == [True, True]


# --- the hash functions


def test_hashes_computed_in_plain_javascript_match_the_standard(ann: Person) -> None:
    ann.go("/")
    texts = ["", "abc", *("x" * length for length in (55, 56, 63, 64, 65, 119, 120, 1000)), "♠ Ünïcödé"]
    code = "texts => import('/static/core/hash.js').then(h => texts.map(t => h.hex(h.sha256(h.bytesOf(t)))))"
    assert ann.page.evaluate(code, texts) == [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    code = "pairs => import('/static/core/hash.js').then(h => pairs.map(([key, text]) => \
        h.hex(h.hmac(h.bytesOf(key), h.bytesOf(text)))))"
    pairs = [["Jefe", "what do ya want for nothing?"], ["k" * 131, "Test"], ["", ""]]
    expected = [hmac.digest(key.encode(), text.encode(), "sha256").hex() for key, text in pairs]
    assert ann.page.evaluate(code, pairs) == expected
    assert expected[0] == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"  # RFC 4231, case 2
