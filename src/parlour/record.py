"""Records of matches: read, write, replay and verify them. The format is described in docs/records.md."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlour.errors import ParlourError
from parlour.fair import KEY_BYTES, commitment
from parlour.game import Event, Game
from parlour.games import find_game
from parlour.match import RECORD_VERSION, Match
from parlour.texts import Text

Record = dict[str, Any]
FIELDS: dict[str, tuple[tuple[type, ...], str]] = {  # what each field is, and how to say so
    "parlour": ((int,), f"version {RECORD_VERSION}"),
    "game": ((str,), "the name of a game"),
    "players": ((int,), "a whole number"),
    "options": ((dict,), "an object with every option"),
    "seats": ((list,), "a list of names"),
    "fair": ((dict,), "an object with commitment and key"),
    "events": ((list,), "a list of events"),
    "result": ((dict, type(None)), "an object, or null while the match runs"),
}


class RecordError(ParlourError):
    """A record that cannot be read: the text says where and what was expected."""


class VerificationError(RecordError):
    """A record that can be read but is not what the rules and the key give."""


@dataclass(frozen=True)
class Step:
    """One event of a replay, the sentences that tell it, and the match after it."""

    number: int
    event: Event
    story: list[Text]
    match: Match


def line(record: Record) -> str:
    """A record as one line of JSON Lines."""
    return json.dumps(record, ensure_ascii=False, separators=(", ", ": ")) + "\n"


# --- reading


def read_records(path: Path) -> Iterator[tuple[str, Record]]:
    """The records of a file, each with its place; `.json` is one record, everything else one a line."""
    try:
        if path.suffix == ".json":
            yield str(path), _parsed(path.read_bytes(), str(path))
            return
        with path.open("rb") as file:
            yield from _read_lines(file, path)
    except OSError as error:
        reason = error.strerror or error
        raise RecordError(f"{path} cannot be read: {reason}; expected a file of records") from None


def _read_lines(file: Iterable[bytes], path: Path) -> Iterator[tuple[str, Record]]:
    for number, text in enumerate(file, start=1):
        if text.strip():
            place = f"{path}, line {number}"
            yield place, _parsed(text, place, "" if text.endswith(b"\n") else "; the last line is cut short")


def _parsed(text: bytes, place: str, hint: str = "") -> Record:
    try:
        record = json.loads(text.decode())
    except UnicodeDecodeError as error:
        raise RecordError(f"{place}: no UTF-8 text: {error.reason} at byte {error.start + 1}{hint}") from None
    except json.JSONDecodeError as error:
        raise RecordError(f"{place}: no JSON: {error.msg} at character {error.pos + 1}{hint}") from None
    except (ValueError, RecursionError) as error:  # numbers and nesting beyond all measure
        raise RecordError(f"{place}: no JSON of a record: {error}") from None
    if not isinstance(record, dict):
        raise RecordError(f"{place}: found {_short(record)}; expected a JSON object")
    return record


# --- replaying


def open_match(record: Record, *, telling: bool = True) -> Match:
    """A match as the record says that it started."""
    _check_fields(record)
    key = _key(record["fair"])
    try:
        game = find_game(record["game"])
        _check_options(game, record["options"])
        return Match(
            game, record["players"], record["options"], record["seats"], key, dealt_by_hand=key is None, telling=telling
        )  # fmt: skip
    except ParlourError as error:
        raise RecordError(str(error)) from None


def _check_fields(record: object) -> None:
    if not isinstance(record, dict):
        raise RecordError(f"found {_short(record)}; expected a record")
    if record.get("parlour") != RECORD_VERSION:
        raise RecordError(f"parlour is {_short(record.get('parlour'))}; expected version {RECORD_VERSION}")
    for name, (kinds, expected) in FIELDS.items():
        if name not in record:
            raise RecordError(f"the field {name!r} is missing; expected {expected}")
        if type(record[name]) not in kinds:
            raise RecordError(f"{name} is {_short(record[name])}; expected {expected}")
    for name in record:
        if name not in FIELDS:
            raise RecordError(f"there is no field {name!r}; expected {', '.join(FIELDS)}")
    if not all(isinstance(seat, str) for seat in record["seats"]):
        raise RecordError(f"seats is {_short(record['seats'])}; expected a list of names")


def _check_options(game: Game, chosen: dict[str, object]) -> None:
    """In a record every option is written out, numbers as numbers; the values are checked by the game."""
    for option in game.options:
        if option.name not in chosen:
            raise RecordError(f"option {option.name} is missing; expected {option.expected}")
        value = chosen[option.name]
        if type(value) is not type(option.default):
            raise RecordError(f"option {option.name} cannot be {_short(value)}; expected {option.expected}")


def _key(fair: dict[str, Any]) -> bytes | None:
    if sorted(fair) != ["commitment", "key"]:
        raise RecordError(f"fair has the fields {sorted(fair)}; expected commitment and key")
    promised, key = fair["commitment"], fair["key"]
    for name, value in fair.items():
        if value is not None and not _is_hexadecimal(value):
            raise RecordError(f"the {name} is {_short(value)}; expected {2 * KEY_BYTES} hexadecimal digits or null")
    if key is None:
        return None
    if commitment(bytes.fromhex(key)) != promised:
        raise VerificationError(f"the key does not fit the commitment {_short(promised)}")
    return bytes.fromhex(key)


def _is_hexadecimal(value: object) -> bool:
    return isinstance(value, str) and len(value) == 2 * KEY_BYTES and set(value) <= set("0123456789abcdef")


def replay(record: Record, *, telling: bool = True) -> Iterator[Step]:
    """Play a record again, event by event; an error names the first event that is not as it should be."""
    yield from _steps(open_match(record, telling=telling), record["events"])


def _steps(match: Match, events: list[Event]) -> Iterator[Step]:
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
        yield Step(number, event, story, match)
    if len(match.events) > len(events):
        raise VerificationError(f"event {len(events)} is missing; expected {_short(match.events[len(events)])}")


def _same(found: object, expected: object) -> bool:
    """Whether both are the same JSON; for Python, 1 and 1.0 and true are equal."""
    if found != expected or not isinstance(expected, dict):
        return found == expected
    if "do" in expected:
        return True  # an action, whose seat was checked when it was performed
    return json.dumps(found, sort_keys=True) == json.dumps(expected, sort_keys=True)


def _perform(match: Match, event: object) -> list[Text]:
    """Let the event happen, if it is one that can."""
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
    """A value for a message: one line of plain letters, whatever it holds."""
    try:
        text = json.dumps(value)
    except RecursionError:
        return "something nested too deeply"
    return text if len(text) <= 200 else text[:197] + "…"


# --- verifying


def verify(record: Record) -> Match:
    """Check a record from the first card to the result: deck, deals, legality, every score, result, key."""
    match, result = open_match(record, telling=False), record["result"]
    for _ in _steps(match, record["events"]):
        pass
    if result is not None and result.get("cut_off") is True:
        match.stop()
    if not _same(result, match.result()):
        raise VerificationError(f"the result is {_short(result)}; expected {_short(match.result())}")
    if match.over and match.key is None:
        raise VerificationError("the match is over but its key is not published: the deals cannot be checked")
    if match.key is not None and not match.over:
        raise VerificationError("the key is published but the match still runs: the deals to come are no secret")
    return match
