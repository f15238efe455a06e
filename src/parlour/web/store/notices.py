"""Notices from other servers on the same PostgreSQL: runs LISTEN on a connection, and reconnects if it is lost."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from psycopg import AsyncConnection, Error
from psycopg.sql import SQL, Identifier

from parlour.web.counts import counts
from parlour.web.logs import changes
from parlour.web.store.postgresql import settings_of

FIRST_WAIT, LONGEST_WAIT = 0.25, 8.0  # seconds before another attempt; the wait doubles with every attempt
CHANGES = changes("notices")
log = logging.getLogger("parlour.web")


async def listen(
    url: str, channel: str, hear: Callable[[str], Awaitable[None]], catch_up: Callable[[], Awaitable[None]],
    lose: Callable[[], None],
) -> None:  # fmt: skip
    """Listen for notices until cancelled.

    `hear` gets every notice. `lose` runs when the connection is lost, and `catch_up` when a new connection listens,
    because notices may be lost in between.
    """
    wait, lost = FIRST_WAIT, False
    while True:
        try:
            async with await AsyncConnection.connect(**settings_of(url), autocommit=True) as connection:
                await connection.execute(SQL("LISTEN {}").format(Identifier(channel)))
                if lost:
                    log.warning("notices from other servers arrive again", extra=CHANGES)
                wait, lost = FIRST_WAIT, False
                counts.listens = True
                await catch_up()
                async for notice in connection.notifies():
                    await hear(notice.payload)
        except Error as error:
            lose()
            if not lost:
                reason = " ".join(str(error).split())
                told = "notices from other servers do not arrive (%s): polling the tables instead"
                log.warning(told, reason, extra=CHANGES)
            lost = True
        finally:
            counts.listens = False
        await asyncio.sleep(wait)
        wait = min(2 * wait, LONGEST_WAIT)
