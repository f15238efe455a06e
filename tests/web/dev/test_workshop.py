"""Before it answers requests, the server of `parlour dev` decides which match continues at the table."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from parlour.club.compilation import Compilation
from parlour.game.game import Game
from parlour.web.dev._channel import Channel, Load, Report, Serve, Serving
from parlour.web.dev._workshop import DESIGNER, Workshop
from parlour.web.store.store import Store
from parlour.web.table import lobby
from parlour.web.table.bots import BotThreads
from parlour.web.table.house import House
from parlour.web.table.protocol import NewTable, Opened
from parlour.web.wire.security import Guard
from tests.samples import some_game, together


class Heard(Channel):
    """A channel that records the reports sent through it."""

    def __init__(self) -> None:
        self.reports: list[Report] = []

    def report(self, report: Report) -> None:
        self.reports.append(report)


async def opened_table(database: str, game: Game, unknown: str) -> Opened:
    """Open a table whose stored match contains an action that the rules don't know."""
    store, threads = Store(database), BotThreads(1)
    house = House(store, Compilation([]), threads)
    opened = await lobby.open_table(house, NewTable(game.name, DESIGNER, 2))
    number = house.tables[opened.table].table.number + 1
    await house.close()
    row = {"table_id": opened.table, "number": number, "seat": 0, "do": unknown, "client": "m", "at": time.time()}
    assert await store.append(row)
    threads.close()
    store.close()
    return opened


@asynccontextmanager
async def started(app: Guard) -> AsyncIterator[None]:
    """Start up the application as a server does before it listens, and shut it down at the end."""
    asked, said = asyncio.Queue[Any](), asyncio.Queue[Any]()
    running = asyncio.create_task(app({"type": "lifespan", "asgi": {"version": "3.0"}}, asked.get, said.put))
    for kind in ("startup", "shutdown"):
        await asked.put({"type": f"lifespan.{kind}"})
        assert (await said.get())["type"] == f"lifespan.{kind}.complete"
        if kind == "startup":
            yield
    await running


@pytest.mark.filterwarnings(
    "ignore::DeprecationWarning"
)  # Names that Litestar deprecates are still needed for the oldest version we support.
def test_the_reason_for_restarting_a_match_is_known_before_a_page_can_ask_for_the_table(tmp_path: Path) -> None:
    from parlour.web.dev.server import application

    game, database = some_game(2, together), f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def test() -> None:
        before, line = await opened_table(database, game, "sing"), Heard()
        wanted = Load("game.py", database, 2, {}, before.table)
        workshop = Workshop(game, tmp_path, Serve(wanted, "build", before.token, None), line)
        async with started(application(workshop, Store(database))):
            assert workshop.table not in ("", before.table)
            assert workshop.anew.startswith("'sing' is not an action here")
            assert line.reports == [Serving(workshop.table, workshop.token, workshop.anew)]

    asyncio.run(test())
