"""How `parlour serve` stops: people play on while it drains, and nothing that was accepted is lost."""

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from parlour.game.game import Game
from parlour.web.wire.connection import GOING_AWAY
from parlour.web.wire.tokens import new_token
from tests.samples import in_turn, some_game, together
from tests.web.servers import START_SECONDS, Client, Server, refused_start
from tests.web.test_play import play_out

pytestmark = pytest.mark.processes

FOR_EVER = ("--drain", "3600")


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite'}"


@pytest.fixture
def draining(url: str) -> Iterator[Server]:
    server = Server(url, *FOR_EVER)
    yield server
    if server.process.poll() is None:
        server.kill()
    server.close()


def seated(server: Server, fits: Callable[[Game], bool] = together) -> tuple[str, list[str], list[Client]]:
    """Seat two people at a table of a game that fits; return the table, their tokens and their clients."""
    opened = server.open_table(some_game(2, fits), players=2, seats=[{"kind": "person"}] * 2)
    table = opened["table"]
    joined = server.post(f"/tables/{table}/join", None, {"name": "Ben", "invite": opened["invite"]}).json()
    tokens = [opened["token"], joined["token"]]
    clients = [Client(server, table, token) for token in tokens]
    for client in clients:
        client.until("welcome")
    return table, tokens, clients


def play(clients: list[Client], name: str) -> int:
    """Let everybody who may act make one move; return the number of the last event."""
    number = max(client.number for client in clients)
    for seat, client in enumerate(clients):
        while client.number < number:
            client.next()
        if client.view["actions"]:
            number = client.move(f"{name}{seat}")
    return number


def closing_code(client: Client) -> int:
    """Wait until the server closes the socket; return its code."""
    try:
        while True:
            client.next()
    except ConnectionClosed as closed:
        return code_of(closed)


def code_of(closed: ConnectionClosed) -> int:
    """Return the code with which the server closed a socket."""
    return 0 if closed.rcvd is None else closed.rcvd.code


def drain(server: Server) -> None:
    """Send the signal to stop, and wait until the server says that it drains."""
    server.process.send_signal(signal.SIGTERM)
    assert server.process.stdout is not None
    assert "stops in 3600 s" in server.process.stdout.readline()


def test_a_server_that_drains_opens_nothing_new_but_people_play_on_and_no_move_is_lost(
    url: str, draining: Server
) -> None:
    table, tokens, clients = seated(draining)
    ann, game = new_token(), some_game(2, together).name
    evening = {"game": some_game(4).name, "name": "Ann", "boards": 1}
    before = draining.post("/evenings", ann, evening).json()["evening"]
    draining.post(f"/evenings/{before}/join", ann, {"name": "Ann"})
    begun = draining.post(f"/today/{game}", ann, {"name": "Ann"}).json()["table"]
    play(clients, "before")
    drain(draining)

    health = draining.http.get("/api/ready")
    assert health.status_code == 503
    assert "opening" in [problem["part"] for problem in health.json()["problems"]]
    assert draining.http.get("/api/live").status_code == 200
    for path, token, data in (
        ("/tables", None, {"game": game, "name": "Ann"}),
        ("/evenings", ann, evening),
        (f"/evenings/{before}/start", ann, {}),
        (f"/today/{some_game(fits=lambda one: one.name != game).name}", ann, {"name": "Ann"}),
        (f"/today/{game}", new_token(), {"name": "Ben"}),
    ):
        answer = draining.post(path, token, data)
        assert (answer.status_code, answer.json()["refused"]) == (503, "unavailable"), path
        assert answer.json()["reason"] == "The server is about to restart; try again in a minute."
    assert draining.post(f"/today/{game}", ann, {"name": "Ann"}).json()["table"] == begun, "a begun try goes on"
    number = play(clients, "while")
    with Client(draining, table, tokens[0]) as another:
        assert another.until("welcome")["number"] == number

    assert draining.stop() == 0  # a second signal
    assert [closing_code(client) for client in clients] == [GOING_AWAY] * 2
    assert "Traceback" not in draining.logged()
    after = Server(url)
    try:
        assert after.get(f"/tables/{table}/view", tokens[0])["number"] == number
    finally:
        after.close()


def test_a_rematch_opens_no_table_while_the_server_drains(draining: Server) -> None:
    game = some_game(2)
    opened = draining.open_table(game, players=2, options=dict(game.short_options))
    with Client(draining, opened["table"], opened["token"]) as ann:
        ann.until("welcome")
        play_out(ann)
    drain(draining)
    assert draining.refused(f"/tables/{opened['table']}/rematch", opened["token"]) == "unavailable"


def test_a_signal_during_play_loses_no_acknowledged_move(url: str) -> None:
    server = Server(url)
    table, tokens, clients = seated(server, in_turn)
    stored: list[dict[str, int]] = [{}, {}]
    enough = threading.Event()

    def keep_playing(seat: int, client: Client) -> int:
        """Play until the server closes the socket; return the code."""
        try:
            for move in count():
                while not client.view["actions"]:
                    client.next()
                stored[seat][f"{move}"] = client.move(f"{move}")
                if move == 5:
                    enough.set()
        except ConnectionClosed as closed:
            return code_of(closed)
        raise AssertionError

    with ThreadPoolExecutor(2) as threads:
        playing = [threads.submit(keep_playing, seat, client) for seat, client in enumerate(clients)]
        assert enough.wait(START_SECONDS)
        assert server.stop() == 0
        assert [one.result() for one in playing] == [GOING_AWAY] * 2
    assert "Traceback" not in server.logged()
    server.close()
    after = Server(url)
    try:
        for token, moves in zip(tokens, stored, strict=True):
            for client, number in moves.items():  # the answer to a move that is sent again names the same event
                again = after.post(f"/tables/{table}/move", token, {"id": client, "number": 0, "action": 0}).json()
                assert again["stored"] == number
    finally:
        after.close()


def test_a_server_stops_by_itself_when_its_time_for_draining_is_over(url: str) -> None:
    server = Server(url, "--drain", "0.2")
    try:
        _, _, clients = seated(server)
        assert server.stop() == 0
        assert [closing_code(client) for client in clients] == [GOING_AWAY] * 2
    finally:
        server.close()


@pytest.mark.parametrize("seconds", ["-1", "3601", "nan"])
def test_an_impossible_time_for_draining_is_refused(url: str, seconds: str) -> None:
    assert f"drain cannot be {seconds}; expected 0 to 3600" in refused_start(url, "--drain", seconds)
