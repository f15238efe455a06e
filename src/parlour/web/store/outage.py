"""What happens while the database doesn't answer: requests are refused, and the log says so once."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import TypeVar

from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionError

from parlour.game.texts import say
from parlour.web.logs import changes
from parlour.web.refusals import TableRefusal

ANSWER_SECONDS = 10.0  # the longest time that the database may take for one piece of work
NO_ANSWER = (OperationalError, InterfaceError, NoConnectionError, TimeoutError)  # errors of the database, not of ours
Result = TypeVar("Result")
log = logging.getLogger("parlour.web")


class Outage:
    """One kind of work that the database may stop doing for a while; its beginning and its end are logged."""

    def __init__(self, work: str) -> None:
        """`work` says what the database does, after the word "cannot"."""
        self.work, self._lasts, self._changes = work, False, changes(work)

    def begin(self, error: Exception) -> None:
        """Record that the database has failed to do the work."""
        if not self._lasts:
            lines = str(getattr(error, "orig", None) or error).strip().splitlines()
            reason = lines[0] if lines else f"no answer within {ANSWER_SECONDS:g} s"
            told = "the database cannot %s (%s): such requests are refused until it can"
            log.error(told, self.work, reason, extra=self._changes)
        self._lasts = True

    def end(self) -> None:
        """Record that the database has done the work."""
        if self._lasts:
            log.warning("the database can %s again", self.work, extra=self._changes)
        self._lasts = False

    async def limit(self, work: Awaitable[Result]) -> Result:
        """Wait for the database, but not for ever: a frozen database neither answers nor fails."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await work
        except TimeoutError as error:
            self.begin(error)
            raise unavailable() from None


def unavailable() -> TableRefusal:
    """Return the refusal of a request for which the database would have to answer."""
    return TableRefusal("unavailable", say("The database does not answer; try again in a moment."))
