"""Tests of how the page notices that the connection is lost, and when it connects again.

Most tests set the page's clock and its chance.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from parlour.web.wire.connection import FAILED, GOING_AWAY
from tests.web.browser import Person, person
from tests.web.games import choosing_game
from tests.web.servers import Server

FIRST_WAIT, RESTART_WAIT = 300, 4000  # milliseconds, as in net.js
CHANCE = "value => { Math.random = () => value; }"


class Sockets:
    """The page's sockets, which the test closes as a server would, or cuts off from the server without closing them."""

    def __init__(self) -> None:
        self.opened: list[WebSocketRoute] = []
        self.cut = False

    def open(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: None if self.cut else server.send(message))
        server.on_message(lambda message: None if self.cut else socket.send(message))
        self.opened.append(socket)


@pytest.fixture
def playing(browser: Browser, server: Server) -> Iterator[tuple[Person, Sockets]]:
    """Seat a person at a table; then stop the page's clock."""
    with person(browser, server) as ann:
        sockets = Sockets()
        ann.page.route_web_socket("**/socket", sockets.open)
        ann.page.clock.install()
        ann.sit(server.open_table(choosing_game().name, players=2))
        ann.until("at.connection === 'open'")
        ann.page.clock.pause_at(ann.page.evaluate("Date.now() + 1000"))
        yield ann, sockets


def awaits(ann: Person, condition: str) -> None:
    """Wait until a part of the page's state is true; the page can't wait itself while its clock stands still."""
    while not ann.state(condition):
        pass


def connection(ann: Person, wanted: str) -> None:
    """Wait until the page's connection is in this state."""
    awaits(ann, f"sitting.connection === '{wanted}'")


def waited(playing: tuple[Person, Sockets], code: int, chance: float) -> int:
    """Close the socket with a code; return how many milliseconds the page waits before it connects again."""
    ann, sockets = playing
    ann.page.evaluate(CHANCE, chance)
    milliseconds = 0
    sockets.opened[-1].close(code=code)
    connection(ann, "lost")
    while ann.state("sitting.line.socket === null"):
        ann.page.clock.run_for(50)
        milliseconds += 50
    connection(ann, "open")
    return milliseconds


def test_pages_come_back_to_a_server_that_restarts_at_different_moments(playing: tuple[Person, Sockets]) -> None:
    shortest, middle, longest = (waited(playing, GOING_AWAY, chance) for chance in (0.0, 0.5, 0.999))
    assert shortest <= FIRST_WAIT / 2 + 100
    assert RESTART_WAIT / 2 <= middle <= RESTART_WAIT / 2 + FIRST_WAIT + 100
    assert RESTART_WAIT <= longest <= RESTART_WAIT + FIRST_WAIT + 100


def test_a_page_that_loses_a_socket_for_another_reason_comes_back_at_once(playing: tuple[Person, Sockets]) -> None:
    for chance in (0.0, 0.999):
        assert waited(playing, FAILED, chance) <= FIRST_WAIT + 100


def seconds_until_lost(ann: Person) -> int:
    """Let the page's clock run until the page says that the connection is lost; return how many seconds that takes."""
    for seconds in range(1, 60):
        ann.page.clock.run_for(1000)
        if ann.state("sitting.connection") == "lost":
            return seconds
    raise AssertionError("the page hasn't noticed anything")


def test_a_browser_that_goes_offline_says_so_within_three_seconds(playing: tuple[Person, Sockets]) -> None:
    ann, sockets = playing
    sockets.cut = True
    ann.page.context.set_offline(True)
    assert seconds_until_lost(ann) <= 3
    expect(ann.page.get_by_role("alert")).to_have_text("You're offline. Your seat is safe.")
    ann.page.context.set_offline(False)


def test_a_server_that_still_answers_a_browser_without_a_network_is_not_called_lost(
    playing: tuple[Person, Sockets],
) -> None:
    ann, sockets = playing
    ann.page.evaluate("dispatchEvent(new Event('offline'))")
    awaits(ann, "sitting.line.asked === false")
    ann.page.clock.run_for(3000)
    assert ann.state("sitting.connection") == "open"
    assert len(sockets.opened) == 1


def test_a_move_without_an_answer_waits_visibly_after_three_seconds_and_is_made_once_the_connection_is_back(
    playing: tuple[Person, Sockets],
) -> None:
    ann, sockets = playing
    number = ann.state("sitting.number")
    sockets.cut = True
    ann.choose()
    assert seconds_until_lost(ann) <= 3
    alert, prompt = ann.page.locator(".line-lost"), ann.page.locator(".prompt")
    expect(alert).to_contain_text("Your move is kept, and sent as soon as the connection is back.")
    expect(prompt).to_have_text("Your move waits for the connection …")
    sockets.cut = False
    ann.page.evaluate("dispatchEvent(new Event('online'))")
    awaits(ann, f"sitting.number > {number}")
    ann.page.clock.run_for(1000)
    expect(alert).to_be_empty()
    assert len(sockets.opened) == 2


def test_a_silent_connection_is_tested_and_replaced(playing: tuple[Person, Sockets]) -> None:
    ann, sockets = playing
    sockets.cut = True
    assert seconds_until_lost(ann) <= 13
    assert len(sockets.opened) == 1
    ann.page.clock.run_for(8000)
    sockets.cut = False
    while len(sockets.opened) < 2:
        ann.page.clock.run_for(50)
    connection(ann, "open")
