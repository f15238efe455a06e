"""`parlour serve`: open the database, listen at an address, close cleanly."""

import ipaddress
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from types import FrameType

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from parlour.engine.rule import MISSING, start_plain
from parlour.errors import ParlourError
from parlour.web.address import Running, address_of, bound, claimed, default_database, listen, metrics_address
from parlour.web.app import Parts, Settings, make_app
from parlour.web.logs import begin_logging
from parlour.web.store.startup import await_database
from parlour.web.store.store import Store
from parlour.web.table.house import House
from parlour.web.wire.connection import LARGEST_MESSAGE
from parlour.web.wire.deadlines import Places, descriptors, in_reserve
from parlour.web.wire.hosts import host_of_origin
from parlour.web.wire.protocols import http_protocol, websocket_protocol
from parlour.web.wire.requests import Requests
from parlour.web.wire.security import Guard

CLOSING_SECONDS = 5
# The event loop waits at most this long for a working thread; Python's default of 5 ms would delay moves.
SWITCH_SECONDS = 0.001


def serve(
    host: str, port: int | None, database: str | None, settings: Settings | None = None, *, browser: bool = False,
    proxies: tuple[str, ...] = (), log_level: str = "warning", log_format: str = "lines", access_log: bool = False,
    metrics: str | None = None, drain: float = 0.0,
) -> None:  # fmt: skip
    """Serve tables until the process is stopped; without a port, use the default or the next free one.

    `proxies` are trusted addresses, whose headers may name the client's address and the request's id. `metrics` is the
    address where Prometheus gets its figures. When the server is told to stop, it goes on for `drain` seconds, but
    opens nothing new.
    """
    chosen = settings or Settings(host=host)
    for origin in chosen.origins:
        host_of_origin(origin)
    _check_proxies(proxies)
    begin_logging(log_level, log_format, access=access_log)
    start_plain()
    url = database or default_database()
    with (
        interruptible(),
        claimed(url) as announce,
        listen(host, port) as listening,
        _with_metrics(metrics) as (watch, page),
    ):
        await_database(url)
        store, draining = Store(url), Draining(drain)
        sys.setswitchinterval(SWITCH_SECONDS)
        address = address_of(host, listening.getsockname()[1])
        app = make_app(store, chosen, Parts(watch=[*watch, draining.watch]))
        config = configured(app, proxies, "info" if log_level == "debug" else log_level)
        announce(Running(address, store.process, os.getpid()))
        _Announcing(config, address, browser, page, draining).run(sockets=[listening])


@contextmanager
def interruptible() -> Iterator[None]:
    """Let a signal end the enclosed code cleanly, even while it waits; while uvicorn runs, it handles the signals."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        pass  # stopping isn't a failure
    finally:
        signal.signal(signal.SIGTERM, before)


def configured(app: Guard, proxies: tuple[str, ...] = (), log_level: str = "warning") -> uvicorn.Config:
    """Configure uvicorn, with as many connections as the system allows."""
    limit = descriptors()
    places = Places(limit - in_reserve(limit), proxies)
    behind_proxies = ProxyHeadersMiddleware(app, list(proxies)) if proxies else app
    return uvicorn.Config(
        Requests(behind_proxies, proxies),  # outside, because it has to see the proxy's own address
        http=http_protocol(places),  # type: ignore[arg-type] # a class or a function that makes one
        backlog=in_reserve(limit) // 2, proxy_headers=False,
        log_config=None, access_log=False, log_level=log_level, server_header=False,
        ws=websocket_protocol(), ws_max_size=LARGEST_MESSAGE, ws_per_message_deflate=False,
        timeout_graceful_shutdown=CLOSING_SECONDS,
    )  # fmt: skip


class Draining:
    """The time between the first signal to stop and the end: people play on, but nothing new is opened."""

    def __init__(self, seconds: float) -> None:
        """Let it take this long."""
        self.seconds = seconds
        self._house: House | None = None
        self._ends: float | None = None  # None before the first signal

    def watch(self, house: House) -> None:
        """Drain this house when the time comes."""
        self._house = house

    def begin(self) -> bool:
        """Begin to drain; return whether there is something to wait for: not if this is a further signal."""
        again = self._ends is not None
        self._ends = self._ends or time.monotonic() + self.seconds
        if self._house is not None:
            self._house.openings.close()
        return self._house is not None and self.seconds > 0 and not again

    @property
    def has_begun(self) -> bool:
        """Whether people play on, but not for long."""
        return self._ends is not None and not self.is_over

    @property
    def is_over(self) -> bool:
        """Whether the time for draining has passed."""
        return self._ends is not None and time.monotonic() >= self._ends


class _Announcing(uvicorn.Server):
    """A server that prints its address once it is ready, and drains before it stops."""

    def __init__(self, config: uvicorn.Config, address: str, browser: bool, metrics: str, draining: Draining) -> None:
        super().__init__(config)
        self.address, self.browser, self.metrics, self.draining = address, browser, metrics, draining
        self._has_said_so = False

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Drain, then close cleanly with status 0, because stopping isn't a failure.

        A second signal ends the draining. After that, ^C doesn't even wait for requests in progress.
        """
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = not self.draining.begin()

    async def on_tick(self, counter: int) -> bool:
        """Return whether to stop; uvicorn calls this ten times a second."""
        if self.draining.has_begun and not self._has_said_so:
            self._has_said_so = True
            print(f"Parlour opens no new tables and stops in {self.draining.seconds:g} s (Ctrl-C: now)", flush=True)
        self.should_exit = self.should_exit or self.draining.is_over
        return await super().on_tick(counter)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(f"Parlour is open at {self.address}  (Ctrl-C closes it)", flush=True)
            if self.metrics:
                print(f"Metrics are at {self.metrics}", flush=True)
            if MISSING:
                print(MISSING, flush=True)
            if self.browser:
                threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()


@contextmanager
def _with_metrics(address: str | None) -> Iterator[tuple[list[Callable[[House], None]], str]]:
    """If metrics are wanted, open their port; yield what has to get the house, and the page's address."""
    if address is None:
        yield [], ""
        return
    from parlour.web.metrics import PATH, Metrics  # needs prometheus-client, which takes a while to load

    host, port = metrics_address(address)
    with bound(host, port) as listening, closing(Metrics(listening)) as metrics:
        yield [metrics.watch], address_of(host, listening.getsockname()[1]).rstrip("/") + PATH


def _check_proxies(proxies: tuple[str, ...]) -> None:
    for proxy in proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            raise ParlourError(f"proxy cannot be {proxy!r}; expected an address such as 127.0.0.1") from None
