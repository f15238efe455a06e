"""Records of matches: read, write, replay and verify them. The format is described in docs/records.md.

Version 2 is the only version that has been released.
"""

import gzip
import json
import os
import stat
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, BinaryIO, cast

import msgspec

from parlour.engine.values import ValueReader
from parlour.errors import ParlourError
from parlour.game.game import Event, Game
from parlour.game.texts import Text, say, sentence_of
from parlour.games import GAMES, find_game
from parlour.match.chain import before, date_of, dated_key, linked_key
from parlour.match.fair import KEY_BYTES, Salt, commitment
from parlour.match.match import RECORD_VERSION, Board, Match, Today

MatchRecord = dict[str, Any]
BOARDS: ValueReader[Board] = ValueReader(Board)
DAYS: ValueReader[Today] = ValueReader(Today)
LONGEST = 32 * 1024 * 1024  # the maximum size of a record in bytes: enough for about 10,000 hands
FIELDS: dict[str, tuple[tuple[type, ...], str]] = {  # for each field, its possible types and their description
    "parlour": ((int,), f"version {RECORD_VERSION}"),
    "game": ((str,), "the name of a game"),
    "version": ((int,), "the version of the game"),
    "players": ((int,), "a whole number"),
    "options": ((dict,), "an object with every option"),
    "seats": ((list,), "a list of names"),
    "board": ((dict, type(None)), "an object, or null for a match without a board"),
    "sealed": ((bool,), "true or false"),
    "fair": ((dict,), "an object with commitment, key and salts"),
    "events": ((list,), "a list of events"),
    "result": ((dict, type(None)), "an object, or null while the match runs"),
}
NO_EVENTS, RESULT = b'"events": []', b'], "result": {'  # can't occur inside a text, where quotes are escaped

# The field that only records of today's deal have.
TODAY = {"today": ((dict,), "an object with the fields previous and link")}


class RecordError(ParlourError):
    """An error for a record that can't be read; the message says where the fault is, and what was expected."""


class VerificationError(RecordError):
    """An error for a readable record that doesn't follow from the rules and the key."""


@dataclass(frozen=True)
class ReplayStep:
    """One event of a replay, its sentences, and the match after it."""

    number: int
    event: Event
    story: list[Text]
    match: Match


def line(record: MatchRecord) -> str:
    """Write a record as one line of JSON Lines."""
    return json.dumps(record, ensure_ascii=False, separators=(", ", ": ")) + "\n"


def with_events(record: MatchRecord, events: bytes, number: int) -> bytes:
    """Write a record as one line, with this text for its events; `number` is the number of events.

    >>> with_events(match.record(), b'{"seat": 0, "do": "bet 3S"}', 1)
    """
    if record["result"] is not None:
        record["result"]["events"] = number
    record["events"] = []
    before, _, after = line(record).encode().partition(NO_EVENTS)
    return b"".join((before, NO_EVENTS[:-1], events, NO_EVENTS[-1:], after))


def without_events(text: bytes) -> tuple[bytes, bytes] | None:
    """Split a finished record's line into the line without events and the events' text; None if it has no events.

    >>> without_events(b'{"parlour": 2, …, "events": [{"seat": 0, "do": "bet 3S"}], "result": {…}}')
    """
    before, begun, rest = text.partition(NO_EVENTS[:-1])
    events, ended, after = rest.rpartition(RESULT)
    return (before + NO_EVENTS[:-1] + ended + after, events) if begun and ended else None


# --- reading


def read_records(path: Path) -> Iterator[tuple[str, MatchRecord]]:
    """Read a file's records with their locations; a `.json` file holds one record, other files one record per line."""
    for where, text in read_texts(path):
        yield where, parsed(text, where)


def read_texts(path: Path) -> Iterator[tuple[str, bytes]]:
    """Read the texts of the records of a file with their locations; a file that ends in .gz is compressed."""
    try:
        with open(path, "rb", opener=_open_without_waiting) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise RecordError(f"{path} is a pipe or a device; expected a regular file of records")
            if path.suffix != ".gz":
                yield from _texts_in(file, path, path.suffix)
                return
            with gzip.GzipFile(fileobj=file) as unpacked:
                yield from _texts_in(cast("BinaryIO", unpacked), path, Path(path.stem).suffix)
    except (EOFError, zlib.error) as error:
        raise RecordError(f"{path} cannot be unpacked: {error}; expected a file compressed by gzip") from None
    except OSError as error:
        reason = error.strerror or error
        raise RecordError(f"{path} cannot be read: {reason}; expected a file of records") from None


