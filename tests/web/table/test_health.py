"""What a server says about its own health, with a real full disk and a real PostgreSQL that stops or freezes."""

import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import make_url, text

from parlour.web.store.engine import open_engine
from parlour.web.wire.security import CHECKS_AT_ONCE
from tests.samples import some_game
from tests.web.conftest import UNLIMITED
from tests.web.disks import SmallDisk
from tests.web.hurried import PROGRAM
from tests.web.postgresql import PostgreSQL, postgresql
from tests.web.servers import Server

pytestmark = pytest.mark.processes

CUT_OFF = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name AND query LIKE 'LISTEN %'"
PAUSE = 0.15  # the server answers ten questions about its health in a second


@pytest.fixture
def healthy(tmp_path: Path) -> Iterator[Server]:
    server = Server(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    yield server
    server.close()


@pytest.fixture
def database() -> Iterator[PostgreSQL]:
    with postgresql() as database:
        yield database


def failing(server: Server) -> set[str]:
    """Return the parts of the server's work that fail; check that all answers about its health agree."""
    answer = server.http.get("/api/ready")
    told = answer.json()
    assert (answer.status_code, told["ready"]) == ((503, False) if told["problems"] else (200, True))
    assert all(len(problem["reason"]) > 20 for problem in told["problems"])
    assert server.http.get("/api/live").json() == {"live": True}
    return {problem["part"] for problem in told["problems"]}


def until(server: Server, *parts: str) -> None:
    """Wait until exactly these parts fail; on a busy machine a healthy database may be too slow for a while."""
    while failing(server) != set(parts):
        time.sleep(PAUSE)


def test_a_server_that_can_do_its_work_is_live_and_ready(healthy: Server) -> None:
    until(healthy)
    while healthy.get("/status")["problems"]:
        time.sleep(PAUSE)


def test_a_program_may_check_the_health_under_any_name_of_the_server(healthy: Server) -> None:
    for headers in ({"Host": "backend-1.example.com:7313"}, {"Host": ""}):
        for path in ("live", "ready"):
            assert httpx.get(f"{healthy.url}/api/{path}", headers=headers).status_code in (200, 503)
    assert httpx.get(f"{healthy.url}/api/status", headers={"Host": "backend-1.example.com"}).status_code == 421
    assert httpx.post(f"{healthy.url}/api/ready", headers={"Host": "backend-1.example.com"}).status_code == 421


def test_checks_of_the_health_and_other_requests_have_separate_limits(healthy: Server) -> None:
    def statuses(path: str) -> Iterator[int]:
        while True:
            yield healthy.http.get(path).status_code

    asked = next(number for number, status in enumerate(statuses("/api/ready")) if status == 429)
    assert asked >= CHECKS_AT_ONCE
    assert healthy.http.get("/api/status").status_code == 200


def test_on_a_full_disk_a_server_is_live_but_not_ready_until_there_is_room_again(tmp_path: Path) -> None:
    disk = SmallDisk(tmp_path)
    server = Server(disk.database, *UNLIMITED, around=disk.around)
    try:
        until(server)
        disk.fill(server)
        until(server, "storing")
        assert [problem["part"] for problem in server.get("/status")["problems"]] == ["storing"]
        assert server.refused("/tables", None, {"game": some_game(4).name, "name": "Ann"}) == "unavailable"
        assert server.logged().count("the database cannot store") == 1, "a check is logged no more than a move"
        disk.free(server)
        until(server)
        server.open_table()
    finally:
        server.close()


def test_a_stopped_postgresql_fails_in_every_part_until_it_runs_again(database: PostgreSQL) -> None:
    server = Server(database.url, program=PROGRAM)
    try:
        until(server)
        database.stop()
        until(server, "storing", "notices", "reports")
        for problem in server.get("/status")["problems"]:
            assert "postgresql://" not in problem["reason"]
            assert str(make_url(database.url).query["host"]) not in problem["reason"], "the answer is public"
        database.start()
        until(server)
    finally:
        server.close()


def test_a_frozen_postgresql_fails_in_storing_and_in_reports_until_it_goes_on(database: PostgreSQL) -> None:
    server = Server(database.url, program=PROGRAM)
    try:
        until(server)
        database.freeze()
        until(server, "storing", "reports")
        database.thaw()
        until(server)
    finally:
        database.thaw()
        server.close()


def test_a_server_that_does_not_hear_other_servers_is_not_ready(postgresql_server: str, postgresql_url: str) -> None:
    name = str(make_url(postgresql_url).database)
    server, engine = Server(postgresql_url), open_engine(postgresql_server)
    try:
        until(server)
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS FALSE"))
            connection.execute(text(CUT_OFF), {"name": name})
            until(server, "notices", "reports")
            connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS TRUE"))
        until(server)
    finally:
        engine.dispose()
        server.close()
