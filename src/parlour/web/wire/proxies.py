"""The proxies that the operator has declared, and which requests come from one of them."""

import ipaddress
from collections.abc import Iterable
from functools import lru_cache

BY_PROXY = "parlour.by_proxy"  # in a request's scope: whether a declared proxy has sent the request


class Proxies:
    """The addresses and networks of declared proxies."""

    def __init__(self, declared: Iterable[str] = ()) -> None:
        """Each proxy is declared as an address or a network."""
        self._networks = tuple(ipaddress.ip_network(proxy) for proxy in declared)
        self._is_one = lru_cache(1024)(self._contains)

    def __contains__(self, address: str) -> bool:
        """Check whether the address at the other end of a connection is that of a proxy."""
        return bool(self._networks) and self._is_one(address)

    def _contains(self, client: str) -> bool:
        try:
            address = ipaddress.ip_address(client)
        except ValueError:  # a Unix socket has no address
            return False
        known = getattr(address, "ipv4_mapped", None) or address
        return any(known in network for network in self._networks)