def _open_without_waiting(path: str, flags: int) -> int:
    """Open a file for reading; if it is a pipe, don't wait for a writer."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _texts_in(file: BinaryIO, path: Path, suffix: str) -> Iterator[tuple[str, bytes]]:
    if suffix == ".json":
        yield str(path), _bounded(file.read(LONGEST + 1), str(path)) + b"\n"
        return
    for number, text in enumerate(iter(lambda: file.readline(LONGEST + 1), b""), start=1):
        where = f"{path}, line {number}"
        if _bounded(text, where).strip():
            yield where, text


def _bounded(text: bytes, where: str) -> bytes:
    """Return the text of a record, or raise an error if it is too long."""
    if len(text) > LONGEST:
        raise RecordError(f"{where}: longer than {LONGEST:,} bytes; expected a record of at most that length")
    return text


def parsed(text: bytes, where: str) -> MatchRecord:
    """Parse the text of a record; an error names its location."""
    hint = "" if text.endswith(b"\n") else "; the last line is cut short"
    try:
        record = json.loads(text.decode())
        if b"\\u" in text:
            line(record).encode()
    except UnicodeEncodeError as error:
        half = error.object[error.start]
        raise RecordError(f"{where}: not Unicode text: {half!r} is only half of a surrogate pair") from None
    except UnicodeDecodeError as error:
        raise RecordError(f"{where}: not UTF-8 text: {error.reason} at byte {error.start + 1}{hint}") from None
    except json.JSONDecodeError as error:
        raise RecordError(f"{where}: not JSON: {error.msg} at character {error.pos + 1}{hint}") from None
    except (ValueError, RecursionError) as error:  # numbers with too many digits, or values nested too deeply
        raise RecordError(f"{where}: not the JSON of a record: {error}") from None
    if not isinstance(record, dict):
        raise RecordError(f"{where}: found {_short(record)}; expected a JSON object")
    return record


# --- the shape


def checked(record: object) -> MatchRecord:
    """Check the version of a record and the types of its fields."""
    if not isinstance(record, dict):
        raise RecordError(f"found {_short(record)}; expected a record")
    version = record.get("parlour")
    if type(version) is not int or version != RECORD_VERSION:
        raise RecordError(f"parlour is {_short(version)}; expected {FIELDS['parlour'][1]}")
    _check_fields(record, (*FIELDS, *(name for name in TODAY if name in record)))
    return record


def _check_fields(record: MatchRecord, names: tuple[str, ...]) -> None:
    for name in names:
        kinds, expected = FIELDS.get(name) or TODAY[name]
        if name not in record:
            raise RecordError(f"the field {name!r} is missing; expected {expected}")
        if type(record[name]) not in kinds:
            raise RecordError(f"{name} is {_short(record[name])}; expected {expected}")
    for name in record:
        if name not in names:
            raise RecordError(f"there is no field {name!r}; expected {', '.join(names)}")
    if not all(isinstance(seat, str) for seat in record["seats"]):
        raise RecordError(f"seats is {_short(record['seats'])}; expected a list of names")


# --- replaying


def open_match(record: MatchRecord, *, telling: bool = True, game: Game | None = None) -> Match:
    """Make the match of a record, before its first event; pass the `game` if it can't be found by its name."""
    record = checked(record)
    key, salts = _secrets(record["fair"])
    try:
        game = game or _game(record["game"])
        _check_version(game, record["version"])
        _check_options(game, record["options"])
        return Match(
            game, record["players"], record["options"], record["seats"], key, salts=salts,
            board=_board(record["board"]), today=_today(record), sealed=record["sealed"],
            limit=_limit(record["result"]), dealt_by_hand=key is None, telling=telling,
        )  # fmt: skip
    except ParlourError as error:
        raise RecordError(sentence_of(error)) from None


def _game(name: str) -> Game:
    """Find the game of a record by its name."""
    if name not in GAMES:
        known = ", ".join(GAMES)
        raise RecordError(
            say("there is no game {game!r}; expected one of {games}, or its file: --game ./{file}",
                game=name, games=known, file=_file(name))
        )  # fmt: skip
    return find_game(name)


def _file(name: str) -> str:
    """Return the usual file name of a game: spades.py."""
    return f"{name}.py" if name.isidentifier() else "hearts.py"


def _check_version(game: Game, version: int) -> None:
    """Refuse a record of another version of the rules, since its key and moves wouldn't give the same match."""
    if version != game.version:
        raise RecordError(
            f"the match was played by version {version} of {game.name}, but version {game.version} is installed; "
            f"expected a Parlour that has version {version}"
        )


