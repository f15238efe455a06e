"""The HTTP routes of today's deal."""

from typing import Annotated, Any

from litestar import Request, get, post
from litestar.params import Dependency, Parameter

from parlour.web.day.days import Days
from parlour.web.day.messages import Begin, Begun, DayList, TodaysDeals
from parlour.web.page.page import language_of
from parlour.web.people.routes import Secret
from parlour.web.wire.limits import address_of
from parlour.web.wire.tokens import token_in

TheDays = Annotated[Days, Dependency(skip_validation=True)]
GameName = Annotated[str, Parameter(description="The name of a game.", max_length=40)]
Day = Annotated[str, Parameter(description="A date, such as 2026-11-16.", max_length=40)]


@get("/api/today", tags=["today"])
async def today(request: Request[Any, Any, Any], days: TheDays, authorization: Secret = None) -> TodaysDeals:
    """Return every game's deal of the day, your tries, and the chain of links to which the server is committed."""
    return await days.today(token_in(authorization), address_of(request.scope), language_of(request))


@post("/api/today/{game:str}", tags=["today"], status_code=200)
async def begin(
    request: Request[Any, Any, Any], days: TheDays, game: GameName, data: Begin, authorization: Secret = None
) -> Begun:
    """Play today's deal, or come back to your table for it. Each person has only one try at a deal."""
    return await days.begin(game, data, token_in(authorization), address_of(request.scope))


@get("/api/today/{game:str}/{day:str}", tags=["today"])
async def day_list(
    request: Request[Any, Any, Any], days: TheDays, game: GameName, day: Day, authorization: Secret = None
) -> DayList:
    """Return the list of results once your try is over, and replays as well once the day is over."""
    return await days.list_of(game, day, token_in(authorization), address_of(request.scope))


HANDLERS = [today, begin, day_list]
