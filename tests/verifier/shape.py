"""Check the fields of a record, and that their values are allowed."""

import hashlib
import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from tests.verifier.chance import commitment, match_key
from tests.verifier.table import Refused, Values, require, same

FIELDS = (
    "parlour", "game", "version", "players", "options", "seats", "board", "sealed", "fair", "events", "result",
)  # fmt: skip
SECRET = re.compile(r"[0-9a-f]{64}")
BOARD_NAME = re.compile(r"[A-Za-z0-9-]{1,64}")


@dataclass(frozen=True)
class Sheet:
    """The contents of a record whose fields have been checked."""

    game: str
    players: int
    options: dict[str, Any]
    board_rounds: int | None
    sealed: bool
    commitment: str | None
    key: bytes | None  # The match key, which includes the salts.
    events: list[Any]
    result: dict[str, Any] | None


def whole(value: object, least: int = 0) -> bool:
    """Return whether the value is an integer of at least `least`; true and 1.0 aren't integers."""
    return type(value) is int and value >= least


def read(record: object) -> Sheet:
    """Read a record and check all fields except those that depend on the game."""
    require(isinstance(record, dict), "a record must be a JSON object")
    assert isinstance(record, dict)
    require(same(record.get("parlour"), 2), f"parlour is {record.get('parlour')!r}; expected 2")
    fields = (*FIELDS, "today") if "today" in record else FIELDS
    require(sorted(record) == sorted(fields), f"the fields are {sorted(record)}")
    kinds = {"game": str, "players": int, "options": dict, "seats": list, "fair": dict, "events": list}
    for name, kind in kinds.items():
        require(type(record[name]) is kind, f"{name} is {record[name]!r}")
    require(record["result"] is None or isinstance(record["result"], dict), f"result is {record['result']!r}")
    players, seats = record["players"], record["seats"]
    require(len(seats) == players and all(isinstance(name, str) for name in seats), f"seats is {seats!r}")
    require(same(record["version"], 1), f"version is {record['version']!r}; expected 1")
    board, sealed = record["board"], record["sealed"]
    require(isinstance(sealed, bool), f"sealed is {sealed!r}")
    require(board is not None or not sealed, "only a board can be sealed")
    promised, key = _secrets(record["fair"], players)
    rounds = _board_rounds(board)
    if "today" in record:
        _check_today(record)
    return Sheet(
        record["game"], players, record["options"], rounds, sealed, promised, key,
        record["events"], record["result"],
    )  # fmt: skip


def _secrets(fair: dict[str, Any], players: int) -> tuple[str | None, bytes | None]:
    """Check the secrets of a record; return the commitment and the match key."""
    require(sorted(fair) == ["commitment", "key", "salts"], f"fair has the fields {sorted(fair)}")
    salts = fair["salts"]
    require(isinstance(salts, list) and len(salts) == players, f"salts is {salts!r}")
    for secret in (fair["commitment"], fair["key"], *salts):
        require(
            secret is None or (isinstance(secret, str) and SECRET.fullmatch(secret)),
            f"{secret!r} is not a key, salt or commitment",
        )
    if fair["key"] is None:
        return fair["commitment"], None
    key = bytes.fromhex(fair["key"])
    require(commitment(key) == fair["commitment"], "the key does not match the commitment")
    return fair["commitment"], match_key(key, salts)


def _board_rounds(board: object) -> int | None:
    if board is None:
        return None
    require(isinstance(board, dict) and sorted(board) == ["kind", "name", "number", "rounds"], f"board is {board!r}")
    assert isinstance(board, dict)
    name, rounds = board["name"], board["rounds"]
    right = board["kind"] in ("day", "evening") and isinstance(name, str) and BOARD_NAME.fullmatch(name)
    require(right and whole(board["number"], 1) and (rounds is None or whole(rounds, 1)), f"board is {board!r}")
    return None if rounds is None else int(rounds)


def _check_today(record: dict[str, Any]) -> None:
    """Check that a daily deal's key is computed from its date, or from a link whose hash is the previous day's link."""
    today, board, fair, game = record["today"], record["board"], record["fair"], record["game"]
    require(isinstance(today, dict) and sorted(today) == ["link", "previous"], f"today is {today!r}")
    for link in today.values():
        require(link is None or (isinstance(link, str) and SECRET.fullmatch(link)), f"{link!r} is not a link")
    require(
        board is not None and board["kind"] == "day" and board["number"] == 1,
        f"{board!r} is not the board of a daily deal",
    )
    require(not any(fair["salts"]), "a daily deal must not have salts")
    name, link, previous = board["name"], today["link"], today["previous"]
    require(re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", name), f"{name!r} is not a date")
    try:
        date(*map(int, name.split("-")))
    except ValueError:
        raise Refused(f"{name!r} is not a date") from None
    if previous is None:
        key = hashlib.sha256(f"parlour today {game} {record['version']} {name}".encode()).digest()
        require(link is None and commitment(key) == fair["commitment"], "the key does not follow from the date")
        return
    require((link is None) == (fair["key"] is None), "the link and the key must be published together")
    if link is not None:
        secret = bytes.fromhex(link)
        require(hashlib.sha256(secret).hexdigest() == previous, "the hash of the link is not the previous link")
        require(hmac.digest(secret, f"today {game} {name}".encode(), "sha256").hex() == fair["key"], "another key")


def check_options(options: Mapping[str, Any], expected: Mapping[str, Values]) -> None:
    """Require that every option is present with an allowed value, and that there are no other options."""
    require(sorted(options) == sorted(expected), f"the options are {sorted(options)}")
    for name, values in expected.items():
        value = options[name]
        kind = int if isinstance(values, range) else str
        if type(value) is not kind or value not in values:
            raise Refused(f"option {name} is {value!r}")