def _board(board: dict[str, Any] | None) -> Board | None:
    if board is None:
        return None
    try:
        found = BOARDS.convert(board)
    except (msgspec.ValidationError, RecursionError, UnicodeEncodeError) as error:
        why = " ".join(str(error).split())  # the error quotes field names, which may contain line breaks
        raise RecordError(f"board is {_short(board)}; expected kind, name, number and rounds: {why}") from None
    if not _same(board, msgspec.to_builtins(found)):
        raise RecordError(f"board is {_short(board)}; expected {_short(msgspec.to_builtins(found))}")
    return found


def _today(record: MatchRecord) -> Today | None:
    """Read what fixes the key of today's deal; return None if the match isn't today's deal."""
    if "today" not in record:
        return None
    try:
        found: Today | None = DAYS.convert(record["today"])
    except (msgspec.ValidationError, RecursionError, UnicodeEncodeError):
        found = None
    if found is None or not _same(record["today"], msgspec.to_builtins(found)):
        expected = f"previous and link, each {2 * KEY_BYTES} hexadecimal digits or null"
        raise RecordError(f"today is {_short(record['today'])}; expected {expected}")
    return found


def _limit(result: dict[str, Any] | None) -> int | None:
    """Read the round limit that cut the match off; a wrong limit will show when the results are compared."""
    limit = result.get("limit") if result is not None and result.get("ended") == "limit" else None
    return limit if type(limit) is int and limit >= 1 else None


def _check_options(game: Game, chosen: dict[str, object]) -> None:
    """Check that the options of a record have the right type; the game checks the values.

    A missing option was added after the record was made, so it has its default.
    """
    for option in game.options:
        value = chosen.get(option.name, option.default)
        if type(value) is not type(option.default):
            raise RecordError(f"option {option.name} cannot be {_short(value)}; expected {option.expected}")


def _secrets(fair: dict[str, Any]) -> tuple[bytes | None, list[Salt]]:
    """Read the key (None if it isn't published) and each seat's salt."""
    if sorted(fair) != ["commitment", "key", "salts"]:
        raise RecordError(f"fair has the fields {sorted(fair)}; expected commitment, key and salts")
    promised, key, salts = fair["commitment"], fair["key"], fair["salts"]
    if not isinstance(salts, list):
        raise RecordError(f"salts is {_short(salts)}; expected a list with a salt or null for each seat")
    for name, value in (("commitment", promised), ("key", key), *(("salt", salt) for salt in salts)):
        if value is not None and not _is_hexadecimal(value):
            raise RecordError(f"the {name} is {_short(value)}; expected {2 * KEY_BYTES} hexadecimal digits or null")
    if key is not None and commitment(bytes.fromhex(key)) != promised:
        raise VerificationError(f"the key does not fit the commitment {_short(promised)}")
    return _bytes(key), [_bytes(salt) for salt in salts]


def _bytes(digits: str | None) -> bytes | None:
    return None if digits is None else bytes.fromhex(digits)


def _is_hexadecimal(value: object) -> bool:
    return isinstance(value, str) and len(value) == 2 * KEY_BYTES and set(value) <= set("0123456789abcdef")


def replay(record: MatchRecord, *, telling: bool = True, game: Game | None = None) -> Iterator[ReplayStep]:
    """Play a record again, event by event; an error names the first event that is wrong."""
    record = checked(record)
    yield from _replayed(open_match(record, telling=telling, game=game), record)


def _replayed(match: Match, record: MatchRecord) -> Iterator[ReplayStep]:
    yield from _steps(match, record["events"])
    if record["result"] is not None and record["result"].get("ended") == "stopped":
        match.stop()


def _steps(match: Match, events: list[Event]) -> Iterator[ReplayStep]:
    for number, event in enumerate(events):
        story: list[Text] = []
        try:
            if number == len(match.events):
                story = _perform(match, event)
        except VerificationError as error:
            raise VerificationError(f"event {number}: {error}") from None
        except (ParlourError, RecursionError) as error:
            raise VerificationError(f"event {number}: {_short(event)}: {error}") from None
        if not _same(event, match.events[number]):
            raise VerificationError(f"event {number}: found {_short(event)}; expected {_short(match.events[number])}")
        yield ReplayStep(number, event, story, match)
    if len(match.events) > len(events):
        raise VerificationError(f"event {len(events)} is missing; expected {_short(match.events[len(events)])}")


