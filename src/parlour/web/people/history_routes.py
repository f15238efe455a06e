"""The HTTP routes about finished matches: your matches, statistics and records, and the server's ratings."""

from typing import Annotated, Any

from litestar import get
from litestar.params import Dependency, Parameter
from litestar.response import Stream

from parlour.web.people.history import History
from parlour.web.people.messages import HouseRatings, OwnMatches, Statistics
from parlour.web.people.routes import Secret, ThePeople
from parlour.web.wire.tokens import token_in

TheHistory = Annotated[History, Dependency(skip_validation=True)]
GameName = Annotated[str, Parameter(description="The name of a game.", max_length=40)]
Before = Annotated[
    str | None,
    Parameter(description="The table of the last match on the previous page.", max_length=64, required=False),
]
LINES = "application/x-ndjson"


@get("/api/me/matches", tags=["people"])
async def matches(
    people: ThePeople,
    history: TheHistory,
    game: GameName | None = None,
    before: Before = None,
    authorization: Secret = None,
) -> OwnMatches:
    """Return your finished matches, latest first, in one game or in all games."""
    return await history.matches(await people.known(token_in(authorization)), game, before)


@get("/api/me/statistics", tags=["people"])
async def statistics(
    people: ThePeople, history: TheHistory, game: GameName, authorization: Secret = None
) -> Statistics:
    """Return your statistics in a game over time, with those of this server's bots for comparison."""
    return await history.statistics(await people.known(token_in(authorization)), game)


@get("/api/me/records", tags=["people"], media_type=LINES)
async def records(people: ThePeople, history: TheHistory, authorization: Secret = None) -> Stream:
    """Return the records of all your matches as one file, one per line."""
    lines: Any = await history.records(await people.known(token_in(authorization)))
    headers = {"content-disposition": 'attachment; filename="parlour.jsonl"'}
    return Stream(lines, media_type=LINES, headers=headers)


@get("/api/house/ratings", tags=["house"])
async def ratings(history: TheHistory, game: GameName) -> HouseRatings:
    """Return this server's people and bots, sorted by rating, with the uncertainty of each rating."""
    return await history.ratings(game)


HANDLERS = [matches, statistics, records, ratings]
