"""Records of matches: read, write, replay and verify them. The format is described in docs/records.md."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlour.errors import ParlourError
from parlour.fair import KEY_BYTES, commitment
from parlour.game import Event
from parlour.games import find_game
from parlour.match import RECORD_VERSION, Match
from parlour.texts import Text

Record = dict[str, Any]
FIELDS = ("parlour", "game", "players", "options", "seats", "fair", "events", "result")


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
            yield str(path), _parsed(path.read_text(encoding="utf-8"), str(path))
            return
        with path.open(encoding="utf-8") as file:
            yield from _read_lines(file, path)
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is no UTF-8 text: {error.reason} at byte {error.start}") from None


def _read_lines(file: Iterator[str], path: Path) -> Iterator[tuple[str, Record]]:
    for number, text in enumerate(file, start=1):
        if text.strip():
            place = f"{path}, line {number}"
            if not text.endswith("\n") and not text.rstrip().endswith("}"):
                raise RecordError(f"{place}: the last line is cut short; expected a whole record")
            yield place, _parsed(text, place)


def _parsed(text: str, place: str) -> Record:
    try:
        record = json.loads(text)
    except json.JSONDecodeError as error:
        raise RecordError(f"{place}: no JSON: {error.msg} at character {error.pos + 1}") from None
    except RecursionError:
        raise RecordError(f"{place}: JSON that is nested too deeply") from None
    if not isinstance(record, dict):
        raise RecordError(f"{place}: expected a JSON object, not {type(record).__name__}")
    return record


# --- replaying


def open_match(record: Record, *, telling: bool = True) -> Match:
    """A match as the record says that it started."""
    _check_fields(record)
    game = find_game(record["game"])
    chosen = record["options"]
    missing = [option.name for option in game.options if option.name not in chosen]
    if missing:
        raise RecordError(f"options lack {', '.join(missing)}")
    key = _key(record["fair"])
    match = Match(
        game, record["players"], chosen, record["seats"], key, dealt_by_hand=key is None, telling=telling
    )  # fmt: skip
    for name, value in match.game.options_of(match.state).items():
        if type(chosen[name]) is not type(value):
            raise RecordError(f"option {name} is {chosen[name]!r}; expected {game.option(name).expected}")
    return match


def _check_fields(record: Record) -> None:
    if record.get("parlour") != RECORD_VERSION or isinstance(record["parlour"], bool):
        raise RecordError(f"parlour is {record.get('parlour')!r}; expected version {RECORD_VERSION}")
    for name in FIELDS:
        if name not in record:
            raise RecordError(f"the field {name!r} is missing")
    unknown = [name for name in record if name not in FIELDS]
    if unknown:
        raise RecordError(f"unknown field {unknown[0]!r}; expected {', '.join(FIELDS)}")
    kinds = {"game": str, "players": int, "options": dict, "seats": list, "fair": dict, "events": list}
    for name, kind in kinds.items():
        if not isinstance(record[name], kind) or isinstance(record[name], bool):
            raise RecordError(f"{name} is {record[name]!r}; expected {kind.__name__}")
    if not all(isinstance(seat, str) for seat in record["seats"]):
        raise RecordError(f"seats are {record['seats']!r}; expected names")


def _key(fair: dict[str, Any]) -> bytes | None:
    if sorted(fair) != ["commitment", "key"]:
        raise RecordError(f"fair has the fields {sorted(fair)}; expected commitment and key")
    promised, key = fair["commitment"], fair["key"]
    for name, value in fair.items():
        if value is not None and not _is_hexadecimal(value):
            raise RecordError(f"the {name} is {value!r}; expected {2 * KEY_BYTES} hexadecimal digits or null")
    if key is None:
        return None
    if commitment(bytes.fromhex(key)) != promised:
        raise VerificationError(f"the key does not fit the commitment {promised!r}")
    return bytes.fromhex(key)


def _is_hexadecimal(value: object) -> bool:
    return isinstance(value, str) and len(value) == 2 * KEY_BYTES and set(value) <= set("0123456789abcdef")


def replay(record: Record, *, telling: bool = True) -> Iterator[Step]:
    """Play a record again, event by event; an error names the first event that is not as it should be."""
    match = open_match(record, telling=telling)
    events = record["events"]
    for number, event in enumerate(events):
        story: list[Text] = []
        try:
            if number == len(match.events):
                story = _perform(match, event)
        except VerificationError as error:
            raise VerificationError(f"event {number}: {error}") from None
        except ParlourError as error:
            raise VerificationError(f"event {number}: {_short(event)}: {error}") from None
        if match.events[number] != event:
            raise VerificationError(f"event {number}: found {_short(event)}; expected {_short(match.events[number])}")
        yield Step(number, event, story, match)
    if len(match.events) > len(events):
        raise VerificationError(f"event {len(events)} is missing; expected {_short(match.events[len(events)])}")


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
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 200 else text[:197] + "…"


# --- verifying


def verify(record: Record) -> Match:
    """Check a record from the first card to the result: deck, deals, legality, every score, result, key."""
    match = open_match(record, telling=False)
    for step in replay(record, telling=False):
        match = step.match
    result = record["result"]
    if isinstance(result, dict) and result.get("cut_off") is True:
        match.stop()
    if match.result() != result:
        raise VerificationError(f"the result is {_short(result)}; expected {_short(match.result())}")
    if match.over and match.key is None:
        raise VerificationError("the match is over but its key is not published: the deals cannot be checked")
    return match
