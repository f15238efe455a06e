"""Figures for Prometheus, which a thread of its own serves on a port of its own, never on the public one.

A scrape reads the numbers that the server keeps anyway (`counts`), so metrics cost a move nothing. The thread doesn't
need the event loop: it answers even while the loop is stuck, and then says so.
"""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import socket
from typing import Any

from prometheus_client import CollectorRegistry, GCCollector, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from parlour import __version__
from parlour.game.game import SPECTATOR
from parlour.web.counts import Histogram, counts
from parlour.web.refusals import STATUS
from parlour.web.table.house import House

PATH = "/metrics"
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BEAT_SECONDS = 0.25  # how often the lag of the event loop is measured
PATIENCE_SECONDS = 10.0  # how long a client may take to send its request


class Metrics(Collector):
    """The figures of one server, from its house and from what it counts."""

    def __init__(self, listening: socket) -> None:
        """Serve the figures on this socket as soon as there is a house."""
        self._listening = listening
        self._started, self._beat = time.time(), time.monotonic()
        self._house: House | None = None
        self._measuring: asyncio.Task[None] | None = None  # a reference to the task, because the event loop keeps none
        self._server: _Server | None = None

    def watch(self, house: House) -> None:
        """Begin to serve the figures of this house; call this in the event loop."""
        self._house = house
        self._measuring = asyncio.create_task(self._measure())
        registry = CollectorRegistry()
        registry.register(self)
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)
        self._server = _Server(self._listening, registry)
        threading.Thread(target=self._server.serve_forever, name="parlour-metrics", daemon=True).start()

    def close(self) -> None:
        """Stop answering scrapes."""
        if self._server is not None:
            self._server.shutdown()

    async def _measure(self) -> None:
        """Measure regularly how late the event loop is."""
        while True:
            self._beat = time.monotonic()
            await asyncio.sleep(BEAT_SECONDS)
            counts.lag.add(max(0.0, time.monotonic() - self._beat - BEAT_SECONDS))

    # --- in the thread; copying a dict's values or a set to a list is atomic

    def collect(self) -> Iterator[Metric]:
        """Return all figures."""
        house = self._house
        if house is None:  # the registry asks for the names of the figures before there is a house
            return
        database = "postgresql" if house.store.is_postgresql else "sqlite"
        about = {"version": __version__, "database": database}
        yield InfoMetricFamily("parlour", "The version of Parlour, and its kind of database", about)
        yield _gauge("parlour_start_time_seconds", "When the server started, in seconds since 1970", self._started)
        yield from _of_the_tables(house)
        yield from _of_the_store()
        if house.store.is_postgresql:
            yield _gauge("parlour_listener_up", "Whether notices from other servers arrive", counts.listens)
        yield from self._of_the_loop()
        by_kind = {kind: counts.refusals[kind] for kind in STATUS}
        yield _by_kind(CounterMetricFamily("parlour_refusals", "Refusals sent to clients", labels=["kind"]), by_kind)
        searches = GaugeMetricFamily("parlour_searches", "Searches that wait or run, by their purpose", labels=["kind"])
        yield _by_kind(searches, house.bot_threads.searches.unfinished)

    def _of_the_loop(self) -> Iterator[Metric]:
        overdue = max(0.0, time.monotonic() - self._beat - BEAT_SECONDS)
        yield _histogram(
            "parlour_event_loop_lag_seconds", "How late the event loop was, four times a second", counts.lag
        )
        yield _gauge("parlour_event_loop_overdue_seconds", "How long the event loop has been stuck now", overdue)


def _of_the_tables(house: House) -> Iterator[Metric]:
    tables = list(house.tables.values())
    onlookers = Counter[str]()
    for live in tables:
        onlookers.update("spectator" if one.onlooker == SPECTATOR else "player" for one in list(live.subscribers))
    aside = "Tables that cannot be played on because of an error"
    yield _gauge("parlour_tables", "Tables in memory", len(tables))
    yield _gauge("parlour_tables_set_aside", aside, len(house.aside.reasons()))
    sockets = GaugeMetricFamily("parlour_sockets", "Open sockets at tables", labels=["kind"])
    yield _by_kind(sockets, {kind: onlookers[kind] for kind in ("player", "spectator")})


def _of_the_store() -> Iterator[Metric]:
    yield CounterMetricFamily("parlour_moves_stored", "Moves and undos that this server has stored", counts.moves)
    yield CounterMetricFamily(
        "parlour_store_failures", "Transactions that the database could not store", counts.failures
    )
    finished = counts.finished  # read first, so that the difference is never negative
    yield _gauge(
        "parlour_store_queue", "Writes that wait for the writer or are being stored", counts.accepted - finished
    )
    yield _histogram("parlour_commit_seconds", "How long transactions took, including the commit", counts.commits)


def _gauge(name: str, says: str, value: float) -> Metric:
    return GaugeMetricFamily(name, says, value)


def _histogram(name: str, says: str, histogram: Histogram) -> Metric:
    return HistogramMetricFamily(name, says, histogram.cumulated(), histogram.total)


def _by_kind(metric: CounterMetricFamily | GaugeMetricFamily, numbers: Mapping[str, float]) -> Metric:
    for kind, number in numbers.items():
        metric.add_metric([kind], number)
    return metric


# --- the port


class _Server(ThreadingHTTPServer):
    """Serves one page on a socket that already listens."""

    daemon_threads = True

    def __init__(self, listening: socket, registry: CollectorRegistry) -> None:
        super().__init__(listening.getsockname()[:2], _Page, bind_and_activate=False)
        self.socket.close()
        self.socket, self.registry = listening, registry

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a client that leaves or sends nothing, because there is nothing to be done about it."""


class _Page(BaseHTTPRequestHandler):
    """Answers one request."""

    server: _Server
    timeout = PATIENCE_SECONDS

    def do_GET(self) -> None:
        """Answer with all figures."""
        if self.path.partition("?")[0] != PATH:
            self.send_error(404, explain=f"expected {PATH}")
            return
        body = generate_latest(self.server.registry)
        self.send_response(200)
        self.send_header("Content-Type", CONTENT_TYPE)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Iterable[Any]) -> None:
        """Leave scrapes out of the log."""
