"""Unused tables are deleted, but never a table in use, even if its visitor comes at the last moment."""

import asyncio
from pathlib import Path

import pytest

from parlour.web.refusals import TableRefusal
from parlour.web.store.upkeep import UNPLAYED_SECONDS, UPKEEP_SECONDS, Upkeep
from parlour.web.table import lobby
from parlour.web.table.house import House
from parlour.web.table.live import Subscriber
from parlour.web.table.protocol import Join, NewTable, Opened
from tests.web.table.test_driver import PEOPLE, game_for_two, pair, run


class Hours:
    """A server's running time, which tests can advance."""

    def __init__(self, house: House) -> None:
        self.house, self.ran = house, 0.0
        house.upkeep = Upkeep(house.store, lambda: self.ran)

    async def run_for(self, seconds: float) -> list[str]:
        """Advance the server's running time, and run the upkeep at every interval; return the deleted tables."""
        deleted: list[str] = []
        for _ in range(round(seconds / UPKEEP_SECONDS)):
            self.ran += UPKEEP_SECONDS
            deleted += await self.house.forget_tables()
        return deleted


async def opened(house: House) -> Opened:
    return await lobby.open_table(house, NewTable(game_for_two().name, "Ann", players=2, seats=PEOPLE))


def test_a_table_that_waits_for_people_is_deleted_after_a_day(tmp_path: Path) -> None:
    async def inside(house: House) -> None:
        name = (await opened(house)).table
        hours = Hours(house)
        assert await hours.run_for(UNPLAYED_SECONDS) == []
        assert await hours.run_for(3 * UPKEEP_SECONDS) == [name]
        with pytest.raises(TableRefusal, match="There is no table"):
            await house.table(name)
        assert house.openings.opener(name) == ""

    run(tmp_path, inside)


@pytest.mark.slow
@pytest.mark.parametrize("onlooker", [0, -1], ids=["player", "spectator"])
def test_a_table_that_somebody_watches_is_not_deleted(tmp_path: Path, onlooker: int) -> None:
    async def inside(house: House) -> None:
        live = await house.table((await opened(house)).table)
        live.subscribers.add(Subscriber(onlooker, lambda _: True))
        hours = Hours(house)
        assert await hours.run_for(3 * UNPLAYED_SECONDS) == []
        live.subscribers.clear()
        assert await hours.run_for(UNPLAYED_SECONDS) == [], "the time of a table begins when the last person leaves it"
        assert await hours.run_for(2 * UPKEEP_SECONDS) == [live.name]

    run(tmp_path, inside)


def test_a_match_in_which_a_person_has_acted_is_not_deleted(tmp_path: Path) -> None:
    async def inside(house: House) -> None:
        live, _ = await pair(house)
        live.subscribers.clear()
        await house.move(live, 0, "first", live.table.number, live.table.playing.legal(0)[0])
        assert await Hours(house).run_for(2 * UNPLAYED_SECONDS) == []

    run(tmp_path, inside)


@pytest.mark.parametrize("comes", ["before", "after"])
def test_a_visitor_who_comes_while_a_table_is_being_deleted_finds_the_whole_table_or_no_table(
    tmp_path: Path, comes: str
) -> None:
    async def inside(house: House) -> None:
        table = await opened(house)
        hours = Hours(house)
        await hours.run_for(UNPLAYED_SECONDS + UPKEEP_SECONDS)
        live = await house.table(table.table)  # The table is in memory, but nobody sits at it yet.
        hours.ran += UPKEEP_SECONDS
        seat, run = house.seat(live, table.token), house.forget_tables()
        both = [asyncio.ensure_future(one) for one in ((seat, run) if comes == "before" else (run, seat))]
        answers = await asyncio.gather(*both, return_exceptions=True)
        if comes == "before":
            assert answers == [0, []]
            assert await house.store.find_table(live.name) is not None
        else:
            assert answers[0] == [live.name]
            assert isinstance(answers[1], TableRefusal)
            assert answers[1].kind == "unknown_table"
            assert live.name not in house.tables

    run(tmp_path, inside)


def test_joining_a_table_keeps_it_from_being_deleted(tmp_path: Path) -> None:
    async def inside(house: House) -> None:
        table = await opened(house)
        hours = Hours(house)
        await hours.run_for(UNPLAYED_SECONDS)
        await lobby.join(house, await house.table(table.table), Join("Ben", table.invite))
        assert await hours.run_for(UNPLAYED_SECONDS) == []

    run(tmp_path, inside)
