"""A duplicate evening of eight people with real clients, during which the server is killed twice."""

import asyncio
import itertools
from pathlib import Path
from typing import Any

import pytest

from parlour.match.record import verify
from tests.samples import some_game
from tests.verifier.verdict import check
from tests.web.clients import House
from tests.web.conftest import UNLIMITED
from tests.web.evenings import NAMES, Guest, key_of_board, ranking_of
from tests.web.servers import Server

pytestmark = [pytest.mark.processes, pytest.mark.every(2)]

PAIRS = some_game(4, lambda game: game.teams == 2)
BOARDS = 3


async def evening(database: str, kills: int) -> tuple[Any, list[Any]]:
    """Play a whole evening; return its final view and the records of all tables."""
    server = await asyncio.to_thread(Server, database, *UNLIMITED)
    house = House([server.port])
    host = Guest(house, "", NAMES[0], 0)
    wanted = {"game": PAIRS.name, "name": host.name, "boards": BOARDS, "seconds": 600}
    name = (await house.ask("POST", "/evenings", host.secret, wanted))["evening"]
    host.evening = name
    guests = [host, *(Guest(house, name, one, place) for place, one in enumerate(NAMES[1:4], 1))]
    guests += [
        Guest(house, name, one) for one in NAMES[4:]
    ]  # These people don't choose a place, so their partners are drawn by lot.
    for guest in guests:
        await guest.join()
    playing = [asyncio.create_task(guest.play()) for guest in guests]
    await house.ask("POST", f"/evenings/{name}/start", host.secret)
    try:
        for _ in range(kills):
            before = house.ledger.events
            while house.ledger.events < before + 300:
                assert not any(task.done() for task in playing), "the evening is over before the server is killed"
                await asyncio.sleep(0.02)
            port = server.port
            await asyncio.to_thread(server.kill)
            assert "set aside" not in server.logged(), server.logged()
            server.close()
            server = await asyncio.to_thread(lambda: Server(database, *UNLIMITED, port=port))  # noqa: B023
        await asyncio.gather(*playing)
        view = await host.look()
        tables = sorted({line["table"] for board in view["closed"] for line in board["lines"]})
        assert set(tables) == {table for guest in guests for table in guest.played}
        records = [await house.ask("GET", f"/tables/{table}/record") for table in tables]
    finally:
        for task in playing:
            task.cancel()
        log = server.logged()
        server.close()
    assert "Traceback" not in log, log
    return view, records


@pytest.mark.slow
def test_eight_people_play_three_boards_in_pairs_even_though_the_server_is_killed_twice(tmp_path: Path) -> None:
    view, records = asyncio.run(evening(f"sqlite:///{tmp_path / 'tables.sqlite'}", kills=2))
    assert (view["state"], view["size"], len(records)) == ("over", 2, BOARDS * 2)
    check_records(view, records)
    check_ranking(view, records)
    pairs = {frozenset(one["name"] for one in view["entries"] if one["unit"] == unit) for unit in range(4)}
    assert {frozenset(NAMES[:2]), frozenset(NAMES[2:4])} < pairs
    met = [{frozenset(record["seats"][0::2]), frozenset(record["seats"][1::2])} for record in records]
    assert all(set(two) in met for two in itertools.combinations(pairs, 2)), "two pairs have never met"


def check_records(view: Any, records: list[Any]) -> None:
    """Check that the key of every record follows from the evening's key and everybody's salts."""
    for record in records:
        number = record["board"]["number"]
        assert record["board"] == {"kind": "evening", "name": view["evening"], "number": number, "rounds": 1}
        assert record["result"]["ended"] == "board"
        assert record["fair"]["key"] == key_of_board(view, number) == view["closed"][number - 1]["key"]
        verify(record)
        check(record)
    assert all(one["salt"] for one in view["entries"]), "a salt is lost"
    assert sorted(record["board"]["number"] for record in records) == [1, 1, 2, 2, 3, 3]


def check_ranking(view: Any, records: list[Any]) -> None:
    """Check the ranking by recomputing it from the records, with code that shares nothing with the server's."""
    names = {one["entry"]: one["name"] for one in view["entries"]}
    shown = {
        frozenset(names[entry] for entry in line["entries"]): (line["points"], line["match_points"])
        for line in view["ranking"]
    }
    assert shown == ranking_of(records, PAIRS.scoring.name)
    shares = [line["match_points"] for line in view["ranking"]]
    assert shares == sorted(shares, reverse=True)
    assert [line["place"] for line in view["ranking"]] == [1 + sum(other > one for other in shares) for one in shares]
