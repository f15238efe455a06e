"""Evenings wake a server when they need it: they are not read in between, and no server misses its moment."""

import time
from pathlib import Path

import pytest
from sqlalchemy import update

from parlour.web.evening import _stored as stored
from parlour.web.evening._schedule import LATE_SECONDS, LONGEST_STEP, REVEAL_SECONDS, Schedule, Slot, next_due
from parlour.web.evening._stored import EveningFacts, StoredEvening
from parlour.web.evening.evenings import LOOK_TICKS, Evenings
from parlour.web.evening.messages import JoinEvening, NewEvening
from parlour.web.store.schema import plays
from parlour.web.table.house import House
from parlour.web.wire.tokens import new_token
from tests.web.table.test_driver import game_for_two, run, until

GAME = game_for_two().name
TIMER = 600.0


class Clock:
    """The clock of the servers in a test, which can be set ahead."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead, real = 0.0, time.time
        monkeypatch.setattr(time, "time", lambda: real() + self.ahead)


async def begun(house: House, evenings: Evenings, boards: int = 2) -> tuple[str, str]:
    """Start an evening in which Ann is the only person; return the names of the evening and of her table."""
    secret = new_token()
    wish = NewEvening(GAME, "Ann", players=2, boards=boards, seconds=int(TIMER))
    evening = (await evenings.open(wish, secret, "home")).evening
    await evenings.join(evening, JoinEvening("Ann"), secret, "home")
    await evenings.start(evening, secret, "home")
    own = (await evenings.view(evening, secret, "home")).next
    assert own is not None
    return evening, own.table


async def tick(evenings: Evenings, number: int = 1) -> None:
    """Let seconds pass for a server, and wait each time until it has done what is due."""
    for _ in range(number):
        evenings.tick()
        await until(lambda: not evenings._moving)


async def facts_of(house: House, name: str) -> StoredEvening:
    found = await house.store.read(lambda connection: stored.evening_of(connection, name))
    assert found is not None
    return found


# --- when an evening needs a server


def test_an_evening_needs_a_server_when_its_salts_are_late_when_a_round_ends_and_while_bots_play_the_rest() -> None:
    facts = EveningFacts("one", GAME, 2, {}, 2, TIMER, b"", None, 1.0, revealing=100.0)
    assert next_due(facts) == 100.0 + REVEAL_SECONDS
    facts.started, facts.round_began = 110.0, 200.0
    assert next_due(facts) == 200.0 + TIMER
    facts.overtime_at = 900.0
    assert 900.0 < next_due(facts) < 900.0 + LONGEST_STEP, "a step counts no more than so many seconds"
    facts.overtime = LATE_SECONDS - 1
    assert next_due(facts) == 901.0
    facts.overtime = LATE_SECONDS
    assert next_due(facts) == 900.0


def test_an_evening_that_is_new_to_a_server_or_that_another_server_has_advanced_is_due_at_once() -> None:
    schedule = Schedule()
    schedule.compare({"a": Slot(1, 500.0), "b": Slot(1, 600.0)})
    assert schedule.due(0.0) == ["a", "b"]
    for name, due in (("a", 500.0), ("b", 600.0)):
        schedule.set(name, Slot(1, due))
    assert (schedule.due(499.0), schedule.due(500.0)) == ([], ["a"])
    schedule.compare({"a": Slot(1, 490.0), "b": Slot(2, 1600.0)})
    assert schedule.due(0.0) == ["b"]
    assert schedule.due(490.0) == ["a", "b"]


# --- servers


def test_a_running_evening_is_not_loaded_before_its_next_step_is_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, read, real = Clock(monkeypatch), [], stored.evening_of

    def counting(*given: object) -> StoredEvening | None:
        read.append(given[1])
        return real(*given)  # type: ignore[arg-type]

    async def test(house: House) -> None:
        evenings = Evenings(house)
        _, table = await begun(house, evenings)
        await tick(evenings)
        monkeypatch.setattr(stored, "evening_of", counting)
        await tick(evenings, 5 * LOOK_TICKS)
        assert read == []
        clock.ahead = TIMER
        await tick(evenings)
        assert read
        assert all(place.away for place in house.tables[table].table.places if place.kind == "person")

    run(tmp_path, test)


def test_after_a_restart_a_server_knows_when_its_evenings_are_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)

    async def test(house: House) -> None:
        evening, table = await begun(house, Evenings(house))
        await until(lambda: house.release(table))
        restarted = Evenings(house)
        await tick(restarted)
        assert table in house.tables, "the round's tables are loaded, so that their bots play"
        clock.ahead = TIMER + 1
        await tick(restarted)
        assert (await facts_of(house, evening)).facts.overtime_at is not None

    run(tmp_path, test)


def test_a_server_loads_the_tables_of_a_round_that_another_server_has_begun(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        here, there = Evenings(house), Evenings(house)
        evening, _ = await begun(house, here)
        await tick(there)
        finished = update(plays).where(plays.c.board == 1).values(score=1)
        await house.store.writer.change(lambda connection: connection.execute(finished))
        await here.move_on(evening)
        begun_here = {one.table_id for one in (await facts_of(house, evening)).of_round() if one.table_id is not None}
        for table in begun_here:
            await until(lambda: house.release(table))  # noqa: B023
        await tick(there, LOOK_TICKS)
        assert begun_here <= set(house.tables)

    run(tmp_path, test)


def test_a_score_that_a_server_could_not_store_is_stored_long_before_the_round_ends(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        evenings = Evenings(house)
        store_scores = house.when_finished.pop()  # the server dies before it can store the scores
        evening, table = await begun(house, evenings)
        await tick(evenings)
        live = await house.table(table)
        for place in live.table.places:
            place.away = True  # bots play for everybody
        house.driver.drive(live)
        await until(lambda: all(one.table.over for one in house.tables.values()))
        await house.results_stored()
        house.when_finished.append(store_scores)
        await tick(evenings, LOOK_TICKS)
        assert (await facts_of(house, evening)).facts.round == 2

    run(tmp_path, test)
