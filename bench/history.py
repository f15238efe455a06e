"""Measure how long queries about players' histories take on a server with many matches.

    python bench/history.py                      # 100,000 matches in a temporary SQLite database
    python bench/history.py --matches 10000
    python bench/history.py --database postgresql://USER@HOST/EMPTY

The matches are invented: every table has four seats, and people (not bots) sit in one or two of them. The person
whose history is queried has played in every twentieth match. Figures are milliseconds per query, in wall-clock time and
CPU time. With SQLite, the CPU time covers the whole query; on a busy machine it says more about the query than
wall-clock time does.
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, insert

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from parlour.game.figures import figures_of  # noqa: E402
from parlour.game.game import Game  # noqa: E402
from parlour.games import all_games  # noqa: E402
from parlour.web.people import ratings  # noqa: E402
from parlour.web.people import stored_devices as people  # noqa: E402
from parlour.web.people import stored_history as history  # noqa: E402
from parlour.web.people.history import statistics_of  # noqa: E402
from parlour.web.people.summaries import FACTS, Ended, Summary, count  # noqa: E402
from parlour.web.store import schema as tables  # noqa: E402
from parlour.web.store.store import Store  # noqa: E402

PLAYERS, PEOPLE, EVERY, BATCH, TIMES = 4, 2000, 20, 2000, 50
ANN = "ann000000000"
LEVELS = ("easy", "medium", "hard")


def person(number: int) -> str:
    """Return the ID of player `number`."""
    return ANN if number == 0 else f"p{number:011}"


def fill(store: Store, matches: int) -> None:
    """Fill the database with invented people and matches."""
    chooser = random.Random(1)
    games = list(all_games())
    with store.engine.begin() as connection:
        ids = [person(number) for number in range(PEOPLE)]
        connection.execute(insert(tables.people), [{"id": one, "name": one, "created": 1.0} for one in ids])
        devices = [{"secret_hash": f"hash of {one}", "person": one, "created": 1.0, "used": 0.0} for one in ids]
        connection.execute(insert(tables.devices), devices)
        for game in games:
            rows = [
                {"game": game.name, "player": one, "person": one, "mu": chooser.gauss(25, 4), "sigma": 3.0,
                 "matches": 50}
                for one in ids
            ]  # fmt: skip
            connection.execute(insert(tables.ratings), rows)
    sums: dict[tuple[str, str], Summary] = {}
    for first in range(0, matches, BATCH):
        made = [made_up(number, games, chooser) for number in range(first, min(first + BATCH, matches))]
        with store.engine.begin() as connection:
            connection.execute(insert(tables.tables), [one[0] for one in made])
            connection.execute(insert(tables.seats), [row for one in made for row in one[1]])
            connection.execute(insert(tables.results), [row for one in made for row in one[2]])
        for row in (row for one in made for row in one[2] if row["person"] is not None):
            count(sums.setdefault((row["person"], row["game"]), Summary()), ended(row))
    with store.engine.begin() as connection:
        rows = [
            {"person": who, "game": game, "summary": msgspec.json.encode(summary).decode()}
            for (who, game), summary in sums.items()
        ]
        connection.execute(insert(tables.summaries), rows)


def ended(row: dict[str, Any]) -> Ended:
    """Make a person's result in a match, in the form in which the server counts results."""
    return Ended(row["person"], row["finished"], row["won"], row["place"], FACTS.decode(row["facts"]))


def made_up(number: int, games: list[Game], chooser: random.Random) -> tuple[dict[str, Any], list[Any], list[Any]]:
    """Invent the database rows for one match: its table, seats and results."""
    game, name, at = games[number % len(games)], f"t{number:011}", 1e9 + 60.0 * number
    own = person(0 if number // len(games) % EVERY == 0 else chooser.randrange(1, PEOPLE))
    people_here = [own] + [person(chooser.randrange(1, PEOPLE))] * chooser.randrange(2)
    table = {
        "id": name, "game": game.name, "players": PLAYERS, "options": "{}", "key": b"k" * 32, "invite": "x",
        "listed": False, "created": at, "started": at, "finished": at + 1500, "counted": 1,
    }  # fmt: skip
    facts = {figure.name: (chooser.randrange(8), 8.0) for figure in figures_of(game)}
    seats, ends = [], []
    for seat in range(PLAYERS):
        who = people_here[seat] if seat < len(people_here) else None
        level = chooser.choice(LEVELS)
        seats.append(
            {"table_id": name, "seat": seat, "kind": "bot" if who is None else "person", "level": level,
             "name": who or "Ben", "away": False, "person": who}
        )  # fmt: skip
        ends.append(
            {"table_id": name, "seat": seat, "person": who, "level": level if who is None else None,
             "game": game.name, "players": PLAYERS, "rounds": 8, "score": chooser.randrange(60),
             "place": seat + 1, "won": chooser.random() < 0.25, "finished": at + 1500,
             "facts": msgspec.json.encode(facts).decode()}
        )  # fmt: skip
    return table, seats, ends


def questions() -> Iterator[tuple[str, Callable[[Connection], object]]]:
    """Yield the name of each query, and the query itself."""
    game = next(iter(all_games()))
    last: list[str] = []

    def matches(connection: Connection) -> None:
        rows = history.own_matches(connection, ANN, game.name, None)
        last[:] = [rows[-1].table_id]
        history.sitting(connection, [row.table_id for row in rows])

    yield "which person uses a device", lambda connection: people.stored_person(connection, f"hash of {ANN}")
    yield "matches of one game", matches
    yield "matches, the next page", lambda connection: history.own_matches(connection, ANN, game.name, last[0])
    yield "matches of all games", lambda connection: history.own_matches(connection, ANN, None, None)
    yield "statistics of one game", lambda connection: statistics_of(connection, ANN, game)
    yield "the server's ratings", lambda connection: ratings.house_table(connection, game, 200)


def main() -> None:
    """Fill the database, then time the queries."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--database", help="the URL of an empty database; by default SQLite in a temporary folder")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = Store(arguments.database or f"sqlite:///{folder}/tables.sqlite")
        began = time.perf_counter()
        fill(store, arguments.matches)
        print(f"invented {arguments.matches} matches in {time.perf_counter() - began:.0f} s")
        with store.engine.connect() as connection:
            for name, question in questions():
                taken, worked = [], []
                for _ in range(TIMES):
                    start, began = time.perf_counter(), time.thread_time()
                    question(connection)
                    taken.append(1000 * (time.perf_counter() - start))
                    worked.append(1000 * (time.thread_time() - began))
                clock, work = statistics.median(taken), statistics.median(worked)
                print(f"{name:28} median {clock:6.2f} ms, CPU {work:6.2f} ms; worst of {TIMES}: {max(taken):6.2f} ms")
        store.close()


if __name__ == "__main__":
    main()
