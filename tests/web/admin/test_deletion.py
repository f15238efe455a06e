"""Old matches are deleted with their replays and records, but nothing that counts elsewhere is lost."""

import asyncio
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select, update

from parlour.errors import ParlourError
from parlour.web.admin.deletion import DAY_SECONDS, IN_ONE, delete_matches, old_matches, seconds_of, shrink
from parlour.web.people import stored
from parlour.web.people.results import store_results
from parlour.web.people.stored_history import own_matches, own_tables
from parlour.web.people.summaries import summary_of
from parlour.web.store.schema import events, people, rated_seats, ratings, results, seats, tables
from parlour.web.store.store import Store
from parlour.web.store.upkeep import UNPLAYED_SECONDS
from tests.samples import some_game, together
from tests.web.admin.commands import admin, execute, fetched, refused
from tests.web.people.test_stored import GAME, add_table, asked, ended, person, rows
from tests.web.servers import Client, Server
from tests.web.store.test_upkeep import Server as Upkeep

NOW = time.time()
YEAR = 365 * DAY_SECONDS
PERSON = {"kind": "person"}


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    store = Store(database)
    yield store
    store.close()


def finish(store: Store, name: str, sitting: list[str | None], at: float) -> None:
    """Store a match that these people finished at this time; the first of them won."""
    add_table(store, name, sitting)
    asyncio.run(store_results(store, ended(name, list(range(1, len(sitting) + 1)), at)))


def change(store: Store, *statements: Any) -> None:
    with store.engine.begin() as connection:
        for statement in statements:
            connection.execute(statement)


def delete_old(store: Store, age: float = YEAR) -> int:
    return delete_matches(store.engine, NOW - age, lambda _: None)


def left(store: Store) -> list[str]:
    return [row.id for row in rows(store, tables)]


def test_only_finished_matches_of_this_age_are_deleted_with_their_seats_and_events(store: Store) -> None:
    ann = person(store, "a")
    finish(store, "old", [ann, None], NOW - YEAR - 1)
    finish(store, "young", [ann, None], NOW - YEAR + 1000)
    add_table(store, "unfinished", [ann, None])
    with store.engine.connect() as connection:
        assert old_matches(connection, NOW - YEAR) == 1
    assert delete_old(store) == 1
    assert left(store) == ["unfinished", "young"]
    assert {row.table_id for row in rows(store, seats)} == {"unfinished", "young"}
    assert {row.table_id for row in rows(store, events)} == {"unfinished", "young"}
    assert delete_old(store) == 0


def test_boards_and_daily_deals_and_matches_that_are_not_counted_or_rated_yet_stay(store: Store) -> None:
    ann, ben = person(store, "a"), person(store, "b", "Ben")
    for name in ("board", "day", "uncounted", "unrated", "old"):
        finish(store, name, [ann, ben], NOW - 2 * YEAR)
    change(
        store,
        update(tables).where(tables.c.id == "board").values(evening="evening", board=1),
        update(tables).where(tables.c.id == "day").values(day="2020-01-01"),
        update(tables).where(tables.c.id == "uncounted").values(counted=0),
        insert(rated_seats).values(table_id="unrated", seat=0, person=ann),
    )
    assert delete_old(store) == 1
    assert left(store) == ["board", "day", "uncounted", "unrated"]


def test_deleted_matches_leave_the_list_but_still_count_in_statistics_and_ratings(store: Store) -> None:
    ann, ben = person(store, "a"), person(store, "b", "Ben")
    for number in range(4):
        finish(store, f"t{number}", [ann, ben], NOW - (4 - number) * YEAR)

    def counted(connection: Connection) -> Any:
        return [summary_of(connection, who, GAME.name) for who in (ann, ben)], connection.execute(select(ratings)).all()

    before = asked(store, counted)
    assert delete_old(store, 1.5 * YEAR) == 3
    assert asked(store, counted) == before
    assert asked(store, lambda connection: own_tables(connection, ann)) == ["t3"]
    assert [row.table_id for row in asked(store, lambda one: own_matches(one, ann, None, None))] == ["t3"]
    assert asked(store, lambda connection: own_matches(connection, ann, None, "t3")) == []


def test_statistics_that_are_added_up_again_still_contain_deleted_matches(store: Store) -> None:
    ann, ben = person(store, "a"), person(store, "b", "Ben")
    finish(store, "old", [ann, None], NOW - 2 * YEAR)
    finish(store, "new", [ben, None], NOW)
    assert delete_old(store) == 1
    asyncio.run(store.writer.change(lambda connection: stored.join_person(connection, "b", ann, True, "x")))
    whole = asked(store, lambda connection: summary_of(connection, ann, GAME.name))
    assert (whole.matches, whole.wins) == (2, 2)


