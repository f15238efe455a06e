"""The HTTP routes of the protocol, which cover every command, so that curl suffices for writing a bot."""

import gzip
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Annotated, Any, get_type_hints

from litestar import Request, Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import Dependency, Parameter
from msgspec import Struct, defstruct
from msgspec.structs import fields

from parlour.bots import searches
from parlour.engine.rule import MISSING
from parlour.engine.values import ValueReader
from parlour.game.game import COMMON_BADGES, Game
from parlour.game.texts import say
from parlour.games import GAMES, all_games, find_game
from parlour.match.guide import guide_of
from parlour.web.page.drawings import drawings
from parlour.web.page.guides import guide_facts
from parlour.web.page.messages import DeckFacts, GameFacts, GuideFacts, OptionFacts, Rules
from parlour.web.page.page import checked_language
from parlour.web.page.rules import rules_of
from parlour.web.refusals import TableRefusal
from parlour.web.table import lobby, reviews
from parlour.web.table.answers import FinishedAnswers, Key, Pace
from parlour.web.table.commands import COMMANDS, Asker
from parlour.web.table.house import House
from parlour.web.table.live import LiveTable
from parlour.web.table.protocol import (
    LEVELS,
    PHRASES,
    Again,
    Analyse,
    Analysis,
    Could,
    CouldHave,
    Join,
    LevelFacts,
    LogEntry,
    Look,
    NewTable,
    Opened,
    OpenTable,
    PhraseFacts,
    PublicTable,
    Remove,
    Replay,
    Seated,
    Verified,
)
from parlour.web.wire.frames import encode
from parlour.web.wire.limits import address_of
from parlour.web.wire.tokens import token_in
from parlour.web.wire.values import Done

LOG_ENTRY: ValueReader[LogEntry] = ValueReader(LogEntry)
TheHouse = Annotated[House, Dependency(skip_validation=True)]
TheAnswers = Annotated[FinishedAnswers, Dependency(skip_validation=True)]
TheJobs = Annotated[reviews.Jobs, Dependency(skip_validation=True)]
TableName = Annotated[str, Parameter(description="The name of a table.", max_length=64)]
Bearer = Annotated[
    str | None, Parameter(header="Authorization", description="Bearer, then the seat's token.", required=False)
]


async def seated(house: House, name: str, authorization: str | None) -> tuple[LiveTable, int]:
    """Return the table and the seat from which a request comes."""
    live = await house.table(name)
    token = token_in(authorization)
    if token is None:
        raise TableRefusal("wrong_token", "This needs a seat: expected the header Authorization: Bearer TOKEN.")
    return live, await house.seat(live, token)


# --- the server


@get("/api/games", tags=["house"])
async def games() -> list[GameFacts]:
    """Return the games and their options."""
    return [_game_facts(game) for game in all_games()]


def _game_facts(game: Game) -> GameFacts:
    return GameFacts(
        name=game.name,
        title=game.title,
        pitch=game.pitch,
        minutes=game.minutes,
        players=list(game.players),
        default_players=game.default_players,
        teams=game.teams,
        options=[
            OptionFacts(one.name, one.default, one.meaning, one.least, one.most, list(one.words), one.step)
            for one in game.options
        ],
        emblem=list(game.emblem),
        scoring=game.scoring,
        badges={**COMMON_BADGES, **game.badges},
        other_seats=list(game.other_seats),
        closed_tricks=game.closed_tricks,
        deck=_deck_facts(game),
        guide=guide_of(game) is not None,
    )


def _deck_facts(game: Game) -> DeckFacts:
    deck = game.deck
    return DeckFacts(
        list(deck.suits), dict(deck.faces), dict(deck.ranks), deck.pips, dict(deck.pictures), drawings(game)
    )


@get("/api/games/{game:str}/rules", tags=["house"])
async def rules(game: str, request: Request[Any, Any, Any], language: str | None = None) -> Response[Rules]:
    """Return a game's rules as HTML sections, in the language that the address or the browser requests."""
    return Response(rules_of(_known(game), checked_language(request)), headers={"vary": "accept-language, cookie"})


