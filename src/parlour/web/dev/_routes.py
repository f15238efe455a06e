"""The extra routes for the page of `parlour dev`: news about the rules, a new match, the match's whole state."""

from pathlib import Path
from typing import Any

from litestar import Request, Response, get, post
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from parlour.web.dev._workshop import News, Workshop
from parlour.web.page.files import StaticFiles, sent
from parlour.web.page.page import send_page

PAGE = Path(__file__).parent / "page"
FILES_OF_DEV = StaticFiles(PAGE)
NEWS_SECONDS = 20.0  # a page that has waited this long for news asks again
HEAD = '<link rel="stylesheet" href="/dev/dev.css">\n<script type="module" src="/dev/dev.js"></script>\n'


class Dumped(Struct):
    """A match's whole state as text."""

    text: str


def handlers(workshop: Workshop) -> list[HTTPRouteHandler]:
    """Return the routes that only `parlour dev` has."""

    @get("/", include_in_schema=False)
    async def first(request: Request[Any, Any, Any]) -> Response[bytes]:
        """Redirect to the table or, if the file has never loaded, show what is wrong."""
        if not workshop.table:
            return sent(FILES_OF_DEV.find("waiting.html"), request)
        return Response(b"", status_code=303, headers={"location": f"/t/{workshop.table}#{workshop.token}"})

    @get(["/t/{table:str}", "/replay/{table:str}", "/rules/{game:str}"], include_in_schema=False)
    async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
        """Serve the page of every table, with the designer's tools beside it."""
        head = f'<meta name="build" content="{workshop.build}">\n{HEAD}'
        return send_page(request, head)

    @get("/dev/news", include_in_schema=False)
    async def news(known: str = "") -> News:
        """Wait until there is news for the page, and return it."""
        return await workshop.news(known, NEWS_SECONDS)

    @post("/dev/anew", include_in_schema=False, status_code=200)
    async def anew() -> News:
        """Start another match."""
        await workshop.start_anew()
        return await workshop.news("", 0)

    @get("/dev/state/{table:str}", include_in_schema=False)
    async def state(table: str) -> Dumped:
        """Return the whole state of a match, including all hands."""
        return Dumped(await workshop.dumped(table))

    @get("/dev/{name:str}", include_in_schema=False, sync_to_thread=False)
    def file(name: str, request: Request[Any, Any, Any]) -> Response[bytes]:
        """Serve a file of the designer's page."""
        return sent(FILES_OF_DEV.find(name), request)

    return [first, page, news, anew, state, file]
