"""What a messenger shows for a link to a table or a replay: a title, a sentence and a picture, as Open Graph tags.

The tags say nothing that `GET /api/tables/T` does not say to everybody: the game, the names and, for a finished match,
its result. The picture of a game is the file `preview.png` in its folder, made by tools/previews.py.
"""

import sys
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from litestar import Request, Response, get

from parlour.game.catalogues import Catalogue
from parlour.game.game import Game
from parlour.game.texts import Text, say
from parlour.games import GAMES, find_game
from parlour.languages import catalogue_of
from parlour.web.page.files import StaticFile, packed, sent
from parlour.web.page.page import language_of, send_page
from parlour.web.refusals import TableRefusal
from parlour.web.table.house import House
from parlour.web.table.live import LiveTable

WIDTH, HEIGHT = 1200, 630  # the picture size that messengers ask for
FALLBACK = Path(__file__).parent / "preview.png"  # shown for games without a picture of their own


@get(["/t/{table:str}", "/replay/{table:str}"], include_in_schema=False)
async def linked_page(request: Request[Any, Any, Any], table: str) -> Response[bytes]:
    """Serve the page for a table or its replay, with tags for messengers in its head."""
    house: House = request.app.state.house
    try:
        live = await house.table(table, latest=False)
    except TableRefusal:
        return send_page(request)  # the page says what is wrong with the link
    base = str(request.base_url).rstrip("/")
    moment = "at" in request.query_params and request.url.path.startswith("/replay/")
    return send_page(request, tags_of(live, base, catalogue_of(language_of(request)), moment))


@get("/preview/{name:str}", include_in_schema=False, sync_to_thread=False)
def preview(name: str, request: Request[Any, Any, Any]) -> Response[bytes]:
    """Serve a game's picture, for instance as mygame.png."""
    game, _, kind = name.partition(".")
    if kind != "png" or game not in GAMES:
        raise TableRefusal("unknown_page", f"There is no picture {name[:80]!r} here.")
    return sent(picture(find_game(game)), request)


@cache
def picture(game: Game) -> StaticFile:
    """Load a game's picture, prepared for sending."""
    home = sys.modules[game.module]
    own = Path(home.__file__ or "").parent / "preview.png"
    return packed((own if hasattr(home, "__path__") and own.is_file() else FALLBACK).read_bytes(), "image/png")


def tags_of(live: LiveTable, base: str, catalogue: Catalogue, moment: bool = False) -> str:
    """Build a table's preview tags in a language, for its whole replay or, with `moment`, for a position in it."""
    title, about = (text.format((), catalogue) for text in _summary(live, moment))
    values = {
        "og:site_name": "Parlour", "og:type": "website", "og:title": title, "og:description": about,
        "og:image": f"{base}/preview/{live.table.game.name}.png", "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT), "og:image:alt": live.table.game.title, "twitter:card": "summary_large_image",
    }  # fmt: skip
    return "".join(
        f'<meta {"name" if name.startswith("twitter") else "property"}="{name}" content="{escape(value)}">\n'
        for name, value in values.items()
    )


def _summary(live: LiveTable, moment: bool = False) -> tuple[Text, Text]:
    """Return a title and a sentence about a table: the game, its players and, when the match is over, the result."""
    table, game = live.table, live.table.game
    names = [name for name in table.names if name]
    if not table.over or table.sealed:
        with_others = say("{game} with {names}", game=game.title, names=listed(names))
        return with_others if names else say(game.title), say(game.pitch)
    match = table.playing
    winners = [table.names[seat] for seat in match.winners]
    title = say("{game}: {names}", game=game.title, names=listed(names))
    if winners:
        title = say("{game}: {winners} won", game=game.title, winners=listed(winners))
    points = next(iter(game.standing(match.state).values()))
    sides = [
        ", ".join(table.names[side :: game.teams]) if game.teams else table.names[side] for side in range(len(points))
    ]
    result = ", ".join(f"{side} {number}" for side, number in zip(sides, points, strict=True))
    whole = say("{result} after {n} rounds. The whole match, step by step.", result=result, n=match.rounds)
    part = say("{result} after {n} rounds. A moment of the match.", result=result, n=match.rounds)
    return title, part if moment else whole


def listed(names: list[str]) -> str | Text:
    """Join names for a sentence, as in "Ann, Ben and Cleo"."""
    if len(names) < 2:
        return "".join(names)
    return say("{some} and {last}", some=", ".join(names[:-1]), last=names[-1])
