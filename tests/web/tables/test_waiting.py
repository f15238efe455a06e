"""Tables at which nobody plays are gone after hours that the server has measured itself."""

import time
from pathlib import Path

import pytest

from parlour.web.refusals import TableRefusal
from parlour.web.tables import lobby, waiting
from parlour.web.tables.house import House
from parlour.web.tables.live import Subscriber
from parlour.web.tables.waiting import UNPLAYED_SECONDS
from parlour.web.wire.protocol import NewTable
from tests.web.tables.test_driver import PEOPLE, game_for_two, pair, run

HOUR = 3600.0


class Clock:
    """A monotonic clock that tests put forward."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.passed, true = 0.0, time.monotonic
        monkeypatch.setattr(waiting, "monotonic", lambda: true() + self.passed)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


async def opened(house: House) -> str:
    return (await lobby.open_table(house, NewTable(game_for_two().name, "Ann", players=2, seats=PEOPLE))).table


def test_a_table_that_waits_for_people_is_gone_after_some_hours(tmp_path: Path, clock: Clock) -> None:
    async def inside(house: House) -> None:
        name = await opened(house)
        assert await house.waiting.tidy() == 0, "its hours begin"
        clock.passed = UNPLAYED_SECONDS - HOUR
        assert await house.waiting.tidy() == 0
        clock.passed = UNPLAYED_SECONDS + HOUR
        assert await house.waiting.tidy() == 1
        with pytest.raises(TableRefusal, match="There is no table"):
            await house.table(name)
        assert house.openings.opener(name) == ""

    run(tmp_path, inside)


def test_a_table_that_somebody_looks_at_stays(tmp_path: Path, clock: Clock) -> None:
    async def inside(house: House) -> None:
        live = await house.table(await opened(house))
        live.subscribers.add(Subscriber(0, lambda _: True))
        for _ in range(5):
            clock.passed += UNPLAYED_SECONDS + HOUR
            assert await house.waiting.tidy() == 0
        live.subscribers.clear()
        assert await house.waiting.tidy() == 0, "its hours begin when the last one leaves"
        house.waiting.touch(live.name)
        clock.passed += UNPLAYED_SECONDS + HOUR
        assert await house.waiting.tidy() == 0, "somebody is there at another server"

    run(tmp_path, inside)


def test_a_match_in_which_a_person_has_acted_stays(tmp_path: Path, clock: Clock) -> None:
    async def inside(house: House) -> None:
        live, _ = await pair(house)
        live.subscribers.clear()
        action = live.table.playing.legal(0)[0]
        assert await house.waiting.tidy() == 0
        await house.move(live, 0, "first", live.table.number, action)
        clock.passed = 10 * UNPLAYED_SECONDS
        assert await house.waiting.tidy() == 0
        assert (await house.store.find_table(live.name)) is not None

    run(tmp_path, inside)


def test_a_wrong_clock_of_the_machine_deletes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def inside(house: House) -> None:
        name = await opened(house)
        await house.waiting.tidy()
        monkeypatch.setattr(time, "time", lambda: 4e9)
        assert await house.waiting.tidy() == 0
        assert (await house.store.find_table(name)) is not None

    run(tmp_path, inside)
