"""The security headers of every answer, and the checks of every request: host, origin and rate."""

import math
from collections.abc import Mapping
from typing import Any

from parlour.web.counts import counts
from parlour.web.wire._turns import Turns
from parlour.web.wire.asgi import App, Receive, Scope, Send
from parlour.web.wire.connection import POLICY_VIOLATION
from parlour.web.wire.frames import encode
from parlour.web.wire.hosts import SCHEMES, Hosts, host_in, host_of_origin
from parlour.web.wire.limits import Buckets, address_of
from parlour.web.wire.proxies import BY_PROXY

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; media-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),  # the link to a seat contains its token
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
TOO_FAST = "Too many requests; slow down."
SAFE = ("GET", "HEAD", "OPTIONS")
RATE = 30.0  # changes per second from one address over HTTP; a whole club may share an address
AT_ONCE = 4.0  # a burst may use this many seconds' worth of changes
READS = 6.0  # limit on requests that change nothing, as a multiple of the rate
HEALTH = ("/api/live", "/api/ready")  # for programs that check the server, which may not know its name
CHECKS_A_SECOND, CHECKS_AT_ONCE = 10.0, 40.0  # limits on requests for these paths from one address
PACE = 8.0  # limit on starting requests of any kind, as a multiple of the rate; further requests wait
STARTED_AT_ONCE = 40.0  # requests that one address can start without waiting: about what a page needs


class Guard:
    """The outermost layer of the server, which checks all requests before the application sees them."""

    def __init__(
        self,
        app: App,
        origins: tuple[str, ...] = (),
        rate: float = RATE,
        host: str = "",
    ) -> None:
        """Guard this application.

        `origins` are sites on other addresses whose pages may use this server; `rate` is the number of changes per
        second from one address; `host` is this server's name, if the operator has given one.
        """
        self.app, self.origins = app, tuple(origin.casefold() for origin in origins)
        own = [host_in(host_of_origin(origin)) or "" for origin in origins]
        self._hosts = Hosts([*own, host] if host else own)
        self._turns = Turns(PACE * rate, STARTED_AT_ONCE)
        self._changes = Buckets(rate, AT_ONCE * rate)
        self._reads = Buckets(READS * rate, READS * AT_ONCE * rate)
        self._checks = Buckets(CHECKS_A_SECOND, CHECKS_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, and add the security headers to its answer."""
        if scope["type"] == "http" and scope["path"] in HEALTH and scope["method"] in SAFE:
            await self._health(scope, receive, _with_headers(send))
            return
        if scope["type"] != "lifespan":
            await self._turns.take(address_of(scope))
        if scope["type"] == "http":
            await self._http(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket" and not self._may_connect(scope):
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": "refused"})
        else:
            await self.app(scope, receive, send)

    def _may_connect(self, scope: Scope) -> bool:
        headers = dict(scope["headers"])
        known = self._is_known(scope, headers) and self._is_own_page(headers)
        return known and not self._reads.take(address_of(scope))

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        safe, headers = scope["method"] in SAFE, dict(scope["headers"])
        if not self._is_known(scope, headers):
            await _refuse(send, 421, "wrong_host", _wrong_host(headers))
            return
        if not safe and not self._is_own_page(headers):
            await _refuse(send, 403, "wrong_origin", "This request comes from a page on another site.")
            return
        wait = (self._reads if safe else self._changes).take(address_of(scope))
        if wait:
            await _refuse(send, 429, "too_fast", TOO_FAST, wait)
            return
        await self.app(scope, receive, send)

    async def _health(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a check of the health at once, so that a flood of other requests doesn't make the server look ill."""
        if wait := self._checks.take(address_of(scope)):
            await self._turns.take(address_of(scope))
            await _refuse(send, 429, "too_fast", TOO_FAST, wait)
            return
        await self.app(scope, receive, send)

    def _is_known(self, scope: Scope, headers: Mapping[bytes, bytes]) -> bool:
        """Check whether a request names this server."""
        return self._hosts.allow(headers, by_proxy=scope.get(BY_PROXY, False))

    def _is_own_page(self, headers: Mapping[bytes, bytes]) -> bool:
        """Check whether a request comes from one of our own pages, or from no page at all (it has no Origin header)."""
        given = headers.get(b"origin")
        if given is None:
            return True
        origin = given.decode("latin-1").casefold()
        scheme, _, host = origin.partition("://")
        own = headers.get(b"host", b"").decode("latin-1").casefold()
        return origin in self.origins or (scheme in SCHEMES and bool(host) and host == own)


def _with_headers(send: Send) -> Send:
    """Add the security headers to the answer that is sent."""

    async def send_with_headers(message: Any) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *HEADERS]
        await send(message)

    return send_with_headers


def _wrong_host(headers: Mapping[bytes, bytes]) -> str:
    host = headers.get(b"host", b"").decode("latin-1")
    return (
        f"This server is not known as {host[:80]!r}; expected its address, its own name, or a name that was declared "
        "at its start: parlour serve --origin http://HOST."
    )


async def _refuse(send: Send, status: int, kind: str, reason: str, wait: float = 0.0) -> None:
    counts.refusals[kind] += 1
    headers = [(b"content-type", b"application/json")]
    if wait:
        headers.append((b"retry-after", b"%d" % math.ceil(wait)))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": encode({"refused": kind, "reason": reason, "text": None})})
