"""Where requests come from, and how many of them are allowed: token buckets."""

import ipaddress
from collections import OrderedDict
from functools import lru_cache
from time import monotonic

from parlour.web.wire.asgi import Scope

MOST_ADDRESSES = 10_000
HOME_BITS = 64  # the first bits of an IPv6 address, which identify a household's network
WIDE_BITS = {4: 16, 6: 48}  # the first bits that identify a wider network, by version of the Internet Protocol


def address_of(scope: Scope) -> str:
    """Return the address that a request comes from, normalized for limits."""
    return counted(str(scope["client"][0])) if scope.get("client") else ""


@lru_cache(4096)
def counted(address: str) -> str:
    """Normalize an address for limits: keep IPv4, but replace IPv6 by its network."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address  # a test client or a Unix socket has no IP address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(found) if found.is_loopback else str(ipaddress.ip_network((found, HOME_BITS), strict=False))


@lru_cache(4096)
def network_of(address: str) -> str:
    """Return the wider network of a normalized address, because some people have many addresses in one network."""
    try:
        found = ipaddress.ip_interface(address)
    except ValueError:
        return address  # a test client or a Unix socket has no IP address
    return str(ipaddress.ip_network((found.ip, WIDE_BITS[found.version]), strict=False))


class Bucket:
    """A token bucket, which allows `burst` requests at once and `rate` per second in the long run."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        """Start with a full bucket."""
        self.rate, self.burst = rate, burst
        self._left, self._at = burst, monotonic()

    def take(self) -> float:
        """Count a request: return 0 if it is allowed, otherwise the seconds to wait."""
        now = monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) / self.rate


class Buckets:
    """A token bucket for each address; buckets that were not used for a long time are dropped."""

    def __init__(self, rate: float, burst: float) -> None:
        """Apply the same limits to every address."""
        self.rate, self.burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> float:
        """Count an address's request: return 0 if it is allowed, otherwise the seconds to wait."""
        return self.of(address).take()

    def of(self, address: str) -> Bucket:
        """Return an address's bucket."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self.rate, self.burst)
            if len(self._buckets) > MOST_ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket
