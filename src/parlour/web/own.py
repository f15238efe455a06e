"""Own matches for the terminal: of this machine, or from a server of which it is a device."""

import json
import os
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import Any, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode

import msgspec
import platformdirs
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import SQLAlchemyError

from parlour.engine.values import ValueReader
from parlour.errors import ParlourError
from parlour.game.texts import Text, say
from parlour.games import GAMES
from parlour.match.record import MatchRecord, line
from parlour.web.address import default_database, sqlite_file
from parlour.web.people.history import page_of_matches
from parlour.web.people.messages import OwnMatch, OwnMatches
from parlour.web.people.stored_history import own_tables
from parlour.web.refusals import TableRefusal
from parlour.web.store.engine import open_engine, shown
from parlour.web.store.migrations import newest, version_of
from parlour.web.store.schema import people, results
from parlour.web.store.store import events_of, found_table
from parlour.web.table.live import LiveTable
from parlour.web.table.reviews import record_of
from parlour.web.wire.tokens import new_token
from parlour.web.wire.values import Refusal

Found = TypeVar("Found")
PAGES: ValueReader[OwnMatches] = ValueReader(OwnMatches)
REFUSALS: ValueReader[Refusal] = ValueReader(Refusal)
ANSWER_SECONDS = 10.0
AGAIN_SECONDS = 2.0
MOST_MATCHES = 10_000
MOST_ASKED = 300  # how often the terminal asks whether it was accepted: for ten minutes


def check_wishes(server: str | None, code: str | None, database: str | None, person: str | None, most: int) -> None:
    """Refuse wishes that do not fit each other: a server knows who asks, a database does not."""
    if not 1 <= most <= MOST_MATCHES:
        raise ParlourError(f"most cannot be {most}; expected 1 to {MOST_MATCHES}")
    if server is None and code is not None:
        raise ParlourError(say("a code belongs to a server; expected --server URL"))
    if server is not None and (database is not None or person is not None):
        raise ParlourError(say("a server knows who you are; expected --server without --database and --person"))


# --- the database of this machine


def own_matches(
    database: str | None, person: str | None, game: str | None, most: int, *, alone: bool = True
) -> list[OwnMatch]:
    """The latest matches of a person in a database; without a name, of the only one whose matches are there.

    `alone`: nobody of that name has a match elsewhere.
    """

    def read(connection: Connection, chosen: str) -> list[OwnMatch]:
        return _pages(lambda before: page_of_matches(connection, chosen, game, before), most)

    return _read(database or default_database(), person, alone, read)


def own_records(database: str | None, person: str | None, game: str | None, *, alone: bool = True) -> list[str]:
    """The records of all matches of a person in a database, as lines in the order of time."""

    def read(connection: Connection, chosen: str) -> list[str]:
        return [line(record) for name in own_tables(connection, chosen, game) for record in _record(connection, name)]

    return _read(database or default_database(), person, alone, read)


def _record(connection: Connection, name: str) -> list[MatchRecord]:
    """The record of a table; none if its game is not there any more, or the table is broken."""
    try:
        found = found_table(connection, name)
        if found is None or found[0].game not in GAMES:
            return []
        return [record_of(LiveTable.rebuilt(*found, events_of(connection, name)))]
    except TableRefusal as refusal:
        print(f"parlour: left out: {refusal.reason}", file=sys.stderr)
        return []


def _read(
    database: str, person: str | None, alone: bool, read: Callable[[Connection, str], list[Found]]
) -> list[Found]:
    """What a person has in a database; nothing if there is no such file yet."""
    file = sqlite_file(database)
    if file is not None and not file.exists():
        return []
    engine = open_engine(database)
    try:
        with engine.connect() as connection:
            if (found := version_of(connection)) != newest():
                raise ParlourError(
                    say(
                        "the database {database} has schema {found}; expected {known}: start parlour once",
                        database=shown(database),
                        found=found or 0,
                        known=newest(),
                    )
                )
            chosen = _chosen(connection, person, alone)
            return [] if chosen is None else read(connection, chosen)
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", error)).strip().splitlines()[0]
        unread = say("the database {database} cannot be read: {reason}", database=shown(database), reason=reason)
        raise ParlourError(unread) from None
    finally:
        engine.dispose()


def _chosen(connection: Connection, wanted: str | None, alone: bool) -> str | None:
    """The id of the person with that id or name; None if nobody has finished a match, or not at a table."""
    counts = select(people.c.id, people.c.name, func.count()).join(results, results.c.person == people.c.id)
    known = connection.execute(counts.group_by(people.c.id, people.c.name).order_by(func.count().desc())).all()
    fitting = [one for one in known if wanted is None or wanted in (one.id, one.name)]
    if len(fitting) == 1:
        return str(fitting[0].id)
    if not known or not (fitting or alone):
        return None
    names = ", ".join(f"{one.name} ({one.id})" for one in (fitting or known)[:10])
    if fitting:
        raise ParlourError(
            say("the matches of several people are here; expected --person with one of {names}", names=names)
        )
    raise ParlourError(
        say("there is nobody {wanted!r} with a match; expected --person with one of {names}",
            wanted=wanted or "", names=names)
    )  # fmt: skip


