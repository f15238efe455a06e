"""Prometheus scrapes a server's figures from a port of their own, and they follow what happens at the tables."""

import asyncio
import re
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from sqlalchemy import make_url, text

from parlour.club.compilation import Compilation
from parlour.errors import ParlourError
from parlour.web.address import bound, metrics_address
from parlour.web.counts import Histogram
from parlour.web.metrics import Metrics
from parlour.web.refusals import STATUS
from parlour.web.store.engine import open_engine
from parlour.web.store.store import Store
from parlour.web.table.bots import BotThreads
from parlour.web.table.house import House
from tests.pages import page
from tests.samples import some_game
from tests.web.conftest import UNLIMITED
from tests.web.disks import SmallDisk
from tests.web.scrapes import METRICS, Scrape, metrics_page
from tests.web.servers import Client, Server, refused_start

LISTENING = "0A"  # the state in /proc/net/tcp
CUT_OFF = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"


@pytest.fixture
def scraped(tmp_path: Path) -> Iterator[tuple[Server, str]]:
    """Start a server with metrics; return it and the address of its metrics."""
    server = Server(f"sqlite:///{tmp_path / 'tables.sqlite'}", *UNLIMITED, *METRICS)
    yield server, metrics_page(server)
    server.close()


@pytest.mark.processes
def test_the_figures_follow_what_happens_at_the_tables(scraped: tuple[Server, str]) -> None:
    server, figures = scraped
    before = Scrape(figures)
    assert before("parlour_tables") == before("parlour_moves_stored_total") == 0
    assert before("parlour_info", database="sqlite", version=server.get("/status")["version"]) == 1
    table = server.open_table(some_game(2), players=2)
    name = table["table"]
    with Client(server, name, table["token"]) as ann, Client(server, name) as watcher:
        ann.until("welcome")
        watcher.until("welcome")
        while not ann.view["actions"]:
            ann.next()
        earlier = Scrape(figures)("parlour_moves_stored_total")
        ann.move("first")
        ann.say(type="move", id="second", number=ann.number, action="fold")
        refused = ann.until("refused")["refused"]
        now = Scrape(figures)
        assert now("parlour_tables") == 1
        assert now("parlour_sockets", kind="player") == now("parlour_sockets", kind="spectator") == 1
        assert now("parlour_moves_stored_total") > earlier
        assert now("parlour_refusals_total", kind=refused) == before("parlour_refusals_total", kind=refused) + 1
        commits = now("parlour_commit_seconds_count")
        assert commits == now("parlour_commit_seconds_bucket", le="+Inf") > 0
        assert 0 < now("parlour_commit_seconds_sum") < 60 * commits
        assert now("parlour_store_failures_total") == now("parlour_tables_set_aside") == 0
        assert now("parlour_event_loop_lag_seconds_count") > 0
        assert now("process_resident_memory_bytes") > 1 << 20
    while Scrape(figures)("parlour_sockets", kind="player"):
        pass


@pytest.mark.processes
def test_on_postgresql_the_figures_say_whether_notices_from_other_servers_arrive(
    postgresql_server: str, postgresql_url: str
) -> None:
    name = str(make_url(postgresql_url).database)
    server = Server(postgresql_url, *METRICS)
    engine = open_engine(postgresql_server)
    try:
        figures = metrics_page(server)
        assert Scrape(figures)("parlour_info", database="postgresql", version=server.get("/status")["version"]) == 1
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            for allowed in (True, False, True):
                connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS {allowed}"))
                if not allowed:
                    connection.execute(text(CUT_OFF), {"name": name})
                while Scrape(figures)("parlour_listener_up") != allowed:
                    pass
    finally:
        engine.dispose()
        server.close()


@pytest.mark.processes
def test_every_kind_of_refusal_is_counted_from_zero(scraped: tuple[Server, str]) -> None:
    server, figures = scraped
    assert {kind: Scrape(figures)("parlour_refusals_total", kind=kind) for kind in STATUS} == dict.fromkeys(STATUS, 0)
    server.get("/tables/nowhere")  # refused by the application
    server.http.post("/api/tables", headers={"origin": "https://evil.example"})  # refused by the guard
    now = Scrape(figures)
    assert now("parlour_refusals_total", kind="unknown_table") == 1
    assert now("parlour_refusals_total", kind="wrong_origin") == 1


@pytest.mark.processes
def test_the_names_follow_the_conventions_of_prometheus(scraped: tuple[Server, str]) -> None:
    _, figures = scraped
    families = Scrape(figures).families.values()
    ours = [family for family in families if not family.name.startswith(("process_", "python_"))]
    assert all(family.name.startswith("parlour_") and family.documentation for family in ours)
    assert {family.name for family in ours if family.type == "histogram"} == {
        "parlour_commit_seconds",
        "parlour_event_loop_lag_seconds",
    }
    counted = [sample.name for family in ours if family.type == "counter" for sample in family.samples]
    assert counted
    assert all(name.endswith("_total") for name in counted)


