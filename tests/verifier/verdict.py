"""Replay a record, and compare every result of the replay with the record."""

import importlib
import re
from pathlib import Path
from typing import Any, cast

from tests.verifier.chance import Generator
from tests.verifier.shape import Sheet, check_options, read, whole
from tests.verifier.table import Event, Refused, Rules, Table, require, same

PAGES = Path(__file__).parents[2] / "src" / "parlour" / "games"  # Each game's rules page is next to its code.


def check(record: object) -> None:
    """Refuse the record unless it is exactly what the key, salts, options and actions produce."""
    sheet = read(record)
    rules = _rules(sheet.game)
    require(sheet.players in rules.PLAYERS, f"{sheet.game} cannot be played by {sheet.players} players")
    options = {**_defaults(sheet.game), **sheet.options}
    check_options(options, rules.OPTIONS)
    again = Playing(sheet, rules.Table(sheet.players, options))
    for number, event in enumerate(sheet.events):
        try:
            again.take(event)
        except Refused as refused:
            raise Refused(f"event {number}: {refused}") from None
    again.finish()


def _rules(game: str) -> Rules:
    require(re.fullmatch("[a-z0-9_]+", game), f"{game!r} is not the name of a game")
    try:
        return cast(Rules, importlib.import_module(f"tests.games.{game}.stranger"))
    except ModuleNotFoundError:
        raise Refused(f"there is no game {game!r}") from None


def _defaults(game: str) -> dict[str, int | str]:
    """Return a game's options with their defaults, as listed on its rules page."""
    page = (PAGES / game / "rules.md").read_text(encoding="utf-8").partition("\n## Options\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (?:(-?\d+)|`(\w+)`) \|", page.replace("−", "-"), re.MULTILINE)
    return {name: int(number) if number else word for name, number, word in rows}


class Playing:
    """A match that is being replayed."""

    def __init__(self, sheet: Sheet, table: Table) -> None:
        """Start the match."""
        self.sheet, self.table = sheet, table
        self.expected: list[Event] = []  # The events that must follow the last action.
        self.chances = 0
        result = sheet.result or {}
        self.stopped = result.get("ended") == "stopped" or result.get("cut_off") is True
        limit = result.get("limit") if result.get("ended") == "limit" else None
        self.limit = limit if isinstance(limit, int) and whole(limit, 1) else None

    def take(self, event: Any) -> None:
        """Check and perform the next event: an automatic event, a chance event or an action."""
        require(isinstance(event, dict), f"{event!r} is not an event")
        if self.expected:
            expected = self.expected.pop(0)
            require(same(event, expected), f"found {event}; expected {expected}")
            return
        require(not self.ended(), f"{event} comes after the end of the match")
        if self.table.actors():
            self._act(event)
        else:
            self._chance(event)

    def _chance(self, event: Event) -> None:
        if self.sheet.key is None:
            self.table.check_possible(event)
        else:
            expected = self.table.drawn(Generator(self.sheet.key, self.chances))
            require(same(event, expected), f"found {event}; expected {expected}")
        self.table.lay(event)
        self.chances += 1

    def _act(self, event: Event) -> None:
        require(sorted(event) == ["do", "seat"] and isinstance(event["do"], str), f"{event} is not an action")
        seat, rounds = event["seat"], self.table.rounds
        require(whole(seat) and seat in self.table.actors(), f"seat {seat!r} cannot act now")
        self.expected = self.table.act(seat, event["do"])
        if self.table.rounds > rounds:
            self.expected.append({"round": self.table.rounds, **self.table.standing()})

    def ended(self, *, last: bool = False) -> str | None:
        """Return why the match has ended, or None if it hasn't; `last` says that all events have been replayed."""
        rounds, board = self.table.rounds, self.sheet.board_rounds
        if self.table.winners():
            return "rules"
        if last and self.stopped:
            return "stopped"
        if self.limit is not None and rounds >= self.limit:
            return "limit"
        return "board" if board is not None and rounds >= board else None

    def finish(self) -> None:
        """Check after the last event that no event is missing, and that the result and the key are right."""
        require(not self.expected, f"the event {self.expected[:1]} is missing")
        before = self.ended()
        ended = before or self.ended(last=True)
        require(same(self.sheet.result, self._result(ended)), f"the result is not {self._result(ended)}")
        published = self.sheet.key is not None
        if self.sheet.sealed:
            right = ended and not published and self.sheet.commitment is not None
            require(right, "a sealed match must be over, with a commitment and without a key")
        else:
            require(published == (ended is not None), "the key must be published if and only if the match is over")

    def _result(self, ended: str | None) -> dict[str, Any] | None:
        if ended is None:
            return None
        found = {"winners": self.table.winners(), **self.table.standing(), "rounds": self.table.rounds}
        limit = self.limit if ended == "limit" else None
        return {**found, "ended": ended, "limit": limit, "events": len(self.sheet.events)}
