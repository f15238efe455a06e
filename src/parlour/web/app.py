"""The application: routes, pages, errors, and background work."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from litestar import Litestar, Request, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from parlour import __version__
from parlour.club.compilation import Compilation
from parlour.engine.memory import as_python
from parlour.game.texts import Text
from parlour.games import GAMES
from parlour.web.counts import counts
from parlour.web.day import routes as of_today
from parlour.web.day.days import Days
from parlour.web.evening import routes as of_evenings
from parlour.web.evening.evenings import Evenings
from parlour.web.logs import shown
from parlour.web.page.files import static
from parlour.web.page.page import page, send_page
from parlour.web.page.texts import texts
from parlour.web.people import history_routes as of_history
from parlour.web.people import routes as of_people
from parlour.web.people.history import History
from parlour.web.people.people import People
from parlour.web.refusals import STATUS, TableRefusal
from parlour.web.store.set_aside import RENEW_SECONDS
from parlour.web.store.store import Store
from parlour.web.store.upkeep import UPKEEP_SECONDS
from parlour.web.table import health_routes as of_health
from parlour.web.table.answers import FinishedAnswers
from parlour.web.table.bots import BotThreads
from parlour.web.table.health import Health
from parlour.web.table.house import House
from parlour.web.table.openings import TABLES, Openings
from parlour.web.table.previews import linked_page, preview
from parlour.web.table.reviews import Jobs, record_lines
from parlour.web.table.routes import HANDLERS
from parlour.web.table.sockets import with_sockets
from parlour.web.wire.connection import Connections
from parlour.web.wire.security import RATE, Guard
from parlour.web.wire.values import Refusal

if TYPE_CHECKING:
    from parlour.web.table.servers import OtherServers

MOST_BODY_BYTES = 64 * 1024
TICK_SECONDS = 1.0
TIDY_TICKS = 60
ASIDE_TICKS = round(RENEW_SECONDS / TICK_SECONDS)
UPKEEP_TICKS = round(UPKEEP_SECONDS / TICK_SECONDS)
JSON = "application/json"
SCHEMA = "/schema"
FOR_PROGRAMS = ("/api/", f"{SCHEMA}/")  # below these paths, refusals are JSON even for a browser
KIND_OF = {404: "unknown_page", 405: "bad_request", 413: "too_large", 401: "wrong_token", 429: "too_fast"}
log = logging.getLogger("parlour.web")


@dataclass(frozen=True)
class Settings:
    """The server settings that its operator chooses."""

    origins: tuple[str, ...] = ()  # other sites whose pages may use this server
    host: str = ""  # the host name of this server, if the operator has given one
    rate: float = RATE  # changes per second from one address
    tables: int = TABLES  # unfinished tables that one address may open per day


class ReadableRequest(Request[Any, Any, Any]):
    """A request that refuses any body that isn't valid JSON."""

    async def json(self) -> Any:
        """Return the decoded body."""
        try:
            return await super().json()
        except (UnicodeDecodeError, RecursionError) as error:
            raise TableRefusal("bad_request", f"The body cannot be read: {error}."[:200]) from None


@dataclass(frozen=True)
class Parts:
    """The parts that another server may replace: `parlour dev` has its own, and metrics watch the house."""

    house: Callable[[Store, Compilation, BotThreads, Openings], House] = House
    pages: Sequence[HTTPRouteHandler] = (page, linked_page)
    compiled: Iterable[str] | None = None  # games to compile in the background; None for all
    begin: Sequence[Callable[[], Awaitable[None]]] = ()  # functions that run before the first request is answered
    watch: Sequence[Callable[[House], None]] = ()  # each of them gets the house when the server starts


