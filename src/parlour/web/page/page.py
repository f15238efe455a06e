"""The page in a visitor's language: from the address, from a cookie, or from the browser's preferences."""

from functools import lru_cache
from html import escape
from typing import Any

from litestar import Request, Response, get

from parlour.game.texts import say
from parlour.languages import accepted, catalogue_of, chosen, direction, languages
from parlour.web.page.files import FILES, StaticFile, packed, sent, with_head
from parlour.web.refusals import TableRefusal

NAME = "language"  # name of the language cookie and of the parameter in an address: ?language=fr
VARY = "accept-encoding, accept-language, cookie"
PITCH = say("Card games for an evening: with friends, or with bots that play well.")


def language_of(request: Request[Any, Any, Any]) -> str:
    """Choose the page's language for a visitor."""
    named = [request.query_params.get(NAME), request.cookies.get(NAME)]
    known = next((name for name in named if name in languages()), None)
    return known or chosen(accepted(request.headers.get("accept-language", "")))


def checked_language(request: Request[Any, Any, Any]) -> str:
    """Choose the page's language for a visitor, but refuse an unknown language in the address."""
    wish = request.query_params.get(NAME)
    if wish is not None and wish not in languages():
        raise TableRefusal(
            "bad_request", f"There is no language {wish[:40]!r}; expected one of {', '.join(languages())}."
        )
    return language_of(request)


@get(["/", "/me", "/rules/{game:str}", "/evening/{evening:str}"], include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Serve the page, which is the same at every address; its script decides what to show."""
    return send_page(request)


def send_page(request: Request[Any, Any, Any], tags: str = "", status: int = 200) -> Response[bytes]:
    """Send the page in the visitor's language, with these additional tags in its head."""
    page = _page_in(FILES.find("index.html"), language_of(request))
    return sent(with_head(page, tags) if tags else page, request, status, VARY)


@lru_cache(maxsize=64)
def _page_in(page: StaticFile, language: str) -> StaticFile:
    """Mark the page with its language; its script fetches the sentences of that language."""
    text = page.plain.decode()
    about = escape(PITCH.format((), catalogue_of(language)))
    for english, own in (
        ('<html lang="en">', f'<html lang="{language}" dir="{direction(language)}">'),
        ("/texts/en.json", f"/texts/{language}.json"),
        (PITCH.template, about),
    ):
        text = text.replace(english, own, 1)
    return packed(text.encode(), page.kind)
