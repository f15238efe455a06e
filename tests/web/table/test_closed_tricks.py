"""In games with closed tricks, a real server shows no card of an earlier trick before the round is over."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from parlour.game.game import Game
from tests.samples import some_game
from tests.web.browser import Person, person
from tests.web.servers import Client, Server

pytestmark = pytest.mark.every(1)

TRICKS = 4  # The number of tricks after which the test inspects the page.
NAMED = """value => {
    const cards = (one) => one && typeof one === "object"
        ? typeof one.card === "string" ? [one.card] : Object.values(one).flatMap(cards) : [];
    return cards(value);
}"""
TOLD = f"""(cards) => {{
    const {{ log, shown }} = parlour.state.sitting, {{ trick, last_trick }} = shown.centre;
    const lying = (trick.length ? trick : last_trick).map((play) => play.card);
    const told = ({NAMED})(log).filter((card) => cards.includes(card));
    return {{ gone: told.filter((card) => !lying.includes(card)), told: told.length,
        lines: log.map((line) => line.number),
        spoken: [...document.querySelectorAll("[data-number]")].map((line) => Number(line.dataset.number)) }};
}}"""


def closed_game() -> Game:
    return some_game(fits=lambda game: game.closed_tricks)


def bots_beside(game: Game) -> list[dict[str, str]]:
    return [{"kind": "person"}, *({"kind": "bot", "level": "easy"} for _ in range(game.default_players - 1))]


def words(value: Any) -> Iterator[str]:
    """Yield every text in a message except the game's title, which may contain the name of a card."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, one in value.items():
            yield from words(one) if name != "title" else ()
    elif isinstance(value, list):
        for one in value:
            yield from words(one)


