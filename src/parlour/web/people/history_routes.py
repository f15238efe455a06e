"""The HTTP side of histories: own matches, statistics, all records as one file, the table of the house."""

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
    Parameter(description="The table of the last match of the page before.", max_length=64, required=False),
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
    """Own matches that were played to the end, the latest first; of one game, or of all."""
    return await history.matches(await people.known(token_in(authorization)), game, before)


@get("/api/me/statistics", tags=["people"])
async def statistics(
    people: ThePeople, history: TheHistory, game: GameName, authorization: Secret = None
) -> Statistics:
    """What this person has done in a game, over time, beside what bots do at the same here."""
    return await history.statistics(await people.known(token_in(authorization)), game)


@get("/api/me/records", tags=["people"], media_type=LINES)
async def records(people: ThePeople, history: TheHistory, authorization: Secret = None) -> Stream:
    """The records of all own matches as one file, a line for each."""
    lines: Any = await history.records(await people.known(token_in(authorization)))
    headers = {"content-disposition": 'attachment; filename="parlour.jsonl"'}
    return Stream(lines, media_type=LINES, headers=headers)


@get("/api/house/ratings", tags=["house"])
async def ratings(history: TheHistory, game: GameName) -> HouseRatings:
    """The people and the bots of this house by their rating, with its uncertainty."""
    return await history.ratings(game)


HANDLERS = [matches, statistics, records, ratings]
