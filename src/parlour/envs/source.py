"""Generating the source code of a game's `encode` function from the fields that the game declares.

The generated function is compiled; interpreting a list of fields took twice as long.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from parlour.engine.rule import rule
from parlour.envs import _seats
from parlour.envs._plain_writers import BYTES, LEAST, MOST
from parlour.errors import ParlourError
from parlour.game.fields import Computed, Field, Kind
from parlour.game.game import Game

ONE_HOT = 8  # A number with at most this many values has one byte per value.
FLAG = 2  # A number with at most two values is written as a single byte.
MOST_BITS = 7  # A set of at most this many choices fits in a byte of a word.
WORD_SEATS = 7  # At most this many seats, with a byte each, fit in a word that can be rotated.
INDENT = "    "
SEATS = ("COUNTING", "rotated", "seat_at", "set_of", "turned")  # Names from `_seats` that generated code uses.
WRITERS = ("equals", "mark", "mark_each", "put", "put_word", "spread", "spread_each", "word_of")


@dataclass(frozen=True)
class Part:
    """A part of an observation: the bytes of a field or of a computed entry."""

    field: Field
    size: int  # Bytes per entry; 0 stands for one byte per player.
    rule: str = ""  # The name of the rule that computes the entry, if any.

    @property
    def name(self) -> str:
        """The name of the observed field."""
        return self.field.name

    @property
    def each_seat(self) -> bool:
        """Whether every seat has an entry; if so, the observing seat's entry comes first."""
        return bool(self.field.each) and self.field.each[0].of == "seat" and self.field.observed == "all"

    @property
    def is_card_list(self) -> bool:
        """Whether the field is a list of cards, which is observed as a set."""
        return self.field.kind == Kind.CARD and bool(self.field.each) and self.field.each[-1].of == "list"

    def length(self, players: int) -> int:
        """Compute how many bytes the part has with this many players."""
        if self.field.players and players not in self.field.players:
            return 0
        entries = 1
        for depth, dimension in enumerate(self.field.each[:-1] if self.is_card_list else self.field.each):
            if dimension.of != "seat":
                entries *= dimension.size
            elif depth or self.field.observed == "all":
                entries *= players
        return entries * (self.size or players)


def parts_of(game: Game, computed: tuple[Computed, ...]) -> tuple[Part, ...]:
    """List the parts of an observation: the observed fields in their declared order, then the computed entries."""
    cards = len(game.deck.names)
    parts = [Part(field, _size(field, cards)) for field in game.fields if field.observed != "none"]
    parts += [Part(one.field, _size(one.field, cards), one.rule.__name__) for one in computed]
    names = [part.name for part in parts]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ParlourError(f"{game.name} observes two things called {twice[0]!r}; expected different names")
    return tuple(parts)


def _size(field: Field, cards: int) -> int:
    """Compute how many bytes an entry has; 0 stands for one byte per player."""
    if field.kind in (Kind.CARD, Kind.CARD_SET):
        return cards
    if field.kind in (Kind.CHOICE, Kind.CHOICE_SET):
        return len(field.words)
    if field.kind in (Kind.SEAT, Kind.SEAT_SET):
        return 0
    return _values(field) if _is_one_hot(field) else 1


def _values(field: Field) -> int:
    return field.most // field.unit - field.least // field.unit + 1


def _is_one_hot(field: Field) -> bool:
    return field.kind == Kind.CHOICE or FLAG < _values(field) <= ONE_HOT