@get("/api/games/{game:str}/guide", tags=["house"])
async def guide(game: str) -> GuideFacts:
    """Return a game's guided first hand: the sentences at each step, and the accepted moves."""
    return guide_facts(find_game(_known(game)))


def _known(game: str) -> str:
    """Return the name of the game; refuse a game that this server doesn't have."""
    if game not in GAMES:
        raise TableRefusal(
            "unknown_game",
            say("There is no game {game!r}; expected one of {games}.", game=game[:40], games=", ".join(GAMES)),
        )
    return game


@get("/api/levels", tags=["house"])
async def levels() -> list[LevelFacts]:
    """Return the levels of bots that can play on this server."""
    return [LevelFacts(name, about) for name, about in LEVELS.items() if not (MISSING and searches(name))]


@get("/api/phrases", tags=["house"])
async def phrases() -> list[PhraseFacts]:
    """Return the quick phrases that a seat can send."""
    return [PhraseFacts(name, text) for name, text in PHRASES.items()]


# --- tables


@get("/api/tables", tags=["tables"])
async def tables(house: TheHouse) -> list[OpenTable]:
    """Return the public tables that wait for people."""
    return await lobby.listed_tables(house)


@post("/api/tables", tags=["tables"])
async def open_table(request: Request[Any, Any, Any], house: TheHouse, data: NewTable) -> Opened:
    """Open a table; bots get the seats that you leave out. Keep the token, which is your only claim to the seat."""
    return await lobby.open_table(house, data, address_of(request.scope))


@get("/api/tables/{table:str}", tags=["tables"])
async def table_facts(house: TheHouse, table: TableName) -> PublicTable:
    """Return what everybody may know about a table."""
    return (await house.table(table)).public()


@post("/api/tables/{table:str}/join", tags=["tables"], status_code=200)
async def join(house: TheHouse, table: TableName, data: Join) -> Seated:
    """Take a free seat; a listed table needs no invitation."""
    return await lobby.join(house, await house.table(table), data)


# --- play


@get("/api/tables/{table:str}/view", tags=["play"])
async def view(house: TheHouse, table: TableName, authorization: Bearer = None) -> Look:
    """Return the table as your seat sees it or, without a token, as a spectator sees it."""
    live = await house.table(table)
    seat = await house.seat(live, token_in(authorization))
    match = live.table.match
    return Look(
        number=live.table.number,
        view=match.view(seat) if match else None,
        log=live.stream.lines(LOG_ENTRY, seat),
        table=live.public(),
        can_undo=seat >= 0 and live.table.can_undo(seat),
        seat=seat,
        invite=live.table.facts.invite if seat >= 0 else None,
        rows=live.table.rows,
    )


def command_route(command: type[Struct], carry_out: Callable[[Asker, Any], Awaitable[Struct]]) -> HTTPRouteHandler:
    """Make the HTTP route for a command; if the command has no fields, the route ignores the body."""

    async def with_body(house: TheHouse, table: TableName, data: Any, authorization: Bearer = None) -> Any:
        live, seat = await seated(house, table, authorization)
        return await carry_out(Asker(house, live, seat), data)

    async def without_body(house: TheHouse, table: TableName, authorization: Bearer = None) -> Any:
        return await with_body(house, table, command(), authorization)

    needs_values = any(field.required for field in fields(command))
    handler = with_body if needs_values else without_body
    handler.__doc__, handler.__name__ = carry_out.__doc__, carry_out.__name__.strip("_")
    handler.__annotations__["return"] = get_type_hints(carry_out)["return"]
    if needs_values:
        handler.__annotations__["data"] = defstruct(
            command.__name__, [], bases=(command,), namespace={"__doc__": command.__doc__}, tag=False
        )  # the address names the command, so the body doesn't have to
    return post(f"/api/tables/{{table:str}}/{command.__struct_config__.tag}", tags=["play"], status_code=200)(handler)


@post("/api/tables/{table:str}/remove", tags=["tables"], status_code=200)
async def remove(house: TheHouse, table: TableName, data: Remove, authorization: Bearer = None) -> Done:
    """Replace a person by a bot, which only the person who opened the table may do."""
    live, seat = await seated(house, table, authorization)
    await lobby.remove(house, live, seat, data.seat)
    return Done()


# --- after the match


