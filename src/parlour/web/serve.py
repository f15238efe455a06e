"""`parlour serve`: open the database, listen at an address, close cleanly."""

import ipaddress
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from types import FrameType

import uvicorn

from parlour.engine.rule import MISSING, start_plain
from parlour.errors import ParlourError
from parlour.web.address import Running, address_of, claimed, default_database, listen
from parlour.web.app import Settings, make_app
from parlour.web.store.store import Store
from parlour.web.wire.connection import LARGEST_MESSAGE
from parlour.web.wire.deadlines import Places, descriptors, in_reserve
from parlour.web.wire.hosts import host_of_origin
from parlour.web.wire.protocols import http_protocol, websocket_protocol
from parlour.web.wire.security import Guard

CLOSING_SECONDS = 5
# The event loop waits at most this long for a working thread; Python's default of 5 ms would delay moves.
SWITCH_SECONDS = 0.001


def serve(
    host: str, port: int | None, database: str | None, settings: Settings | None = None, *, browser: bool = False,
    proxies: tuple[str, ...] = (), log_level: str = "warning",
) -> None:  # fmt: skip
    """Serve tables until the process is stopped; without a port, use the default or the next free one.

    `proxies` are trusted addresses, whose headers may name the client's address.
    """
    chosen = settings or Settings(host=host)
    for origin in chosen.origins:
        host_of_origin(origin)
    _check_proxies(proxies)
    logging.basicConfig(
        level=log_level.upper(), stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    start_plain()
    url = database or default_database()
    with claimed(url) as announce, listen(host, port) as listening:
        store = Store(url)
        sys.setswitchinterval(SWITCH_SECONDS)
        address = address_of(host, listening.getsockname()[1])
        config = configured(make_app(store, chosen), proxies, log_level)
        announce(Running(address, store.process, os.getpid()))
        _Announcing(config, address, browser).run(sockets=[listening])


def configured(app: Guard, proxies: tuple[str, ...] = (), log_level: str = "warning") -> uvicorn.Config:
    """Configure uvicorn, with as many connections as the system allows."""
    limit = descriptors()
    places = Places(limit - in_reserve(limit), proxies)
    return uvicorn.Config(
        app,
        http=http_protocol(places),  # type: ignore[arg-type] # a class or a function that makes one
        backlog=in_reserve(limit) // 2, proxy_headers=bool(proxies), forwarded_allow_ips=list(proxies),
        log_config=None, access_log=False, log_level=log_level, server_header=False,
        ws=websocket_protocol(), ws_max_size=LARGEST_MESSAGE, ws_per_message_deflate=False,
        timeout_graceful_shutdown=CLOSING_SECONDS,
    )  # fmt: skip


class _Announcing(uvicorn.Server):
    """A server that prints its address once it is ready."""

    def __init__(self, config: uvicorn.Config, address: str, browser: bool) -> None:
        super().__init__(config)
        self.address, self.browser = address, browser

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Close cleanly with status 0, because stopping isn't a failure. A second ^C stops the server at once."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(f"Parlour is open at {self.address}  (Ctrl-C closes it)", flush=True)
            if MISSING:
                print(MISSING, flush=True)
            if self.browser:
                threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()


def _check_proxies(proxies: tuple[str, ...]) -> None:
    for proxy in proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            raise ParlourError(f"proxy cannot be {proxy!r}; expected an address such as 127.0.0.1") from None
