"""The host names under which this server may be addressed.

A page of another site can make its own name resolve to this machine (DNS rebinding); the browser then takes our answers
for those of that site. A request from such a page has the other site's host in its `Host` header. Names that no
outsider can own are allowed: addresses, names without a dot, names of local networks, this machine's name, and the
hosts that the operator has declared.
"""

import ipaddress
import logging
import socket
from collections.abc import Iterable, Mapping

from parlour.errors import ParlourError

LOCAL = ("localhost", "local", "lan", "home.arpa", "internal")  # domains that don't exist in the public DNS
PROXY_MARKS = (b"via", b"forwarded", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-real-ip")
SCHEMES = ("http", "https")
log = logging.getLogger("parlour.web")


class Hosts:
    """The host names under which requests may address this server."""

    def __init__(self, declared: Iterable[str] = ()) -> None:
        """`declared` are host names that the operator has declared."""
        own = socket.gethostname().casefold()
        self._known = {own, *(host.casefold() for host in declared)}
        self._warned = False

    def allow(self, headers: Mapping[bytes, bytes], *, by_proxy: bool = False) -> bool:
        """Check whether a request's `Host` header names this server.

        A declared proxy may use any name: its requests are accepted even under an undeclared name, and the log says
        once how to declare the name. `by_proxy` says whether the request comes from such a proxy. In other requests,
        headers that proxies add prove nothing, because a page of another site can send them, too.
        """
        host = host_in(headers.get(b"host", b"").decode("latin-1"))
        if host is None or self.knows(host):
            return host is not None
        if not by_proxy or not any(mark in headers for mark in PROXY_MARKS):
            return False
        if not self._warned:
            self._warned = True
            log.warning(
                "the proxy asks for the host %.80r, which was not declared; start with --origin https://HOST", host
            )  # fmt: skip
        return True

    def knows(self, host: str) -> bool:
        """Check whether the name is safe: no outsider can own it, or the operator has declared it."""
        if host in self._known or "." not in host or host.endswith(tuple(f".{domain}" for domain in LOCAL)):
            return True
        return _is_address(host)


def host_in(header: str) -> str | None:
    """Return the host name of a `Host` header, without its port; "" if the header is empty, None if it is malformed."""
    text = header.strip().casefold()
    if text.startswith("["):
        host, closed, port = text[1:].partition("]")
        return host if closed and _is_address(host) and _is_port(port) else None
    host, colon, port = text.partition(":")
    host = host.removesuffix(".")
    return host if _is_port(colon + port) and not set(host) & set("/@[]\\ ") else None


def host_of_origin(origin: str) -> str:
    """Return the host and port of an origin such as https://cards.example.org; refuse anything else."""
    scheme, separator, rest = origin.partition("://")
    if scheme.casefold() not in SCHEMES or not separator or not host_in(rest):
        raise ParlourError(f"origin cannot be {origin!r}; expected such as https://cards.example.org")
    return rest.casefold()


def _is_port(text: str) -> bool:
    return not text or (text[0] == ":" and text[1:].isascii() and (text == ":" or text[1:].isdecimal()))


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True
