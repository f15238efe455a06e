"""The HTTP routes of duplicate evenings."""

from typing import Annotated, Any

from litestar import Request, get, post
from litestar.params import Dependency, Parameter

from parlour.web.evening.evenings import Evenings
from parlour.web.evening.messages import (
    EveningOpened,
    EveningSeat,
    EveningView,
    JoinEvening,
    NewEvening,
    RevealForEvening,
)
from parlour.web.people.routes import Secret
from parlour.web.wire.limits import address_of
from parlour.web.wire.tokens import token_in
from parlour.web.wire.values import Done

TheEvenings = Annotated[Evenings, Dependency(skip_validation=True)]
EveningName = Annotated[str, Parameter(description="The name of an evening.", max_length=64)]
AnyRequest = Request[Any, Any, Any]


@post("/api/evenings", tags=["evenings"])
async def open_evening(
    request: AnyRequest, evenings: TheEvenings, data: NewEvening, authorization: Secret = None
) -> EveningOpened:
    """Open a duplicate evening: all tables play the same boards."""
    return await evenings.open(data, token_in(authorization), address_of(request.scope))


@get("/api/evenings/{evening:str}", tags=["evenings"])
async def view(
    request: AnyRequest, evenings: TheEvenings, evening: EveningName, authorization: Secret = None
) -> EveningView:
    """Return an evening's entries, your next table, everybody's results on closed boards, and the ranking."""
    return await evenings.view(evening, token_in(authorization), address_of(request.scope))


@post("/api/evenings/{evening:str}/join", tags=["evenings"], status_code=200)
async def join(
    request: AnyRequest, evenings: TheEvenings, evening: EveningName, data: JoinEvening, authorization: Secret = None
) -> EveningSeat:
    """Join an evening, or come back to it; the request is safe to repeat."""
    return await evenings.join(evening, data, token_in(authorization), address_of(request.scope))


@post("/api/evenings/{evening:str}/start", tags=["evenings"], status_code=200)
async def start(request: AnyRequest, evenings: TheEvenings, evening: EveningName, authorization: Secret = None) -> Done:
    """Start the evening, if you are its host. From then on nobody can join, and the clients reveal their salts."""
    await evenings.start(evening, token_in(authorization), address_of(request.scope))
    return Done()


@post("/api/evenings/{evening:str}/salt", tags=["evenings"], status_code=200)
async def salt(
    request: AnyRequest,
    evenings: TheEvenings,
    evening: EveningName,
    data: RevealForEvening,
    authorization: Secret = None,
) -> Done:
    """Reveal the salt to which the client is committed."""
    await evenings.reveal(evening, data.salt, token_in(authorization), address_of(request.scope))
    return Done()


@post("/api/evenings/{evening:str}/leave", tags=["evenings"], status_code=200)
async def leave(request: AnyRequest, evenings: TheEvenings, evening: EveningName, authorization: Secret = None) -> Done:
    """Leave an evening; while it runs, a bot takes over until the person comes back."""
    await evenings.leave(evening, token_in(authorization), address_of(request.scope))
    return Done()


HANDLERS = [open_evening, view, join, start, salt, leave]