def _same(found: object, expected: object) -> bool:
    """Return whether two values are the same JSON; Python's == would also accept 1, 1.0 and true as equal."""
    if found != expected or not isinstance(expected, dict):
        return found == expected
    if "do" in expected:
        return True  # an action: its seat was already checked when it was performed
    return json.dumps(found, sort_keys=True) == json.dumps(expected, sort_keys=True)


def _perform(match: Match, event: object) -> list[Text]:
    """Perform a recorded event if it can happen now."""
    if not isinstance(event, dict):
        raise VerificationError(f"found {_short(event)}; expected an object")
    if match.over:
        raise VerificationError(f"found {_short(event)}; expected nothing: the match is over")
    if match.chance_pending:
        return match.place(event) if match.key is None else match.advance()
    if sorted(event) != ["do", "seat"] or not isinstance(event["do"], str):
        acting = " or ".join(map(str, match.actors))
        raise VerificationError(f"found {_short(event)}; expected an action of seat {acting}")
    return match.act(event["seat"], event["do"])


def _short(value: object) -> str:
    """Write any value as one line of ASCII for a message."""
    try:
        text = json.dumps(value)
    except RecursionError:
        return "something nested too deeply"
    return text if len(text) <= 200 else text[:197] + "…"


# --- verifying


def verify(record: MatchRecord, game: Game | None = None) -> Match:
    """Check a whole record: deck, deals, legality, every score, the result and the key."""
    record = checked(record)
    match = open_match(record, telling=False, game=game)
    check_today(match, record)  # first, because a wrong key would also change every deal
    for _ in _replayed(match, record):
        pass
    if not _same(record["result"], match.result()):
        raise VerificationError(f"the result is {_short(record['result'])}; expected {_short(match.result())}")
    check_secrets(match, record)
    return match


def check_secrets(match: Match, record: MatchRecord) -> None:
    """Check that a replayed match has published its key, or has kept it secret, as the record requires."""
    if match.sealed:
        _check_seal(match, record["fair"])
    elif match.over and match.key is None:
        raise VerificationError("the match is over but its key is not published: the deals cannot be checked")
    if match.key is not None and not match.over:
        raise VerificationError("the key is published but the match still runs: the next deals are not secret")


def _check_seal(match: Match, fair: dict[str, Any]) -> None:
    """Check a sealed record: the match must be over, and the record has the key's commitment but not the key."""
    if not match.over:
        raise VerificationError("the record is sealed but its match still runs; expected sealed to be false")
    if match.key is not None:
        raise VerificationError("the record is sealed but its key is published; expected sealed to be false")
    if fair["commitment"] is None:
        raise VerificationError("the record is sealed but has no commitment; expected the hash of its key")


def check_today(match: Match, record: MatchRecord) -> None:
    """Check that the key of today's deal follows from the date or from the day's link in a server's chain."""
    today = match.today
    if today is None:
        return
    if any(match.salts):
        raise VerificationError("today's deal has salts; expected null for each seat: all tables have the same cards")
    if match.board is None or match.board.number != 1:
        raise VerificationError("today's deal is not board 1 of its day; expected the number 1")
    try:
        day = date_of(match.board.name)
    except ParlourError as error:
        raise VerificationError(f"the name of the board: {error}") from None
    if today.previous is None:
        _check_date(match, today, day, record["fair"]["commitment"])
    else:
        _check_link(match, today, day)


def _check_date(match: Match, today: Today, day: date, promised: str | None) -> None:
    """Check that the key of a deal without a server follows from the date."""
    game = match.game
    if today.link is not None:
        raise VerificationError("today's deal has a link but not the link before it; expected both or neither")
    if promised != commitment(dated_key(game.name, game.version, day)):
        raise VerificationError(
            f"the commitment does not fit the key of {game.name} on {day}, which follows from the date"
        )


def _check_link(match: Match, today: Today, day: date) -> None:
    """Check that the day's link gives the key, and that the SHA-256 of this link is the previous day's link."""
    if (match.key is None) != (today.link is None):
        raise VerificationError("the link of the day and the key are not published together; expected both or neither")
    if match.key is None or today.link is None:
        return
    link = bytes.fromhex(today.link)
    if before(link).hex() != today.previous:
        raise VerificationError(f"the SHA-256 of the link is not the link of the day before, {_short(today.previous)}")
    if linked_key(link, match.game.name, day) != match.key:
        raise VerificationError(f"the key is not that of {match.game.name} on {day}, which follows from the day's link")