class Source:
    """A generator of the source code for one game's observations."""

    def __init__(self, game: Game, computed: tuple[Computed, ...], writers: ModuleType) -> None:
        """Prepare the parts; the generated code calls functions of the module `writers`."""
        self.game, self.computed, self.writers = game, computed, writers
        self.parts = parts_of(game, computed)
        self.name = f"encode_{game.name}"

    def text(self) -> str:
        """Return the source code of the whole module."""
        body = [f"{INDENT}{line}" for line in self._body()]
        home = self.writers.__name__.rpartition(".")[2]
        about = f'"""What a seat observes of {self.game.title}: made from its fields, written by {home}."""'
        return "\n".join([about, "", "", "@rule", f"def {self.name}(state, seat, row, at):", *body, ""])

    def names(self) -> dict[str, Any]:
        """Return the functions that the generated code calls, by name; the code has no import lines."""
        seats = {name: getattr(_seats, name) for name in SEATS}
        writers = {name: getattr(self.writers, name) for name in WRITERS}
        return {"rule": rule, **seats, **writers, **{one.rule.__name__: one.rule for one in self.computed}}

    def _body(self) -> Iterator[str]:
        yield '"""Write the observation of the seat into the row, from that place on; where it ends."""'
        players = self.game.players
        yield f"players = {players[0] if len(players) == 1 else 'int(state.players)'}"
        for part in self.parts:
            yield f"# {part.name}: {part.field.meaning}"
            lines = self._lines(part)
            if part.field.players and set(part.field.players) != set(players):
                yield f"if {_asked(part.field.players)}:"
                lines = (INDENT + line for line in lines)
            yield from lines
        yield "return at"

    def _lines(self, part: Part) -> Iterator[str]:
        """Generate the lines of code that write one part."""
        if line := self._at_once(part):
            size = part.size * part.field.each[0].size if len(self.game.players) == 1 else f"{part.size} * players"
            yield line
            yield f"at += {'players' if part.size == 1 else size}"
            return
        indent, index = "", ""
        for depth, dimension in enumerate(part.field.each[:-1] if part.is_card_list else part.field.each):
            if dimension.of == "seat" and not depth and part.field.observed == "own":
                index += "seat, "
                continue
            name, head, entry = _loop(dimension.of, dimension.size, depth)
            yield f"{indent}for {name} in {head}:"
            indent, index = indent + INDENT, f"{index}{entry}, "
        yield f"{indent}{self._scalar(part, self._value(part, index.removesuffix(', ')))}"
        yield f"{indent}at += {part.size or 'players'}"

    def _value(self, part: Part, index: str) -> str:
        if part.rule:
            return f"{part.rule}(state, {index or 'seat'})"
        value = f"state.{part.name}[{index}]" if index else f"state.{part.name}"
        return f"set_of({value})" if part.is_card_list else value

    def _at_once(self, part: Part) -> str:
        """Generate a line that writes the bytes of all seats from one word, or "" if that isn't possible."""
        field, seats = part.field, max(self.game.players)
        if part.rule or not part.each_seat or len(field.each) > 1 or seats > WORD_SEATS:
            return ""
        word = f"turned(word_of(state.{part.name}), seat, players)"
        if field.kind == Kind.CHOICE_SET and part.size <= MOST_BITS:
            return f"spread_each(row, at, {word}, {part.size})"
        if field.kind not in (Kind.NUMBER, Kind.CHOICE) or field.unit > 1:
            return ""
        if not _is_one_hot(field):
            return f"put_word(row, at, {word}, players)"
        return f"mark_each(row, at, {word}, {part.size})" if field.least == 0 and part.size <= ONE_HOT else ""

    def _scalar(self, part: Part, value: str) -> str:
        """Generate the call that writes one entry."""
        field, size, kind = part.field, part.size, part.field.kind
        if kind == Kind.CARD_SET or part.is_card_list:
            return f"spread(row, at, {value}, {size})"
        if kind == Kind.CHOICE_SET:
            return f"spread(row, at, int({value}), {size})"
        if kind == Kind.SEAT_SET:
            return f"spread(row, at, rotated(int({value}), seat, players), players)"
        if kind == Kind.SEAT:
            return self._seat(value)
        if kind == Kind.CARD:
            return f"mark(row, at, int({value}), {size})"
        value = f"int({value}) // {field.unit}" if field.unit > 1 else f"int({value})"
        return self._number(field, value, size)

    def _seat(self, value: str) -> str:
        if max(self.game.players) > WORD_SEATS:
            return f"spread(row, at, rotated(1 << int({value}) if {value} >= 0 else 0, seat, players), players)"
        return f"put_word(row, at, turned(equals(COUNTING, int({value})), seat, players), players)"

    def _number(self, field: Field, value: str, size: int) -> str:
        if _is_one_hot(field):
            least = field.least // field.unit
            value = f"{value} - {least}" if least else value
            if size > BYTES:
                return f"mark(row, at, {value}, {size})"
            return f"put_word(row, at, equals(COUNTING, {value}), {size})"
        low, high = field.bounds
        if low // field.unit < LEAST or high // field.unit > MOST:
            value = f"min(max({value}, {LEAST}), {MOST})"
        return f"put(row, at, {value})"


def _asked(players: tuple[int, ...]) -> str:
    return f"players == {players[0]}" if len(players) == 1 else f"players in {players}"


def _loop(of: str, size: int, depth: int) -> tuple[str, str, str]:
    """Generate a loop over one dimension; return its variable, its range, and the index of an entry."""
    name = "place" if depth == 0 else f"place_{depth}"
    if of == "seat":
        return name, "range(players)", f"seat_at(seat, {name}, players)"
    return name, f"range({size})", f"(seat + {name}) % {size}" if of == "team" else name
