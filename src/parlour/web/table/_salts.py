"""People's salts: the server requests them when all seats are taken, and waits for them for a limited time.

A client sends the commitment to its salt when it takes a seat. When all seats are taken, commitments can no longer
change, and everybody has seen the commitment to the server's key. Then the clients reveal their salts. A client that is
late counts as having no salt. docs/records.md explains what this proves.
"""

import time

from parlour.web.table.live import LiveTable

REVEAL_SECONDS = 10.0  # time that clients have to reveal their salts, by each server's monotonic clock


def asked(live: LiveTable) -> bool:
    """Check whether clients may reveal their salts now; when this is first true, record the time."""
    if not live.table.revealing or live.aside:
        return False
    if live.revealing_since is None:
        live.revealing_since = time.monotonic()
    return True


def overdue(live: LiveTable) -> bool:
    """Check whether clients have had enough time, so that the match starts without the missing salts."""
    return asked(live) and time.monotonic() - (live.revealing_since or 0.0) > REVEAL_SECONDS
