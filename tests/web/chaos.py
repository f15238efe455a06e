"""Kill servers while clients play at full speed; no acknowledged move may be lost.

`make chaos` runs this test for a long time: python -m tests.web.chaos --kills 200
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from sqlalchemy import select

from parlour.game.game import Game
from parlour.games import all_games
from parlour.match.fair import commitment, new_key
from parlour.match.record import verify
from parlour.web.store.engine import open_engine
from parlour.web.store.schema import events
from parlour.web.wire.tokens import new_token
from tests.web.clients import House, Ledger, Person
from tests.web.evenings import keep_meeting
from tests.web.servers import Server, postgresql

GAMES = [game for game in all_games() if game.default_players > 1]
IN_TURN = sorted(GAMES, key=lambda game: not game.teams)  # Evenings use games with partners first.
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


def check_alive(servers: list[Server]) -> None:
    """Check that no server has ended by itself."""
    for server in servers:
        status = server.process.poll()
        assert status is None, f"a server ended by itself with status {status}: {server.logged()}"


def check_database(database: str, ledger: Ledger) -> None:
    """Check that every acknowledged move is stored once, under its number, and that no refused move is stored."""
    engine = open_engine(database)
    with engine.connect() as connection:
        rows = connection.execute(select(events.c.table_id, events.c.seat, events.c.client, events.c.number)).all()
    engine.dispose()
    stored = {(row[0], row[1], row[2]): row[3] for row in rows if row[2] is not None}
    assert max(Counter((row[0], row[1], row[2]) for row in rows if row[2] is not None).values()) == 1, "stored twice"
    for place, number in ledger.acknowledged.items():
        assert stored.get(place) == number, f"{place} was acknowledged as {number}, but is {stored.get(place)}"
    assert not ledger.refused & set(stored), "a refused move was stored"


async def chaos(
    database: str, kills: int, tables: int = 20, servers: int = 1, evenings: int = 2, plain: bool = True
) -> Ledger:
    """Run the test with this many tables and duplicate evenings; return the answers that the clients received."""
    running = [await asyncio.to_thread(lambda: Server(database, *MANY, plain=plain)) for _ in range(servers)]
    house = House([server.port for server in running])
    players = [asyncio.create_task(keep_playing(house, GAMES[number % len(GAMES)])) for number in range(tables)]
    players += [asyncio.create_task(keep_meeting(house, IN_TURN[number % len(IN_TURN)])) for number in range(evenings)]
    killing = asyncio.create_task(kill_again_and_again(house, running, database, kills, plain))
    try:
        await asyncio.wait([killing, *players], return_when=asyncio.FIRST_COMPLETED)
        await killing
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
        for task in (killing, *players):
            task.cancel()
        for server in running:
            server.close()
    check_database(database, house.ledger)
    return house.ledger


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--evenings", type=int, default=2)
    parser.add_argument("--only", choices=["sqlite", "postgresql", "two"], action="append")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, postgresql() as url:
        for kind in arguments.only or ["sqlite", "postgresql", "two"]:
            database = f"sqlite:///{Path(folder) / 'chaos.sqlite'}" if kind == "sqlite" else url
            start, servers = time.monotonic(), 2 if kind == "two" else 1
            ledger = asyncio.run(chaos(database, arguments.kills, arguments.tables, servers, arguments.evenings))
            print(
                f"{kind}: {arguments.kills} kills, {len(ledger.acknowledged)} acknowledged moves, "
                f"none lost, none twice, {len(ledger.finished)} matches finished and verified, "
                f"{ledger.salts} salts in them, {ledger.evenings} evenings, "
                f"{time.monotonic() - start:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
