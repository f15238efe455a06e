"""One address can neither fill the server with tables nor push other people's tables off the list."""

import time
from pathlib import Path

import httpx
import pytest

from parlour.web.refusals import TableRefusal
from parlour.web.table import openings
from parlour.web.table.lobby import MOST_LISTED
from parlour.web.table.openings import Openings, in_turns
from tests.samples import some_game, together
from tests.web.servers import Client, Server
from tests.web.test_play import play_out

PERSON = {"kind": "person"}


def test_an_address_may_open_only_a_limited_number_of_tables_and_other_addresses_are_not_affected() -> None:
    opened = Openings(2)
    opened.note("club", "a")
    opened.note("club", "b")
    with pytest.raises(TableRefusal, match="2 unfinished tables were opened from this address today") as refused:
        opened.note("club", "c")
    assert refused.value.kind == "too_many"
    opened.note("home", "d")
    assert [opened.opener(table) for table in "abcd"] == ["club", "club", "", "home"]


def test_a_table_that_could_not_be_stored_does_not_count_towards_the_limit() -> None:
    opened = Openings(1)
    with pytest.raises(OSError, match="the disk is full"), opened.opening("club", "a"):
        raise OSError("the disk is full")
    with opened.opening("club", "b"):
        pass
    assert [opened.opener(table) for table in "ab"] == ["", "club"]


def test_a_finished_table_no_longer_counts_towards_the_limit() -> None:
    opened = Openings(1)
    for table in "abc":
        opened.note("club", table)
        opened.forget(table)
    opened.forget("never opened")
    assert not opened._opened
    assert not opened._openers


def test_a_table_counts_towards_the_limit_of_its_address_for_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    opened, now = Openings(1), time.monotonic()
    opened.note("club", "a")
    monkeypatch.setattr(openings, "monotonic", lambda: now + openings.DAY + 1)
    opened.note("club", "b")
    assert opened.opener("a") == ""
    with pytest.raises(TableRefusal):
        opened.note("club", "c")


def test_the_number_of_addresses_kept_in_memory_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "MOST_ADDRESSES", 10)
    opened = Openings(5)
    for number in range(100):
        opened.note(str(number), f"table {number}")
    assert len(opened._opened) == len(opened._openers) == 10


def test_every_address_gets_one_table_on_the_list_before_any_address_gets_a_second_one() -> None:
    tables = ["flood 3", "flood 2", "flood 1", "Ann 2", "Ann 1", "Ben 1"]
    ordered = list(in_turns(tables, lambda table: table.split()[0]))
    assert ordered == ["flood 3", "Ann 2", "Ben 1", "flood 2", "Ann 1", "flood 1"]


@pytest.mark.processes
def test_on_a_real_server_one_address_cannot_push_another_addresses_table_off_the_list(tmp_path: Path) -> None:
    most, game = MOST_LISTED + 5, some_game(2, together)
    server = Server(f"sqlite:///{tmp_path / 't.sqlite'}", "--rate", "100000", "--tables", str(most))
    try:
        honest = server.open_table(game, players=2, seats=[PERSON, PERSON], listed=True)
        wanted = {"game": game.name, "name": "Ben", "players": 2, "seats": [PERSON, PERSON], "listed": True}
        elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(base_url=server.url, transport=elsewhere, timeout=60) as flood:
            answers = [flood.post("/api/tables", json=wanted) for _ in range(most + 3)]
        assert [answer.status_code for answer in answers] == [201] * most + [429] * 3
        assert answers[-1].json()["refused"] == "too_many"
        listed = [table["table"] for table in server.get("/tables")]
        assert len(listed) == MOST_LISTED
        assert honest["table"] in listed
        assert server.open_table(game, players=2)["token"], "another address may still open tables"
    finally:
        server.close()


@pytest.mark.processes
def test_on_a_real_server_an_address_that_has_finished_a_match_may_open_another_table(tmp_path: Path) -> None:
    server, game = Server(f"sqlite:///{tmp_path / 't.sqlite'}", "--tables", "1"), some_game(2)
    try:
        table = server.open_table(game, players=2, options=dict(game.short_options))
        wanted = {"game": game.name, "name": "Ann", "players": 2}
        assert server.refused("/tables", None, wanted) == "too_many"
        with Client(server, table["table"], table["token"]) as ann:
            ann.until("welcome")
            play_out(ann)
        assert server.post("/tables", None, wanted).status_code == 201
    finally:
        server.close()
