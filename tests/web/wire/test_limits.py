"""Rate limits per address: how addresses are normalized, and how requests are counted."""

import pytest

from parlour.web.wire import limits
from parlour.web.wire.limits import Buckets, counted, network_of


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("::1", "::1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_ipv6_addresses_share_a_limit_per_network_and_every_other_address_has_its_own_limit(
    address: str, expected: str
) -> None:
    assert counted(address) == expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("192.168.1.7", "192.168.0.0/16"),
        ("192.168.77.8", "192.168.0.0/16"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ("2001:db8:1:ffff::1", "2001:db8:1::/48"),
        ("2001:db8:2::1", "2001:db8:2::/48"),
        ("testclient", "testclient"),
    ],
)
def test_neighbouring_addresses_belong_to_one_wider_network(address: str, expected: str) -> None:
    assert network_of(counted(address)) == expected


def test_an_address_that_sends_too_many_requests_does_not_use_up_the_limit_of_another_address() -> None:
    buckets = Buckets(rate=1.0, burst=2.0)
    assert [buckets.take("a") > 0 for _ in range(4)] == [False, False, True, True]
    assert buckets.take("b") == 0


def test_the_number_of_rate_limited_addresses_kept_in_memory_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_ADDRESSES", 10)
    buckets = Buckets(1.0, 1.0)
    for number in range(100):
        buckets.take(str(number))
    assert list(buckets._buckets) == [str(number) for number in range(90, 100)]
