"""The salts of persons: asked for when all seats are taken, checked, stored, and waited for only so long.

A client sends the commitment to its salt when it takes a seat. When all seats are taken, no commitment can change any
more, and everybody has been shown the commitment to the server's key. Then the clients reveal their salts. A client
that does not do so in time counts as bringing none. docs/records.md says what this proves.
"""

import time

from parlour.web.table.live import LiveTable

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
