"""The id of each request: in its answer, in every line that the log gets while it's handled, and in the access log.

A client's id is random. A proxy that the operator has declared may give an id of its own, so that both logs agree.
"""

import logging
import re
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any

from parlour.web.logs import ACCESS, REQUEST, shown
from parlour.web.wire.asgi import App, Receive, Scope, Send
from parlour.web.wire.connection import Connection, Listener
from parlour.web.wire.proxies import BY_PROXY, Proxies

HEADER = b"x-request-id"
FORM = re.compile(rb"[A-Za-z0-9._-]{1,64}")
ID_BYTES = 6


class Requests:
    """The server's first layer, which gives each request an id and records the request in the access log.

    It also notes which requests come from a proxy, because later layers see only the address that the proxy names.
    """

    def __init__(self, app: App, proxies: Iterable[str] = ()) -> None:
        """Pass requests on to this application; requests from `proxies` may bring their own ids."""
        self.app, self._proxies = app, Proxies(proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request under its id."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        scope[BY_PROXY] = bool(client) and str(client[0]) in self._proxies
        request, began, status = _id(scope), time.perf_counter(), None

        async def send_with_id(message: Any) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.accept"):
                status = message.get("status", 101)
                message["headers"] = [*message.get("headers", ()), (HEADER, request.encode())]
                if scope["type"] == "websocket":
                    _note_socket("opened", scope["path"], _address(scope))
            elif message["type"] == "websocket.close" and status is None:
                status = 403  # a refused handshake
            await send(message)

        token = REQUEST.set(request)
        try:
            await self.app(scope, receive, send_with_id)
        except BaseException:
            status = status or 500
            raise
        finally:
            if status != 101:
                _note_answer(scope, status, time.perf_counter() - began)
            REQUEST.reset(token)


def _id(scope: Scope) -> str:
    """Return the id that a proxy has given to its request, if it's well formed; otherwise a new one."""
    if scope[BY_PROXY]:
        for name, value in scope["headers"]:
            if name == HEADER and FORM.fullmatch(value):
                given: str = value.decode()
                return given
    return secrets.token_hex(ID_BYTES)


class NamedListener:
    """A socket's listener, whose messages are handled under the id of the request that opened the socket."""

    __slots__ = ("_listener", "_opened", "_request")

    def __init__(self, listener: Listener, scope: Scope) -> None:
        """Pass messages on to this listener."""
        self._listener, self._request = listener, REQUEST.get()
        # Without an access log, a socket doesn't keep these facts, because there may be thousands of sockets.
        self._opened = (scope["path"], _address(scope), time.perf_counter()) if _is_noted() else None

    def receive(self, text: bytes) -> None:
        """Handle a message from the client."""
        token = REQUEST.set(self._request)
        try:
            self._listener.receive(text)
        finally:
            REQUEST.reset(token)

    def closed(self) -> None:
        """Clean up after the client is gone."""
        token = REQUEST.set(self._request)
        try:
            self._listener.closed()
            if self._opened is not None:
                path, address, began = self._opened
                _note_socket("closed", path, address, time.perf_counter() - began)
        finally:
            REQUEST.reset(token)


def named(meet: Callable[[Connection], Listener], scope: Scope) -> Callable[[Connection], Listener]:
    """Let the listener that `meet` creates for a connection work under the id of the request that opened it."""
    return (lambda connection: NamedListener(meet(connection), scope)) if REQUEST.get() else meet


def _is_noted() -> bool:
    """Check whether the operator wants an access log."""
    return ACCESS.isEnabledFor(logging.INFO)


def _address(scope: Scope) -> str:
    """Return the client's address; behind a declared proxy, this is the address that the proxy names."""
    return str(scope["client"][0]) if scope.get("client") else "-"


def _note_answer(scope: Scope, status: int | None, seconds: float) -> None:
    if _is_noted():
        method, path, address = scope.get("method", "GET"), shown(scope["path"]), _address(scope)
        milliseconds = round(1000 * seconds, 1)
        facts = {
            "method": method, "path": path, "status": status, "milliseconds": milliseconds, "address": address,
        }  # fmt: skip
        arguments = (method, path, "-" if status is None else status, milliseconds, address)
        ACCESS.info("%s %s %s %.1f ms %s", *arguments, extra={"facts": facts})


def _note_socket(what: str, path: str, address: str, seconds: float | None = None) -> None:
    if _is_noted():
        facts: dict[str, Any] = {"socket": what, "path": shown(path), "address": address}
        after = ""
        if seconds is not None:
            facts["seconds"], after = round(seconds, 1), f" after {seconds:.1f} s"
        ACCESS.info("socket %s %s%s %s", what, facts["path"], after, address, extra={"facts": facts})