# --- a server


def matches_at(server: str, game: str | None, most: int) -> list[OwnMatch]:
    """The latest matches of the person whose device this terminal is, at a server."""

    def page(before: str | None) -> OwnMatches:
        query = urlencode({key: value for key, value in {"game": game, "before": before}.items() if value})
        try:
            return PAGES.convert(_asked(server, f"/me/matches?{query}"))
        except msgspec.ValidationError as error:
            raise ParlourError(f"the server {server} has answered {error}; expected a page of own matches") from None

    return _pages(page, most)


def join_at(server: str, code: str, tell: Callable[[Text], None]) -> None:
    """Become a device of the person who shows that code; `tell` gets the letters that both devices show."""
    told = False
    for _ in range(MOST_ASKED):
        answer = _asked(server, "/me/join", {"code": code})
        if answer["joined"]:
            return
        if not told:
            letters = str(answer["check"])
            tell(say("Accept this device on the other one. It shows the same letters: {letters}", letters=letters))
            told = True
        time.sleep(AGAIN_SECONDS)
    raise ParlourError(say("nobody has accepted this device with the code {code!r}; expected a new code", code=code))


def _pages(page: Callable[[str | None], OwnMatches], most: int) -> list[OwnMatch]:
    found: list[OwnMatch] = []
    before: str | None = None
    while len(found) < most:
        answer = page(before)
        found += answer.matches
        before = answer.before
        if before is None:
            break
    return found[:most]


def records_at(server: str, game: str | None) -> Iterator[str]:
    """The records of all matches of the person whose device this terminal is, as lines."""
    if game is not None:
        raise ParlourError(f"a server sends the records of all games; expected --records without {game}")
    with _answer(server, "/me/records") as answer:
        for text in answer:
            yield text.decode()


def _asked(server: str, path: str, data: dict[str, Any] | None = None) -> Any:
    """The answer of a server to a question of this device."""
    with _answer(server, path, data) as answer:
        return json.load(answer)


@contextmanager
def _answer(server: str, path: str, data: dict[str, Any] | None = None) -> Iterator[Any]:
    """The answer of a server, to be read."""
    address = server.rstrip("/")
    if not address.startswith(("http://", "https://")):
        raise ParlourError(say("the server {server!r} has no address; expected http://HOST:PORT", server=server))
    headers = {"Authorization": f"Bearer {secret_for(address)}", "Content-Type": "application/json"}
    body = None if data is None else json.dumps(data).encode()
    try:
        request = urllib.request.Request(f"{address}/api{path}", body, headers)
        with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
            yield answer
    except HTTPError as error:
        raise ParlourError(say("{address}: {reason}", address=address, reason=_reason(error))) from None
    except (URLError, HTTPException, OSError, ValueError) as error:
        reason = str(getattr(error, "reason", error))
        silent = say("the server {address} does not answer: {reason}", address=address, reason=reason)
        raise ParlourError(silent) from None


def _reason(error: HTTPError) -> Text:
    """Why a server has refused, as a sentence that can be told in the language of this terminal."""
    try:
        refusal = REFUSALS.decode(error.read())
    except (msgspec.MsgspecError, ValueError):
        return say("status {status}", status=error.code)
    text = refusal.text
    if text is None or not all(isinstance(value, str | int) for value in text.values.values()):
        return say("{reason}", reason=refusal.reason)
    return Text(text.template, text.values)


def secret_for(address: str) -> str:
    """The secret of this terminal at a server, made once and kept in a file that only its owner can read."""
    folder = Path(platformdirs.user_data_dir("parlour", appauthor=False)) / "secrets"
    file = folder / quote(address, safe="")
    try:
        if file.is_file():
            return file.read_text(encoding="utf-8").strip()
        folder.mkdir(parents=True, exist_ok=True)
        secret = new_token()
        handle, part = tempfile.mkstemp(dir=folder)  # only its owner can read it
        with os.fdopen(handle, "w", encoding="utf-8") as kept:
            kept.write(f"{secret}\n")
        Path(part).replace(file)  # so the file is never there without the secret
    except OSError as error:
        reason = error.strerror or str(error)
        unkept = say("the secret of this terminal cannot be kept in {file}: {reason}", file=str(file), reason=reason)
        raise ParlourError(unkept) from None
    return secret
