"""The HTTP routes that say how the server is, for its host and for programs that check it."""

from typing import Annotated

from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.params import Dependency

from parlour import __version__
from parlour.engine.rule import MISSING
from parlour.web.table.health import Health
from parlour.web.table.protocol import Alive, Readiness, Status
from parlour.web.table.routes import TheHouse
from parlour.web.wire.security import HEALTH

LIVE, READY = HEALTH
TheHealth = Annotated[Health, Dependency(skip_validation=True)]
NOT_READY = ResponseSpec(Readiness, description="The server is not ready, and says why.", generate_examples=False)


@get(LIVE, tags=["house"])
async def live() -> Alive:
    """Return that the server answers requests. If there is no answer, restart the server."""
    return Alive()


@get(READY, tags=["house"], responses={503: NOT_READY})
async def ready(health: TheHealth) -> Response[Readiness]:
    """Return whether the server can do its work; if it cannot, the status is 503. A restart would not help."""
    problems = await health.problems()
    return Response(Readiness(not problems, problems), status_code=503 if problems else 200)


@get("/api/status", tags=["house"])
async def status(house: TheHouse, health: TheHealth) -> Status:
    """Return which games are ready for search, and what is wrong; the server answers this even while it compiles."""
    ready_for_search, progress = house.thinking(), house.compilation.progress
    return Status(__version__, ready_for_search, progress, house.store.process, MISSING, await health.problems())


HANDLERS = [live, ready, status]
