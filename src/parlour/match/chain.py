"""The keys of today's deal: fixed by the date alone, or by a chain of hashes that a server commits to in advance.

A server picks a secret, which is the last link of its chain; the SHA-256 of each link is the link before it. Before its
first deal, the server publishes the root (the hash before link 1) and the day of link 1. Day i uses link i, which is
secret until the day is closed. Then everybody can check that the SHA-256 of this link is the previous day's link. So a
server can neither choose nor change a day's deal after publishing the root. docs/records.md describes the texts that
are hashed.
"""

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from itertools import accumulate

from parlour.errors import ParlourError

LINK_BYTES = 32
DAYS = 36_525  # length of a chain: a hundred years
STRIDE = 256  # number of days between stored links
GRACE = timedelta(hours=1)  # time after midnight in which the day's matches can be finished
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def date_of(text: str) -> date:
    """Read a date such as 2026-11-16."""
    try:
        if DATE.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:  # a date that doesn't exist, such as 2026-02-30
        pass
    raise ParlourError(f"the date is {text[:40]!r}; expected one such as 2026-11-16")


def day_at(seconds: float) -> date:
    """Return the UTC date of a time in seconds since 1970."""
    return datetime.fromtimestamp(seconds, UTC).date()


def closes(day: date) -> float:
    """Return the time when a day closes: then its keys are published, and its matches no longer count."""
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1)
    return (midnight + GRACE).timestamp()


def dated_key(game: str, version: int, day: date) -> bytes:
    """Return the key of a game's deal without a server; it follows from the date and the game's version alone."""
    return hashlib.sha256(f"parlour today {game} {version} {day.isoformat()}".encode()).digest()


def linked_key(link: bytes, game: str, day: date) -> bytes:
    """Return the key of a game's deal on a server; it follows from the day's link."""
    return hmac.digest(link, f"today {game} {day.isoformat()}".encode(), "sha256")


def before(link: bytes, days: int = 1) -> bytes:
    """Return the link that comes `days` before the given link."""
    for _ in range(days):
        link = hashlib.sha256(link).digest()
    return link


@dataclass(frozen=True)
class Chain:
    """A server's whole chain; its secret is the link of the last day."""

    secret: bytes
    first: date  # the day of link 1
    days: int = DAYS

    @classmethod
    def new(cls, first: date, days: int = DAYS) -> "Chain":
        """Make a chain with a new secret."""
        return cls(secrets.token_bytes(LINK_BYTES), first, days)

    def __repr__(self) -> str:
        """Describe the chain without its secret, since this text may end up in a log."""
        return f"Chain({self.first}, {self.days})"

    @cached_property
    def root(self) -> bytes:
        """The root, which is published before the first day."""
        return self._link(0)

    @property
    def last(self) -> date:
        """The last day of the chain."""
        return self.first + timedelta(days=self.days - 1)

    def link(self, day: date) -> bytes:
        """Return the chain's link for a day."""
        number = (day - self.first).days + 1
        if not 1 <= number <= self.days:
            raise ParlourError(f"the chain has no link for {day}; expected a day from {self.first} to {self.last}")
        return self._link(number)

    def _link(self, number: int) -> bytes:
        far, near = divmod(self.days - number, STRIDE)
        return before(self._at_hand[far], near)

    @cached_property
    def _at_hand(self) -> list[bytes]:
        """Every 256th link, counted from the last link; computing the whole chain takes some milliseconds."""
        return list(accumulate(range(self.days // STRIDE), lambda link, _: before(link, STRIDE), initial=self.secret))


@dataclass(frozen=True)
class Root:
    """The part of a chain that is published before the first day."""

    link: bytes
    first: date

    def leads_to(self, link: bytes, day: date) -> bool:
        """Return whether a link is the link of that day in this chain."""
        number = (day - self.first).days + 1
        return 1 <= number <= DAYS and before(link, number) == self.link


def root_of(digits: str | None, first: str | None) -> Root | None:
    """Read a root that somebody noted, and its first day; return None if neither is given."""
    if digits is None and first is None:
        return None
    if digits is None or first is None:
        raise ParlourError("a chain has a root and a first day; expected both, such as --root HEX --first 2026-11-16")
    if not re.fullmatch(f"[0-9a-f]{{{2 * LINK_BYTES}}}", digits):
        raise ParlourError(f"the root is {digits[:80]!r}; expected {2 * LINK_BYTES} hexadecimal digits")
    return Root(bytes.fromhex(digits), date_of(first))
