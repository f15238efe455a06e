"""The HTTP routes about a person: identity, other devices, recovery code, deletion."""

from typing import Annotated, Any

from litestar import Request, get, post
from litestar.params import Dependency, Parameter

from parlour.web.people.messages import Answer, Ask, Joining, LinkCode, Me, Recover, RecoveryCode
from parlour.web.people.people import People
from parlour.web.wire.limits import address_of
from parlour.web.wire.tokens import token_in
from parlour.web.wire.values import Done

ThePeople = Annotated[People, Dependency(skip_validation=True)]
Secret = Annotated[
    str | None,
    Parameter(header="Authorization", description="Bearer, then the device's secret.", required=False),
]


@get("/api/me", tags=["people"])
async def me(people: ThePeople, authorization: Secret = None) -> Me:
    """Return the person to whom this device belongs; empty for a device that has never sat at a table here."""
    return await people.me(token_in(authorization))


@post("/api/me/link", tags=["people"], status_code=200)
async def link(request: Request[Any, Any, Any], people: ThePeople, authorization: Secret = None) -> LinkCode:
    """Create a code, valid for ten minutes, with which another device can ask to join this person."""
    return await people.link(token_in(authorization), str(request.base_url))


@post("/api/me/join", tags=["people"], status_code=200)
async def ask(request: Request[Any, Any, Any], people: ThePeople, data: Ask, authorization: Secret = None) -> Joining:
    """Ask, with a new device's secret, to join the person who shows the code. Repeat the request to get the answer."""
    return await people.ask(token_in(authorization), data.code, address_of(request.scope))


@post("/api/me/answer", tags=["people"], status_code=200)
async def answer(people: ThePeople, data: Answer, authorization: Secret = None) -> Done:
    """Accept or refuse the device that asks to join you."""
    await people.answer(token_in(authorization), data.check, data.accept)
    return Done()


@post("/api/me/recovery", tags=["people"], status_code=200)
async def recovery(people: ThePeople, authorization: Secret = None) -> RecoveryCode:
    """Create a recovery code, which is shown only once and replaces any earlier code."""
    return await people.recovery(token_in(authorization))


@post("/api/me/recover", tags=["people"], status_code=200)
async def recover(
    request: Request[Any, Any, Any], people: ThePeople, data: Recover, authorization: Secret = None
) -> Me:
    """Add this device to the person with the recovery code."""
    return await people.recover(token_in(authorization), data.code, address_of(request.scope))


@post("/api/me/forget", tags=["people"], status_code=200)
async def forget(people: ThePeople, authorization: Secret = None) -> Done:
    """Delete this person with all devices; in matches with other people, their seats keep the name "somebody"."""
    await people.forget(token_in(authorization))
    return Done()


HANDLERS = [me, link, ask, answer, recovery, recover, forget]