def make_app(store: Store, settings: Settings | None = None, parts: Parts | None = None) -> Guard:
    """Build the server's application on an open database."""
    chosen, made = settings or Settings(), parts or Parts()
    bot_threads, answers = BotThreads(), FinishedAnswers()
    compilation = Compilation(GAMES if made.compiled is None else made.compiled)
    house = made.house(store, compilation, bot_threads, Openings(chosen.tables))
    jobs, health = Jobs(bot_threads, answers), Health(house)
    people, days = People(store, house.refresh_tables), Days(house)
    history = History(store, house.results_stored, lambda names: record_lines(house, names))
    evenings = Evenings(house, chosen.rate / RATE)
    others, connections = _other_servers(house), Connections()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        settle()
        for watch in made.watch:
            watch(house)
        compilation.swap = asyncio.get_running_loop().call_soon_threadsafe  # switches to compiled rules between moves
        compilation.start()
        ticking = asyncio.create_task(_tick(house, connections, days, evenings))
        try:
            yield
        finally:
            ticking.cancel()
            compilation.stop()
            jobs.close()
            await house.close()
            bot_threads.close()
            answers.close()
            store.close()

    app = Litestar(
        route_handlers=[
            *of_health.HANDLERS,
            *HANDLERS,
            *of_people.HANDLERS,
            *of_history.HANDLERS,
            *of_today.HANDLERS,
            *of_evenings.HANDLERS,
            *made.pages,
            static,
            texts,
            preview,
        ],
        dependencies={
            "house": Provide(lambda: house, sync_to_thread=False),
            "health": Provide(lambda: health, sync_to_thread=False),
            "jobs": Provide(lambda: jobs, sync_to_thread=False),
            "answers": Provide(lambda: answers, sync_to_thread=False),
            "people": Provide(lambda: people, sync_to_thread=False),
            "history": Provide(lambda: history, sync_to_thread=False),
            "days": Provide(lambda: days, sync_to_thread=False),
            "evenings": Provide(lambda: evenings, sync_to_thread=False),
        },
        request_class=ReadableRequest,
        type_encoders={np.generic: as_python},
        exception_handlers={TableRefusal: _refused, HTTPException: _http_refused, Exception: _failed},
        lifespan=[lifespan],
        on_startup=[*([others.start] if others else []), *made.begin],
        on_shutdown=[others.stop] if others else [],
        openapi_config=_openapi(),
        request_max_body_size=MOST_BODY_BYTES,
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=2000,
            gzip_compress_level=5,
            exclude=[
                r"^/(static/.*|dev/.*|texts/.*|preview/.*|t/.*|replay/.*|rules/.*|evening/.*|me)?$",
                r"/(record|verify|replay|records)$",
            ],
        ),
        logging_config=None,
    )
    app.state.house = house
    served = with_sockets(app, house, connections)
    return Guard(served, chosen.origins, chosen.rate, chosen.host)


def _other_servers(house: House) -> "OtherServers | None":
    """Return the link to other servers on the same database; None for SQLite, which has only one server."""
    if not house.store.is_postgresql:
        return None
    from parlour.web.table.servers import (
        OtherServers,  # needs psycopg, which is installed only for PostgreSQL
    )

    return OtherServers(house)


async def _tick(house: House, connections: Connections, days: Days, evenings: Evenings) -> None:
    """Check connections, timers and absent people once a second; tidy unused and forgotten tables now and then."""
    ticks = 0
    while True:
        await asyncio.sleep(TICK_SECONDS)
        ticks += 1
        connections.beat()
        for live in list(house.tables.values()):
            house.driver.watch(live)
        evenings.tick()
        if ticks % ASIDE_TICKS == 0:
            house.driver.later(house.aside.look())
        if ticks % TIDY_TICKS == 0:
            house.tidy()
        if ticks % UPKEEP_TICKS == 1:  # runs soon after the start, then at intervals
            house.driver.later(days.complete())
        if ticks == 1:
            house.driver.later(house.count_interrupted())
        if ticks % UPKEEP_TICKS == 0:
            house.driver.later(house.forget_tables())
            house.driver.later(evenings.forget())


def settle() -> None:
    """Exempt all objects created so far from garbage collection: a full collection would stall every table."""
    gc.collect()
    gc.freeze()


def _openapi() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Parlour",
        version=__version__,
        description="Tables for card games. The stream of a table is a WebSocket, described in docs/protocol.md.",
        path=SCHEMA,
        openapi_router=Router(SCHEMA, route_handlers=[], include_in_schema=False, before_request=_check_schema),
        render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
    )


def _check_schema(request: Request[Any, Any, Any]) -> None:
    """Refuse unknown paths below /schema, which Litestar would answer with a page of its own."""
    if "path" in request.path_params:
        reason = f"There is no document {request.url.path[:80]!r}; expected {SCHEMA} or {SCHEMA}/openapi.json."
        raise TableRefusal("unknown_page", reason)


# --- errors


def _answer(
    kind: str, reason: str, status: int, headers: dict[str, str] | None = None, text: Text | None = None
) -> Response[Refusal]:
    counts.refusals[kind] += 1
    return Response(Refusal(kind, reason, text), status_code=status, media_type=JSON, headers=headers or {})


def _refused(_: Request[Any, Any, Any], refusal: TableRefusal) -> Response[Refusal]:
    headers = {"retry-after": "2"} if refusal.status in (429, 503) else {}
    return _answer(refusal.kind, refusal.reason, refusal.status, headers, refusal.text)


def _http_refused(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    status = error.status_code
    for_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(FOR_PROGRAMS)
    if status == 404 and for_page:
        return send_page(request, status=404)  # the page explains the problem
    kind = KIND_OF.get(status) or ("bad_request" if status < 500 else "failed")
    details = "; ".join(_detail(one) for one in error.extra) if isinstance(error.extra, list) else ""
    reason = f"{error.detail}: {details}" if details else str(error.detail)
    return _answer(kind, reason[:300] if status < 500 else "Something went wrong.", status, dict(error.headers or {}))


def _detail(one: Any) -> str:
    return f"{one.get('key', '')} {one.get('message', '')}".strip() if isinstance(one, dict) else str(one)


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[Refusal]:
    log.error("%s %s has failed: %s", request.method, shown(request.url.path), type(error).__name__, exc_info=error)
    return _answer("failed", "Something went wrong; the server's log says what.", STATUS["failed"])
