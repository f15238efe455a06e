"""When a server starts, it waits for a PostgreSQL that doesn't run yet, for instance after a restart of the machine."""

import logging
import time
from collections.abc import Callable

from parlour.web.store.engine import is_there, shown

PATIENCE_SECONDS = 120.0  # PostgreSQL may have to recover from a crash first
FIRST_WAIT, LONGEST_WAIT = 0.25, 5.0  # seconds before another attempt; the wait doubles with every attempt
log = logging.getLogger("parlour.web")


def await_database(
    url: str, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
) -> None:
    """Wait until the database accepts connections, but not for ever: opening it then reports what is wrong.

    This doesn't wait for a database that refuses this server, such as for a wrong password: that won't pass by itself.
    """
    end, wait = clock() + PATIENCE_SECONDS, FIRST_WAIT
    if is_there(url):
        return
    log.warning("the database %s does not answer: waiting up to %.0f s for it", shown(url), PATIENCE_SECONDS)
    while not is_there(url):
        left = end - clock()
        if left <= 0:
            return
        sleep(min(wait, left))
        wait = min(2 * wait, LONGEST_WAIT)
    log.warning("the database answers now")
