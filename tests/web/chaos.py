"""Kill servers, and restart or freeze PostgreSQL, while clients play at full speed.

No acknowledged move may be lost or stored twice, and no bot may play for somebody who is there. `make chaos` runs this
test for a long time: python -m tests.web.chaos --kills 200 --outages 60
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Select, or_, select

from parlour.game.game import Game
from parlour.games import all_games
from parlour.match.fair import commitment, new_key
from parlour.match.record import verify
from parlour.web.store.engine import open_engine
from parlour.web.store.schema import events, seats
from parlour.web.wire.tokens import new_token
from tests.web.clients import House, Ledger, Person
from tests.web.evenings import keep_meeting
from tests.web.hurried import AWAY_SECONDS, PROGRAM
from tests.web.postgresql import PostgreSQL, postgresql
from tests.web.servers import Server

GAMES = [game for game in all_games() if game.default_players > 1]
IN_TURN = sorted(GAMES, key=lambda game: not game.teams)  # Evenings use games with partners first.
KINDS = ["sqlite", "postgresql", "two", "outages"]
MANY = ("--rate", "100000", "--tables", "100000")  # All players share one address, so limits per address must be high.


async def keep_playing(house: House, game: Game) -> None:
    """Let two people and bots play match after match until it is time to stop."""
    while not house.stopping:
        seats = [{"kind": "person"}, {"kind": "person"}]
        salts = [new_key(), new_key()]
        wanted = {
            "game": game.name, "name": "Ann", "seats": seats, "options": dict(game.short_options),
            "salt_commitment": commitment(salts[0]),
        }  # fmt: skip
        opened = await house.ask("POST", "/tables", None, wanted)
        name = opened["table"]
        wish = {  # The client repeats this request if the answer is lost.
            "name": "Ben", "invite": opened["invite"], "token": new_token(), "salt_commitment": commitment(salts[1]),
        }  # fmt: skip
        joined = await house.ask("POST", f"/tables/{name}/join", None, wish)
        tokens = [opened["token"], joined["token"]]
        people = [Person(house, name, seat, tokens[seat], salts[seat]) for seat in range(2)]
        await asyncio.gather(*(person.play() for person in people))
        for person in people:
            look = await house.ask("GET", f"/tables/{name}/view", person.token)
            assert look["view"] == person.view, "a client's view differs from the table's view"
        record = await house.ask("GET", f"/tables/{name}/record")
        verify(record)
        house.ledger.salts += sum(person.check(record) for person in people)
        house.ledger.finished.append(name)


async def kill_again_and_again(house: House, servers: list[Server], database: str, kills: int, plain: bool) -> None:
    """Kill a server at a random moment, restart it on the same port, and repeat."""
    for number in range(kills):
        await asyncio.sleep(random.uniform(0.2, 1.5))
        victim = number % len(servers)
        port = servers[victim].port
        check_alive(servers)
        await asyncio.to_thread(servers[victim].kill)
        assert "set aside" not in servers[victim].logged(), servers[victim].logged()
        if len(servers) > 1:
            before = house.ledger.events
            while house.ledger.events == before:  # Wait until the clients continue on the other server.
                await asyncio.sleep(0.05)
        servers[victim].close()
        servers[victim] = await asyncio.to_thread(Server, database, *MANY, plain=plain, port=port)
        before = house.ledger.events
        while house.ledger.events < before + 20:
            check_alive(servers)
            await asyncio.sleep(0.05)


async def disturb_again_and_again(house: House, servers: list[Server], database: PostgreSQL, outages: int) -> None:
    """Restart or freeze PostgreSQL at random moments, for up to twice the time after which bots stand in."""
    for number in range(outages):
        await asyncio.sleep(random.uniform(0.2, 1.5))
        away, back = (database.stop, database.start) if number % 2 else (database.freeze, database.thaw)
        await asyncio.to_thread(away)
        await asyncio.sleep(random.uniform(0.2, 2 * AWAY_SECONDS))
        check_alive(servers)
        await asyncio.to_thread(back)
        before = house.ledger.events
        while house.ledger.events < before + 20:
            check_alive(servers)
            await asyncio.sleep(0.05)
        for server in servers:
            assert "set aside" not in server.logged(), server.logged()


def check_alive(servers: list[Server]) -> None:
    """Check that no server has ended by itself."""
    for server in servers:
        status = server.process.poll()
        assert status is None, f"a server ended by itself with status {status}: {server.logged()}"


def check_database(database: str, ledger: Ledger) -> None:
    """Check that every acknowledged move is stored once, that no refused move is stored, and that nobody was replaced.

    All people are there all the time, so bots never act for them.
    """
    engine = open_engine(database)
    with engine.connect() as connection:
        rows = connection.execute(select(events.c.table_id, events.c.seat, events.c.client, events.c.number)).all()
        people = {(table, seat) for table, seat in connection.execute(_taken(seats.c.kind == "person"))}
        replaced = connection.execute(_taken(or_(seats.c.away, seats.c.kind != "person"))).all()
    engine.dispose()
    stored = {(row[0], row[1], row[2]): row[3] for row in rows if row[2] is not None}
    assert max(Counter((row[0], row[1], row[2]) for row in rows if row[2] is not None).values()) == 1, "stored twice"
    for place, number in ledger.acknowledged.items():
        assert stored.get(place) == number, f"{place} was acknowledged as {number}, but is {stored.get(place)}"
    assert not ledger.refused & set(stored), "a refused move was stored"
    assert not replaced, f"bots stand in for people who are there: {replaced}"
    bots = [row for row in rows if row[2] is None and (row[0], row[1]) in people]
    assert not bots, f"bots have acted for people who are there: {bots}"


def _taken(condition: ColumnElement[bool]) -> Select[Any]:
    """Select the seats that people have taken and that meet a condition."""
    return select(seats.c.table_id, seats.c.seat).where(seats.c.token_hash.is_not(None), condition)


async def chaos(
    database: str | PostgreSQL, faults: int, tables: int = 20, servers: int = 1, evenings: int = 2, plain: bool = True
) -> Ledger:
    """Run the test with this many tables and duplicate evenings; return the answers that the clients received.

    The faults are killed servers, or outages of a PostgreSQL that was started for this test.
    """
    url, program = (database, "parlour.cli") if isinstance(database, str) else (database.url, PROGRAM)
    running = [
        await asyncio.to_thread(lambda: Server(url, *MANY, plain=plain, program=program)) for _ in range(servers)
    ]
    house = House([server.port for server in running])
    players = [asyncio.create_task(keep_playing(house, GAMES[number % len(GAMES)])) for number in range(tables)]
    players += [asyncio.create_task(keep_meeting(house, IN_TURN[number % len(IN_TURN)])) for number in range(evenings)]
    if isinstance(database, str):
        breaking = asyncio.create_task(kill_again_and_again(house, running, database, faults, plain))
    else:
        breaking = asyncio.create_task(disturb_again_and_again(house, running, database, faults))
    try:
        await asyncio.wait([breaking, *players], return_when=asyncio.FIRST_COMPLETED)
        await breaking
        house.stopping = True
        await asyncio.gather(*players)
        for server in running:
            assert await asyncio.to_thread(server.stop) == 0
            assert "Traceback" not in server.logged(), server.logged()
    except BaseException:
        for server in running:
            print(server.logged(), file=sys.stderr)  # The logs of servers that were killed earlier no longer exist.
        raise
    finally:
        for task in (breaking, *players):
            task.cancel()
        for server in running:
            server.close()
    check_database(url, house.ledger)
    return house.ledger


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--outages", type=int, default=60)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--evenings", type=int, default=2)
    parser.add_argument("--only", choices=KINDS, action="append")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, postgresql() as server:
        sqlite = f"sqlite:///{Path(folder) / 'chaos.sqlite'}"
        databases: dict[str, str | PostgreSQL] = {"sqlite": sqlite, "outages": server}
        for kind in arguments.only or KINDS:
            start, servers = time.monotonic(), 2 if kind in ("two", "outages") else 1
            faults = arguments.outages if kind == "outages" else arguments.kills
            database = databases.get(kind, server.url)
            ledger = asyncio.run(chaos(database, faults, arguments.tables, servers, arguments.evenings))
            print(
                f"{kind}: {faults} {'outages' if kind == 'outages' else 'kills'}, "
                f"{len(ledger.acknowledged)} acknowledged moves, none lost, none twice, nobody replaced, "
                f"{len(ledger.finished)} matches finished and verified, "
                f"{ledger.salts} salts in them, {ledger.evenings} evenings, "
                f"{time.monotonic() - start:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
