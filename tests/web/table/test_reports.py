"""Reports between servers: while they don't arrive, nobody is believed to be absent."""

import asyncio
import time
from collections.abc import Mapping
from pathlib import Path
from types import CoroutineType
from typing import Any

import pytest

from parlour.club.compilation import Compilation
from parlour.web.store.store import Store
from parlour.web.table import _absence as absence
from parlour.web.table import servers
from parlour.web.table._absence import AWAY_SECONDS, GRACE_SECONDS
from parlour.web.table._reports import KNOWN_SECONDS, LATE_SECONDS, PRESENT_SECONDS, SEEN_SECONDS, Reports
from parlour.web.table.bots import BotThreads
from parlour.web.table.house import House
from parlour.web.table.live import LiveTable
from tests.web.table.test_absence import refused, table_without
from tests.web.table.test_driver import pair, run, until


class Clock:
    """A clock that only tests set forward, so that a slow machine changes nothing."""

    def __init__(self) -> None:
        self.start, self.forward = time.monotonic(), 0.0

    def __call__(self) -> float:
        return self.start + self.forward


def listening() -> tuple[Reports, Clock]:
    """Return the reports of a server that has just begun to listen, and its clock."""
    clock = Clock()
    reports = Reports(alone=False, clock=clock)
    reports.begin()
    return reports, clock


def pass_time(reports: Reports, clock: Clock, seconds: float) -> None:
    """Let time pass in which the server's own reports arrive."""
    end = clock.forward + seconds
    while clock.forward < end:
        clock.forward += min(PRESENT_SECONDS, end - clock.forward)
        reports.hear()


def gone_from(live: LiveTable, seat: int, reports: Reports) -> None:
    """Set the reports of a table where a person has been absent for a long time and has to act."""
    live.reports = reports
    live.turn_began -= 2 * AWAY_SECONDS
    assert seat in live.table.actors()


def test_a_server_that_has_no_other_servers_beside_it_knows_immediately_who_is_present() -> None:
    assert Reports().complete(time.monotonic())


def test_a_server_knows_who_is_present_elsewhere_after_it_has_listened_for_two_periods_without_a_break() -> None:
    reports, clock = listening()
    assert not reports.complete(0.0)
    pass_time(reports, clock, KNOWN_SECONDS + 1)
    assert reports.complete(0.0)
    assert not reports.complete(clock()), "reports from before a table was loaded are lost for this table"
    reports.lose()
    assert not reports.complete(0.0)
    reports.begin()
    assert not reports.complete(0.0)
    pass_time(reports, clock, KNOWN_SECONDS + 1)
    assert reports.complete(0.0)


def test_a_server_that_does_not_hear_its_own_reports_knows_that_reports_are_lost() -> None:
    reports, clock = listening()
    pass_time(reports, clock, KNOWN_SECONDS + 1)
    clock.forward += LATE_SECONDS - 1
    assert reports.arrive
    clock.forward += 2
    assert not reports.arrive
    assert not reports.complete(0.0)


def test_a_person_who_was_connected_elsewhere_stays_present_while_reports_are_lost(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live, sockets = await pair(house)
        reports, clock = listening()
        live.reports = reports
        live.subscribers.discard(sockets[1])
        pass_time(reports, clock, KNOWN_SECONDS + 1)
        assert not live.is_present(1)
        live.elsewhere[1] = clock()
        clock.forward += 10 * SEEN_SECONDS
        assert live.is_present(1)
        reports.begin()
        pass_time(reports, clock, KNOWN_SECONDS - 1)
        assert live.is_present(1), "the other server may not have reported again"
        pass_time(reports, clock, 2)
        assert not live.is_present(1)

    run(tmp_path, test)


def test_no_bot_stands_in_and_no_timer_runs_out_while_reports_are_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House) -> None:
        live, sockets = await pair(house, timer=AWAY_SECONDS)
        reports, clock = listening()
        gone_from(live, 1, reports)
        live.subscribers.discard(sockets[1])
        begun: list[str] = []

        def later(work: "CoroutineType[Any, Any, Any]") -> None:
            begun.append(work.cr_code.co_name)
            work.close()

        monkeypatch.setattr(house.driver, "later", later)
        reports.lose()
        house.driver.watch(live)
        assert begun == []
        live.table.facts.timer = None
        reports.begin()
        pass_time(reports, clock, KNOWN_SECONDS - 1)
        house.driver.watch(live)
        assert begun == [], "the other servers may not have reported again"
        live.absence.began -= KNOWN_SECONDS
        pass_time(reports, clock, 2)
        house.driver.watch(live)
        assert begun == ["set_away"]

    run(tmp_path, test)


def test_votes_for_a_bot_are_refused_until_it_is_known_who_is_connected_elsewhere(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        live, _ = await table_without(house, 2)
        reports, clock = listening()
        live.reports = reports
        gone = absence.absent_seconds(live, 2)
        assert gone is not None
        assert gone > GRACE_SECONDS
        assert await refused(house.stand_in(live, 0, 2)) == "unavailable"
        assert not live.absence.votes.get(2)
        pass_time(reports, clock, KNOWN_SECONDS + 1)
        await house.stand_in(live, 0, 2)
        assert live.table.places[2].away

    run(tmp_path, test)


def test_a_server_logs_once_that_its_own_reports_do_not_come_back(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def deaf(*_: object) -> None:
        """Listen like a connection through a pooler, which delivers no notices."""
        await asyncio.Event().wait()

    monkeypatch.setattr(servers, "listen", deaf)
    monkeypatch.setattr(servers, "PRESENT_SECONDS", 0.01)

    async def inside() -> None:
        store, threads = Store(postgresql_url), BotThreads(1)
        sent: list[object] = []
        tell = store.tell_servers

        async def counted(*messages: Mapping[str, object]) -> None:
            await tell(*messages)
            sent.append(messages)

        monkeypatch.setattr(store, "tell_servers", counted)
        others = servers.OtherServers(House(store, Compilation(), threads))
        await others.start()
        await until(lambda: len(sent) > 2 * servers.MOST_UNHEARD)
        await others.stop()
        threads.close()
        store.close()

    asyncio.run(inside())
    assert caplog.text.count("does not deliver this server's own notices") == 1
