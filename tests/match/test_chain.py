"""The key of today's deal follows from the date alone, or from a server's chain of hashes."""

import hashlib
import hmac
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from parlour.errors import ParlourError
from parlour.match.chain import DAYS, Chain, Root, before, closes, date_of, dated_key, day_at, linked_key, root_of

FIRST = date(2026, 11, 16)
CHAIN = Chain(bytes(range(32)), FIRST)


def test_without_a_server_the_key_of_a_deal_is_the_hash_of_game_version_and_date() -> None:
    text = b"parlour today oh7 1 2026-11-16"
    assert dated_key("oh7", 1, FIRST) == hashlib.sha256(text).digest()


def test_a_server_computes_the_key_of_a_deal_from_the_link_of_the_day_and_the_game_and_the_date() -> None:
    link = CHAIN.link(FIRST)
    assert linked_key(link, "oh7", FIRST) == hmac.new(link, b"today oh7 2026-11-16", "sha256").digest()


@given(some.integers(0, DAYS - 2))
def test_the_hash_of_every_link_is_the_link_of_the_day_before(number: int) -> None:
    day = FIRST + timedelta(days=number)
    assert hashlib.sha256(CHAIN.link(day + timedelta(days=1))).digest() == CHAIN.link(day)
    assert before(CHAIN.secret, DAYS - number - 1) == CHAIN.link(day), "stored or not"
    root = Root(CHAIN.root, FIRST)
    assert root.leads_to(CHAIN.link(day), day)
    assert not root.leads_to(CHAIN.link(day), day + timedelta(days=1))


def test_the_root_of_a_chain_is_the_hash_of_its_first_link_and_the_secret_is_its_last_link() -> None:
    assert before(CHAIN.link(FIRST)) == CHAIN.root
    assert CHAIN.link(CHAIN.last) == CHAIN.secret
    assert CHAIN.last - FIRST == timedelta(days=DAYS - 1)


@pytest.mark.parametrize("days", [-1, DAYS])
def test_a_chain_has_no_link_before_its_first_or_after_its_last_day(days: int) -> None:
    with pytest.raises(ParlourError, match="expected a day from 2026-11-16 to 2126-11-16"):
        CHAIN.link(FIRST + timedelta(days=days))


def test_printing_a_chain_does_not_show_its_secret() -> None:
    assert CHAIN.secret.hex() not in repr(CHAIN)
    assert str(CHAIN.secret) not in repr(CHAIN)


def test_the_daily_deal_changes_at_midnight_utc_but_stays_open_for_another_hour() -> None:
    late = datetime(2026, 11, 16, 23, 59, 59, tzinfo=UTC).timestamp()
    assert day_at(late) == FIRST
    assert day_at(late + 1) == FIRST + timedelta(days=1)
    assert closes(FIRST) == datetime(2026, 11, 17, 1, tzinfo=UTC).timestamp()


@pytest.mark.parametrize("text", ["", "today", "2026-02-30", "20261116", "2026-W47-1", "2026-11-16T00", "२०२६-11-16"])
def test_a_date_that_is_not_written_as_year_month_and_day_is_refused(text: str) -> None:
    with pytest.raises(ParlourError, match="expected one such as 2026-11-16"):
        date_of(text)


def test_a_root_can_be_read_if_it_is_given_together_with_its_first_day() -> None:
    assert root_of(CHAIN.root.hex(), "2026-11-16") == Root(CHAIN.root, FIRST)
    assert root_of(None, None) is None
    assert not Root(CHAIN.root, FIRST).leads_to(CHAIN.root, FIRST - timedelta(days=1))
    assert not Root(CHAIN.root, date.min).leads_to(CHAIN.root, date.max), (
        "an absurdly long chain should be refused, not computed"
    )


@pytest.mark.parametrize(
    ("digits", "first", "expected"),
    [
        ("ff" * 32, None, "expected both"),
        (None, "2026-11-16", "expected both"),
        ("FF" * 32, "2026-11-16", "expected 64 hexadecimal digits"),
        ("ff" * 32, "monday", "expected one such as 2026-11-16"),
    ],
)
def test_an_invalid_root_or_first_day_of_a_chain_is_refused(
    digits: str | None, first: str | None, expected: str
) -> None:
    with pytest.raises(ParlourError, match=expected):
        root_of(digits, first)