@post("/api/tables/{table:str}/rematch", tags=["after"], status_code=200)
async def rematch(house: TheHouse, table: TableName, authorization: Bearer = None) -> Again:
    """Open a table for a rematch in the same seats, with the same tokens."""
    live, seat = await seated(house, table, authorization)
    return await lobby.rematch(house, live, seat, token_in(authorization) or "")


async def finished_answer(
    request: Request[Any, Any, Any], answers: FinishedAnswers, key: Key, make: Callable[[Pace], Iterable[bytes]]
) -> Response[Any]:
    """Return the response with an answer about a finished match, which is computed only once."""
    packed = await answers.answer(key, address_of(request.scope), make)
    headers = {"vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, headers={**headers, "content-encoding": "gzip"}, media_type="application/json")
    plain = await answers.run(lambda _: gzip.decompress(packed))
    return Response(plain, headers=headers, media_type="application/json")


def _key(kind: str, live: LiveTable, onlooker: int | None = None) -> Key:
    """Return an answer's key. The key includes the players' names, which change if a player asks to be forgotten."""
    return (kind, live.name, onlooker, *live.table.names)


@get("/api/tables/{table:str}/record", tags=["after"])
async def record(
    request: Request[Any, Any, Any], house: TheHouse, answers: TheAnswers, table: TableName
) -> Response[dict[str, Any]]:
    """Return a finished match's record, including the key."""
    live = reviews.checked_over(await house.table(table))
    return await finished_answer(request, answers, _key("record", live), lambda _: [encode(reviews.record_of(live))])


@get("/api/tables/{table:str}/verify", tags=["after"])
async def verify(
    request: Request[Any, Any, Any], house: TheHouse, answers: TheAnswers, table: TableName
) -> Response[Verified]:
    """Verify a finished match's record from the first card to the result."""
    live = reviews.checked_over(await house.table(table))

    def make(_: Pace) -> list[bytes]:
        return [encode(reviews.verified(reviews.record_of(live)))]

    return await finished_answer(request, answers, _key("verify", live), make)


@get("/api/tables/{table:str}/replay", tags=["after"])
async def replay(
    request: Request[Any, Any, Any], house: TheHouse, answers: TheAnswers, table: TableName, seat: str = "open"
) -> Response[Replay]:
    """Return a finished match step by step, as a seat saw it or, with `seat=open`, with all hands open."""
    live = reviews.checked_over(await house.table(table))
    if seat != "open" and not (seat.isdecimal() and len(seat) < 3):
        raise TableRefusal("unknown_seat", f"There is no seat {seat[:40]!r}; expected a number, or open.")
    onlooker = None if seat == "open" else reviews.checked_seat(live, int(seat))

    def make(pace: Pace) -> Iterator[bytes]:
        return reviews.replay_parts(reviews.record_of(live), onlooker, pace)

    return await finished_answer(request, answers, _key("replay", live, onlooker), make)


@post("/api/tables/{table:str}/analysis", tags=["after"], status_code=200)
async def analysis(house: TheHouse, jobs: TheJobs, table: TableName, data: Analyse) -> Response[Analysis]:
    """Return a seat's decisions as the search weighs them. While the search runs, the status is 202: ask again."""
    live = await house.table(table)
    house.check_thinking(live.table.game)
    answer = jobs.analysis(live, reviews.checked_seat(live, data.seat))
    return Response(answer, status_code=200 if answer.done else 202)


@post("/api/tables/{table:str}/could", tags=["after"], status_code=200)
async def could(house: TheHouse, jobs: TheJobs, table: TableName, data: Could) -> Response[CouldHave]:
    """Let a bot play the same deals from a seat, knowing what the seat knew. While it plays, the status is 202."""
    live = await house.table(table)
    house.check_thinking(live.table.game)
    answer = jobs.could(live, reviews.checked_seat(live, data.seat), data.level)
    return Response(answer, status_code=200 if answer.done else 202)


HANDLERS = [
    games, rules, guide, levels, phrases, tables, open_table, table_facts, join, view,
    *(command_route(command, carry_out) for command, carry_out in COMMANDS.items()), remove, rematch, record, verify,
    replay, analysis, could,
]  # fmt: skip