class Watch:
    """Watches one client: after each event, it notes the closed cards, which messages may no longer show."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.seen: set[str] = set()  # The cards played to tricks in this round.
        self.played: set[str] = set()  # The cards played in the previous round.
        self.gone: dict[int, set[str]] = {}  # Maps each event's number to the cards closed after it.
        self.round: Any = None
        self.told = 0  # The number of checks that could have found a closed card.

    def step(self) -> None:
        """Read a message, and note which cards are closed from now on."""
        message = self.client.next()
        view = self.client.view
        if view is None or message["type"] not in ("welcome", "event"):
            return
        round_now = view["sheet"] and view["sheet"]["round"]
        lying = {play["card"] for play in view["centre"]["trick"] or view["centre"]["last_trick"]}
        if round_now != self.round:
            self.played, self.seen = self.seen, set()
        else:
            self.seen |= lying
        self.round = round_now
        self.gone[self.client.number] = self.seen - lying

    def is_over(self) -> bool:
        """Check whether a round with tricks is over."""
        return bool(self.played)

    def move(self) -> None:
        """Choose the first action, and read messages until it has happened."""
        number, actions = self.client.number, self.client.view["actions"]
        if self.is_over():
            return
        self.client.say(type="move", id=f"m{number}", number=number, action=actions[0]["id"])
        while self.client.number == number:
            self.step()

    def check(self, number: int, *messages: Any) -> None:
        """Check that messages sent after the event with this number name no card that is closed after that event."""
        gone = self.gone[number]
        self.told += bool(gone)
        assert not gone & set(words(list(messages)))


def come_back(server: Server, table: str, token: str | None, number: int, missed: int | None) -> list[dict[str, Any]]:
    """Return all messages sent to a client that connects, or reconnects after missing some events."""
    last = None if missed is None else max(number - missed, 0)
    with Client(server, table, token, last) as client:
        client.number = -1 if last is None else last
        first = client.next()
        while client.number < number:
            client.next()
        assert first["type"] in ("welcome", "resumed"), first
        return client.heard


def cards_in_log(log: list[dict[str, Any]]) -> list[str]:
    return [one["values"]["card"]["card"] for line in log for one in line["story"] if "card" in one["values"]]


def test_no_card_of_an_earlier_trick_is_shown_before_the_round_is_over(server: Server) -> None:
    game = closed_game()
    opened = server.open_table(game, seats=bots_beside(game))
    table, token = opened["table"], opened["token"]
    with Client(server, table, token) as ann, Client(server, table) as eve:
        watch = Watch(ann)
        while not watch.is_over():
            while not watch.is_over() and not (ann.view and ann.view["actions"]):
                watch.step()
            for seat in (token, None) if not watch.is_over() else ():
                watch.check(ann.number, server.get(f"/tables/{table}/view", seat))
                for missed in (None, 1, 2, 5):
                    watch.check(ann.number, come_back(server, table, seat, ann.number, missed))
            watch.move()
        while eve.number < ann.number:
            eve.next()
        for message in [*ann.heard, *eve.heard]:
            if message["type"] in ("welcome", "event"):
                watch.check(message["number"], message)
        assert watch.told > 100, "too few checks could have found a closed card"
        log = server.get(f"/tables/{table}/view", token)["log"]
        assert watch.played <= set(cards_in_log(log)), "after the round the log must show all its cards again"
        assert [line["number"] for line in log] == list(range(1, log[-1]["number"] + 1))


def test_events_tell_the_client_which_lines_of_the_log_are_closed_and_when_they_open_again(server: Server) -> None:
    game = closed_game()
    opened = server.open_table(game, seats=bots_beside(game))
    closed: set[int] = set()
    with Client(server, opened["table"], opened["token"]) as ann:

        def silent() -> set[int]:
            log = server.get(f"/tables/{opened['table']}/view", opened["token"])["log"]
            return {line["number"] for line in log if not line["story"]}

        moves, opens = 0, False
        while not opens:
            ann.until("welcome") if ann.view is None else None
            if ann.view["actions"]:
                assert silent() == closed
                ann.say(type="move", id=f"m{moves}", number=ann.number, action=ann.view["actions"][0]["id"])
                moves += 1
            message = ann.until("event")
            closed |= set(message.get("closes", ()))
            opens = message.get("opens", False)
        assert len(closed) > TRICKS * len(ann.view["seats"])
        assert not silent() & closed


# --- the page


def look(ann: Person, game: Game) -> dict[str, Any]:
    """Check that the page shows no card of an earlier trick."""
    told: dict[str, Any] = ann.page.evaluate(TOLD, list(game.deck.names))
    assert not told["gone"]
    assert set(told["spoken"]) <= set(told["lines"])
    expect(ann.page.locator(".tools .last")).to_have_count(0)
    return told


def test_the_page_hides_a_trick_when_the_next_trick_begins_and_shows_it_again_after_the_round(
    browser: Browser, server: Server
) -> None:
    game = closed_game()
    opened = server.open_table(game, seats=bots_beside(game))
    with person(browser, server, pauses=False) as ann:
        ann.sit(opened)
        ann.page.click("#tab-log")
        plays, moves, reloaded = 0, 0, False
        while (phase := ann.step()) != "round":
            plays += bool(ann.state("sitting.shown.centre.trick.length")) if phase else 0
            told = look(ann, game)
            if plays == TRICKS and not reloaded:
                reloaded = True
                assert 0 < told["told"] <= len(ann.state("sitting.shown.seats"))
                expect(ann.page.locator(".log:not(.lately) li")).to_have_count(len(told["lines"]))
                ann.page.reload()
                ann.page.wait_for_selector("#table")
                ann.until("at.shown")
                look(ann, game)
                ann.page.keyboard.press("l")
                expect(ann.page.locator("dialog[open]")).to_have_count(0)
            ann.move(moves, clicking=False)
            moves += 1
        ann.until("at.log.length > value", 4 * TRICKS * 2)
        told = ann.page.evaluate(TOLD, list(game.deck.names))
        assert told["told"] > 4 * TRICKS
        assert told["lines"] == sorted(set(told["lines"]))
        ann.check_calm()
