"""`parlour serve`: open the database, listen at an address, close cleanly."""

import ipaddress
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import closing, contextmanager
from types import FrameType

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from parlour.engine.rule import MISSING, start_plain
from parlour.errors import ParlourError
from parlour.web.address import Running, address_of, bound, claimed, default_database, listen, metrics_address
from parlour.web.app import Parts, Settings, make_app
from parlour.web.logs import begin_logging
from parlour.web.store.store import Store
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
    metrics: str | None = None,
) -> None:  # fmt: skip
    """Serve tables until the process is stopped; without a port, use the default or the next free one.

    `proxies` are trusted addresses, whose headers may name the client's address and the request's id. `metrics` is the
    address where Prometheus gets its figures.
    """
    chosen = settings or Settings(host=host)
    for origin in chosen.origins:
        host_of_origin(origin)
    _check_proxies(proxies)
    begin_logging(log_level, log_format, access=access_log)
    start_plain()
    url = database or default_database()
    with claimed(url) as announce, listen(host, port) as listening, _with_metrics(metrics) as (parts, page):
        store = Store(url)
        sys.setswitchinterval(SWITCH_SECONDS)
        address = address_of(host, listening.getsockname()[1])
        config = configured(make_app(store, chosen, parts), proxies, "info" if log_level == "debug" else log_level)
        announce(Running(address, store.process, os.getpid()))
        _Announcing(config, address, browser, page).run(sockets=[listening])


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


class _Announcing(uvicorn.Server):
    """A server that prints its address once it is ready."""

    def __init__(self, config: uvicorn.Config, address: str, browser: bool, metrics: str) -> None:
        super().__init__(config)
        self.address, self.browser, self.metrics = address, browser, metrics

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Close cleanly with status 0, because stopping isn't a failure. A second ^C stops the server at once."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

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
def _with_metrics(address: str | None) -> Iterator[tuple[Parts, str]]:
    """If metrics are wanted, open their port; yield what the application needs, and the page's address."""
    if address is None:
        yield Parts(), ""
        return
    from parlour.web.metrics import PATH, Metrics  # needs prometheus-client, which takes a while to load

    host, port = metrics_address(address)
    with bound(host, port) as listening, closing(Metrics(listening)) as metrics:
        yield Parts(watch=metrics.watch), address_of(host, listening.getsockname()[1]).rstrip("/") + PATH


def _check_proxies(proxies: tuple[str, ...]) -> None:
    for proxy in proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            raise ParlourError(f"proxy cannot be {proxy!r}; expected an address such as 127.0.0.1") from None
