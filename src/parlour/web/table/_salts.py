"""The salts of persons: asked for when all seats are taken, checked, stored, and waited for only so long.

A client sends the commitment to its salt when it takes a seat. When all seats are taken, no commitment can change any
more, and everybody has been shown the commitment to the server's key. Then the clients reveal their salts. A client
that does not do so in time counts as bringing none. docs/records.md says what this proves.
"""

import time
from typing import TYPE_CHECKING

from parlour.match.fair import commitment
from parlour.web.refusals import TableRefusal
from parlour.web.table.live import LiveTable

if TYPE_CHECKING:
    from parlour.web.table.house import House

REVEAL_SECONDS = 10.0  # for the clients to reveal their salts, by the monotonic clock of each server


def asked(live: LiveTable) -> bool:
    """Whether the clients may reveal their salts now; notes since when."""
    if not live.table.revealing or live.aside:
        return False
    if live.revealing_since is None:
        live.revealing_since = time.monotonic()
    return True


def overdue(live: LiveTable) -> bool:
    """Whether the match has to start without the salts that are still missing."""
    return asked(live) and time.monotonic() - (live.revealing_since or 0.0) > REVEAL_SECONDS


async def reveal(house: "House", live: LiveTable, seat: int, digits: str, following: str | None) -> None:
    """Store the salt of a seat, and the commitment to its next one; the last salt starts the match."""
    salt, place = bytes.fromhex(digits), live.table.places[seat]
    if place.salt_commitment is None:
        raise TableRefusal("not_allowed", f"Seat {seat} was taken without a salt_commitment, so it has no salt.")
    if commitment(salt) != place.salt_commitment:
        reason = f"The salt does not fit its commitment; expected one with the SHA-256 {place.salt_commitment}."
        raise TableRefusal("bad_request", reason)
    if place.salt is None:
        if live.table.free_seats:
            raise TableRefusal("not_started", "Seats are still free: keep the salt secret until all are taken.")
        await house.store.reveal_salt(live.name, seat, salt, following)
        await house.refresh(live)
        if not live.table.awaited_salts:
            await house.start(live)
    if live.table.places[seat].salt is None:
        raise TableRefusal("late", "The match has started without this salt.")