def test_people_whose_matches_were_deleted_stay_because_they_have_results(store: Store) -> None:
    ann = person(store, "a")
    person(store, "b", "Ben")
    finish(store, "old", [ann, None], NOW - 2 * YEAR)
    assert delete_old(store) == 1

    async def run_upkeep() -> None:
        server = Upkeep(store)
        await server.run()
        await server.run()
        await server.run_for(2.0 * UNPLAYED_SECONDS)

    asyncio.run(run_upkeep())
    assert [row.id for row in rows(store, people)] == [ann]
    assert [row.person for row in rows(store, results)] == [ann, None]
    asyncio.run(store.writer.change(lambda connection: stored.forget(connection, ann, "x")))
    assert [row.person for row in rows(store, results)] == [None, None]


def test_many_matches_are_deleted_in_several_transactions_with_pauses_in_between(store: Store) -> None:
    for number in range(2 * IN_ONE + 1):
        add_table(store, f"t{number}", [None, None])
    change(store, update(tables).values(finished=1.0, counted=1), delete(rated_seats))
    steps: list[int] = []
    pauses: list[float] = []
    assert delete_matches(store.engine, NOW, steps.append, pauses.append) == 2 * IN_ONE + 1
    assert steps == [IN_ONE, IN_ONE, 1]
    assert len(pauses) == 3
    assert min(pauses) > 0


@pytest.mark.parametrize("age", ["", "d", "0d", "-1d", "1.5d", "365", "1y", "100001d", "٣d"])
def test_an_age_that_is_no_number_of_days_is_refused(age: str) -> None:
    with pytest.raises(ParlourError, match=f"older-than cannot be {age!r}; expected a number of days"):
        seconds_of(age)


# --- the command


@pytest.mark.processes
@pytest.mark.every(1)
def test_matches_are_deleted_only_after_confirmation_even_while_a_server_plays(database: str) -> None:
    server, command = Server(database), ("delete-matches", "--older-than", "365d")
    try:
        opened = server.open_table(some_game(2, together), players=2, seats=[PERSON, PERSON])
        table, old = opened["table"], [server.open_table()["table"] for _ in range(3)]
        server.post(f"/tables/{table}/join", None, {"name": "Ben", "invite": opened["invite"]})
        age(database, *old)
        assert "Matches that ended more than 365d ago and can be deleted: 3" in admin(database, *command, "--dry-run")
        assert "Nothing was changed" in admin(database, *command, answer="n\n")
        assert "nobody has answered; expected an answer, or --yes" in refused(database, *command)
        assert len(fetched(database, "SELECT id FROM tables")) == 4
        with Client(server, table, opened["token"]) as ann:
            ann.until("welcome")
            assert "Deleted matches: 3" in admin(database, *command, answer="y\n")
            assert ann.move("one") > 0
    finally:
        server.close()
    assert [row.id for row in fetched(database, "SELECT id FROM tables")] == [table]
    age(database, table)
    assert "Deleted matches: 1" in admin(database, *command, "--yes")


def age(database: str, *tables: str) -> None:
    """Let these matches have ended long ago."""
    for table in tables:
        execute(
            database, "DELETE FROM rated_seats WHERE table_id = :table",
            "UPDATE tables SET finished = 1.0, counted = 1 WHERE id = :table", table=table,
        )  # fmt: skip


@pytest.mark.processes
@pytest.mark.every(1)
def test_the_file_of_sqlite_becomes_smaller_only_while_no_server_uses_it(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    database, command = f"sqlite:///{file}", ("delete-matches", "--older-than", "1d", "--yes", "--vacuum")
    server = Server(database)
    try:
        table = server.open_table()["table"]
        execute(database, f"UPDATE tables SET options = '{'x' * 2_000_000}'")
        age(database, table)
        assert "is already served at http://" in refused(database, *command)
        assert len(fetched(database, "SELECT id FROM tables")) == 1
    finally:
        server.close()
    size = file.stat().st_size
    assert size > 2_000_000
    assert "The database is smaller by " in admin(database, *command)
    assert file.stat().st_size < size - 1_900_000


def test_only_sqlite_has_a_file_to_make_smaller(postgresql_url: str) -> None:
    Store(postgresql_url).close()
    answer = refused(postgresql_url, "delete-matches", "--older-than", "1d", "--vacuum")
    assert "vacuum is only for SQLite; expected none with PostgreSQL" in answer


def test_a_disk_without_room_for_a_second_copy_is_reported_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(9, 9, 9))
    with pytest.raises(ParlourError, match=r"has 9 free bytes; expected at least \d+ to write it anew"):
        shrink(store.engine)
    store.close()
