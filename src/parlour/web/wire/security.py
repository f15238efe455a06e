"""The headers of every answer, and the checks of every request: origin and rate."""

import math
from typing import Any
from urllib.parse import urlsplit

from parlour.web.wire.asgi import App, Receive, Scope, Send
from parlour.web.wire.connection import POLICY_VIOLATION
from parlour.web.wire.frames import encode
from parlour.web.wire.limits import Buckets

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; media-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),  # a seat's link holds its token
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
SAFE = ("GET", "HEAD", "OPTIONS")
RATE = 30.0  # changes a second from one address over HTTP; a whole club may share an address
AT_ONCE = 4.0  # seconds' worth of changes that may come at once
READS = 6.0  # requests that change nothing may come so many times as often


class Guard:
    """The outermost part of the server."""

    def __init__(self, app: App, origins: tuple[str, ...] = (), rate: float = RATE) -> None:
        """`origins`: pages of other addresses that may use this server; `rate`: changes a second from one address."""
        self.app, self.origins = app, origins
        self._changes = Buckets(rate, AT_ONCE * rate)
        self._reads = Buckets(READS * rate, READS * AT_ONCE * rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request and add the headers to its answer."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket" and (not self._is_own_page(scope) or self._reads.take(_address(scope))):
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": "refused"})
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        safe = scope["method"] in SAFE
        if not safe and not self._is_own_page(scope):
            await _refuse(send_with_headers, 403, "wrong_origin", "This request comes from a page of another address.")
            return
        wait = (self._reads if safe else self._changes).take(_address(scope))
        if wait:
            await _refuse(send_with_headers, 429, "too_fast", "Too many requests; slow down.", wait)
            return
        await self.app(scope, receive, send_with_headers)

    def _is_own_page(self, scope: Scope) -> bool:
        """Whether a request comes from our own page, or from no page at all."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin")
        if origin is None:
            return True
        given = origin.decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        return given in self.origins or (
            urlsplit(given).scheme in ("http", "https") and given.partition("://")[2] == host
        )


def _address(scope: Scope) -> str:
    """Where a request comes from."""
    return str(scope["client"][0]) if scope.get("client") else ""


async def _refuse(send: Send, status: int, kind: str, reason: str, wait: float = 0.0) -> None:
    headers = [(b"content-type", b"application/json")]
    if wait:
        headers.append((b"retry-after", b"%d" % math.ceil(wait)))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": encode({"refused": kind, "reason": reason, "text": None})})
