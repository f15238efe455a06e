"""Limits for each seat, however many sockets it has, and for the spectators of a table."""

import asyncio
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from parlour.game.game import SPECTATOR
from parlour.web.refusals import TableRefusal
from parlour.web.table import lobby
from parlour.web.table.house import House
from parlour.web.table.live import (
    COMMANDS_A_SECOND,
    COMMANDS_AT_ONCE,
    FACTS_A_SECOND,
    FACTS_AT_ONCE,
    MESSAGES_AT_ONCE,
    MOST_FROM_AN_ADDRESS,
    MOST_SOCKETS,
    MOST_SPECTATORS,
    Subscriber,
)
from parlour.web.table.protocol import NewTable
from parlour.web.table.sockets import PONG, Session
from parlour.web.wire import limits
from parlour.web.wire.connection import TOO_MANY_SOCKETS, Listener
from tests.samples import some_game, together
from tests.web.servers import Client, Server
from tests.web.table.test_driver import PEOPLE, game_for_two, pair, run, until

PERSON = {"kind": "person"}


def for_two(server: Server) -> tuple[str, list[str]]:
    """Seat Ann and Ben at a table for two; return the table's name and the tokens."""
    table = server.open_table(some_game(2, together), players=2, seats=[PERSON, PERSON])
    ben = server.post(f"/tables/{table['table']}/join", None, {"name": "Ben", "invite": table["invite"]}).json()
    return table["table"], [table["token"], ben["token"]]


@pytest.mark.processes
def test_the_phrases_of_a_seat_are_limited_however_many_sockets_it_has(server: Server) -> None:
    table, tokens = for_two(server)
    with ExitStack() as stack:
        began = time.monotonic()
        sockets = [stack.enter_context(Client(server, table, tokens[0])) for _ in range(4)]
        watcher = stack.enter_context(Client(server, table))
        watcher.until("welcome")
        for number in range(10):
            for place, socket in enumerate(sockets):
                socket.say(type="phrase", phrase="hello", id=f"{place} {number}")
        refused = 0
        for socket in sockets:
            socket.say(type="hint", id="last")  # answered after all phrases
            while (message := socket.next()).get("id") != "last":
                assert message.get("refused", "too_fast") == "too_fast"
                refused += message["type"] == "refused"
        allowed = COMMANDS_AT_ONCE + COMMANDS_A_SECOND * (time.monotonic() - began)
        assert 40 - refused <= allowed + 1
        for _ in range(40 - refused):
            assert watcher.until("phrase")["seat"] == 0


@pytest.mark.processes
def test_phrases_votes_and_leaving_count_against_the_same_limit_over_http_too(server: Server) -> None:
    table, tokens = for_two(server)
    commands = {"phrase": {"phrase": "hello"}, "leave": None, "return": None, "stand_in": {"seat": 1}}
    answers = [
        (command, server.post(f"/tables/{table}/{command}", tokens[0], data).json().get("refused"))
        for _ in range(5)
        for command, data in commands.items()
    ]
    assert {command for command, refused in answers if refused == "too_fast"} == set(commands)


class Pipe:
    """A connection whose client is the test."""

    is_open = True

    def __init__(self, house: House, table: str) -> None:
        self.sent: list[bytes] = []
        self.free = True
        self.session = Session(house, table, self, "127.0.0.1")

    def start(self, _: Listener) -> None:
        pass

    def send(self, frames: bytes) -> bool:
        self.sent.append(frames)
        return True

    def pause(self) -> None:
        self.free = False

    def resume(self) -> None:
        self.free = True

    def close(self, _: int) -> None:
        self.is_open = False

    def keep_alive(self) -> None:
        pass

    async def say(self, text: bytes) -> None:
        """Send a message, and wait until the server would read another one."""
        self.session.receive(text)
        await until(lambda: self.free)


def test_all_sockets_of_a_seat_share_one_limit_on_messages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(house: House) -> None:
        opened = await lobby.open_table(house, NewTable(game_for_two().name, "Ann", players=2, seats=PEOPLE))
        pipes = [Pipe(house, opened.table) for _ in range(2)]
        for pipe in pipes:
            await pipe.say(b'{"type":"hello","token":"%b"}' % opened.token.encode())
        with monkeypatch.context() as patch:
            stopped = time.monotonic() + 60  # by now the limit allows MESSAGES_AT_ONCE messages, and no more later
            patch.setattr(limits, "monotonic", lambda: stopped)
            for number in range(int(MESSAGES_AT_ONCE)):
                await pipes[number % 2].say(b'{"type":"ping"}')
            assert not any(b"too_fast" in frames for pipe in pipes for frames in pipe.sent)
            for pipe in pipes:
                pipe.session.receive(b'{"type":"ping"}')
                assert b"too_fast" in pipe.sent[-1]
            patch.setattr(limits, "monotonic", lambda: stopped + 60)
            await until(lambda: all(pipe.sent[-1] == PONG for pipe in pipes))
        for pipe in pipes:
            pipe.session.closed()

    run(tmp_path, test)


@pytest.mark.processes
def test_if_a_seat_opens_too_many_sockets_the_oldest_is_closed_with_a_code_of_its_own(server: Server) -> None:
    table, tokens = for_two(server)
    with ExitStack() as stack:
        sockets = [stack.enter_context(Client(server, table, tokens[0])) for _ in range(MOST_SOCKETS + 1)]
        with pytest.raises(ConnectionClosed) as closed:
            sockets[0].until("nothing that the server sends")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == TOO_MANY_SOCKETS
        for socket in sockets[1:]:
            socket.say(type="ping")
            socket.until("pong")
        assert server.get(f"/tables/{table}")["seats"][0]["present"]


@pytest.mark.processes
def test_an_address_may_watch_a_table_only_so_many_times_and_players_can_still_come(server: Server) -> None:
    table, tokens = for_two(server)
    with ExitStack() as stack:
        for _ in range(MOST_FROM_AN_ADDRESS):
            stack.enter_context(Client(server, table)).until("welcome")
        late = stack.enter_context(Client(server, table))
        assert late.until("refused")["refused"] == "too_many"
        with pytest.raises(ConnectionClosed):
            late.next()
        assert stack.enter_context(Client(server, table, tokens[0])).until("welcome")["seat"] == 0


def test_a_table_that_is_full_of_spectators_still_admits_its_players(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live, _ = await pair(house)
        for number in range(MOST_SPECTATORS):
            live.admit(Subscriber(SPECTATOR, lambda _: True, address=f"127.0.{number // 50}.1"))
        with pytest.raises(TableRefusal, match="Too many people"):
            live.admit(Subscriber(SPECTATOR, lambda _: True, address="127.1.0.1"))
        live.admit(Subscriber(0, lambda _: True))
        assert len([one for one in live.subscribers if one.onlooker == 0]) == 2

    run(tmp_path, test)


def test_facts_that_change_very_often_are_sent_rarely_and_the_last_facts_always(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        live, _ = await pair(house)
        sent: list[bytes] = []

        def send(frames: bytes) -> bool:
            sent.append(frames)
            return True

        live.admit(Subscriber(SPECTATOR, send))
        began = time.monotonic()
        for number in range(1000):
            live.table.places[0].name = f"Ann {number}"
            live.tell_facts()
            await asyncio.sleep(0)
        await until(lambda: b"Ann 999" in sent[-1])
        assert len(sent) <= FACTS_AT_ONCE + FACTS_A_SECOND * (time.monotonic() - began) + 1

    run(tmp_path, test)
