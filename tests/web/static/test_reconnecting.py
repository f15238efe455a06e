"""Tests of when the page comes back to a server that closed its socket; the tests set its clock and its chance."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, WebSocketRoute

from parlour.web.wire.connection import FAILED, GOING_AWAY
from tests.web.browser import Person, person
from tests.web.games import choosing_game
from tests.web.servers import Server

FIRST_WAIT, RESTART_WAIT = 300, 4000  # milliseconds, as in net.js
CHANCE = "value => { Math.random = () => value; }"


class Sockets:
    """The page's sockets, which the test closes as a server would."""

    def __init__(self) -> None:
        self.opened: list[WebSocketRoute] = []

    def open(self, socket: WebSocketRoute) -> None:
        socket.connect_to_server()
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


def connection(ann: Person, wanted: str) -> None:
    """Wait until the page's connection is in this state; the page can't wait itself while its clock stands still."""
    while ann.state("sitting.connection") != wanted:
        pass


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