@pytest.mark.processes
def test_the_page_for_operators_lists_all_figures_and_no_others(scraped: tuple[Server, str]) -> None:
    section = page("docs/operating.md").partition("\n## Metrics\n")[2].partition("\n## ")[0]
    families = Scrape(scraped[1]).families.values()
    shown = {family.name + "_total" * (family.type == "counter") for family in families}
    listed = re.findall(r"^\| `(\w+)", section, re.MULTILINE)
    assert {*listed} == {name for name in shown if name.startswith("parlour_")} | {"parlour_listener_up"}
    parts = ("_bucket", "_count", "_sum")
    named = {name.removesuffix(part) for name in re.findall(r"\bparlour_\w+", section) for part in parts}
    assert {name for name in named if not name.endswith(parts)} == {*listed}


@pytest.mark.processes
def test_metrics_answer_on_their_own_port_only(scraped: tuple[Server, str]) -> None:
    server, figures = scraped
    assert "parlour_" not in server.http.get("/metrics").text
    other = figures.removesuffix("/metrics")
    assert httpx.get(f"{other}/api/status").status_code == 404
    assert httpx.post(figures).status_code == 501


def test_without_the_option_there_is_no_port_for_metrics(server: Server) -> None:
    assert server.http.get("/metrics").status_code == 404
    assert ports_of(server) == [server.port]


def ports_of(server: Server) -> list[int]:
    """Return the ports on which a server's process listens."""
    process = Path(f"/proc/{server.process.pid}")
    own = {str(path.readlink()) for path in (process / "fd").iterdir()}
    rows = [row.split() for row in (process / "net" / "tcp").read_text(encoding="ascii").splitlines()[1:]]
    return [int(row[1].rpartition(":")[2], 16) for row in rows if row[3] == LISTENING and f"socket:[{row[9]}]" in own]


@pytest.mark.processes
def test_a_server_with_metrics_stops_cleanly(scraped: tuple[Server, str]) -> None:
    server, figures = scraped
    Scrape(figures)
    assert server.stop() == 0
    assert server.logged() == ""


def test_a_scrape_is_answered_while_the_event_loop_is_stuck_and_shows_that_the_loop_is_stuck(tmp_path: Path) -> None:
    store, bot_threads = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}"), BotThreads()
    house = House(store, Compilation([]), bot_threads)
    with bound("127.0.0.1", 0) as listening, closing(Metrics(listening)) as metrics:
        figures = f"http://127.0.0.1:{listening.getsockname()[1]}/metrics"
        seen = threading.Event()

        def scrape_until_stuck() -> None:
            while Scrape(figures)("parlour_event_loop_overdue_seconds") == 0:
                pass
            seen.set()

        async def work() -> None:
            metrics.watch(house)
            await asyncio.sleep(0)  # the measurement begins
            scraping = threading.Thread(target=scrape_until_stuck)
            scraping.start()
            assert seen.wait(60)  # the event loop waits, which no code in it should do
            scraping.join()

        asyncio.run(work())
    bot_threads.close()
    store.close()


@pytest.mark.parametrize(
    ("given", "address"),
    [("9313", ("127.0.0.1", 9313)), ("10.0.0.2:0", ("10.0.0.2", 0)), ("[::1]:9313", ("::1", 9313))],
)
def test_the_address_of_metrics_is_a_port_or_has_one(given: str, address: tuple[str, int]) -> None:
    assert metrics_address(given) == address


@pytest.mark.parametrize(
    "given", ["", "127.0.0.1", ":9313", "127.0.0.1:", "::1:9313", "[]:1", "1:65536", "1:-1", "x:²"]
)
def test_a_malformed_address_of_metrics_is_refused_by_name(given: str) -> None:
    with pytest.raises(ParlourError, match=re.escape(repr(given))):
        metrics_address(given)


@pytest.mark.processes
def test_a_server_refuses_to_start_if_the_port_for_metrics_is_taken(tmp_path: Path) -> None:
    with bound("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        message = refused_start(f"sqlite:///{tmp_path / 't.sqlite'}", "--metrics", str(port))
    assert len(message.splitlines()) == 1
    assert f"127.0.0.1, port {port}" in message


def test_a_histogram_counts_a_time_at_its_bound_as_within_it() -> None:
    histogram = Histogram((0.1, 1.0))
    for seconds in (0.05, 0.1, 0.5, 7.0):
        histogram.add(seconds)
    assert histogram.cumulated() == [("0.1", 2), ("1.0", 3), ("+Inf", 4)]
    assert histogram.total == pytest.approx(7.65)


@pytest.mark.processes
def test_while_a_disk_is_full_the_log_stays_short_and_the_metrics_count_the_failures(tmp_path: Path) -> None:
    disk = SmallDisk(tmp_path)
    server = Server(disk.database, *UNLIMITED, *METRICS, around=disk.around)
    try:
        figures = metrics_page(server)
        server.open_table()
        disk.fill(server)
        tried = 300
        kinds = [server.refused("/tables", data={"game": some_game(4).name, "name": "Ann"}) for _ in range(tried)]
        assert kinds == ["unavailable"] * tried
        now = Scrape(figures)
        assert now("parlour_store_failures_total") >= tried
        assert now("parlour_refusals_total", kind="unavailable") == tried
        logged = server.logged()
        assert logged.count("the database cannot store") == 1
        assert len(logged.splitlines()) < 100
        disk.free(server)
        server.open_table()
        server.stop()
        assert len(server.logged().splitlines()) < 100
    finally:
        server.close()
